import { type Fields, isEmpty } from '@pauta/domain/kinds/kind.ts';
import { type Command, isStateChange, type StateChange } from '@pauta/domain/resource/command.ts';
import {
  type AnyRecord,
  type Errors,
  fieldOf,
  type Values,
  whyTooLate,
} from '@pauta/domain/resource/resource.ts';
import { agree, capital, thisOne } from '@pauta/domain/text/label.ts';
import sql, { raw } from 'sql-template-tag';
import { type AnyActor, holds, isClient } from '../../platform/access.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, forbidden, invalid, Problem, stale } from '../../platform/http/problem.ts';
import { problemOfSql } from '../../platform/http/sql-problem.ts';
import { type Context, type HandlerContext, isUserContext } from '../commands/context.ts';
import { handlerOf } from '../commands/handler.ts';
import { archivedReason, obstacles, refusalOf, wrongState } from '../commands/reasons.ts';
import { changesSince } from '../history/changes-since.ts';
import { recordCompoundChange } from '../history/compound-changes.ts';
import type { ResourceHooks } from '../hooks.ts';
import { parseRecord, type RecordText, readRecord } from '../reading/read-record.ts';
import { ownCondition, reachBy, rowScope } from '../reading/row-scope.ts';
import { quoted, type ResourceTable } from '../table.ts';
import { voidApprovals } from './lines/document-approval.ts';
import { refuseFrozen } from './lines/frozen.ts';
import { numberColumn } from './lines/number-column.ts';
import {
  changedPaths,
  insertDocument,
  judgeDocument,
  unchangedLines,
  updateDocument,
} from './lines/write-document.ts';
import { workOnBehalf } from './on-behalf.ts';
import { readBody } from './read-body.ts';
import { updateRecord } from './write-record.ts';

/** A mounted resource: its table and the hooks of its area. */
export interface Served {
  readonly table: ResourceTable;
  readonly hooks: ResourceHooks;
}

/** One change of one record. */
export interface RecordChange {
  /**
   * `update`, `archive`, `restore`, `take_back` (archived by an undo, its unique values freed) or the name of a
   * command.
   */
  readonly action: string;
  /** The input, in the form of a request body. */
  readonly input?: unknown;
  /** Errors of values that have another JSON type than their field, by field. */
  readonly wrongTypes?: Errors;
  /** Former references, which an undo may restore even if they are no longer offered. */
  readonly former?: Values;
  /** The version that the caller read; without it the current version is changed, whichever it is. */
  readonly version?: number;
}

/**
 * Those of the records that the actor may change: all, or the ones they own directly or through what these are part of.
 */
export const changeableIds = async (
  tx: Transaction,
  { resource }: ResourceTable,
  records: readonly AnyRecord[],
  actor: AnyActor,
): Promise<ReadonlySet<string>> => {
  const { updateAll, updateOwn } = resource.permissions;
  // What a client runs on the record is checked by the command, before.
  if (isClient(actor)) {
    const isOpen = actor.opens.resource === resource.name;
    return new Set(records.flatMap(({ id }) => (isOpen && id === actor.opens.id ? [id] : [])));
  }
  if (holds(actor, updateAll)) return new Set(records.map(({ id }) => id));
  if (updateOwn === undefined || !holds(actor, updateOwn)) return new Set();
  const owners = reachBy(actor, updateOwn);
  const isOwn = (record: AnyRecord): boolean =>
    resource.owners.some((owner) => owners.includes((record[owner] as { id: string } | null)?.id ?? ''));
  const own = new Set(records.filter(isOwn).map(({ id }) => id));
  if (resource.partOf.length === 0 || own.size === records.length) return own;
  const others = records.map(({ id }) => id).filter((id) => !own.has(id));
  const rows = await tx.query<{ id: string }>(sql`
    SELECT t.id FROM ${raw(quoted(resource.name))} t WHERE t.id = ANY(${others}::uuid[]) AND ${ownCondition(resource, actor)}`);
  return new Set([...own, ...rows.map(({ id }) => id)]);
};

