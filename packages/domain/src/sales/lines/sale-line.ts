import { flightDays, longestFlight, soldDays } from '../../calendar/sold-days.ts';
import { weekdayNames } from '../../catalogues/choices.ts';
import { adArticles, adClassifications, saleUnits } from '../../catalogues/inventory.ts';
import { choice, choices } from '../../kinds/choice.ts';
import { type DateRange, dateRange } from '../../kinds/date-range.ts';
import { json } from '../../kinds/json.ts';
import { type Field, formatField } from '../../kinds/kind.ts';
import { decimal, integer, money, percent } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { tags } from '../../kinds/tags.ts';
import { text } from '../../kinds/text.ts';
import type { Resource, Rule } from '../../resource/resource.ts';
import { lineKinds, paidKinds, pieceKinds, spaceKinds } from './line-kinds.ts';
import { quantityScale } from './quantity-of.ts';

/** The records of other areas that a sale line refers to. */
export interface SaleTargets {
  readonly inventoryItems: () => Resource;
  readonly packages: () => Resource;
  readonly taxRates: () => Resource;
}

const amount = (label: string) =>
  money(label, {
    currency: 'currency_code',
    readOnly: true,
    required: true,
    derived: true,
    initial: '0.00',
  });

/** Amounts of a line, and of a document as the sums of its lines, in the currency `currency_code` of the document. */
export const saleAmounts = {
  gross: amount('Bruto'),
  net: amount('Neto'),
  agency_discount: amount('Descuento de agencia'),
  taxable: amount('Base imponible'),
  tax: amount('Impuesto'),
  total: amount('Total'),
};

/** How many lines a quote or a contract has at most. */
export const mostSaleLines = 500;

/** What `saleTotals` calculates of a line. */
export const derivedOfSale: readonly string[] = [
  'quantity',
  'sale_unit',
  'list_price',
  'floor_price',
  'price_source',
  'rules_surcharge_pct',
  'rules_discount_pct',
  'tax_rate_id',
  'tax_pct',
  ...Object.keys(saleAmounts),
];

/** Columns of the lines of a quote or a contract. */
export const saleLineColumns: readonly string[] = [
  'description',
  'line_kind',
  'flight',
  'quantity',
  'sale_unit',
  'list_price',
  'agreed_price',
  'surcharge_pct',
  'discount_pct',
  'net',
  'total',
];

const ofSpace = { field: 'line_kind', is: spaceKinds } as const;
const ofPieces = { field: 'line_kind', is: pieceKinds } as const;
const ofPrice = { field: 'line_kind', is: paidKinds } as const;

const componentQuantity: Field = decimal('Cantidad', { scale: 2 }) as Field;

/**
 * Fields of a line of a quote, contract or addendum: what is sold, when, and for how much (domain §1.4). The document
 * has the currency in `currency_code`. Everything read-only is calculated by `saleTotals`.
 *
 * @example defineLines({ name: 'quote_lines', fields: saleLineFields(targets), rules: saleLineRules, … })
 */
