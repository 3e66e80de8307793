import { users } from '../../admin/users/user.ts';
import { industries } from '../../catalogues/crm.ts';
import { type Body, defineDocument, defineLines } from '../../document/document.ts';
import { choice } from '../../kinds/choice.ts';
import { decimal, money, percent } from '../../kinds/number.ts';
import { reference, references } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { multiply } from '../../money/arithmetic.ts';
import { documentTotals } from '../../money/document-totals.ts';
import type { Totals } from '../../money/line-totals.ts';
import { linesIn } from '../../resource/lines.ts';
import type { ResourcePermissions } from '../../resource/resource.ts';

/** Documents of tests have the permissions of a resource that exists. */
export const borrowedPermissions: ResourcePermissions = {
  viewAll: 'clients.view_all',
  viewTeam: 'clients.view_team',
  viewOwn: 'clients.view_own',
  create: 'clients.create',
  updateAll: 'clients.update_all',
  updateOwn: 'clients.update_own',
  archive: 'clients.delete',
  export: 'clients.export',
  import: 'clients.import',
};

const amount = (label: string) =>
  money(label, {
    currency: 'currency',
    readOnly: true,
    required: true,
    derived: true,
    min: -1e15,
    initial: '0.00',
  });
const amounts = {
  gross: amount('Bruto'),
  net: amount('Neto'),
  tax: amount('Impuesto'),
  total: amount('Total'),
};
type Amount = keyof typeof amounts;
const only = (totals: Totals) =>
  Object.fromEntries(Object.keys(amounts).map((name) => [name, totals[name as Amount]]));

export const proposalLines = defineLines({
  name: 'proposal_lines',
  label: { one: 'Renglón', many: 'Renglones', gender: 'm' },
  title: 'description',
  columns: ['description', 'industry_id', 'quantity', 'price', 'discount', 'net'],
  fields: {
    description: text('Descripción', { max: 160, required: true }),
    industry_id: reference('Industria', () => industries),
    quantity: decimal('Cantidad', { scale: 2, required: true, initial: '1' }),
    price: decimal('Precio', { scale: 4, required: true, min: 0, initial: '0' }),
    discount: percent('Descuento', { required: true, initial: '0' }),
    note: text('Nota', { max: 200 }),
    ...amounts,
  },
  rules: [
    ({ description, note }) =>
      note !== null && note === description ? { note: ['La nota repite la descripción.'] } : null,
  ],
});

const fraction = (value: unknown): string => multiply(String(value ?? '0'), '0.01');

const totals = (body: Body) => {
  const lines = linesIn(body, 'lines');
  const { header, lines: own } = documentTotals(
    lines.map((line) => ({
      quantity: String(line.quantity),
      list_price: String(line.price),
      surcharges: [],
      discount: fraction(line.discount),
      agency_discount_rate: '0',
      tax_rate: fraction(body.tax_rate),
    })),
    String(body.currency),
  );
  return {
    header: only(header),
    lines: new Map(lines.flatMap(({ id }, index) => (own[index] ? [[id, only(own[index])]] : []))),
  };
};

/**
 * Up to 300 lines with amounts, in two currencies; an issued one has a number of a gapless series and is frozen except
 * for its note.
 */
export const proposals = defineDocument({
  name: 'proposals',
  screen: 'pruebas/propuestas',
  label: { one: 'Propuesta', many: 'Propuestas', gender: 'f' },
  title: 'title',
  state: 'status',
  owners: ['seller_id'],
  permissions: borrowedPermissions,
  fields: {
    title: text('Título', { max: 160, required: true, sortable: true }),
    seller_id: reference('Vendedor', () => users),
    industry_ids: references('Industria', () => industries),
    currency: choice('Moneda', { DOP: 'Peso', USD: 'Dólar' }, { required: true, initial: 'DOP' }),
    tax_rate: percent('Tasa de impuesto', { required: true, initial: '18' }),
    note: longText('Nota'),
    number: text('Número', { max: 40, readOnly: true }),
    status: choice(
      'Estado',
      { draft: 'Borrador', issued: ['Emitida', 'success'], cancelled: ['Anulada', 'danger'] },
      { readOnly: true, required: true, initial: 'draft' },
    ),
    ...amounts,
  },
  commands: {
    issue: {
      label: 'Emitir',
      done: 'Propuesta emitida',
      from: ['draft'],
      to: 'issued',
      permission: 'clients.update_all',
      tone: 'primary',
    },
    cancel: {
      label: 'Anular',
      done: 'Propuesta anulada',
      from: ['issued'],
      to: 'cancelled',
      permission: 'clients.update_all',
      tone: 'danger',
    },
  },
  lines: {
    lines: {
      of: () => proposalLines,
      by: 'proposal_id',
      mode: 'inBody',
      max: 300,
      derived: Object.keys(amounts),
    },
  },
  totals,
  sums: { gross: 'lines.gross', net: 'lines.net', tax: 'lines.tax', total: 'lines.total' },
  freeze: { from: ['issued', 'cancelled'], except: ['note'] },
  number: { series: 'transfer', at: { command: 'issue' }, per: ['year'], gapless: true, field: 'number' },
});
