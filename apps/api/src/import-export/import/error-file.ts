import { type Cell, textOf } from '@pauta/domain/resource/import/cell.ts';
import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { byteOrderMark, type CsvCell, csvLine } from '../export/csv.ts';
import { chunkRows } from '../limits.ts';
import type { ImportJob } from '../rows/job.ts';
import type { Lookalike } from '../rows/likeness.ts';
import type { RowError } from '../rows/prepare-rows.ts';

interface FaultyRow {
  line: number;
  cells: Cell[];
  errors: RowError[] | null;
  duplicates: Lookalike[] | null;
}

const cellOf = (cell: Cell | undefined): CsvCell =>
  typeof cell === 'number' ? { digits: String(cell) } : textOf(cell ?? null);

const reasonOf = ({ errors, duplicates }: FaultyRow, labelOf: (field: string) => string): string =>
  errors
    ? errors
        .map(({ field, message }) => (field === null ? message : `${labelOf(field)}: ${message}`))
        .join(' · ')
    : `Posible duplicado. ${(duplicates ?? []).map(({ label, reason }) => (label ? `${label} (${reason})` : reason)).join(' · ')}`;

/**
 * The rows that were not imported, unchanged, with the reason as last column, for correction and another import.
 *
 * @param labelOf label of a field on screen
 */
export async function* errorFile(
  database: Queryable,
  job: ImportJob,
  labelOf: (field: string) => string,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine([...job.columns.map(({ header }) => header), 'Fila', 'Motivo']);
  for (let line = 0; ; ) {
    const rows = await database.query<FaultyRow>(sql`
      SELECT line, cells, errors, duplicates FROM import_rows
      WHERE import_id = ${job.id}::uuid AND line > ${line}
        AND (verdict = 'error' OR outcome = 'failed' OR (verdict = 'duplicate' AND outcome IS DISTINCT FROM 'created'))
      ORDER BY line LIMIT ${raw(String(chunkRows))}`);
    const last = rows.at(-1);
    if (!last) return;
    line = last.line;
    yield rows
      .map((row) =>
        csvLine([
          ...job.columns.map((_, index) => cellOf(row.cells[index])),
          { digits: String(row.line) },
          reasonOf(row, labelOf),
        ]),
      )
      .join('');
  }
}
