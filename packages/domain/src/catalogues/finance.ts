import { choice } from '../kinds/choice.ts';
import { dateRange } from '../kinds/date-range.ts';
import { type JsonRow, json } from '../kinds/json.ts';
import { decimal, integer, percent } from '../kinds/number.ts';
import { reference } from '../kinds/reference.ts';
import { text } from '../kinds/text.ts';
import { yesNo } from '../kinds/yes-no.ts';
import { type Catalogue, catalogue } from './catalogue.ts';
import { companies } from './organization.ts';

/** Percentages have four decimals, so sums of whole ten-thousandths are exact. */
const sumOf = (rows: readonly JsonRow[]): number =>
  rows.reduce((sum, { pct }) => sum + Math.round(Number(pct) * 10_000), 0);

/** Payment terms: when an invoice is due. */
export const creditTerms = catalogue(
  'credit_terms',
  'terminos-credito',
  { one: 'Término de crédito', many: 'Términos de crédito', gender: 'm' },
  {
    days: integer('Días', { min: 0, max: 365, required: true, initial: 0 }),
    kind: choice(
      'Clase',
      {
        cash: 'Contado',
        days: 'Días',
        end_of_month: 'Fin de mes',
        milestones: 'Hitos',
        prepaid: 'Prepago',
      },
      { required: true, initial: 'days' },
    ),
    installments: json('Cuotas', {
      row: 'Cuota',
      max: 24,
      required: true,
      when: { field: 'kind', is: ['milestones'] },
      fields: {
        pct: percent('Parte (%)', { min: 0.0001, required: true }),
        days: integer('A los (días)', { min: 0, max: 730, required: true }),
      },
      formatRow: ({ pct, days }) =>
        `${Number(pct)} % ${Number(days) === 0 ? 'de contado' : `a ${days} días`}`,
      check: (rows) => (sumOf(rows) === 1_000_000 ? null : 'Las partes de las cuotas deben sumar 100 %.'),
    }),
    discount_pct: percent('Descuento por pronto pago'),
    discount_days: integer('Días del descuento', { min: 0, max: 365 }),
  },
  {
    rules: [
      ({ discount_pct, discount_days }) =>
        Number(discount_pct ?? 0) > 0 && (discount_days === null || discount_days === undefined)
          ? { discount_days: ['Indique en cuántos días se gana el descuento.'] }
          : null,
    ],
  },
);

/** Types of commissions: the recipient, the rate, the base and the time. */
export const commissionTypes = catalogue(
  'commission_types',
  'tipo-comisiones',
  { one: 'Tipo de comisión', many: 'Tipos de comisión', gender: 'm' },
  {
    beneficiary: choice(
      'Beneficiario',
      { agency: 'Agencia', sales_rep: 'Ejecutivo', referrer: 'Referente', intermediary: 'Intermediario' },
      { required: true, initial: 'agency' },
    ),
    base: choice(
      'Sobre',
      { gross: 'Bruto', net: 'Neto', collected: 'Cobrado' },
      { required: true, initial: 'net' },
    ),
    default_pct: percent('Porcentaje usual', { required: true, initial: '0.0000' }),
    accrual: choice(
      'Se gana',
      { invoice: 'Al facturar', payment: 'Al cobrar' },
      { required: true, initial: 'payment' },
    ),
    is_one_time: yesNo('Una sola vez'),
    tiers: json('Tabla por volumen', {
      row: 'Tramo',
      max: 20,
      fields: {
        from: decimal('Desde el monto', { scale: 2, min: 0, required: true }),
        pct: percent('Porcentaje', { required: true }),
      },
      check: (rows) =>
        new Set(rows.map(({ from }) => from)).size < rows.length
          ? 'Dos tramos empiezan en el mismo monto.'
          : null,
    }),
    gl_account_id: reference('Cuenta contable', (): Catalogue => glAccounts),
    valid: dateRange('Vigencia'),
  },
);

/** Chart of accounts, for exported entries. Only `postable` accounts accept entries. */
export const glAccounts: Catalogue = catalogue(
  'gl_accounts',
  'cuentas-contables',
  { one: 'Cuenta contable', many: 'Cuentas contables', gender: 'f' },
  {
    code: text('Código', {
      max: 20,
      required: true,
      sortable: true,
      unique: true,
      width: 'short',
      pattern: /^[0-9][0-9.-]*$/,
      patternMessage: 'Empiece con un número y use solo números, puntos y guiones: 4.1.01.',
    }),
    nature: choice(
      'Naturaleza',
      {
        asset: 'Activo',
        liability: 'Pasivo',
        equity: 'Patrimonio',
        income: 'Ingreso',
        cost: 'Costo',
        expense: 'Gasto',
      },
      { required: true, initial: 'income' },
    ),
    parent_id: reference('Pertenece a', () => glAccounts),
    is_postable: yesNo('Recibe asientos', { initial: true }),
    company_id: reference('Compañía', () => companies),
  },
  { within: ['company_id', 'parent_id'] },
);
