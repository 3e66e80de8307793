import { describeStatement, type StatementColumn } from '@pauta/domain/billing/bank-files/statement-table.ts';
import type { Cell } from '@pauta/domain/resource/import/cell.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';

/**
 * The columns of a file whose titles are in another row than was found.
 *
 * @throws Problem 422 if that row is empty
 */
export const describeFrom = async (
  tx: Transaction,
  file: { readonly id: string },
  headerLine: number,
): Promise<readonly StatementColumn[]> => {
  // Rows above the titles are few; empty rows below them are not stored.
  const stored = await tx.query<{ line: number; cells: readonly Cell[] }>(sql`
    SELECT line, cells FROM bank_movements WHERE bank_file_id = ${file.id}::uuid ORDER BY line LIMIT 500`);
  if (headerLine > 0 && !stored.some(({ line }) => line === headerLine))
    throw invalid({ header_line: ['Esa fila del archivo está vacía.'] });
  const rows = [
    ...stored.filter(({ line }) => line <= headerLine),
    ...stored.filter(({ line }) => line > headerLine),
  ].map(({ cells }) => cells);
  return describeStatement(rows, stored.filter(({ line }) => line <= headerLine).length, {});
};
