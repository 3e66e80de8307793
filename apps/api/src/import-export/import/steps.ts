import { setImmediate as breathe } from 'node:timers/promises';
import { importPermission } from '@pauta/domain/resource/resource.ts';
import sql, { raw } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { ChangeContext, Database, Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { problemOfSql } from '../../platform/http/sql-problem.ts';
import type { Engine, ServedEntity } from '../../resource/engine.ts';
import { labelIn } from '../export/columns.ts';
import { chunkRows } from '../limits.ts';
import { checkRows, isThorough, markWithinFile } from '../rows/check-rows.ts';
import type { NameCache } from '../rows/find-names.ts';
import { type ImportJob, type ImportPlan, planOf, type StagedRow } from '../rows/job.ts';
import { type GivenNumbers, readGivenNumbers } from '../rows/numbering.ts';
import { prepareRows } from '../rows/prepare-documents.ts';
import type { Preparation, PreparedRow } from '../rows/prepare-rows.ts';
import { type WrittenRow, writeCarefully, writeTogether } from '../rows/write-rows.ts';
import { outcomesOf } from './view.ts';

/** A user stopped the import, or changed it so that it starts again. */
class Lost extends Error {}

/** Why an import cannot continue, as a message for users. */
class Stopped extends Error {}

interface Step {
  readonly engine: Engine;
  readonly database: Database;
  readonly served: ServedEntity;
  readonly job: ImportJob;
}

const changeOf = ({ job }: Step): ChangeContext => ({
  actorId: job.user_id,
  requestId: job.request_id,
  ip: null,
  reason: `Importación de «${job.file_name}»`,
});

/** Whether the import is still in the step that this process started. Progress does not change its version. */
const isSame = ({ job }: Step) =>
  sql`id = ${job.id}::uuid AND status = ${job.status} AND row_version = ${job.row_version}`;

/** Locks the import in this transaction, and reads its position. */
const lockImport = async (tx: Transaction, step: Step): Promise<{ last_line: number }> => {
  const row = await tx.one<{ last_line: number }>(
    sql`SELECT last_line FROM imports WHERE ${isSame(step)} FOR UPDATE`,
  );
  if (!row) throw new Lost();
  await tx.query(raw(`SET LOCAL statement_timeout = '60s'`));
  return row;
};

/** The next rows of a file, with complete documents: all rows of a document are read together, wherever they are. */
const nextDocuments = (tx: Transaction, { job }: Step, key: number, after: number): Promise<StagedRow[]> =>
  tx.query<StagedRow>(sql`
    WITH placed AS (
      SELECT line, cells, verdict, min(line) OVER (
        PARTITION BY coalesce(nullif(fold(trim(cells ->> ${key}::integer)), ''), chr(31) || line)) AS first
      FROM import_rows WHERE import_id = ${job.id}::uuid)
    SELECT line, cells, verdict, first FROM placed
    WHERE first > ${after} AND first <= (
      SELECT max(first) FROM (
        SELECT first FROM placed WHERE first > ${after} ORDER BY first LIMIT ${raw(String(chunkRows))}) chosen)
    ORDER BY first, line`);

const nextRows = (tx: Transaction, step: Step, { key }: ImportPlan, after: number): Promise<StagedRow[]> =>
  step.served.table.lines.length > 0 && key
    ? nextDocuments(tx, step, key.index, after)
    : tx.query<StagedRow>(sql`
        SELECT line, cells, verdict FROM import_rows
        WHERE import_id = ${step.job.id}::uuid AND line > ${after} ORDER BY line LIMIT ${raw(String(chunkRows))}`);

const noteProgress = async (tx: Transaction, { job }: Step, rows: readonly StagedRow[]): Promise<void> => {
  await tx.query(sql`
    UPDATE imports SET last_line = ${rows.at(-1)?.first ?? rows.at(-1)?.line ?? 0}, processed = processed + ${rows.length}
    WHERE id = ${job.id}::uuid`);
};

const saveOutcomes = async (tx: Transaction, { job }: Step, rows: readonly WrittenRow[]): Promise<void> => {
  await tx.query(sql`
    UPDATE import_rows r SET outcome = v.outcome, record_id = coalesce(v.record_id, r.record_id),
      errors = coalesce(v.errors, r.errors)
    FROM jsonb_to_recordset(${JSON.stringify(rows.map((row) => ({ ...row, errors: row.errors.length > 0 ? row.errors : null })))}::jsonb)
      AS v(line integer, outcome text, record_id uuid, errors jsonb)
    WHERE r.import_id = ${job.id}::uuid AND r.line = v.line`);
};

const leftOut = (row: StagedRow, { job }: Step): boolean =>
  row.verdict === 'error' || row.verdict === null || (row.verdict === 'duplicate' && !job.include_duplicates);

const commitChunk = async (
  tx: Transaction,
  step: Step,
  preparation: Preparation,
  rows: readonly StagedRow[],
  { careful, numbers }: { careful: boolean; numbers: GivenNumbers },
): Promise<void> => {
  // If one row of a document is excluded, the whole document is.
  const without = new Set(rows.filter((row) => leftOut(row, step)).map(({ line, first = line }) => first));
  const isWithout = ({ line, first = line }: StagedRow): boolean => without.has(first);
  const done: WrittenRow[] = rows
    .filter(isWithout)
    .map(({ line }) => ({ line, outcome: 'skipped', record_id: null, errors: [] }));
  const prepared = await prepareRows(
    tx,
    preparation,
    rows.filter((row) => !isWithout(row)),
  );
  const fitting: PreparedRow[] = [];
  for (const row of prepared.filter(({ leader }) => leader === undefined)) {
    if (row.verdict === 'error') {
      done.push({ line: row.line, outcome: 'failed', record_id: null, errors: row.errors });
    } else if (row.verdict === 'unchanged') {
      done.push({ line: row.line, outcome: 'unchanged', record_id: row.current?.id ?? null, errors: [] });
    } else fitting.push(row);
  }
  const write = careful ? writeCarefully : writeTogether;
  done.push(...(await write(tx, step.served, { actor: preparation.actor, numbers }, fitting)));
  for (const { line, leader } of prepared) {
    const first = leader === undefined ? undefined : done.find((row) => row.line === leader);
    if (first) done.push({ ...first, line });
  }
  await saveOutcomes(tx, step, done);
};

/**
 * An error of a single row, which is excluded when rows are written one by one; any other error concerns the whole
 * import.
 */
const isOfARow = (error: unknown): boolean => {
  const problem = error instanceof Problem ? error : problemOfSql(error);
  return problem !== undefined && problem.status < 500 && problem.code !== 'busy';
};

const finish = async (tx: Transaction, step: Step): Promise<void> => {
  const isCheck = step.job.status === 'checking';
  if (isCheck) await markWithinFile(tx, step);
  await tx.query(sql`
    UPDATE imports SET status = ${isCheck ? 'checked' : 'done'}, row_version = row_version + 1,
      finished_at = CASE WHEN ${isCheck} THEN NULL ELSE now() END,
      outcomes = ${isCheck ? raw('NULL') : outcomesOf(step.job.id)}
    WHERE id = ${step.job.id}::uuid`);
};

const requireActor = async (database: Database, { engine, job, served }: Step): Promise<Actor> => {
  const actor = await engine.people.loadActor(database, job.user_id);
  const permission = importPermission(served.table.resource);
  if (!actor) throw new Stopped('Quien importa ya no tiene una cuenta activa.');
  if (permission === null || !actor.permissions.has(permission)) {
    throw new Stopped('Quien importa ya no tiene permiso para importar.');
  }
  return actor;
};

const isPowerOfTwo = (count: number): boolean => (count & (count - 1)) === 0;

/** Updates the planner's statistics; called each time the import has doubled the number of written rows. */
const refreshStatistics = ({ database, served }: Step) =>
  database.query(sql`SELECT analyze_table(${served.table.name}::regclass)`);

/**
 * Processes the rows of an import chunk by chunk: validates them during a check, writes them during a commit. Each
 * chunk and the position it reached are one transaction, so that another process continues exactly there after a crash.
 *
 * @param isStopping called between chunks
 * @returns whether all rows were processed
 */
const workThrough = async (step: Step, isStopping: () => boolean): Promise<boolean> => {
  const { engine, database, job, served } = step;
  const plan = planOf(served, job);
  const labelOf = labelIn(await engine.settings.readAll(database));
  const cache: NameCache = new Map();
  const thorough = isThorough(job);
  const numbers =
    job.status === 'committing' ? await readGivenNumbers(database, served.table.resource, job) : {};
  for (let chunks = Math.ceil(job.processed / chunkRows) + 1; ; chunks += 1) {
    if (isStopping()) return false;
    const actor = await requireActor(database, step);
    const isCheck = job.status === 'checking';
    const preparation = {
      engine,
      plan,
      actor,
      labelOf,
      cache,
      lock: !isCheck,
      thorough: thorough && isCheck,
    };
    const chunk = (careful: boolean) =>
      database.transaction(changeOf(step), async (tx) => {
        const { last_line } = await lockImport(tx, step);
        const rows = await nextRows(tx, step, plan, last_line);
        if (rows.length === 0) {
          await finish(tx, step);
          return false;
        }
        if (isCheck) await checkRows(tx, step, preparation, rows);
        else await commitChunk(tx, step, preparation, rows, { careful, numbers });
        await noteProgress(tx, step, rows);
        return true;
      });
    const hasMore = await chunk(false).catch((error: unknown) => {
      if (isCheck || !isOfARow(error)) throw error;
      return chunk(true);
    });
    if (!hasMore) return true;
    if (!isCheck && isPowerOfTwo(chunks)) await refreshStatistics(step);
    // Gives priority to waiting requests.
    await breathe();
  }
};

/** Ends an import that cannot continue; written rows stay. */
export const fail = (step: Step, message: string) =>
  step.database.query(sql`
    UPDATE imports SET status = 'failed', failure = ${message}, row_version = row_version + 1, finished_at = now(),
      outcomes = ${outcomesOf(step.job.id)}
    WHERE ${isSame(step)}`);

/**
 * Runs the current step of an import until it ends or has to stop, and records the outcome in its row.
 *
 * @returns whether nothing is left to do
 * @throws a temporary failure
 */
export const runStep = async (
  step: Step,
  isStopping: () => boolean,
  log: { error(fields: object, message: string): void },
): Promise<boolean> => {
  try {
    return await workThrough(step, isStopping);
  } catch (error) {
    if (error instanceof Lost) return true;
    if (error instanceof Stopped) {
      await fail(step, error.message);
      return true;
    }
    const problem = error instanceof Problem ? error : problemOfSql(error);
    // The database is unavailable or busy.
    if (problem && (problem.status >= 500 || problem.code === 'busy')) throw error;
    log.error({ err: error, import: step.job.id }, 'an import failed');
    await fail(
      step,
      'Ocurrió un error inesperado. Lo que ya se importó quedó guardado; comunique el código de la importación.',
    );
    return true;
  }
};
