import { users } from '../../admin/users/user.ts';
import { invoiceReaders } from '../../billing/invoice-readers.ts';
import { adClassifications, inventoryCategories, platforms } from '../../catalogues/inventory.ts';
import { companies, divisions, subdivisions } from '../../catalogues/organization.ts';
import { type Body, type DocumentTotals, defineDocument, defineLines } from '../../document/document.ts';
import { choice } from '../../kinds/choice.ts';
import { dateTime } from '../../kinds/date.ts';
import { integer, money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { round } from '../../money/arithmetic.ts';
import { currencies } from '../../money/currencies.ts';
import type { Guard } from '../../resource/command.ts';
import { linesIn } from '../../resource/lines.ts';
import type { Values } from '../../resource/resource.ts';
import { actualAmount, contractReaders, reachedPart } from './actual-fields.ts';
import { monthFields, monthNames } from './months.ts';
import { planYear } from './plan-year.ts';

const total = () =>
  money('Total', {
    currency: 'currency_code',
    required: true,
    readOnly: true,
    derived: true,
    initial: '0.00',
  });

/** One row of a sales budget: amounts by month for a part of what is sold; empty parts are all of them. */
export const salesBudgetLines = defineLines({
  name: 'sales_budget_lines',
  label: { one: 'Renglón', many: 'Renglones', gender: 'm' },
  title: 'description',
  fields: {
    description: text('Concepto', { max: 120, required: true }),
    platform_id: reference('Plataforma', () => platforms),
    division_id: reference('División', () => divisions),
    subdivision_id: reference('Subdivisión', () => subdivisions),
    inventory_category_id: reference('Categoría', () => inventoryCategories),
    ad_classification_id: reference('Clasificación', () => adClassifications),
    ...monthFields(),
    total: total(),
  },
  columns: ['description', 'platform_id', 'subdivision_id', ...monthNames, 'total'],
});

/** An amount in cents: budgets have thousands of lines, whose sums follow each keystroke. */
const cents = (value: unknown): bigint => {
  const text = String(value ?? '0');
  return BigInt((/^-?\d+\.\d\d$/.test(text) ? text : round(text, 2)).replace('.', ''));
};

const amount = (units: bigint): string => {
  const digits = `${units < 0n ? -units : units}`.padStart(3, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

interface LineAmounts {
  /** In cents. */
  readonly months: readonly bigint[];
  readonly totals: Values;
}

/** By line: one that changes is another object, and the other thousands are not read again. */
const known = new WeakMap<Values, LineAmounts>();

const amountsOf = (line: Values): LineAmounts => {
  let own = known.get(line);
  if (!own) {
    const months = monthNames.map((name) => cents(line[name]));
    own = { months, totals: { total: amount(months.reduce((all, one) => all + one, 0n)) } };
    known.set(line, own);
  }
  return own;
};

const totals = (body: Body): DocumentTotals => {
  const months = monthNames.map(() => 0n);
  const lines = new Map<string, Values>();
  for (const line of linesIn(body, 'lines')) {
    const own = amountsOf(line);
    for (const [at, units] of own.months.entries()) months[at] = (months[at] ?? 0n) + units;
    lines.set(line.id, own.totals);
  }
  return {
    header: {
      ...Object.fromEntries(monthNames.map((name, at) => [name, amount(months[at] ?? 0n)])),
      total: amount(months.reduce((all, one) => all + one, 0n)),
    },
    lines,
  };
};

const hasAmounts: Guard = {
  needs: ['total'],
  why: ({ total: planned }) =>
    planned === '0.00'
      ? {
          code: 'empty',
          text: 'El presupuesto no tiene montos. Agregue renglones con lo que se planea vender.',
        }
      : null,
};

/**
 * What a company plans to sell in a year, by month (domain §1.3). Versions of a company and year are counted; at most
 * one is approved, and an approved one is frozen (`0050_planning.sql`). A change of it is a new version, which replaces
 * it when it is approved.
 */
export const salesBudgets = defineDocument({
  name: 'sales_budgets',
  screen: 'prevanta/presupuesto-ventas',
  label: { one: 'Presupuesto de ventas', many: 'Presupuestos de ventas', gender: 'm' },
  title: 'name',
  fields: {
    name: text('Nombre', { max: 120, required: true, sortable: true, width: 'wide' }),
    company_id: reference('Compañía', () => companies, { required: true, begins: { from: 'first' } }),
    fiscal_year: planYear(),
    version: integer('Versión', { required: true, readOnly: true, aggregate: null }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      setting: { initial: 'currency_default' },
    }),
    status: choice(
      'Estado',
      {
        draft: ['Borrador', 'neutral'],
        in_review: ['En revisión', 'warning'],
        approved: ['Aprobado', 'success'],
        superseded: ['Reemplazado', 'info'],
      },
      { required: true, readOnly: true, initial: 'draft', width: 'short' },
    ),
    approved_by_id: reference('Aprobado por', () => users, { readOnly: true }),
    approved_at: dateTime('Aprobado', { readOnly: true, sortable: false }),
    notes: longText('Notas'),
    platform_id: reference('Plataforma', () => platforms, {
      readOnly: true,
      computed: true,
      derived: true,
      sortable: false,
      gathered: true,
      hint: 'La de todos sus renglones; vacía si planean varias. El filtro encuentra cada una que planea.',
    }),
    ...monthFields({ readOnly: true, derived: true }),
    total: { ...total(), options: { ...total().options, sortable: true } },
    booked: actualAmount(
      'Vendido',
      { viewAll: contractReaders.viewAll },
      'Firmado en el año, antes de impuestos, menos lo cancelado. En la moneda del presupuesto.',
    ),
    booked_pct: reachedPart(
      '% vendido',
      { viewAll: contractReaders.viewAll },
      'La parte del presupuesto del año que ya está firmada.',
    ),
    billed: actualAmount(
      'Facturado',
      { viewAll: invoiceReaders.viewAll },
      'Facturado en el año, antes de impuestos, menos notas de crédito y anuladas.',
    ),
    collected: actualAmount(
      'Cobrado',
      { viewAll: 'payments.view_all' },
      'Cobrado en el año de esas facturas y de las anteriores, sin la parte de los impuestos.',
    ),
  },
  headline: {
    identity: ['company_id', 'fiscal_year'],
    facts: ['total', 'version', 'approved_by_id', 'approved_at'],
  },
  search: ['name'],
  order: '-fiscal_year',
  columns: [
    'name',
    'company_id',
    'fiscal_year',
    'version',
    'status',
    'total',
    'booked',
    'booked_pct',
    'billed',
    'collected',
    'approved_at',
  ],
  filters: ['company_id', 'fiscal_year', 'version', 'platform_id', 'status', 'currency_code'],
  sections: [
    { label: 'Presupuesto', fields: ['name', 'company_id', 'fiscal_year', 'currency_code', 'notes'] },
  ],
  permissions: {
    viewAll: 'sales_budgets.view_all',
    create: 'sales_budgets.create',
    updateAll: 'sales_budgets.update_all',
    archive: 'sales_budgets.delete',
    export: 'sales_budgets.export',
    import: 'sales_budgets.import',
  },
  state: 'status',
  commands: {
    submit: {
      label: 'Enviar a revisión',
      done: 'Presupuesto en revisión',
      from: ['draft'],
      to: 'in_review',
      guards: [hasAmounts],
      undo: { by: 'command', name: 'return' },
      explanation: 'Quien aprueba presupuestos decide sobre esta versión.',
    },
    return: {
      label: 'Devolver',
      done: 'Presupuesto devuelto',
      from: ['in_review'],
      to: 'draft',
      fields: { reason: longText('Motivo', { max: 500, min: 5, required: true }) },
      undo: { by: 'command', name: 'submit' },
      explanation: 'La versión vuelve a ser un borrador para corregirla.',
    },
    approve: {
      label: 'Aprobar',
      done: 'Presupuesto aprobado',
      from: ['draft', 'in_review'],
      to: 'approved',
      permission: 'sales_budgets.approve',
      tone: 'primary',
      guards: [hasAmounts],
      undo: { never: 'Un presupuesto aprobado ya no se modifica; cree una versión nueva.' },
      explanation: 'Reemplaza la versión aprobada de la compañía y del año, y ya no se modifica.',
    },
    new_version: {
      label: 'Nueva versión',
      done: 'Versión nueva',
      permission: 'sales_budgets.create',
      single: true,
      explanation:
        'Copia los renglones en un borrador. La versión aprobada vale hasta que se apruebe la nueva.',
    },
  },
  lines: {
    lines: {
      of: () => salesBudgetLines,
      by: 'sales_budget_id',
      mode: 'inBody',
      max: 5000,
      derived: ['total'],
    },
  },
  totals,
  sums: {
    ...Object.fromEntries(monthNames.map((name) => [name, `lines.${name}`])),
    total: 'lines.total',
  },
  freeze: { from: ['approved', 'superseded'], except: ['notes'] },
});
