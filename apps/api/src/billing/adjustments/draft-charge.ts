import { invoiceTotals } from '@pauta/domain/billing/invoices/invoice-totals.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { positionsAt } from '@pauta/domain/document/position.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { invoiceTables } from '../invoices/invoice-tables.ts';

interface Charge {
  readonly kind: 'interest' | 'returned_cheque';
  readonly concept: string;
  readonly description: string;
  readonly amount: string;
  /** The last day that it charges, `YYYY-MM-DD`. */
  readonly until: string;
  readonly paymentId: string | null;
}

/**
 * Prepares the draft of a debit note that charges something of an invoice. It earns no commission, and billing may change
 * it before it is issued.
 *
 * @returns its id
 * @throws Problem when it was charged already (`collection_charges_once`)
 */
export const draftCharge = async (tx: Transaction, invoice: AnyRecord, charge: Charge): Promise<string> => {
  const lineId = newLineId();
  const [position] = positionsAt([], 0, 1);
  const line = {
    id: lineId,
    position: position ?? '',
    description: charge.description,
    quantity: '1',
    unit_price: charge.amount,
    discount_pct: '0',
  };
  const agencyId = referenceId(invoice.agency_id);
  const body = {
    doc_kind: 'debit_note',
    company_id: referenceId(invoice.company_id),
    client_id: referenceId(invoice.client_id),
    agency_id: agencyId,
    bill_to: invoice.bill_to,
    currency_code: invoice.currency_code,
    agency_commission_pct: agencyId === null ? null : '0.0000',
    commission_mode: agencyId === null ? null : 'later_settlement',
    lines: [line],
  };
  const { header, lines } = invoiceTotals(body, await invoiceTables(tx, body, charge.until));
  const of = lines.get(lineId);
  if (!of) throw new Error('a document has totals of each of its lines');
  const note = await tx.one<{ id: string }>(sql`
    INSERT INTO invoices (concept, doc_kind, company_id, client_id, agency_id, bill_to, modifies_invoice_id, currency_code,
      income_type, agency_commission_pct, commission_mode, gross, net, agency_discount, taxable, tax, total)
    VALUES (${charge.concept.slice(0, 160)}, 'debit_note', ${body.company_id}::uuid, ${body.client_id}::uuid,
      ${agencyId}::uuid, ${String(invoice.bill_to)}, ${invoice.id}::uuid, ${String(invoice.currency_code)}, '02',
      ${body.agency_commission_pct}::numeric, ${body.commission_mode}, ${header.gross}::numeric, ${header.net}::numeric,
      ${header.agency_discount}::numeric, ${header.taxable}::numeric, ${header.tax}::numeric, ${header.total}::numeric)
    RETURNING id`);
  if (!note) throw new Error('inserting a debit note answers its id');
  await tx.query(sql`
    INSERT INTO invoice_lines (id, invoice_id, position, description, quantity, unit_price, discount_pct, tax_pct, gross, net,
      agency_discount, taxable, tax, total)
    VALUES (${lineId}::uuid, ${note.id}::uuid, ${line.position}, ${charge.description.slice(0, 160)}, 1,
      ${charge.amount}::numeric, 0, ${String(of.tax_pct ?? '0')}::numeric, ${String(of.gross)}::numeric,
      ${String(of.net)}::numeric, ${String(of.agency_discount)}::numeric, ${String(of.taxable)}::numeric,
      ${String(of.tax)}::numeric, ${String(of.total)}::numeric)`);
  await tx.query(sql`
    INSERT INTO collection_charges (kind, invoice_id, payment_id, debit_note_id, until, amount)
    VALUES (${charge.kind}, ${invoice.id}::uuid, ${charge.paymentId}::uuid, ${note.id}::uuid, ${charge.until}::date,
      ${charge.amount}::numeric)`);
  return note.id;
};
