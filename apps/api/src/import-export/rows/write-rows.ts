import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import type { TiedOut } from '@pauta/domain/resource/tie-out.ts';
import sql, { raw } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { type Problem, stale } from '../../platform/http/problem.ts';
import { attempt } from '../../resource/bulk/chunks.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { ServedEntity } from '../../resource/engine.ts';
import { quoted } from '../../resource/table.ts';
import type { Served } from '../../resource/writing/change-record.ts';
import { columnJson } from '../../resource/writing/column-json.ts';
import { insertDocument, updateDocument } from '../../resource/writing/lines/write-document.ts';
import type { Outcome } from './job.ts';
import { type GivenNumbers, takeCodes } from './numbering.ts';
import type { PreparedRow, RowError } from './prepare-rows.ts';

/** The result of writing a row. */
export interface WrittenRow {
  readonly line: number;
  readonly outcome: Outcome;
  readonly record_id: string | null;
  readonly errors: readonly RowError[];
  /** What the record amounts to, if it was taken over from another system. */
  readonly tie_out?: TiedOut;
}

const contextOf = (
  tx: Transaction,
  { server }: ServedEntity,
  { actor, before = [], isDry = false }: Writing,
): HandlerContext => ({
  tx,
  actor,
  server,
  now: new Date(),
  isDry,
  before,
  isImport: true,
});

/** The user for whom rows are written, and data common to all rows. */
export interface Writing {
  readonly actor: Actor;
  readonly numbers: GivenNumbers;
  /** New records that the same statement writes before. */
  readonly before?: readonly Values[];
  /** Everything is rolled back afterwards. */
  readonly isDry?: boolean;
}

const written = (row: PreparedRow, outcome: Outcome, id: string | null): WrittenRow => ({
  line: row.line,
  outcome,
  record_id: id,
  errors: [],
});

const extraOf = async (context: HandlerContext, { hooks }: Served, row: PreparedRow): Promise<Values> =>
  (row.current
    ? await hooks.beforeUpdate?.(context, row.current, row.values)
    : await hooks.beforeCreate?.(context, row.values)) ?? {};

const writeOne = async (
  tx: Transaction,
  served: ServedEntity,
  writing: Writing,
  row: PreparedRow,
): Promise<WrittenRow> => {
  const context = contextOf(tx, served, writing);
  const extra = await extraOf(context, served, row);
  const { current, lines = [] } = row;
  if (!current) {
    const [codes] = await takeCodes(tx, served.table.resource, [row.numbered], writing.numbers);
    const values = { ...row.values, ...codes };
    const { id } = await insertDocument(context, served, { values, lines }, extra);
    const tied = await served.hooks.imported?.(context, id);
    return { ...written(row, 'created', id), ...(tied && { tie_out: tied }) };
  }
  const { id, row_version: version } = current;
  const change = { current, row: { id, version }, extra };
  const record = await updateDocument(context, served, change, { values: row.values, lines });
  if (!record) throw stale(current);
  return written(row, 'updated', id);
};

/** Inserts all new records in one statement. All have the same columns: those of the form, and those added by hooks. */
const createAll = async (
  tx: Transaction,
  served: ServedEntity,
  writing: Writing,
  rows: readonly PreparedRow[],
): Promise<WrittenRow[]> => {
  const { table } = served;
  if (rows.length === 0) return [];
  const records: Record<string, unknown>[] = [];
  const before: Values[] = [];
  const codes = await takeCodes(
    tx,
    table.resource,
    rows.map(({ numbered }) => numbered),
    writing.numbers,
  );
  for (const [index, row] of rows.entries()) {
    const extra = await extraOf(contextOf(tx, served, { ...writing, before }), served, row);
    records.push({ ...columnJson(table, { ...row.values, ...codes[index] }), ...extra });
    before.push(row.values);
  }
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const ids = await tx.query<{ id: string }>(
    sql`SELECT new_id() AS id FROM generate_series(1, ${rows.length})`,
  );
  const made = records.map((record, index) => ({ ...record, id: ids[index]?.id }));
  const names = raw(['id', ...columns].map(quoted).join(', '));
  const name = raw(quoted(table.name));
  await tx.query(sql`
    INSERT INTO ${name} (${names})
    SELECT ${names} FROM jsonb_populate_recordset(NULL::${name}, ${JSON.stringify(made)}::jsonb)`);
  for (const link of table.links) {
    const pairs = rows.flatMap((row, index) =>
      ((row.values[link.field] ?? []) as Reference[]).map(({ id }) => [ids[index]?.id, id] as const),
    );
    if (pairs.length === 0) continue;
    await tx.query(sql`
      INSERT INTO ${raw(quoted(link.table))} (${raw(quoted(link.owner))}, ${raw(quoted(link.target))})
      SELECT * FROM unnest(${pairs.map(([owner]) => owner)}::uuid[], ${pairs.map(([, target]) => target)}::uuid[])`);
  }
  return rows.map((row, index) => written(row, 'created', ids[index]?.id ?? null));
};