/** Checks that the actor may change this record. @throws Problem 403 */
export const requireUpdate = async (
  tx: Transaction,
  table: ResourceTable,
  record: AnyRecord,
  actor: AnyActor,
): Promise<void> => {
  const changeable = await changeableIds(tx, table, [record], actor);
  if (!changeable.has(record.id)) throw forbidden(table.resource.permissions.updateAll);
};

const requirePermissionOf = (actor: AnyActor, permission: string): void => {
  if (!holds(actor, permission)) throw forbidden(permission);
};

const refuseArchived = ({ resource }: ResourceTable, record: AnyRecord): void => {
  const archived = archivedReason(resource, record);
  if (archived) throw refusalOf([archived]);
};

const refuseLate = ({ resource }: ResourceTable, record: AnyRecord): void => {
  const reason = whyTooLate(resource, record);
  if (reason !== undefined) throw conflict('too_late', reason);
};

/** Refuses a new record that its author would not be able to see. @throws Problem 422 */
export const requireVisible = async (
  tx: Transaction,
  table: ResourceTable,
  record: RecordText,
  actor: AnyActor,
): Promise<void> => {
  const scope = rowScope(table.resource, actor);
  const { owners, partOf } = table.resource;
  const owner = owners[0] ?? partOf.find((name) => parseRecord(record)[name]);
  if (owner === undefined || scope === 'all' || scope === 'none') return;
  try {
    await readRecord(tx, table, record.id, actor);
  } catch (error) {
    if (!(error instanceof Problem && error.status === 404)) throw error;
    const who = scope === 'own' ? 'a usted' : 'a alguien de su equipo';
    const { label } = fieldOf(table.resource, owner);
    throw invalid({
      [owner]: [
        owners.length > 0
          ? `${label}: asigne el registro ${who}.`
          : `${label}: elija uno asignado ${who}; los demás no están a su alcance.`,
      ],
    });
  }
};

/** The reason given with a command, for the audit log; undefined if none was given. */
export const reasonOf = (command: Command | undefined, input: unknown): string | undefined => {
  if (!command) return undefined;
  const given = ((input ?? {}) as Values)[command.reason ?? 'reason'];
  return typeof given === 'string' ? given.trim().slice(0, 4000) || undefined : undefined;
};

/** A change within its transaction. `row` is the locked current version. */
interface Change<C extends Context = HandlerContext> extends Served {
  readonly context: C;
  readonly current: AnyRecord;
  readonly recordChange: RecordChange;
  readonly row: { readonly id: string; readonly version: number };
}

const update = async ({ context, table, hooks, current, recordChange, row }: Change) => {
  const { tx, actor } = context;
  await requireUpdate(tx, table, current, actor);
  refuseArchived(table, current);
  refuseLate(table, current);
  const rules = [...table.resource.rules, ...(hooks.rules ?? [])];
  const judged = await judgeDocument(context, { table, hooks }, { current, recordChange, rules });
  refuseFrozen(table, current, changedPaths(judged));
  const extra = (await hooks.beforeUpdate?.(context, current, judged.values)) ?? {};
  const record = await updateDocument(context, { table, hooks }, { current, row, extra }, judged);
  if (record) {
    await requireVisible(tx, table, record, actor);
    await voidApprovals(context, table, parseRecord(record));
  }
  return record;
};

const checkArchive = async (
  context: HandlerContext,
  { table, hooks }: Served,
  current: AnyRecord,
): Promise<void> => {
  requirePermissionOf(context.actor, table.resource.permissions.archive);
  refuseArchived(table, current);
  refuseFrozen(table, current, ['archived_at']);
  await hooks.beforeArchive?.(context, current);
  if (current.is_system === true) {
    throw conflict('system_row', 'Este valor es parte del sistema y no se archiva; puede desactivarlo.');
  }
};

const archive = async (change: Change, columns: Values = {}) => {
  const { context, table, current, row } = change;
  await checkArchive(context, change, current);
  return updateRecord(context.tx, table, row, {}, { archived_at: new Date().toISOString(), ...columns });
};

const takeBack = (change: Change) => archive(change, { withdrawn_at: new Date().toISOString() });

