import { ageTargets, nseTargets } from '../../catalogues/audience.ts';
import { type Body, defineDocument } from '../../document/document.ts';
import { choice } from '../../kinds/choice.ts';
import { dateRange } from '../../kinds/date-range.ts';
import { file } from '../../kinds/file.ts';
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

/** Whether whoever sells a package chooses its optional components and quantities. */
export const packageKinds = { fixed: 'Fijo', configurable: 'Configurable' } as const;

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

/** How the shares of the price are divided among the components. */
export const shareRules = {
  list_price: 'En proporción a los precios vigentes',
  equal: 'En partes iguales',
} as const;

const isDraft: Guard = {
  needs: ['status'],
  why: ({ status }) =>
    status === 'draft'
      ? null
      : {
          code: 'not_draft',
          text: 'Los componentes de un paquete publicado ya no se modifican. Cópielo y cambie la copia.',
        },
};

const hasStock: Guard = {
  needs: ['remaining'],
  why: ({ remaining }) =>
    isEmpty(remaining) || compareDecimals(String(remaining), '0') > 0
      ? null
      : {
          code: 'used_up',
          text: 'Llegó a sus ventas máximas. Amplíelas, y vuelve a la venta por sí solo.',
        },
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
    kind: choice('Clase', packageKinds, {
      required: true,
      initial: 'fixed',
      width: 'short',
      hint: 'En uno configurable, quien lo vende elige los componentes opcionales y sus cantidades.',
    }),
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
      hint: 'Lo firmado y no cancelado no pasa de ahí: al llegar, se agota solo. Vacío: sin límite.',
    }),
    min_qty: decimal('Mínimo por renglón', {
      scale: 2,
      min: 0.01,
      max: 1_000_000,
      aggregate: null,
      hint: 'Lo menos que se vende de una vez. Vacío: cualquier cantidad.',
    }),
    target_age_id: reference('Target de edad', () => ageTargets),
    target_nse_id: reference('Target socioeconómico', () => nseTargets),
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
    shown_price: money('Precio hoy', {
      currency: 'currency_code',
      readOnly: true,
      computed: true,
      aggregate: null,
      besides: ['price_mode'],
      hint: 'El suyo, o la suma de los precios vigentes de sus componentes menos el descuento.',
    }),
    component_count: integer('Componentes', {
      readOnly: true,
      computed: true,
      sortable: false,
      aggregate: null,
    }),
    available: integer('Disponible', {
      readOnly: true,
      computed: true,
      sortable: false,
      aggregate: null,
      hint: 'Cuántos caben en los próximos 30 días de su vigencia, por el más escaso de sus espacios.',
    }),
    sold: decimal('Vendidos', {
      scale: 2,
      readOnly: true,
      computed: true,
      aggregate: null,
      hint: 'Firmados y no cancelados.',
    }),
    remaining: decimal('Quedan', {
      scale: 2,
      readOnly: true,
      computed: true,
      aggregate: null,
      hint: 'De sus ventas máximas. Vacío: no tiene límite.',
    }),
    cover: file('Portada', {
      readOnly: true,
      computed: true,
      width: 'short',
      accept: ['image/jpeg', 'image/png'],
    }),
    image_id: reference('Imagen', () => mediaFiles, { offeredBy: '/media-files/images' }),
    description: longText('Descripción', { max: 2000, hint: 'Lo que ve el cliente en su propuesta.' }),
  },
  title: 'name',
  subtitle: 'code',
  search: ['code', 'name'],
  columns: [
    'cover',
    'code',
    'name',
    'status',
    'shown_price',
    'price_mode',
    'available',
    'sold',
    'remaining',
    'component_count',
    'kind',
    'valid',
  ],
  brief: ['shown_price', 'available'],
  filters: [
    'status',
    'kind',
    'valid',
    'price_mode',
    'currency_code',
    'price',
    'target_age_id',
    'target_nse_id',
  ],
  sections: [
    {
      label: 'Paquete',
      fields: ['code', 'name', 'kind', 'valid', 'image_id', 'description', 'status'],
    },
    { label: 'Precio', fields: ['price_mode', 'currency_code', 'price', 'discount_pct', 'allocated_pct'] },
    { label: 'Venta', fields: ['max_sales', 'min_qty', 'target_age_id', 'target_nse_id'] },
  ],
  headline: {
    identity: ['code', 'kind', 'price_mode'],
    facts: ['shown_price', 'available', 'sold', 'remaining', 'valid'],
  },
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
      checked: true,
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
      explanation:
        'No se ofrece mientras esté agotado. Al llegar a sus ventas máximas se agota por sí solo, y vuelve a la venta si se cancela alguna.',
    },
    resume: {
      label: 'Volver a vender',
      done: 'Paquete a la venta',
      from: ['sold_out'],
      to: 'published',
      permission: 'packages.publish',
      guards: [hasStock],
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
    spread: {
      label: 'Repartir el precio',
      done: 'Precio repartido',
      guards: [isDraft],
      preview: 'plan',
      single: true,
      fields: { by: choice('Cómo', shareRules, { required: true, initial: 'list_price' }) },
      explanation: 'Pone la parte de cada componente: suman exactamente 100 %.',
      undo: { by: 'log' },
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
    except: ['name', 'valid', 'max_sales', 'image_id', 'description', 'target_age_id', 'target_nse_id'],
  },
});
