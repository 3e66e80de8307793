import { platforms } from '../../catalogues/inventory.ts';
import { companies } from '../../catalogues/organization.ts';
import { defineDocument } from '../../document/document.ts';
import { choice } from '../../kinds/choice.ts';
import { dateRange } from '../../kinds/date-range.ts';
import { decimal, integer } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import type { Guard } from '../../resource/command.ts';
import type { Resource } from '../../resource/resource.ts';
import { listDeciders, priceListReasons } from './list-approval.ts';
import { prices } from './price.ts';
import { priceRules } from './price-rule.ts';
import { tariffCommands } from './tariff/tariff-commands.ts';

/** Kinds of price lists (domain §1.7). */
export const priceListKinds = {
  general: 'Tarifario general',
  special: 'Especial',
  government: 'Gubernamental',
  political: 'Político',
  seasonal: 'De temporada',
  internal: 'Interno',
} as const;

/** States of a price list. Only the prices of a current one are used. */
export const priceListStates = {
  draft: ['Borrador', 'neutral'],
  current: ['Vigente', 'success'],
  expired: ['Vencida', 'neutral'],
} as const;

const code = text('Código', {
  max: 30,
  required: true,
  unique: true,
  upperCase: true,
  sortable: true,
  width: 'short',
  begins: { from: 'sequence', prefix: 'TAR', of: (): Resource => priceLists, field: 'code' },
});
const name = text('Nombre', { max: 120, required: true, sortable: true, width: 'wide' });
const valid = dateRange('Vigencia', { required: true, expiry: true });
const adjustment = {
  adjust_pct: decimal('Ajuste (%)', {
    scale: 4,
    required: true,
    min: -100,
    max: 1000,
    initial: '0',
    hint: '10 sube los precios 10 %; −10 los baja.',
  }),
  decimals: integer('Redondear a decimales', { required: true, min: 0, max: 6, initial: 2 }),
};

const isDraft: Guard = {
  needs: ['status'],
  why: ({ status }) =>
    status === 'draft'
      ? null
      : {
          code: 'not_draft',
          text: 'Los precios de una lista publicada ya no se modifican. Cópiela, ajuste la copia y publíquela.',
        },
};

/**
 * A rate card: prices of spaces, articles and categories that are valid in a period (domain §1.7). At most one current
 * list of a kind exists for each company, platform and day; a published one is frozen.
 */
export const priceLists: Resource = defineDocument({
  name: 'price_lists',
  screen: 'inventario/gestion-precios',
  label: { one: 'Lista de precios', many: 'Listas de precios', gender: 'f' },
  fields: {
    code,
    name,
    kind: choice('Tipo', priceListKinds, { required: true, initial: 'general', sortable: true }),
    company_id: reference('Compañía', () => companies, { hint: 'Vacía: para todas.' }),
    platform_id: reference('Plataforma', () => platforms, { hint: 'Vacía: para todas.' }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      setting: { initial: 'currency_default' },
    }),
    valid,
    status: choice('Estado', priceListStates, {
      required: true,
      readOnly: true,
      sortable: true,
      initial: 'draft',
      width: 'short',
    }),
    base_list_id: reference('Copiada de', (): Resource => priceLists, { readOnly: true }),
    adjust_pct: decimal('Ajuste sobre la original (%)', { scale: 4, readOnly: true, aggregate: null }),
    price_count: integer('Ítems', { readOnly: true, computed: true, sortable: false, aggregate: null }),
    change_pct: decimal('Δ vs anterior (%)', {
      scale: 2,
      readOnly: true,
      computed: true,
      aggregate: null,
      hint: 'Cuánto cambian en promedio sus precios frente a la lista que sigue.',
    }),
    notes: longText('Notas', { max: 4000 }),
  },
  title: 'name',
  subtitle: 'code',
  search: ['code', 'name'],
  columns: [
    'code',
    'name',
    'kind',
    'valid',
    'price_count',
    'change_pct',
    'status',
    'company_id',
    'platform_id',
    'currency_code',
  ],
  brief: ['kind', 'valid'],
  filters: ['status', 'kind', 'valid', 'company_id', 'platform_id', 'currency_code'],
  sections: [
    {
      label: 'Lista',
      fields: [
        'code',
        'name',
        'kind',
        'company_id',
        'platform_id',
        'currency_code',
        'valid',
        'status',
        'base_list_id',
        'adjust_pct',
        'notes',
      ],
    },
  ],
  permissions: {
    viewAll: 'prices.view_all',
    create: 'prices.create',
    updateAll: 'prices.update_all',
    archive: 'prices.delete',
    export: 'prices.export',
    import: 'prices.import',
  },
  offeredIn: ['draft', 'current'],
  finished: ['expired'],
  notes: true,
  state: 'status',
  approval: { before: ['publish'], permissions: listDeciders, reasons: priceListReasons },
  commands: {
    publish: {
      label: 'Publicar',
      done: 'Lista de precios publicada',
      from: ['draft'],
      to: 'current',
      permission: 'prices.publish',
      checked: true,
      tone: 'primary',
      explanation:
        'Los presupuestos podrán usar sus precios, que ya no se modifican. Para cambiarlos, copie la lista y publique la copia.',
      undo: {
        never: 'Un presupuesto puede haber tomado ya sus precios: termine su vigencia o publique otra lista.',
      },
    },
    expire: {
      label: 'Terminar vigencia',
      done: 'Vigencia terminada',
      from: ['current'],
      to: 'expired',
      permission: 'prices.publish',
      tone: 'danger',
      explanation: 'Los presupuestos nuevos ya no podrán usarla. Los que existen conservan sus precios.',
      undo: { never: 'Publique una copia de la lista para volver a usar sus precios.' },
    },
    adjust: {
      label: 'Ajustar precios',
      done: 'Precios ajustados',
      permission: 'prices.update_all',
      fields: adjustment,
      guards: [isDraft],
      preview: 'plan',
      explanation: 'Cambia todos los precios y precios mínimos de la lista.',
      single: true,
      undo: { by: 'log' },
    },
    add_usual_rules: {
      label: 'Agregar recargos usuales',
      done: 'Recargos y descuentos agregados',
      permission: 'prices.update_all',
      guards: [isDraft],
      explanation:
        'Agrega los recargos y descuentos usuales que la lista no tenga todavía, para ajustarlos. Los suyos quedan como están.',
      single: true,
      rare: true,
      undo: { by: 'log' },
    },
    copy: {
      label: 'Copiar',
      done: 'Lista de precios copiada',
      permission: 'prices.create',
      fields: { code, name, valid, ...adjustment },
      explanation:
        'Hace otra lista en borrador con los mismos precios, ajustados si se quiere, recargos y descuentos.',
      single: true,
      undo: { by: 'log' },
    },
    ...tariffCommands,
  },
  lines: {
    prices: { of: () => prices, by: 'price_list_id', mode: 'beside', max: 20_000, derived: [] },
    rules: { of: () => priceRules, by: 'price_list_id', mode: 'inBody', max: 100, derived: [] },
  },
  freeze: { from: ['current', 'expired'], except: ['notes'] },
});