/**
 * Withdraws records that the transaction has locked, in one statement, with the same checks as for one.
 *
 * @throws Problem of the first refused record; nothing is archived then
 */
export const withdrawTogether = async (
  context: HandlerContext,
  served: Served,
  records: readonly AnyRecord[],
): Promise<void> => {
  const { table } = served;
  for (const current of records) await checkArchive(context, served, current);
  const done = await context.tx.query(sql`
    UPDATE ${raw(quoted(table.name))} t SET archived_at = now(), withdrawn_at = now()
    FROM unnest(${records.map(({ id }) => id)}::uuid[], ${records.map((one) => one.row_version)}::integer[]) AS given (id, version)
    WHERE t.id = given.id AND t.row_version = given.version RETURNING 1`);
  if (done.length !== records.length) throw stale(null);
};

const restore = async ({ context, table, current, row }: Change) => {
  requirePermissionOf(context.actor, table.resource.permissions.archive);
  const { label } = table.resource;
  if (!current.archived_at) {
    throw conflict('not_archived', `${capital(thisOne(label))} no está ${agree(label, 'archivado')}.`);
  }
  try {
    return await updateRecord(context.tx, table, row, {}, { archived_at: null });
  } catch (error) {
    const problem = problemOfSql(error);
    if (problem?.code !== 'duplicate') throw error;
    // A withdrawn record gave up its unique values, and another record uses one of them by now.
    throw conflict(
      'duplicate',
      `No se puede restaurar ${thisOne(label)}. ${problem.message} Cambie antes ese dato en el otro registro.`,
      { cause: error },
    );
  }
};

/**
 * Writes the new state of a record that passed the checks of its state change.
 *
 * @param extra further columns
 * @param values further fields
 * @returns undefined when the record is no longer in this version and one of the states
 */
export const writeState = async (
  { context, table, hooks, current, recordChange: { action, input }, row }: Change<Context>,
  command: StateChange,
  extra: Values = {},
  values: Values = {},
): Promise<RecordText | undefined> => {
  const columns = {
    ...extra,
    ...(command.to !== undefined && { [table.resource.state ?? '']: command.to }),
    ...(await numberColumn(context, table.resource, action, { ...current, ...extra })),
  };
  const lines = await unchangedLines(context, { table, hooks }, current);
  const record = await updateDocument(
    context,
    { table, hooks },
    { current, row: { ...row, states: command.from }, extra: columns },
    { values, lines },
  );
  if (record && command.undo && 'by' in command.undo && command.undo.by === 'log') {
    await recordCompoundChange(
      context.tx,
      { entity: table.name, records: [current.id], action },
      reasonOf(command, input) ?? null,
    );
  }
  return record;
};

/** Checks a state change and its input, and plans it if its handler does. */
const prepare = async (
  { context, table, hooks, current, recordChange }: Change<Context>,
  command: StateChange,
  fields: Fields = command.fields ?? {},
) => {
  const { tx, actor, server } = context;
  const { action } = recordChange;
  // Users need the permission of a command; clients run those that are `by` them on the record that their link opens.
  const permission = isClient(actor) ? undefined : command.permission;
  if (permission !== undefined) requirePermissionOf(actor, permission);
  if (permission === undefined || command.changes) await requireUpdate(tx, table, current, actor);
  const [first, ...others] =
    (await obstacles(context, { table, hooks }, action, [current])).get(current.id) ?? [];
  if (first) throw refusalOf([first, ...others]);
  const input = await readBody(tx, { fields, actor, server, recordChange });
  const handler = handlerOf(hooks.commands, action);
  return { input, handler, plan: await handler?.plan?.(context, current, input) };
};

const move = async (change: Change<Context>, command: StateChange): Promise<RecordText | undefined> => {
  const { input, handler, plan } = await prepare(change, command);
  const extra = (await handler?.run?.(change.context, change.current, input, plan)) ?? {};
  const filled = Object.fromEntries(
    (command.fills ?? []).filter((name) => !isEmpty(input[name])).map((name) => [name, input[name]]),
  );
  return writeState(change, command, extra, filled);
};

