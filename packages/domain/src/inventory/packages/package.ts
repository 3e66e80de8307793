import { type Body, defineDocument } from '../../document/document.ts';
import { choice } from '../../kinds/choice.ts';
import { dateRange } from '../../kinds/date-range.ts';
import { isEmpty } from '../../kinds/kind.ts';
import { decimal, integer, money, percent } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { mediaFiles } from '../../media/files/media-file.ts';
import { sum } from '../../money/arithmetic.ts';
import { currencies } from '../../money/currencies.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import type { Guard } from '../../resource/command.ts';
import { linesIn } from '../../resource/lines.ts';
import type { Resource } from '../../resource/resource.ts';
import { allocatePackage } from './allocate-package.ts';
import { packageItems } from './package-item.ts';

/** How the price of a package is made. */
export const priceModes = {
  sum_with_discount: 'Suma con descuento',
  closed: 'Precio cerrado',
  from: 'Precio desde',
} as const;

/** States of a package. Only a published one is sold. */
export const packageStates = {
  draft: ['Borrador', 'neutral'],
  published: ['Publicado', 'success'],
  sold_out: ['Agotado', 'warning'],
  retired: ['Retirado', 'neutral'],
} as const;

/** Shares of the components in percent, and their amounts where the package has a price of its own. */
const totals = (body: Body) => {
  const items = linesIn(body, 'items');
  const shares = items.map(({ allocation_pct }) => String(allocation_pct ?? '0'));
  const amounts = isEmpty(body.price)
    ? null
    : allocatePackage(String(body.price), shares, String(body.currency_code));
  return {
    header: { allocated_pct: items.length === 0 ? '0.0000' : sum(['0.0000', ...shares]) },
    lines: new Map(items.map(({ id }, index) => [id, { allocated: amounts?.[index] ?? null }])),
  };
};

const fullyAllocated: Guard = {
  needs: ['allocated_pct'],
  why: ({ allocated_pct }) =>
    compareDecimals(String(allocated_pct ?? '0'), '100') === 0
      ? null
      : {
          code: 'not_allocated',
          text: 'Las partes del precio de los componentes deben sumar 100 %. Corríjalas y publique de nuevo.',
        },
};

const code = text('Código', {
  max: 30,
  required: true,
  unique: true,
  upperCase: true,
  sortable: true,
  width: 'short',
  begins: { from: 'sequence', prefix: 'PAQ', of: (): Resource => packages, field: 'code' },
});
const name = text('Nombre', { max: 120, required: true, sortable: true, width: 'wide' });
const valid = dateRange('Vigencia', {
  required: true,
  expiry: true,
  hint: 'Un contrato con el paquete se firma en esas fechas.',
});

/**
 * Several spaces and articles sold together (domain §1.7). Its price is divided among the components by their shares,
 * which sum to 100 % once it is published.
 */
export const packages: Resource = defineDocument({
  name: 'packages',
  screen: 'inventario/paquetes',
  label: { one: 'Paquete', many: 'Paquetes', gender: 'm' },
  fields: {
    code,
    name,
    valid,
    price_mode: choice('Precio', priceModes, { required: true }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      setting: { initial: 'currency_default' },
    }),
    price: money('Precio del paquete', {
      currency: 'currency_code',
      required: true,
      sortable: true,
      when: { field: 'price_mode', is: ['closed', 'from'] },
    }),
    discount_pct: percent('Descuento', {
      required: true,
      when: { field: 'price_mode', is: ['sum_with_discount'] },
      hint: 'Sobre la suma de los precios de sus componentes.',
    }),
    max_sales: integer('Ventas máximas', {
      min: 1,
      max: 1_000_000,
      sortable: false,
      aggregate: null,
      hint: 'Lo firmado y no cancelado no pasa de ahí. Vacío: sin límite.',
    }),
    status: choice('Estado', packageStates, {
      required: true,
      readOnly: true,
      sortable: true,
      initial: 'draft',
      width: 'short',
    }),
    allocated_pct: decimal('Partes asignadas (%)', {
      scale: 4,
      required: true,
      readOnly: true,
      derived: true,
      initial: '0.0000',
      aggregate: null,
    }),
    image_id: reference('Imagen', () => mediaFiles, { offeredBy: '/media-files/images' }),
    description: longText('Descripción', { max: 2000, hint: 'Lo que ve el cliente en su propuesta.' }),
  },
  title: 'name',
  subtitle: 'code',
  search: ['code', 'name'],
  columns: ['code', 'name', 'valid', 'price_mode', 'price', 'discount_pct', 'status'],
  brief: ['price', 'valid'],
  filters: ['status', 'valid', 'price_mode', 'currency_code', 'price'],
  sections: [
    {
      label: 'Paquete',
      fields: ['code', 'name', 'valid', 'max_sales', 'image_id', 'description', 'status'],
    },
    { label: 'Precio', fields: ['price_mode', 'currency_code', 'price', 'discount_pct', 'allocated_pct'] },
  ],
  offeredIn: ['published'],
  finished: ['retired'],
  notes: true,
  state: 'status',
  permissions: {
    viewAll: 'packages.view_all',
    create: 'packages.create',
    updateAll: 'packages.update_all',
    archive: 'packages.delete',
    export: 'packages.export',
    import: 'packages.import',
  },
  commands: {
    publish: {
      label: 'Publicar',
      done: 'Paquete publicado',
      from: ['draft'],
      to: 'published',
      permission: 'packages.publish',
      guards: [fullyAllocated],
      tone: 'primary',
      explanation:
        'Podrá venderse. Sus componentes y su precio ya no se modifican: para otra oferta, copie el paquete.',
      undo: { never: 'Puede haberse ofrecido ya: retírelo o márquelo como agotado.' },
    },
    sell_out: {
      label: 'Marcar agotado',
      done: 'Paquete agotado',
      from: ['published'],
      to: 'sold_out',
      permission: 'packages.publish',
      explanation: 'No se ofrece mientras esté agotado.',
    },
    resume: {
      label: 'Volver a vender',
      done: 'Paquete a la venta',
      from: ['sold_out'],
      to: 'published',
      permission: 'packages.publish',
      tone: 'primary',
    },
    retire: {
      label: 'Retirar',
      done: 'Paquete retirado',
      from: ['published', 'sold_out'],
      to: 'retired',
      permission: 'packages.publish',
      tone: 'danger',
      explanation: 'Deja de venderse para siempre. Lo vendido no cambia.',
      undo: { never: 'Copie el paquete para venderlo otra vez.' },
    },
    copy: {
      label: 'Copiar',
      done: 'Paquete copiado',
      permission: 'packages.create',
      fields: { code, name, valid },
      explanation: 'Hace otro paquete en borrador con los mismos componentes y precio.',
      single: true,
      undo: { by: 'log' },
    },
  },
  lines: {
    items: { of: () => packageItems, by: 'package_id', mode: 'inBody', max: 60, derived: ['allocated'] },
  },
  totals,
  sums: { allocated_pct: 'items.allocation_pct' },
  freeze: {
    from: ['published', 'sold_out', 'retired'],
    except: ['name', 'valid', 'max_sales', 'image_id', 'description'],
  },
});
