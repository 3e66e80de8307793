import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import {
  type AnyRecord,
  type Errors,
  fieldOf,
  type Transition,
  type Values,
  whyTooLate,
} from '@pauta/domain/resource/resource.ts';
import { agree, capital, restoreFirst, thisOne } from '@pauta/domain/text/label.ts';
import sql, { raw } from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import type { Transaction } from '../platform/database.ts';
import { conflict, forbidden, invalid, Problem, stale } from '../platform/problem.ts';
import { problemOfSql } from '../platform/sql-problem.ts';
import { changesSince } from './changes-since.ts';
import type { ResourceHooks } from './hooks.ts';
import { workOnBehalf } from './on-behalf.ts';
import { readBody } from './read-body.ts';
import { parseRecord, type RecordText, readRecord } from './read-record.ts';
import { ownCondition, reachBy, rowScope } from './row-scope.ts';
import { quoted, type ResourceTable } from './table.ts';
import type { HandlerContext } from './transitions.ts';
import { recordWhole } from './undo-whole.ts';
import { updateRecord } from './write-record.ts';

/** A resource as it is served: where it lives and what its area adds. */
export interface Served {
  readonly table: ResourceTable;
  readonly hooks: ResourceHooks;
}

/** One thing done to one record. */
export interface Deed {
  /**
   * `update`, `archive`, `restore`, `take_back` (archived by an undoing, its unique values free for others) or the name
   * of a transition.
   */
  readonly action: string;
  /** What was given with it, as the wire carries it. */
  readonly input?: unknown;
  /** Values of another JSON type than their fields', by field. */
  readonly wrongTypes?: Errors;
  /** What the record referred to before and may refer to again, whatever became of it; for undo. */
  readonly former?: Values;
  /** The version its caller saw; without it whatever stands there is changed. */
  readonly version?: number;
}

/** Those of the records that the actor may change: all, or what is his by itself or through what it is part of. */
export const changeableIds = async (
  tx: Transaction,
  { resource }: ResourceTable,
  records: readonly AnyRecord[],
  actor: Actor,
): Promise<ReadonlySet<string>> => {
  const { updateAll, updateOwn } = resource.permissions;
  if (actor.permissions.has(updateAll)) return new Set(records.map(({ id }) => id));
  if (updateOwn === undefined || !actor.permissions.has(updateOwn)) return new Set();
  const his = reachBy(actor, updateOwn);
  const isHis = (record: AnyRecord): boolean =>
    resource.owners.some((owner) => his.includes((record[owner] as { id: string } | null)?.id ?? ''));
  const own = new Set(records.filter(isHis).map(({ id }) => id));
  if (resource.partOf.length === 0 || own.size === records.length) return own;
  const others = records.map(({ id }) => id).filter((id) => !own.has(id));
  const rows = await tx.query<{ id: string }>(sql`
    SELECT t.id FROM ${raw(quoted(resource.name))} t WHERE t.id = ANY(${others}::uuid[]) AND ${ownCondition(resource, actor)}`);
  return new Set([...own, ...rows.map(({ id }) => id)]);
};

/** May the actor change this record? @throws Problem 403 */
export const requireUpdate = async (
  tx: Transaction,
  table: ResourceTable,
  record: AnyRecord,
  actor: Actor,
): Promise<void> => {
  const changeable = await changeableIds(tx, table, [record], actor);
  if (!changeable.has(record.id)) throw forbidden(table.resource.permissions.updateAll);
};

const requireHeld = (actor: Actor, permission: string): void => {
  if (!actor.permissions.has(permission)) throw forbidden(permission);
};

const refuseArchived = ({ resource }: ResourceTable, record: AnyRecord): void => {
  if (record.archived_at) {
    throw conflict(
      'archived',
      `No se puede cambiar ${thisOne(resource.label)}: está ${agree(resource.label, 'archivado')}. ${restoreFirst(resource.label)}`,
    );
  }
};

const refuseLate = ({ resource }: ResourceTable, record: AnyRecord, transition?: Transition): void => {
  const reason = whyTooLate(resource, record, transition);
  if (reason !== undefined) throw conflict('too_late', reason);
};