export const saleLineFields = ({ inventoryItems, packages, taxRates }: SaleTargets) => ({
  line_kind: choice('Clase', lineKinds, { required: true, initial: 'airtime', width: 'short' }),
  inventory_item_id: reference('Espacio', inventoryItems, { required: true, when: ofSpace }),
  package_id: reference('Paquete', packages, {
    required: true,
    when: { field: 'line_kind', is: ['package'] },
  }),
  components: json('Componentes', {
    row: 'Componente',
    max: 60,
    // The name is that of the component when it was chosen; the database writes it.
    fields: {
      id: text('Identificador', { max: 36, required: true }),
      name: text('Nombre', { max: 160 }),
      quantity: decimal('Cantidad', { scale: 2, required: true, min: 0.01, max: 1_000_000_000 }),
    },
    formatRow: ({ name, quantity }) =>
      `${formatField(componentQuantity, quantity)} × ${name ?? 'componente'}`,
    when: { field: 'line_kind', is: ['package'] },
    besides: ['package_id'],
    hint: 'De un paquete configurable. Vacío: como se publicó, sin los opcionales.',
  }),
  ad_article_id: reference('Artículo', () => adArticles, {
    when: { field: 'line_kind', is: Object.keys(lineKinds).filter((kind) => kind !== 'package') },
  }),
  description: text('Descripción', { max: 160, required: true, width: 'wide' }),
  ad_classification_id: reference('Clasificación', () => adClassifications, { required: true }),
  flight: dateRange('Vuelo', { required: true }),
  days: choices('Días', weekdayNames, {
    required: true,
    initial: Object.keys(weekdayNames),
    width: 'short',
    when: ofSpace,
  }),
  units_per_day: integer('Por día', {
    required: true,
    initial: 1,
    min: 1,
    max: 100_000_000,
    when: ofSpace,
    hint: 'Unidades en cada día del vuelo.',
  }),
  units: decimal('Unidades', {
    scale: 2,
    required: true,
    initial: '1.00',
    min: 0.01,
    max: 1_000_000_000,
    when: ofPieces,
  }),
  duration_sec: integer('Duración (s)', { min: 1, max: 7200, when: ofSpace }),
  agreed_price: decimal('Precio acordado', {
    scale: 6,
    min: 0,
    when: ofPrice,
    hint: 'Solo si es distinto del de la lista.',
    aggregate: null,
  }),
  // The codes of the surcharges and discounts of the price list that the seller chose; the note of a line offers them.
  conditions: tags('Condiciones', { longest: 20, most: 30, isInternal: true }),
  surcharge_pct: percent('Recargo', { required: true, initial: '0.0000', max: 500 }),
  discount_pct: percent('Descuento', { required: true, initial: '0.0000', when: ofPrice }),
  quantity: decimal('Cantidad', {
    scale: quantityScale,
    readOnly: true,
    required: true,
    derived: true,
    initial: '0.0000',
  }),
  sale_unit: choice('Unidad', saleUnits, {
    readOnly: true,
    required: true,
    derived: true,
    initial: 'unit',
    width: 'short',
  }),
  list_price: decimal('Precio de lista', { scale: 6, readOnly: true, derived: true, aggregate: null }),
  floor_price: decimal('Precio mínimo', { scale: 6, readOnly: true, derived: true, aggregate: null }),
  price_source: choice(
    'Precio según',
    { item: 'Espacio', article: 'Artículo', category: 'Categoría', package: 'Paquete', agreed: 'Acuerdo' },
    { readOnly: true, derived: true, width: 'short' },
  ),
  rules_surcharge_pct: decimal('Recargos de la lista (%)', {
    scale: 4,
    readOnly: true,
    required: true,
    derived: true,
    initial: '0.0000',
    aggregate: null,
  }),
  rules_discount_pct: percent('Descuentos de la lista', {
    readOnly: true,
    required: true,
    derived: true,
    initial: '0.0000',
  }),
  tax_rate_id: reference('Tasa de impuesto', taxRates, { readOnly: true, derived: true }),
  tax_pct: percent('Impuesto (%)', { readOnly: true, required: true, derived: true, initial: '0.0000' }),
  ...saleAmounts,
});

const range = (value: unknown): DateRange | null => (value as DateRange | null | undefined) ?? null;

const closedFlight: Rule = ({ flight }) => {
  const period = range(flight);
  if (!period) return null;
  if (!period.from || !period.to) return { flight: ['Indique desde cuándo y hasta cuándo.'] };
  return flightDays(period) > longestFlight
    ? { flight: ['Un vuelo dura hasta un año: divídalo en varios renglones.'] }
    : null;
};

const someDay: Rule = ({ line_kind, flight, days }) => {
  const period = range(flight);
  if (!spaceKinds.includes(String(line_kind)) || flightDays(period) === 0) return null;
  return days && soldDays(period, days as readonly string[]) === 0
    ? { days: ['Ninguno de esos días cae dentro del vuelo.'] }
    : null;
};

const ofArticle: Rule = ({ line_kind, ad_article_id }) =>
  (line_kind === 'production' || line_kind === 'service') && !ad_article_id
    ? { ad_article_id: ['Elija qué artículo se produce o se presta.'] }
    : null;

/** Rules over the values of a sale line. */
export const saleLineRules: readonly Rule[] = [closedFlight, someDay, ofArticle];