/** Updates records with the same changed columns in one statement. Rows of link tables are written one by one. */
const updateAll = async (
  tx: Transaction,
  served: ServedEntity,
  writing: Writing,
  rows: readonly PreparedRow[],
): Promise<WrittenRow[]> => {
  const { table } = served;
  const done: WrittenRow[] = [];
  const context = contextOf(tx, served, writing);
  const groups = new Map<string, { row: PreparedRow; record: Record<string, unknown> }[]>();
  for (const row of rows) {
    if (table.links.some(({ field }) => field in row.values)) {
      done.push(await writeOne(tx, served, writing, row));
      continue;
    }
    const record = { ...columnJson(table, row.values), ...(await extraOf(context, served, row)) };
    const key = Object.keys(record).sort().join();
    groups.set(key, [...(groups.get(key) ?? []), { row, record }]);
  }
  for (const [key, group] of groups) {
    const name = raw(quoted(table.name));
    const set = raw(
      key
        .split(',')
        .map((column) => `${quoted(column)} = r.${quoted(column)}`)
        .join(', '),
    );
    const given = group.map(({ row, record }) => ({
      id: row.current?.id,
      version: row.current?.row_version,
      record,
    }));
    const changed = await tx.query(sql`
      UPDATE ${name} t SET ${set}
      FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS w(id uuid, version integer, record jsonb)
      CROSS JOIN LATERAL jsonb_populate_record(NULL::${name}, w.record) r
      WHERE t.id = w.id AND t.row_version = w.version RETURNING t.id`);
    if (changed.length !== group.length) throw stale(null);
    done.push(...group.map(({ row }) => written(row, 'updated', row.current?.id ?? null)));
  }
  return done;
};

/**
 * Writes prepared rows, all or none.
 *
 * @throws the refusal of any of them; `writeCarefully` then determines which
 */
export const writeTogether = async (
  tx: Transaction,
  served: ServedEntity,
  writing: Writing,
  rows: readonly PreparedRow[],
): Promise<WrittenRow[]> => {
  if (served.table.lines.length > 0) {
    const done: WrittenRow[] = [];
    for (const row of rows) done.push(await writeOne(tx, served, writing, row));
    return done;
  }
  const done = await createAll(
    tx,
    served,
    writing,
    rows.filter(({ current }) => !current),
  );
  return [
    ...done,
    ...(await updateAll(
      tx,
      served,
      writing,
      rows.filter(({ current }) => current),
    )),
  ];
};

/** Writes prepared rows one by one: a refusal leaves out only its row. */
export const writeCarefully = async (
  tx: Transaction,
  served: ServedEntity,
  writing: Writing,
  rows: readonly PreparedRow[],
): Promise<WrittenRow[]> => {
  const done: WrittenRow[] = [];
  for (const row of rows) {
    const result = await attempt(tx, () => writeOne(tx, served, writing, row));
    if ('done' in result) {
      done.push(result.done);
      continue;
    }
    done.push({
      line: row.line,
      outcome: 'failed',
      record_id: null,
      errors: faultsOf(result.refused),
    });
  }
  return done;
};

/** What a check of rows found by running their hooks, by line. */
export interface DryRun {
  readonly errors: ReadonlyMap<number, readonly RowError[]>;
  readonly tieOuts: ReadonlyMap<number, TiedOut>;
}

const faultsOf = ({ errors, message }: Problem): readonly RowError[] => {
  const said = Object.entries(errors ?? {}).map(([field, messages]) => ({
    field,
    message: messages.join(' '),
  }));
  return said.length > 0 ? said : [{ field: null, message }];
};

/**
 * Runs the hooks of an area and rolls back, to find their refusals during a check. Records that are taken over from another
 * system are written, one after the other, so that each finds what those before it take.
 */
export const dryRunHooks = async (
  tx: Transaction,
  served: ServedEntity,
  actor: Actor,
  rows: readonly PreparedRow[],
): Promise<DryRun> => {
  const errors = new Map<number, readonly RowError[]>();
  const tieOuts = new Map<number, TiedOut>();
  const { beforeCreate, beforeUpdate } = served.hooks;
  const { takenOver } = served.table.resource;
  const writing: Writing = { actor, numbers: {}, isDry: true };
  const hooked = rows.filter(
    ({ current, verdict, leader }) =>
      leader === undefined &&
      (current ? beforeUpdate : beforeCreate) &&
      verdict !== 'error' &&
      verdict !== 'unchanged',
  );
  if (hooked.length === 0) return { errors, tieOuts };
  await tx.query(raw('SAVEPOINT dry_run'));
  for (const row of hooked) {
    const isTaken = !row.current && takenOver !== undefined && Boolean(row.values[takenOver]);
    const result = await attempt(tx, async () => {
      if (isTaken) return (await writeOne(tx, served, writing, row)).tie_out;
      await extraOf(contextOf(tx, served, writing), served, row);
      return undefined;
    });
    if ('refused' in result) errors.set(row.line, faultsOf(result.refused));
    else if (result.done) tieOuts.set(row.line, result.done);
  }
  await tx.query(raw('ROLLBACK TO SAVEPOINT dry_run; RELEASE SAVEPOINT dry_run'));
  return { errors, tieOuts };
};
