import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import { labelIn } from '../export/columns.ts';
import { chunkRows } from '../limits.ts';
import { type Checked, checkRows, isThorough, markWithinFile } from './check-rows.ts';
import { planOf, type StagedRow } from './job.ts';

interface Row extends StagedRow {
  readonly keys: readonly string[] | null;
}

const rowsOf = (tx: Transaction, { job }: Checked, lines: readonly number[]): Promise<Row[]> =>
  tx.query<Row>(sql`
    SELECT line, cells, verdict, keys FROM import_rows
    WHERE import_id = ${job.id}::uuid AND line = ANY(${lines}::integer[]) ORDER BY line`);

/** Rows that conflict with others before or after the correction: their verdicts change too. */
const rowsBeside = async (
  tx: Transaction,
  { job }: Checked,
  lines: readonly number[],
  keys: readonly string[],
): Promise<number[]> => {
  if (keys.length === 0) return [];
  const rows = await tx.query<{ line: number }>(sql`
    SELECT line FROM import_rows
    WHERE import_id = ${job.id}::uuid AND keys && ${keys}::text[] AND line <> ALL(${lines}::integer[]) ORDER BY line`);
  return rows.map(({ line }) => line);
};

/** Whether this many rows can be checked within one request. */
export const isQuick = (rows: number): boolean => rows <= chunkRows;

/**
 * Checks some rows of an import again, and those that conflict with them.
 *
 * @returns false when so many rows are affected that the whole import has to be checked again
 */
export const recheckRows = async (
  tx: Transaction,
  checked: Checked,
  lines: readonly number[],
): Promise<boolean> => {
  const { engine, job, served } = checked;
  // The correction may have moved the row to another document.
  if (served.table.lines.length > 0) return false;
  const actor = await engine.people.loadActor(tx, job.user_id);
  if (!actor) throw conflict('wrong_state', 'Quien importa ya no tiene una cuenta activa.');
  const preparation = {
    engine,
    plan: planOf(served, job),
    actor,
    labelOf: labelIn(await engine.settings.readAll(tx)),
    cache: new Map(),
    lock: false,
    thorough: isThorough(job),
  };
  const before = await rowsOf(tx, checked, lines);
  await checkRows(tx, checked, preparation, before);
  const after = await rowsOf(tx, checked, lines);
  const keys = [...before, ...after].flatMap((row) => row.keys ?? []);
  const beside = await rowsBeside(tx, checked, lines, keys);
  if (!isQuick(beside.length)) return false;
  await checkRows(tx, checked, preparation, await rowsOf(tx, checked, beside));
  await markWithinFile(tx, checked, [...lines, ...beside]);
  return true;
};
