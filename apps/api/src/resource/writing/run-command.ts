import { type Command, isStateChange, permissionsOf } from '@pauta/domain/resource/command.ts';
import type { AnyRecord, Errors, Resource, Values } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import { type AnyActor, holds, isUser } from '../../platform/access.ts';
import type { ChangeContext } from '../../platform/database/database.ts';
import { forbidden, invalid, Problem, stale } from '../../platform/http/problem.ts';
import { type Context, jobContext } from '../commands/context.ts';
import { handlerOf } from '../commands/handler.ts';
import { archivedReason, obstacles, refusalOf, wrongState } from '../commands/reasons.ts';
import { type CommandRun, startRun } from '../commands/run.ts';
import { servedOf } from '../commands/served-of.ts';
import { changesSince } from '../history/changes-since.ts';
import { parseRecord, type RecordText, readRecord } from '../reading/read-record.ts';
import { readSelection } from '../selection.ts';
import { tableOf } from '../table.ts';
import { changeRecord, planOfChange, requireUpdate, type Served } from './change-record.ts';
import { workOnBehalf } from './on-behalf.ts';
import { isObject, readBody } from './read-body.ts';

/** The input of a command, unchecked. */
export interface Given {
  readonly input: Values;
  /** Errors of values of another JSON type than their fields, by field. */
  readonly wrongTypes?: Errors;
  /** The version of the record that the caller read. */
  readonly version?: number;
}

/** The result of a command. */
export type Outcome =
  /** Of a state change: the record afterwards. */
  | { readonly record: RecordText }
  /** The id of a new record of the resource. */
  | { readonly createdId: string }
  /** The run of a command that a job executes. */
  | { readonly started: CommandRun }
  /** The answer of the handler; in a dry run, what it would be. */
  | { readonly answer: object };

/** The kind of the actor, as in the option `by` of a command. */
const kindOf = (actor: AnyActor) => (isUser(actor) ? 'user' : actor === 'system' ? 'system' : 'client');

const lockRecord = async (
  context: Context,
  served: Served,
  command: Command,
  id: string,
): Promise<AnyRecord> => {
  const { tx, actor } = context;
  const { table } = served;
  const record = parseRecord(await readRecord(tx, table, id, actor, { lock: true }));
  if (command.permission !== undefined && !holds(actor, command.permission))
    throw forbidden(command.permission);
  if (command.permission === undefined || command.changes) await requireUpdate(tx, table, record, actor);
  const permission = command.permission ?? table.resource.permissions.updateAll;
  await workOnBehalf(tx, actor, { resource: table.resource, record, permission });
  return record;
};

/**
 * Locks the record of a command, and checks that the actor has the permission and that the record's state admits it.
 * Null for a command of the collection.
 *
 * @throws Problem 403, 404 or 409
 */
export const enterCommand = async (
  context: Context,
  served: Served,
  command: Command,
  id: string | null | undefined,
): Promise<AnyRecord | null> => {
  const { actor } = context;
  const { resource } = served.table;
  if (command.on === 'collection') {
    const needed = permissionsOf(resource, command);
    if (isUser(actor) && !needed.some((one) => holds(actor, one))) throw forbidden(needed);
    return null;
  }
  const record = await lockRecord(context, served, command, id ?? '');
  const reason = archivedReason(resource, record) ?? wrongState(resource, command, record);
  if (reason) throw refusalOf([reason]);
  return record;
};

/**
 * Runs a command in the transaction of its context, or starts its job: locks the record, checks permission, guards and the handler's own
 * checks, validates the input, and calls the handler. Every way to run a command goes through here.
 *
 * @param id of the record; absent for a collection
 * @throws Problem 403, 404, 409, 412 or 422
 * @example await runCommand(contextOf(request, tx), served, 'refresh', { input: {} }, id)
 */
export const runCommand = async (
  context: Context,
  served: Served,
  name: string,
  { input, wrongTypes, version }: Given,
  id?: string,
): Promise<Outcome> => {
  const { tx, actor } = context;
  const { resource } = served.table;
  const command = resource.commands[name];
  if (!command) throw new Error(`${resource.name} has no command ${name}`);
  const { by = ['user'] } = command;
  if (!by.includes(kindOf(actor)))
    throw new Error(`${name} of ${resource.name} is not run by ${kindOf(actor)}`);

  if (isStateChange(command) && command.runs === undefined) {
    const current = parseRecord(await readRecord(tx, served.table, id ?? '', actor, { lock: true }));
    const change = {
      action: name,
      input,
      ...(wrongTypes && { wrongTypes }),
      ...(version !== undefined && { version }),
    };
    return context.isDry && command.preview === 'plan'
      ? { answer: await planOfChange(context, served, current, change) }
      : { record: await changeRecord(context, served, current, change) };
  }

  const handler = handlerOf(served.hooks.commands, name);
  if (!handler) throw new Error(`the command ${name} of ${resource.name} has no handler`);
  const record = await enterCommand(context, served, command, id);
  if (record) {
    if (version !== undefined && record.row_version !== version)
      throw stale(record, await changesSince(tx, served.table, record, version));
    const [first, ...others] = (await obstacles(context, served, name, [record])).get(record.id) ?? [];
    if (first) throw refusalOf([first, ...others]);
  }
  const { selection, remarks = [] } = command;
  const fields = Object.fromEntries(
    Object.entries(command.fields ?? {}).filter(([one]) => !context.isDry || !remarks.includes(one)),
  );
  if (!isObject(input)) throw invalid({ _: ['Envíe los datos como un objeto JSON.'] });
  const own = Object.fromEntries(Object.entries(input).filter(([field]) => Object.hasOwn(fields, field)));
  const values = await readBody(tx, {
    fields,
    actor,
    server: context.server,
    recordChange: { input: own, ...(wrongTypes && { wrongTypes }) },
  });
  const ids = selection && (await readSelection(tx, tableOf(selection()), input, actor));
  const checked = ids ? { ...values, ids } : values;

  if (context.isDry && handler.preview) return { answer: await handler.preview(context, record, checked) };
  const plan = await handler.plan?.(context, record, checked);
  const answer = plan === undefined ? {} : ((await handler.toAnswer?.(context, plan)) ?? (plan as object));
  if (context.isDry && handler.plan) return { answer };
  if (command.runs === 'job') {
    const order = { resource: resource.name, command: name, record_id: record?.id ?? null, input: checked };
    return { started: await startRun(context, order) };
  }
  const done = (await handler.run?.(context, record, checked, plan)) ?? {};
  return typeof done.createdId === 'string'
    ? { createdId: done.createdId }
    : { answer: { ...answer, ...done } };
};

/**
 * Runs a command with `by: ['system']` in a separate transaction, for a job or a scheduled time.
 *
 * @param change author and reason for the audit log; `actorId` is null without an author
 * @returns false when the record is no longer in a state from which the command starts, because another process was
 * first
 * @throws Problem 404, 409 or 422 when it is refused
 * @example await runInJob(app, accountTransfers, 'complete', id, { actorId: scheduledBy, requestId: 'transfer:TR-1',
 * ip: null })
 */
export const runInJob = async (
  server: FastifyInstance,
  resource: Resource,
  name: string,
  id: string,
  change: ChangeContext,
  input: Values = {},
): Promise<boolean> => {
  const served = servedOf(server, resource.name);
  try {
    await server.database.transaction({ ...change, action: name }, (tx) =>
      runCommand(jobContext(server, tx), served, name, { input }, id),
    );
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'wrong_state') return false;
    throw error;
  }
};
