import { isId } from '@pauta/domain/kinds/reference.ts';
import { importFields, importKeys } from '@pauta/domain/resource/import/columns.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { TiedOut, TieOut } from '@pauta/domain/resource/tie-out.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/problem.ts';
import { undoReason } from '../../resource/history/undo-reason.ts';
import type { ImportJob } from '../rows/job.ts';

/** Administrators may see every import, other users their own. */
export const seesAll = (actor: Actor): boolean => actor.roles.includes('admin');

/** @throws Problem 404, also for the import of another user */
export const readImport = async (
  database: Queryable,
  id: string,
  actor: Actor,
  { lock = false }: { lock?: boolean } = {},
): Promise<ImportJob> => {
  if (!isId(id)) throw notFound();
  const own = sql`(user_id = ${actor.userId}::uuid OR ${seesAll(actor)})`;
  const job = await database.one<ImportJob>(
    lock
      ? sql`SELECT * FROM imports WHERE id = ${id}::uuid AND ${own} FOR UPDATE`
      : sql`SELECT * FROM imports WHERE id = ${id}::uuid AND ${own}`,
  );
  if (!job) throw notFound('Esta importación no existe o es de otra persona.');
  return job;
};

const verdicts = ['new', 'update', 'unchanged', 'duplicate', 'error'] as const;
const outcomes = ['created', 'updated', 'unchanged', 'skipped', 'failed'] as const;

/** SQL: the number of rows of an import by outcome, as `imports.outcomes` stores it. */
export const outcomesOf = (id: string): Sql => sql`(
  SELECT coalesce(jsonb_object_agg(outcome, count), '{}') FROM (
    SELECT outcome, count(*) AS count FROM import_rows
    WHERE import_id = ${id}::uuid AND outcome IS NOT NULL GROUP BY outcome) counted)`;

/** The time at which the changes of a request were undone, unless the undo was itself undone; null if they were not. */
export const undoneAt = (requestId: Sql): Sql => sql`(
  SELECT last.at FROM (
    SELECT u.at, u.request_id FROM audit_log u
    WHERE u.action = 'undo' AND u.reason = ${undoReason('')} || ${requestId} ORDER BY u.at DESC LIMIT 1) last
  WHERE NOT EXISTS (
    SELECT FROM audit_log r WHERE r.action = 'undo' AND r.reason = ${undoReason('')} || last.request_id))`;

const countRows = async (database: Queryable, job: ImportJob) => {
  const rows = await database.query<{ verdict: string | null; outcome: string | null; count: number }>(sql`
    SELECT verdict, outcome, count(*)::integer AS count FROM import_rows
    WHERE import_id = ${job.id}::uuid AND (${job.status !== 'checking'} OR line <= ${job.last_line})
    GROUP BY verdict, outcome`);
  const sum = (key: 'verdict' | 'outcome', value: string): number =>
    rows.filter((row) => row[key] === value).reduce((total, { count }) => total + count, 0);
  return {
    counts: Object.fromEntries(verdicts.map((name) => [name, sum('verdict', name)])),
    outcomes: Object.fromEntries(
      outcomes.map((name) => [name, job.outcomes ? (job.outcomes[name] ?? 0) : sum('outcome', name)]),
    ),
  };
};

/** The sums of the documents that will be, or were, taken over from another system; without those that have errors. */
export const readTieOut = async (
  database: Queryable,
  job: Pick<ImportJob, 'id'>,
  { measures }: TieOut,
): Promise<readonly TiedOut[]> => {
  const rows = await database.query<{ group: string; name: string; read: string | null; stored: string }>(sql`
    SELECT r.tie_out ->> 'group' AS "group", m.name,
      CASE WHEN count(r.tie_out #>> ARRAY['read', m.name]) = count(*)
        THEN sum((r.tie_out #>> ARRAY['read', m.name])::numeric)::text END AS read,
      sum((r.tie_out #>> ARRAY['stored', m.name])::numeric)::text AS stored
    FROM import_rows r CROSS JOIN unnest(${Object.keys(measures)}::text[]) AS m(name)
    WHERE r.import_id = ${job.id}::uuid AND r.tie_out IS NOT NULL AND r.verdict <> 'error'
      AND r.outcome IS DISTINCT FROM 'failed'
    GROUP BY 1, 2 ORDER BY 1`);
  return [...Map.groupBy(rows, ({ group }) => group)].map(([group, sums]) => ({
    group,
    read: Object.fromEntries(sums.map(({ name, read }) => [name, read])),
    stored: Object.fromEntries(sums.map(({ name, stored }) => [name, stored])),
  }));
};

const readUndoneAt = async (database: Queryable, job: ImportJob): Promise<string | null> => {
  if (job.finished_at === null) return null;
  const row = await database.one<{ at: string | null }>(
    sql`SELECT ${undoneAt(sql`${job.request_id}::text`)} AS at`,
  );
  return row?.at ?? null;
};

/** An import, as responses contain it. */
export const importView = async (database: Queryable, resource: Resource, job: ImportJob) => ({
  id: job.id,
  resource: job.resource,
  file_name: job.file_name,
  format: job.format,
  rows: job.rows,
  status: job.status,
  failure: job.failure,
  columns: job.columns,
  mapping: job.mapping,
  remembered: job.remembered,
  key: job.key_field,
  keys: importKeys(resource),
  fields: importFields(resource).map(({ name, field, onlyKey }) => ({
    name,
    only_key: onlyKey,
    // Fields of lines are not fields of the resource.
    ...(!(name in resource.fields) && { label: field.label }),
  })),
  blanks: job.blanks,
  replacements: job.replacements,
  include_duplicates: job.include_duplicates,
  processed: job.processed,
  ...(await countRows(database, job)),
  tie_out: resource.tieOut ? await readTieOut(database, job, resource.tieOut) : null,
  // The request id for undoing the whole import.
  request_id: job.request_id,
  undone_at: await readUndoneAt(database, job),
  row_version: job.row_version,
  created_at: job.created_at,
  started_at: job.started_at,
  finished_at: job.finished_at,
});
