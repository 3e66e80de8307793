import { groupParts } from '@pauta/domain/billing/grouping/group-parts.ts';
import type { InvoiceGrouping } from '@pauta/domain/billing/grouping/invoice-groupings.ts';
import type { PreparedInvoice } from '@pauta/domain/billing/invoices/prepared-invoice.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { positionsAt } from '@pauta/domain/document/position.ts';
import { sumTotals } from '@pauta/domain/money/document-totals.ts';
import { monthLabel } from '@pauta/domain/resource/query/summary.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { type BilledContract, boundsOf } from './billed-contract.ts';

/** A draft before it is written: what it bills of one contract or, grouped, of several. */
export interface Draft {
  readonly parts: readonly [BilledContract, ...BilledContract[]];
  readonly header: BilledContract['header'];
}

/** Puts what is due of contracts on drafts. */
export const groupDrafts = (billed: readonly BilledContract[], grouping: InvoiceGrouping): Draft[] =>
  groupParts(
    billed.map((part) => ({
      part,
      contract_id: part.contract.id,
      company_id: part.contract.company_id,
      bill_to: part.payer.bill_to,
      client_id: part.payer.client_id,
      agency_id: part.contract.agency_id,
      currency_code: part.contract.currency_code,
      credit_term_id: part.contract.credit_term_id,
      commission: part.commission ? `${part.commission.mode} ${part.commission.pct}` : '',
      is_barter: part.contract.is_barter,
      po_number: part.contract.po_number,
      lines: part.lines.length,
    })),
    grouping,
  ).flatMap((group): Draft[] => {
    const [first, ...others] = group.map(({ part }) => part);
    if (!first) return [];
    const parts = [first, ...others] as const;
    return [{ parts, header: sumTotals(parts.map(({ header }) => header)) }];
  });

/** The purchase order of all parts; null if they have none or several. */
const orderOf = ({ parts: [first, ...others] }: Draft): string | null =>
  others.every(({ contract }) => contract.po_number === first.contract.po_number)
    ? first.contract.po_number
    : null;

const titleOf = ({ contract }: BilledContract): string => `${contract.number} · ${contract.name}`;

/** A draft as the commands answer it. */
export const preparedOf = (draft: Draft): PreparedInvoice => {
  const { parts, header } = draft;
  const [{ contract, payer, month }] = parts;
  return {
    contracts: parts.map((part) => ({ id: part.contract.id, title: titleOf(part), net: part.header.net })),
    bill_to: payer.bill_to,
    client_id: payer.client_id,
    payer: payer.name,
    month,
    po_number: orderOf(draft),
    currency: contract.currency_code,
    lines: parts.reduce((count, { lines }) => count + lines.length, 0),
    taxable: header.taxable,
    tax: header.tax,
    total: header.total,
  };
};

/** Contracts that the concept of a draft names. */
const mostNamed = 4;

const conceptOf = (draft: Draft): string => {
  const { parts } = draft;
  const [first] = parts;
  if (parts.length === 1)
    return [first.contract.number, ...(first.month ? [monthLabel(first.month)] : []), first.contract.name]
      .join(' · ')
      .slice(0, 160);
  const order = orderOf(draft);
  const numbers = parts.map(({ contract }) => contract.number);
  const others = numbers.length - mostNamed;
  return [
    ...(order === null ? [] : [`Orden de compra ${order}`]),
    `Contratos ${numbers.slice(0, mostNamed).join(', ')}${others > 0 ? ` y ${others} más` : ''}`,
  ]
    .join(' · ')
    .slice(0, 160);
};

/** The days that the parts of a draft bill. */
const periodOf = ({ parts }: Draft): string => {
  const bounds = parts.map(({ contract }) => boundsOf(contract.period));
  const [from] = bounds.map(([first]) => first).sort();
  const to = bounds
    .map(([, end]) => end)
    .sort()
    .at(-1);
  return `[${from},${to})`;
};

/** Drafts in one statement. */
const draftsTogether = 200;

/**
 * Writes drafts and returns their ids in order. The contracts are locked. A draft of several contracts has no contract of
 * its own: its lines say which it bills.
 *
 * @param runId the run of billing that they belong to; null for none
 */
export const addDrafts = async (
  tx: Transaction,
  all: readonly Draft[],
  runId: string | null = null,
): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (let from = 0; from < all.length; from += draftsTogether) {
    const drafts = all.slice(from, from + draftsTogether).map((draft) => ({ id: newLineId(), draft }));
    await tx.query(sql`
      INSERT INTO invoices (id, concept, company_id, client_id, agency_id, bill_to, contract_id, period, po_number,
        credit_term_id, currency_code, agency_commission_pct, commission_mode, gross, net, agency_discount, taxable, tax,
        total, billing_run_id)
      SELECT d.id, d.concept, c.company_id, d.client_id, c.agency_id, d.bill_to, CASE WHEN NOT d.is_grouped THEN c.id END,
        d.period::daterange, d.po_number, c.credit_term_id, c.currency_code, c.agency_commission_pct, c.commission_mode,
        d.gross, d.net, d.agency_discount, d.taxable, d.tax, d.total, ${runId}::uuid
      FROM jsonb_to_recordset(${JSON.stringify(
        drafts.map(({ id, draft }) => {
          const [{ contract, payer }] = draft.parts;
          return {
            id,
            concept: conceptOf(draft),
            contract_id: contract.id,
            is_grouped: draft.parts.length > 1,
            client_id: payer.client_id,
            bill_to: payer.bill_to,
            period: periodOf(draft),
            po_number: orderOf(draft),
            ...draft.header,
          };
        }),
      )}::jsonb) AS d (id uuid, concept text, contract_id uuid, is_grouped boolean, client_id uuid, bill_to text,
        period text, po_number text, gross numeric, net numeric, agency_discount numeric, taxable numeric, tax numeric,
        total numeric)
        JOIN contracts c ON c.id = d.contract_id`);
    const lines = drafts.flatMap(({ id, draft }) => {
      const own = draft.parts.flatMap((part) => part.lines);
      const places = positionsAt([], 0, own.length);
      return own.map((line, place) => ({ ...line, invoice_id: id, position: places[place] }));
    });
    await tx.query(sql`
      INSERT INTO invoice_lines (id, invoice_id, position, description, ad_article_id, quantity, unit_price, discount_pct,
        tax_pct, gross, net, agency_discount, taxable, tax, total, order_line_id, billed_quantity)
      SELECT id, invoice_id, position, description, ad_article_id, quantity, unit_price, discount_pct, tax_pct, gross,
        net, agency_discount, taxable, tax, total, order_line_id, billed_quantity
      FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        AS l(id uuid, invoice_id uuid, position text, description text, ad_article_id uuid, quantity numeric,
          unit_price numeric, discount_pct numeric, tax_pct numeric, gross numeric, net numeric, agency_discount numeric,
          taxable numeric, tax numeric, total numeric, order_line_id uuid, billed_quantity numeric)`);
    ids.push(...drafts.map(({ id }) => id));
  }
  return ids;
};
