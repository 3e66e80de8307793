import { permissionsOf } from '@pauta/domain/resource/command.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, forbidden, notFound, type Problem } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../commands/context.ts';
import type { Engine, TableNames } from '../engine.ts';
import { type CompoundChange, recordCompoundChange } from '../history/compound-changes.ts';
import { undoReason } from '../history/undo-reason.ts';
import { lockRecords } from '../reading/read-record.ts';
import { quoted } from '../table.ts';
import { readCreated, withdrawCreated } from './created.ts';
import { putBackLines } from './put-back-lines.ts';

interface Change {
  id: number;
  entity: string;
  entity_id: string;
  /** Null for a link that the change added. */
  was: Readonly<Record<string, unknown>> | null;
  became: Readonly<Record<string, unknown>> | null;
}

interface TableShape {
  /** Column that identifies a row in the audit log, and its type. */
  readonly key: string;
  readonly type: string;
  readonly generated: readonly string[];
  readonly columns: readonly string[];
}

const readShape = async (tx: Transaction, entity: string): Promise<TableShape> => {
  const shape = await tx.one<TableShape>(sql`
    WITH key AS (
      SELECT (string_to_array(encode(tgargs, 'escape'), '\\000'))[1] AS name FROM pg_trigger
      WHERE tgrelid = ${quoted(entity)}::regclass AND tgname = 'audit_change')
    SELECT key.name AS key,
      (SELECT format_type(a.atttypid, a.atttypmod) FROM pg_attribute a
        WHERE a.attrelid = ${quoted(entity)}::regclass AND a.attname = key.name) AS type,
      ARRAY(SELECT a.attname::text FROM pg_attribute a
        WHERE a.attrelid = ${quoted(entity)}::regclass AND a.attnum > 0 AND a.attgenerated <> '') AS generated,
      ARRAY(SELECT a.attname::text FROM pg_attribute a
        WHERE a.attrelid = ${quoted(entity)}::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
    FROM key`);
  if (!shape) throw new Error(`${entity} is not under the audit log`);
  return shape;
};

/** Consecutive changes of the same columns of one table: one statement reverts them. */
const runsOf = (changes: readonly Change[]): Change[][] => {
  const runs: Change[][] = [];
  let last = '';
  for (const change of changes) {
    const kind = `${change.entity}:${change.became === null}:${Object.keys(change.was ?? {})
      .sort()
      .join()}`;
    const run = runs.at(-1);
    // A row may occur only once in an UPDATE … FROM, so a repeated one starts a new run.
    if (run && kind === last && !run.some(({ entity_id }) => entity_id === change.entity_id))
      run.push(change);
    else runs.push([change]);
    last = kind;
  }
  return runs;
};

const given = (run: readonly Change[]): Sql =>
  sql`jsonb_to_recordset(${JSON.stringify(run.map(({ entity_id, was, became }) => ({ entity_id, was, became })))}::jsonb)
    AS g(entity_id text, was jsonb, became jsonb)`;

const changedSince = (called: TableNames, entity: string, columns: readonly string[]): Problem => {
  const names = columns.map((name) => `«${called.column(entity, name)}»`);
  const where = called.table(entity) ?? 'otros registros';
  return conflict(
    'changed_since',
    names.length === 0
      ? `En ${where} hay algo que cambió o se quitó después. No se deshizo nada; corríjalo a mano.`
      : `En ${where} cambió después ${new Intl.ListFormat('es').format(names)}. No se deshizo nada; corríjalo a mano.`,
  );
};

const putBack = async (
  tx: Transaction,
  run: readonly Change[],
  shape: TableShape,
  names: TableNames,
): Promise<void> => {
  const [first] = run;
  if (!first) return;
  const { entity, was, became } = first;
  const table = raw(quoted(entity));
  if (was === null) {
    const removed = await tx.query(sql`
      DELETE FROM ${table} t USING ${given(run)} WHERE to_jsonb(t) = g.became RETURNING 1`);
    if (removed.length < run.length) throw changedSince(names, entity, []);
    return;
  }
  if (became === null) {
    const columns = raw(shape.columns.map(quoted).join(', '));
    await tx.query(sql`
      INSERT INTO ${table} (${columns})
      SELECT ${raw(shape.columns.map((name) => `p.${quoted(name)}`).join(', '))}
      FROM ${given(run)} CROSS JOIN LATERAL jsonb_populate_record(NULL::${table}, g.was) p`);
    return;
  }
  const columns = Object.keys(was).filter((name) => shape.columns.includes(name));
  if (columns.length === 0) return;
  const isSame = sql`t.${raw(quoted(shape.key))} = g.entity_id::${raw(shape.type)}`;
  const differs = sql`e.key <> ALL(${shape.generated}::text[]) AND to_jsonb(t) -> e.key IS DISTINCT FROM e.value`;
  const done = await tx.query(sql`
    UPDATE ${table} t SET ${raw(columns.map((name) => `${quoted(name)} = p.${quoted(name)}`).join(', '))}
    FROM ${given(run)} CROSS JOIN LATERAL jsonb_populate_record(NULL::${table}, g.was) p
    WHERE ${isSame} AND NOT EXISTS (SELECT FROM jsonb_each(g.became) e WHERE ${differs}) RETURNING 1`);
  if (done.length === run.length) return;
  const found = await tx.query<{ name: string }>(sql`
    SELECT DISTINCT e.key AS name FROM ${given(run)} JOIN ${table} t ON ${isSame}
    CROSS JOIN LATERAL jsonb_each(g.became) e WHERE ${differs} ORDER BY 1`);
  throw changedSince(
    names,
    entity,
    found.map(({ name }) => name),
  );
};