/** Whoever sees only his own (or his team's) records cannot make one he would not see. @throws Problem 422 */
export const requireVisible = async (
  tx: Transaction,
  table: ResourceTable,
  record: RecordText,
  actor: Actor,
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

const stateLabel = ({ resource }: ResourceTable, state: string): string => {
  const { choices } = fieldOf(resource, resource.state ?? '').options as ChoiceOptions;
  return `«${choices.find(({ value }) => value === state)?.label ?? state}»`;
};

const wrongState = (table: ResourceTable, transition: Transition, record: AnyRecord, state: string) => {
  const allowed = transition.from.map((one) => stateLabel(table, one)).join(' o ');
  return conflict(
    'wrong_state',
    `No se puede: ${thisOne(table.resource.label)} está en estado ${stateLabel(table, state)}; ` +
      `esta acción parte de ${allowed}.`,
    { extra: { state, current: record } },
  );
};

/** The reason a person gave with a state change, for the audit log. */
export const reasonOf = (input: unknown): string | undefined => {
  const { reason, waiver_reason: waiver } = (input ?? {}) as { reason?: unknown; waiver_reason?: unknown };
  const given = typeof reason === 'string' ? reason : typeof waiver === 'string' ? waiver : '';
  return given.trim().slice(0, 4000) || undefined;
};

/** A change in its transaction. `row` is the version that stands, held by the lock. */
interface Change extends Served {
  readonly context: HandlerContext;
  readonly current: AnyRecord;
  readonly deed: Deed;
  readonly row: { readonly id: string; readonly version: number };
}

const update = async ({ context, table, hooks, current, deed, row }: Change) => {
  const { tx, actor, request } = context;
  const { fields } = table.resource;
  await requireUpdate(tx, table, current, actor);
  refuseArchived(table, current);
  refuseLate(table, current);
  const rules = [...table.resource.rules, ...(hooks.rules ?? [])];
  const values = await readBody(tx, {
    fields,
    resource: table.resource,
    rules,
    actor,
    request,
    current,
    deed,
  });
  const extra = (await hooks.beforeUpdate?.(context, current, values)) ?? {};
  const record = await updateRecord(tx, table, row, values, extra);
  if (record) await requireVisible(tx, table, record, actor);
  return record;
};

const checkArchive = async (
  context: HandlerContext,
  { table, hooks }: Served,
  current: AnyRecord,
): Promise<void> => {
  requireHeld(context.actor, table.resource.permissions.archive);
  refuseArchived(table, current);
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
 * Withdraws records that the transaction has locked, all in one statement; what is checked is the same as for one.
 *
 * @throws Problem of the first one that is refused; nothing is archived then
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
  requireHeld(context.actor, table.resource.permissions.archive);
  const { label } = table.resource;
  if (!current.archived_at) {
    throw conflict('not_archived', `${capital(thisOne(label))} no está ${agree(label, 'archivado')}.`);
  }
  try {
    return await updateRecord(context.tx, table, row, {}, { archived_at: null });
  } catch (error) {
    const problem = problemOfSql(error);
    if (problem?.code !== 'duplicate') throw error;
    // What an undoing took back gave its unique values free, and another record has one of them by now.
    throw conflict(
      'duplicate',
      `No se puede restaurar ${thisOne(label)}. ${problem.message} Cambie antes ese dato en el otro registro.`,
      { cause: error },
    );
  }
};

const move = async ({ context, table, hooks, current, deed, row }: Change, transition: Transition) => {
  const { tx, actor, request } = context;
  requireHeld(actor, transition.permission);
  refuseLate(table, current, transition);
  const input = await readBody(tx, { fields: transition.fields ?? {}, actor, request, deed });
  const extra = (await hooks.transitions?.[deed.action]?.(context, current, input)) ?? {};
  const record = await updateRecord(
    tx,
    table,
    { ...row, states: transition.from },
    {},
    { ...extra, ...(transition.to !== undefined && { [table.resource.state ?? '']: transition.to }) },
  );
  if (record && transition.reversible) {
    const whole = { entity: table.name, records: [current.id], action: deed.action };
    await recordWhole(tx, whole, reasonOf(deed.input) ?? null);
  }
  return record;
};

const steps: Readonly<Record<string, (change: Change) => Promise<RecordText | undefined>>> = {
  update,
  archive: (change) => archive(change),
  restore,
  take_back: takeBack,
};

/**
 * Does one thing to one record that the transaction has locked: the only way in which a record changes, whether one
 * person saves it, a bulk command reaches it or an undo puts it back. Permission, state, version, validation, rules
 * and hooks are the same for all of them.
 *
 * @param current the record as it stands, locked
 * @returns the record as it is afterwards; without a change its version is the one it had
 * @throws Problem 403, 409, 412 or 422 to refuse
 * @example await changeRecord({ tx, actor, request }, { table, hooks }, current, { action: 'archive', version: 3 })
 */
export const changeRecord = async (
  context: HandlerContext,
  served: Served,
  current: AnyRecord,
  deed: Deed,
): Promise<RecordText> => {
  const { table } = served;
  const { state, transitions } = table.resource;
  const transition = Object.hasOwn(transitions, deed.action) ? transitions[deed.action] : undefined;
  if (transition && state !== undefined) {
    const present = String(current[state]);
    if (!transition.from.includes(present)) throw wrongState(table, transition, current, present);
  }
  if (deed.version !== undefined && current.row_version !== deed.version)
    throw stale(current, await changesSince(context.tx, table, current, deed.version));
  const step = Object.hasOwn(steps, deed.action) ? steps[deed.action] : undefined;
  const change = { ...served, context, current, deed, row: { id: current.id, version: current.row_version } };
  if (!step && !transition) throw new Error(`${table.name} has no action ${deed.action}`);
  const { updateAll, archive: archiving } = table.resource.permissions;
  const permission = transition?.permission ?? (deed.action === 'update' ? updateAll : archiving);
  await workOnBehalf(context.tx, context.actor, { resource: table.resource, record: current, permission });
  const record = await (step ? step(change) : transition && move(change, transition));
  if (!record) throw stale(parseRecord(await readRecord(context.tx, table, current.id, context.actor)));
  return record;
};
