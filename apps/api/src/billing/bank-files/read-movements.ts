import { readStatementRow } from '@pauta/domain/billing/bank-files/read-statement-row.ts';
import type { StatementColumn } from '@pauta/domain/billing/bank-files/statement-table.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Cell } from '@pauta/domain/resource/import/cell.ts';
import { foldHeader } from '@pauta/domain/resource/import/columns.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/** Rows that are read in one chunk. */
const readAtOnce = 1000;

/** Remembers for the next file of the account what the columns of this one mean. */
export const rememberColumns = async (tx: Transaction, file: AnyRecord): Promise<void> => {
  const columns = (file.columns ?? []) as unknown as readonly StatementColumn[];
  const known = new Map(
    columns.flatMap((column): [string, StatementColumn][] =>
      column.header ? [[foldHeader(column.header).slice(0, 200), column]] : [],
    ),
  );
  known.delete('');
  await tx.query(sql`
    INSERT INTO bank_file_layouts (bank_account_id, header, meaning, day_first, decimal_sign)
    SELECT ${referenceId(file.bank_account_id)}::uuid, c.header, c.meaning, c.day_first, c.decimal
    FROM jsonb_to_recordset(${JSON.stringify(
      [...known].map(([header, { meaning, day_first, decimal }]) => ({
        header,
        meaning,
        day_first,
        decimal,
      })),
    )}::jsonb) AS c(header text, meaning text, day_first boolean, decimal text)
    ORDER BY c.header
    ON CONFLICT (bank_account_id, header) DO UPDATE SET meaning = excluded.meaning, day_first = excluded.day_first,
      decimal_sign = excluded.decimal_sign`);
};

/**
 * Reads the next rows of a file that nobody decided, as its columns say. A movement that the account already has, from
 * this or another file, is marked as repeated.
 *
 * @returns the line of the last row; null when there was none
 */
export const readMovements = async (
  tx: Transaction,
  file: AnyRecord,
  afterLine: number,
): Promise<number | null> => {
  const rows = await tx.query<{ id: string; line: number; cells: readonly Cell[] }>(sql`
    SELECT id, line, cells FROM bank_movements
    WHERE bank_file_id = ${file.id}::uuid AND line > ${afterLine} AND status <> 'settled'
    ORDER BY line LIMIT ${readAtOnce}`);
  const last = rows.at(-1);
  if (!last) return null;
  const columns = (file.columns ?? []) as unknown as readonly StatementColumn[];
  const read = rows.map(({ id, line, cells }) => {
    if (line <= Number(file.header_line)) return { id, line, status: 'blank' };
    const result = readStatementRow(cells, columns);
    if ('blank' in result) return { id, line, status: 'blank' };
    if ('problem' in result) return { id, line, status: 'unreadable', problem: result.problem };
    return { id, line, status: 'pending', ...result.movement };
  });
  const account = referenceId(file.bank_account_id);
  // Files of one account are read one after another, so that what is in two of them counts once.
  await tx.query(sql`SELECT FROM bank_accounts WHERE id = ${account}::uuid FOR NO KEY UPDATE`);
  // Rows whose values change free their places first.
  await tx.query(sql`
    UPDATE bank_movements SET status = 'unread', proposal = NULL, grade = NULL, why = NULL, payment_id = NULL, invoice_id = NULL,
      invoice_numbers = NULL, problem = NULL
    WHERE id = ANY(${rows.map(({ id }) => id)}::uuid[]) AND status <> 'unread'`);
  await tx.query(sql`
    WITH read AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(read)}::jsonb) AS r(id uuid, line integer, status text, problem text,
        booked_on date, amount numeric, reference text, description text, payer text, bank_id text)),
    placed AS MATERIALIZED (
      SELECT r.*, CASE WHEN r.status = 'pending' THEN
        row_number() OVER (PARTITION BY r.status, r.booked_on, r.amount, coalesce(r.reference, '') ORDER BY r.line) + (
          SELECT count(*) FROM bank_movements e
          WHERE r.status = 'pending' AND e.bank_account_id = ${account}::uuid AND e.booked_on = r.booked_on
            AND e.amount = r.amount AND coalesce(e.reference, '') = coalesce(r.reference, '')
            AND e.bank_file_id = ${file.id}::uuid AND e.status IN ('pending', 'settled', 'repeated')
            AND (e.line < (SELECT min(line) FROM read) OR e.line < r.line AND e.status = 'settled')) END AS ordinal
      FROM read r),
    known AS (
      SELECT p.*, p.status = 'pending' AND (
        p.bank_id IS NOT NULL AND row_number() OVER (PARTITION BY p.status, p.bank_id, p.booked_on, p.amount ORDER BY p.line) > 1
        OR EXISTS (
          SELECT FROM bank_movements o
          WHERE o.bank_account_id = ${account}::uuid AND o.booked_on = p.booked_on AND o.amount = p.amount
            AND o.status IN ('pending', 'settled') AND o.id <> p.id
            AND CASE WHEN p.bank_id IS NOT NULL AND o.bank_id IS NOT NULL THEN o.bank_id = p.bank_id
              ELSE coalesce(o.reference, '') = coalesce(p.reference, '') AND o.ordinal = p.ordinal END)) AS is_repeated
      FROM placed p)
    UPDATE bank_movements w SET booked_on = k.booked_on, amount = k.amount, reference = k.reference, payer = k.payer,
      bank_id = k.bank_id, ordinal = k.ordinal,
      description = coalesce(nullif(k.description, ''), nullif(k.payer, ''), k.reference, '–'),
      status = CASE WHEN k.is_repeated THEN 'repeated' ELSE k.status END,
      problem = CASE WHEN k.is_repeated THEN 'La cuenta ya tiene este movimiento, de otro archivo o de otra fila.' ELSE k.problem END
    FROM known k WHERE w.id = k.id`);
  return last.line;
};