/** A client with a hundred thousand rows is undone in one transaction too. */
const longest = raw("'60s'");

/**
 * Reverts everything that one change wrote, row by row from the audit log, the last first, and archives what it
 * created; nothing when later data depends on it. Unlike the undo of single records it bypasses the rules of the
 * records: the former state was valid.
 *
 * @returns how many rows were restored
 * @throws Problem 403, 404 or 409
 */
export const undoCompoundChange = async (
  context: HandlerContext,
  requestId: string,
  whole: CompoundChange,
  { served: entities, names }: Pick<Engine, 'served' | 'names'>,
): Promise<number> => {
  const { tx, actor } = context;
  const served = entities.get(whole.entity);
  if (!served) throw notFound();
  const { table, hooks } = served;
  const command = table.resource.commands[whole.action];
  await tx.query(sql`SELECT set_config('statement_timeout', ${longest}, true)`);
  await tx.query(sql`SET CONSTRAINTS ALL DEFERRED`);
  const records = await lockRecords(tx, table, whole.records, actor);
  if (records.size < whole.records.length) throw notFound();
  if (whole.action === 'undo') {
    throw conflict('irreversible', 'Esto ya fue deshacer otra cosa; para volver a hacerla, hágala de nuevo.');
  }
  const needed = command ? permissionsOf(table.resource, command) : [];
  if (command && !needed.some((one) => actor.permissions.has(one))) throw forbidden(needed);
  const reason = undoReason(requestId);
  const undone = await tx.one(sql`
    SELECT 1 AS one FROM audit_log l WHERE l.entity = ${table.name} AND l.entity_id = ANY(${whole.records}::text[])
      AND l.action = 'undo' AND l.reason = ${reason} LIMIT 1`);
  if (undone) throw conflict('already_undone', 'Esta operación ya se deshizo; no queda nada por deshacer.');
  const finish = await hooks.undoCompoundChange?.(context, [...records.values()], whole.action);
  const made = await readCreated(tx, requestId);
  const links = [...entities.values()].flatMap((one) => one.table.links.map((link) => link.table));
  const changes = await tx.query<Change>(sql`
    SELECT l.id, l.entity, l.entity_id, l.before AS was, l.after AS became FROM audit_log l
    WHERE l.request_id = ${requestId} AND l.actor_id IS NOT NULL
      AND (l.before IS NOT NULL OR l.entity = ANY(${links}::text[]))
      -- Records that the change itself created are archived as they are, with their lines and links.
      AND NOT EXISTS (
        SELECT FROM jsonb_to_recordset(${JSON.stringify(made)}::jsonb) AS m(id text)
        WHERE m.id = l.entity_id)
    ORDER BY l.id DESC`);
  if (changes.some(({ was }) => Object.values(was ?? {}).includes('•••'))) {
    throw conflict('hidden', 'Un dato no se guarda en el historial y no puede recuperarse.');
  }
  const shapes = new Map<string, TableShape>();
  for (const run of runsOf(changes)) {
    const entity = run[0]?.entity ?? '';
    const owner = entities.get(entity);
    if (owner?.lines) {
      for (const change of run) {
        if (!(await putBackLines(tx, owner.table.name, owner.lines, change)))
          throw changedSince(names, entity, []);
      }
      continue;
    }
    const shape = shapes.get(entity) ?? (await readShape(tx, entity));
    shapes.set(entity, shape);
    await putBack(tx, run, shape, names);
  }
  await withdrawCreated(tx, { requestId, made }, entities);
  await finish?.();
  await recordCompoundChange(tx, { ...whole, action: 'undo' }, reason);
  return changes.length + made.length;
};