const steps: Readonly<Record<string, (change: Change) => Promise<RecordText | undefined>>> = {
  update,
  archive: (change) => archive(change),
  restore,
  take_back: takeBack,
};

/** Checks state, version and delegation of a change. */
const enter = async (
  context: Context,
  served: Served,
  current: AnyRecord,
  recordChange: RecordChange,
): Promise<{ readonly change: Change<Context>; readonly command: StateChange | undefined }> => {
  const { table } = served;
  const { state, commands, permissions } = table.resource;
  const { action, version } = recordChange;
  const named = Object.hasOwn(commands, action) ? commands[action] : undefined;
  const command = named && isStateChange(named) ? named : undefined;
  const unready = command && wrongState(table.resource, command, current);
  if (unready)
    throw conflict('wrong_state', unready.text, { extra: { state: current[state ?? ''], current } });
  if (version !== undefined && current.row_version !== version)
    throw stale(current, await changesSince(context.tx, table, current, version));
  const permission =
    command?.permission ?? (action === 'update' ? permissions.updateAll : permissions.archive);
  await workOnBehalf(context.tx, context.actor, { resource: table.resource, record: current, permission });
  const row = { id: current.id, version: current.row_version };
  return { change: { ...served, context, current, recordChange, row }, command };
};

/**
 * The plan of a state change whose dry run is one: what it would do to the record that the transaction has locked, with the
 * checks of the change.
 *
 * @throws Problem 403, 409 or 422 as the change
 */
export const planOfChange = async (
  context: Context,
  served: Served,
  current: AnyRecord,
  recordChange: RecordChange,
): Promise<object> => {
  const { change, command } = await enter(context, served, current, recordChange);
  if (!command) throw new Error(`${recordChange.action} of ${served.table.name} is no state change`);
  const { fields = {}, remarks = [] } = command;
  const asked = Object.fromEntries(Object.entries(fields).filter(([name]) => !remarks.includes(name)));
  const { handler, plan } = await prepare(change, command, asked);
  return ((await handler?.toAnswer?.(context, plan)) ?? plan ?? {}) as object;
};

/**
 * Applies one change to one record that the transaction has locked. Every change goes through here, whether it is a
 * single save, part of a bulk command or an undo, so permission, state, version, validation, rules and hooks are the
 * same for all.
 *
 * @param current the current record, locked
 * @returns the record afterwards; if nothing changed its version stays the same
 * @throws Problem 403, 409, 412 or 422 to refuse
 * @example await changeRecord(contextOf(request, tx), { table, hooks }, current, { action: 'archive', version: 3 })
 */
export const changeRecord = async (
  context: Context,
  served: Served,
  current: AnyRecord,
  recordChange: RecordChange,
): Promise<RecordText> => {
  const { table } = served;
  const { change, command } = await enter(context, served, current, recordChange);
  const step = !command && Object.hasOwn(steps, recordChange.action) ? steps[recordChange.action] : undefined;
  let record: RecordText | undefined;
  if (command) record = await move(change, command);
  else if (step && isUserContext(context)) record = await step({ ...change, context });
  else throw new Error(`only a user does ${recordChange.action} to ${table.name}`);
  if (!record) throw stale(parseRecord(await readRecord(context.tx, table, current.id, context.actor)));
  return record;
};

/**
 * Creates a record from the input of a request. Every creation goes through here.
 *
 * @returns the new record; its author can see it
 * @throws Problem 403, 409 or 422 to refuse
 */
export const createRecord = async (
  context: HandlerContext,
  served: Served,
  recordChange: Omit<RecordChange, 'action'>,
): Promise<RecordText> => {
  const { table, hooks } = served;
  const rules = [...table.resource.rules, ...(hooks.rules ?? [])];
  const judged = await judgeDocument(context, served, { recordChange, rules });
  const extra = (await hooks.beforeCreate?.(context, judged.values)) ?? {};
  const record = await insertDocument(context, served, judged, extra);
  await requireVisible(context.tx, table, record, context.actor);
  return record;
};
