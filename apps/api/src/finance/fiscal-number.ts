import { numberReason, usableRange } from '@pauta/domain/billing/runs/billing-reasons.ts';
import { type FiscalDocument, fiscalNumber } from '@pauta/domain/finance/fiscal-documents.ts';
import sql from 'sql-template-tag';
import { preparedStatement, type Queryable, type Transaction } from '../platform/database/database.ts';
import { refusalOf } from '../resource/commands/reasons.ts';

/**
 * Takes the next fiscal number (NCF or e-NCF) of a company, from the lowest range that has numbers left and has expired
 * neither on the day of issue nor today, so that an earlier date does not revive a range (invariant I8). The company's ranges of this document stay locked until the transaction ends, and a
 * rollback returns the number: numbers have no gaps and their order is that of the commits. Take it late.
 *
 * @param issueDate civil day, `YYYY-MM-DD`
 * @throws Problem 409 `fiscal_sequence_missing`, `_exhausted` or `_expired` when no range has a number
 * @example await takeFiscalNumber(tx, invoice.company_id, 'B01', '2026-11-24') // 'B0100000012'
 */
export async function takeFiscalNumber(
  tx: Transaction,
  companyId: string,
  document: FiscalDocument,
  issueDate: string,
): Promise<string> {
  // All ranges are locked, not only the first: one that is used up while this statement waits is still listed then.
  const lock = () =>
    tx.query<{
      id: string;
      next: number;
      last: number;
      expires: string | null;
      needed: string;
    }>(
      preparedStatement(sql`
    SELECT id, next_no AS next, coalesce(voided_from - 1, last_no) AS last, expires_on::text AS expires,
      greatest(${issueDate}::date, business_date())::text AS needed
    FROM fiscal_sequences
    WHERE company_id = ${companyId}::uuid AND document = ${document} AND archived_at IS NULL
    ORDER BY first_no FOR UPDATE`),
    );
  let ranges = await lock();
  const needed = ranges[0]?.needed ?? issueDate;
  // A range that was split while the statement waited goes on in a new one, which only another statement sees.
  if (!usableRange(ranges, needed)) ranges = await lock();
  const range = usableRange(ranges, needed);
  if (range) {
    await tx.query(
      preparedStatement(sql`UPDATE fiscal_sequences SET next_no = next_no + 1 WHERE id = ${range.id}::uuid`),
    );
    return fiscalNumber(document, range.next);
  }
  const reason = numberReason(document, ranges, needed);
  throw reason ? refusalOf([reason]) : new Error('a range without numbers has a reason');
}

/** The last day of the range of a fiscal number; null if it does not expire. */
export const numberExpiry = async (
  database: Queryable,
  companyId: string,
  number: string,
): Promise<string | null> => {
  const row = await database.one<{ expires: string | null }>(sql`
    SELECT expires_on::text AS expires FROM fiscal_sequences
    WHERE company_id = ${companyId}::uuid AND document = ${number.slice(0, 3)}
      AND ${Number(number.slice(3))}::bigint BETWEEN first_no AND last_no`);
  return row?.expires ?? null;
};
