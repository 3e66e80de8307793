import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { requireOpenPeriod } from '../../finance/open-period.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import { reverseEntries } from '../ledger/post.ts';

/** Locks the documents of an opening, in the order in which applying a payment does, and refuses where one was used. */
const lockUnused = async (tx: Transaction, id: string): Promise<void> => {
  const payments = await tx.query<{ is_used: boolean }>(sql`
    SELECT applied > 0 AS is_used FROM payments WHERE opening_id = ${id}::uuid ORDER BY id FOR NO KEY UPDATE`);
  const invoices = await tx.query<{ is_used: boolean }>(sql`
    SELECT i.paid > 0 OR i.credited > 0 OR i.written_off > 0
      OR EXISTS (SELECT FROM invoices n WHERE n.modifies_invoice_id = i.id AND n.archived_at IS NULL)
      OR EXISTS (SELECT FROM invoice_disputes d WHERE d.invoice_id = i.id)
      OR EXISTS (SELECT FROM payment_promises p WHERE p.invoice_id = i.id)
      OR EXISTS (SELECT FROM write_offs w WHERE w.invoice_id = i.id) AS is_used
    FROM invoices i WHERE i.opening_id = ${id}::uuid ORDER BY i.id FOR NO KEY UPDATE OF i`);
  const commissions = await tx.query<{ is_used: boolean }>(sql`
    SELECT settled_amount <> 0 OR kind = 'adjusted' AS is_used FROM agency_commissions
    WHERE opening_id = ${id}::uuid ORDER BY id FOR NO KEY UPDATE`);
  if ([...payments, ...invoices, ...commissions].some(({ is_used }) => is_used))
    throw conflict(
      'opening_used',
      'Algo de la apertura ya se cobró, se acreditó, se disputó, se prometió o se liquidó. Quítelo primero.',
    );
};

/**
 * Undoes an opening: its documents are voided, its withholdings and commissions are taken back by the database, its ranges
 * begin at their first number again, and its entries are reversed today. Documents are locked, and the entries, whose counter other documents wait for, are reversed before it is
 * checked that nothing was issued since.
 */
export const undoOpening: StateChangeHandler = async ({ tx, now }, opening: AnyRecord, input) => {
  const today = companyDay(now.getTime());
  const companyId = referenceId(opening.company_id) ?? '';
  await requireOpenPeriod(tx, companyId, today);
  await lockUnused(tx, opening.id);
  await tx.query(sql`
    UPDATE payments SET status = 'voided', closed_on = ${today}::date WHERE opening_id = ${opening.id}::uuid`);
  await tx.query(sql`
    UPDATE invoices SET status = 'voided', voided_on = ${today}::date WHERE opening_id = ${opening.id}::uuid`);
  const used = await tx.query(sql`
    SELECT FROM fiscal_sequences WHERE opening_id = ${opening.id}::uuid AND next_no <> opening_no FOR UPDATE`);
  const issued = conflict(
    'issued_since',
    'La compañía ya emitió un comprobante después de la apertura: ya no se deshace.',
  );
  if (used.length > 0) throw issued;
  await tx.query(sql`
    UPDATE fiscal_sequences SET opening_no = NULL, opening_id = NULL
    WHERE opening_id = ${opening.id}::uuid AND next_no = opening_no`);
  const entries = await tx.query<{ currency: string; rate: string | null; last: number }>(sql`
    SELECT currency_code AS currency, fx_rate::text AS rate, max(entry_no) AS last FROM journal_entries
    WHERE source_kind = 'opening' AND source_id = ${opening.id} GROUP BY 1, 2 ORDER BY 1`);
  for (const { currency, rate } of entries)
    await reverseEntries(
      tx,
      { kinds: ['opening'], id: opening.id, currency },
      {
        companyId,
        postedOn: today,
        description: `Se deshace la apertura · ${opening.name}`,
        source: { kind: 'opening', id: opening.id },
        currency,
        fxRate: rate,
      },
    );
  const since = Math.max(0, ...entries.map(({ last }) => last));
  const later = await tx.query(sql`
    SELECT FROM journal_entries
    WHERE company_id = ${companyId}::uuid AND source_kind = 'invoice' AND entry_no > ${since} LIMIT 1`);
  if (entries.length > 0 && later.length > 0) throw issued;
  return { undo_reason: input.reason };
};
