import { isId } from '@pauta/domain/kinds/reference.ts';
import { importFields, importKeys } from '@pauta/domain/resource/import-columns.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import type { Queryable } from '../platform/database.ts';
import { notFound } from '../platform/problem.ts';
import type { ImportJob } from './import-job.ts';

/** Administrators see every import, everybody else his own. */
const seesAll = (actor: Actor): boolean => actor.roles.includes('admin');

/** @throws Problem 404, also for the import of somebody else */
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
  if (!job) throw notFound('Esta importación no existe o es de otra persona. Se conservan siete días.');
  return job;
};

const verdicts = ['new', 'update', 'unchanged', 'duplicate', 'error'] as const;
const outcomes = ['created', 'updated', 'unchanged', 'skipped', 'failed'] as const;

const countRows = async (database: Queryable, job: ImportJob) => {
  const rows = await database.query<{ verdict: string | null; outcome: string | null; count: number }>(sql`
    SELECT verdict, outcome, count(*)::integer AS count FROM import_rows
    WHERE import_id = ${job.id}::uuid AND (${job.status !== 'checking'} OR line <= ${job.last_line})
    GROUP BY verdict, outcome`);
  const sum = (key: 'verdict' | 'outcome', value: string): number =>
    rows.filter((row) => row[key] === value).reduce((total, { count }) => total + count, 0);
  return {
    counts: Object.fromEntries(verdicts.map((name) => [name, sum('verdict', name)])),
    outcomes: Object.fromEntries(outcomes.map((name) => [name, sum('outcome', name)])),
  };
};

/** An import as answers carry it. */
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
  fields: importFields(resource).map(({ name, onlyKey }) => ({ name, only_key: onlyKey })),
  blanks: job.blanks,
  include_duplicates: job.include_duplicates,
  processed: job.processed,
  ...(await countRows(database, job)),
  // What an undoing of the whole names.
  request_id: job.request_id,
  row_version: job.row_version,
  created_at: job.created_at,
  started_at: job.started_at,
  finished_at: job.finished_at,
});
