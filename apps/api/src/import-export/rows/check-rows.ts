import type { TiedOut } from '@pauta/domain/resource/tie-out.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import type { Engine, ServedEntity } from '../../resource/engine.ts';
import type { ImportJob, StagedRow } from './job.ts';
import { incomplete, prepareRows } from './prepare-documents.ts';
import type { Preparation, PreparedRow } from './prepare-rows.ts';
import { dryRunHooks } from './write-rows.ts';

/** An import whose rows are checked, and its resource. */
export interface Checked {
  readonly engine: Engine;
  readonly job: ImportJob;
  readonly served: ServedEntity;
}

/** Up to this number of new rows, duplicates are searched by similar names and not only by equal ones. */
const mostThorough = 5_000;

export const isThorough = ({ rows }: ImportJob): boolean => rows <= mostThorough;

const saveVerdicts = async (
  tx: Transaction,
  { job }: Checked,
  rows: readonly PreparedRow[],
  tieOuts: ReadonlyMap<number, TiedOut>,
): Promise<void> => {
  const verdicts = rows.map(({ line, title, verdict, errors, current, changes, duplicates, keys }) => ({
    line,
    title,
    verdict,
    record_id: current?.id ?? null,
    errors: errors.length > 0 ? errors : null,
    changes: verdict === 'update' ? changes : null,
    duplicates: duplicates.length > 0 ? duplicates : null,
    keys,
    tie_out: tieOuts.get(line) ?? null,
  }));
  await tx.query(sql`
    UPDATE import_rows r SET title = v.title, verdict = v.verdict, record_id = v.record_id, errors = v.errors,
      changes = v.changes, duplicates = v.duplicates, keys = v.keys, tie_out = v.tie_out,
      outcome = NULL
    FROM jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb) AS v(
      line integer, title text, verdict text, record_id uuid, errors jsonb, changes jsonb, duplicates jsonb, keys text[],
      tie_out jsonb)
    WHERE r.import_id = ${job.id}::uuid AND r.line = v.line`);
};

/** Checks rows and stores their results; nothing else is written. */
export const checkRows = async (
  tx: Transaction,
  step: Checked,
  preparation: Preparation,
  rows: readonly StagedRow[],
): Promise<void> => {
  const prepared = await prepareRows(tx, preparation, rows);
  const { errors, tieOuts } = await dryRunHooks(tx, step.served, preparation.actor, prepared);
  // A document is refused as a whole.
  const refusals = prepared.map((row) => errors.get(row.leader ?? row.line));
  await saveVerdicts(
    tx,
    step,
    prepared.map((row, index) => {
      const refused = refusals[index];
      if (!refused) return row;
      return {
        ...row,
        verdict: 'error',
        errors: row.leader === undefined ? [...row.errors, ...refused] : [incomplete(row.leader)],
      };
    }),
    tieOuts,
  );
};

const isAmong = (lines: readonly number[] | null) =>
  sql`(${lines}::integer[] IS NULL OR line = ANY(${lines}::integer[]))`;

/**
 * Rows of one file with equal unique values: the first one is kept.
 *
 * @param lines rows with a new verdict; by default all
 */
export const markWithinFile = async (
  tx: Transaction,
  { job, served }: Checked,
  lines: readonly number[] | null = null,
): Promise<void> => {
  const names = await tx.query<{ name: string }>(sql`
    SELECT relname AS name FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid
    WHERE i.indrelid = ${served.table.name}::regclass AND i.indisunique`);
  const fields = Object.fromEntries(
    names.map(({ name }) => [name, tx.constraintMeaning(name)?.field ?? null]),
  );
  await tx.query(sql`
    WITH placed AS (
      SELECT r.line, k.key, min(r.line) FILTER (WHERE r.verdict <> 'error') OVER (PARTITION BY k.key) AS first
      FROM import_rows r CROSS JOIN LATERAL unnest(r.keys) AS k(key)
      WHERE r.import_id = ${job.id}::uuid AND k.key NOT LIKE 'like:%'),
    later AS (
      SELECT line, jsonb_agg(jsonb_build_object(
        'field', ${JSON.stringify(fields)}::jsonb -> split_part(key, ':', 1),
        'message', CASE WHEN key LIKE 'record:%' THEN 'La fila ' || first || ' ya trata este mismo registro.'
          ELSE 'La fila ' || first || ' del archivo ya trae este valor, que no se puede repetir.' END)) AS errors
      FROM placed WHERE line > first AND ${isAmong(lines)} GROUP BY line)
    UPDATE import_rows r SET verdict = 'error', errors = coalesce(r.errors, '[]') || later.errors
    FROM later WHERE r.import_id = ${job.id}::uuid AND r.line = later.line`);
  await tx.query(sql`
    WITH placed AS (
      SELECT r.line, min(r.line) OVER (PARTITION BY k.key) AS first
      FROM import_rows r CROSS JOIN LATERAL unnest(r.keys) AS k(key)
      WHERE r.import_id = ${job.id}::uuid AND r.verdict IN ('new', 'duplicate') AND k.key LIKE 'like:%'),
    later AS (
      SELECT line, min(first) AS first FROM placed WHERE line > first AND ${isAmong(lines)} GROUP BY line)
    UPDATE import_rows r SET verdict = 'duplicate', duplicates = coalesce(r.duplicates, '[]') || jsonb_build_array(
      jsonb_build_object('id', NULL, 'label', NULL, 'code', NULL, 'reason', 'Mismo nombre que la fila ' || later.first || ' del archivo'))
    FROM later WHERE r.import_id = ${job.id}::uuid AND r.line = later.line`);
};
