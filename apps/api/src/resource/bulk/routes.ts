import { parseField } from '@pauta/domain/kinds/kind.ts';
import { bulkCommands } from '@pauta/domain/resource/bulk.ts';
import { permissionsOf } from '@pauta/domain/resource/command.ts';
import { parseValues } from '@pauta/domain/resource/record.ts';
import {
  type AnyRecord,
  type Errors,
  fieldOf,
  type Resource,
  type Values,
} from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Actor, actorOf } from '../../platform/access.ts';
import { changeOf } from '../../platform/command.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { forbidden, invalid, notFound, type Problem } from '../../platform/http/problem.ts';
import { contextOf } from '../commands/context.ts';
import type { ResourceHooks } from '../hooks.ts';
import { lockRecords } from '../reading/read-record.ts';
import { unseen } from '../reading/record-columns.ts';
import { accessTo, creationHeaders, refusal, routeOptions } from '../route.ts';
import { bodySchema } from '../schemas.ts';
import { readSelection, selectionProperties } from '../selection.ts';
import type { ResourceTable } from '../table.ts';
import { changeRecord, type RecordChange, reasonOf, type Served } from '../writing/change-record.ts';
import { changedBy, typeErrors } from '../writing/read-body.ts';
import { attempt, chunkSize, inChunks, longCommand } from './chunks.ts';

/** A record that a command does not change, with the reason. */
export interface Blocked {
  readonly id: string;
  readonly title: string;
  readonly reason: string;
}

type Outcome = 'changed' | 'unchanged' | Blocked;

/** Maximum number of blocked records listed in a response; `blocked_total` counts all. */
export const mostNamed = 500;

/** The actions available on several records at once, with the permission each needs. */
const actionsOf = (resource: Resource): Record<string, readonly string[]> => {
  const { operations, permissions } = resource;
  return {
    ...(operations.includes('update') && {
      update: [permissions.updateAll, permissions.updateOwn].filter((name) => name !== undefined),
    }),
    ...(operations.includes('archive') && { archive: [permissions.archive], restore: [permissions.archive] }),
    ...Object.fromEntries(
      bulkCommands(resource).map(([name, command]) => [name, permissionsOf(resource, command)]),
    ),
  };
};

const isObject = (input: unknown): input is Values =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/** The reason a record was refused, as one sentence: messages of fields are prefixed with their labels. */
export const reasonFor = (resource: Resource, { message, errors = {} }: Problem): string => {
  const named = Object.entries(errors).flatMap(([name, messages]) => {
    const field = Object.hasOwn(resource.fields, name) ? fieldOf(resource, name) : undefined;
    return messages.map((text) =>
      field && !text.startsWith(`${field.label}:`) ? `${field.label}: ${text}` : text,
    );
  });
  return named.length > 0 ? named.join(' ') : message;
};

/** Errors of the values that do not depend on the record, so that each is reported once, at its field. */
const valueErrors = (resource: Resource, action: string, values: Values): Errors => {
  const { fields, commands } = resource;
  const command = commands[action];
  if (command) {
    const parsed = parseValues(command.fields ?? {}, values);
    return parsed.ok ? {} : { ...parsed.errors };
  }
  if (action !== 'update')
    return Object.fromEntries(Object.keys(values).map((name) => [name, ['Este dato no existe.']]));
  const names = Object.keys(values);
  if (names.length === 0) return { values: ['Elija al menos un dato para cambiar.'] };
  const errors: Errors = {};
  for (const name of names) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) errors[name] = ['Este dato no existe.'];
    else if (field.options.readOnly) errors[name] = ['Este dato no se puede modificar aquí.'];
    else if (field.options.changedBy !== undefined) errors[name] = [changedBy(resource, field)];
    else if (field.options.unique)
      errors[name] = ['Este dato es propio de cada registro; cámbielo uno por uno.'];
    else {
      const checked = parseField(field, values[name]);
      if (!checked.ok) errors[name] = [checked.message];
    }
  }
  return errors;
};

interface Order {
  readonly ids: readonly string[];
  readonly recordChange: RecordChange;
}

/**
 * `POST …/bulk/preview` and `POST …/bulk`: the same change to several records. Each record goes through `changeRecord`
 * like a single change; a refused record does not affect the others. The preview runs the change and rolls it back, so
 * it answers exactly what the run would. Both work in chunks of 200 records, or of one where the command is `oneByOne`;
 * in a preview, records see each other's changes only within a chunk.
 */
export const bulkRoutes = (app: FastifyInstance, table: ResourceTable, hooks: ResourceHooks): void => {
  const { resource } = table;
  const { database } = app;
  const actions = actionsOf(resource);
  const permissions = [...new Set(Object.values(actions).flat())];
  if (permissions.length === 0) return;
  const served: Served = { table, hooks };
  const path = `/api/${resource.path}/bulk`;

  const schemas = Object.fromEntries(
    Object.keys(actions).map((action) => [
      action,
      action === 'update'
        ? bodySchema(resource.fields, { partial: true })
        : bodySchema(resource.commands[action]?.fields ?? {}),
    ]),
  );

  const wrongTypesOf = (request: FastifyRequest, action: string, values: Values): Errors => {
    const check = request.compileValidationSchema(schemas[action] ?? {});
    return check(values) ? {} : typeErrors(check.errors as never);
  };

  const readOrder = async (request: FastifyRequest, actor: Actor): Promise<Order> => {
    const body = request.body;
    if (!isObject(body)) throw invalid({}, 'Envíe la acción y los registros como un objeto JSON.');
    const { action, values = {} } = body;
    if (typeof action !== 'string' || !Object.hasOwn(actions, action)) {
      const known = Object.keys(actions).join(', ');
      throw invalid({
        action: [`Esta acción no se aplica a varios registros a la vez. Use una de: ${known}.`],
      });
    }
    const needed = actions[action] ?? [];
    if (!needed.some((name) => actor.permissions.has(name))) throw forbidden(needed);
    if (!isObject(values)) throw invalid({ values: ['Envíe los valores como un objeto JSON.'] });
    const wrongTypes = wrongTypesOf(request, action, values);
    const errors = { ...wrongTypes, ...valueErrors(resource, action, values) };
    if (Object.keys(errors).length > 0) throw invalid(errors);
    return {
      ids: await readSelection(database, table, body, actor),
      recordChange: { action, input: values },
    };
  };

  const blockedBy = (id: string, problem: Problem, record?: AnyRecord): Blocked => ({
    id,
    title: record ? String(record[resource.title] ?? resource.label.one) : unseen,
    reason: reasonFor(resource, problem),
  });

  const changeAll = async (
    request: FastifyRequest,
    actor: Actor,
    { ids, recordChange }: Order,
    isDryRun: boolean,
  ) => {
    const change = changeOf(request, {
      ...(recordChange.action !== 'update' && { action: recordChange.action }),
      reason: reasonOf(resource.commands[recordChange.action], recordChange.input),
    });
    // A command does something even where it writes nothing into the record, such as sending a mail.
    const isCommand = Object.hasOwn(resource.commands, recordChange.action);
    const work = async (tx: Transaction, chunk: readonly string[]): Promise<Outcome[]> => {
      const records = await lockRecords(tx, table, chunk, actor);
      const outcomes: Outcome[] = [];
      for (const id of chunk) {
        const current = records.get(id);
        if (!current) {
          outcomes.push(blockedBy(id, notFound()));
          continue;
        }
        const outcome = await attempt(tx, () =>
          changeRecord(contextOf(request, tx, { isDry: isDryRun }), served, current, recordChange),
        );
        if ('refused' in outcome) outcomes.push(blockedBy(id, outcome.refused, current));
        else
          outcomes.push(
            !isCommand && outcome.done.row_version === current.row_version ? 'unchanged' : 'changed',
          );
      }
      return outcomes;
    };
    const outcomes = await inChunks(
      database,
      change,
      ids,
      isDryRun,
      work,
      (id, problem) => blockedBy(id, problem),
      resource.commands[recordChange.action]?.oneByOne ? 1 : chunkSize,
    );
    const blocked = outcomes.filter((outcome) => typeof outcome === 'object');
    return {
      changed: outcomes.filter((outcome) => outcome === 'changed').length,
      unchanged: outcomes.filter((outcome) => outcome === 'unchanged').length,
      blocked: blocked.slice(0, mostNamed),
      blocked_total: blocked.length,
    };
  };

  const count = { type: 'integer', minimum: 0 };
  const answerOf = (properties: object) => ({
    200: { type: 'object', required: ['data'], properties: { data: { type: 'object', properties } } },
    409: refusal('La selección cambió'),
  });
  const blockedSchema = {
    blocked: {
      type: 'array',
      description: `Los que no cambian y por qué; los primeros ${mostNamed}`,
      items: {
        type: 'object',
        properties: {
          id: { type: 'string', format: 'uuid' },
          title: { type: 'string' },
          reason: { type: 'string' },
        },
      },
    },
    blocked_total: count,
  };
  const body = {
    type: 'object',
    required: ['action'],
    properties: {
      ...selectionProperties,
      action: { type: 'string', enum: Object.keys(actions) },
      values: { type: 'object', description: 'Con `update`, los datos que cambian; si no, los de la acción' },
    },
  };
  const access = accessTo(permissions);

  app.post(
    `${path}/preview`,
    routeOptions(access, {
      summary: `Qué haría un cambio en lote de ${resource.label.many.toLocaleLowerCase('es')}`,
      body,
      response: answerOf({ total: count, changing: count, unchanged: count, ...blockedSchema }),
    }),
    async (request) => {
      const actor = actorOf(request);
      const order = await readOrder(request, actor);
      const { changed, ...rest } = await changeAll(request, actor, order, true);
      return { data: { total: order.ids.length, changing: changed, ...rest } };
    },
  );

  app.post(
    path,
    routeOptions(access, {
      summary: `Cambia varios registros de ${resource.label.many.toLocaleLowerCase('es')} a la vez`,
      headers: creationHeaders,
      body,
      response: answerOf({
        request_id: { type: 'string', description: 'Con él se deshace: `POST /api/undo/{request_id}`' },
        changed: count,
        unchanged: count,
        ...blockedSchema,
      }),
    }),
    (request) => {
      const actor = actorOf(request);
      return longCommand(request, async () => {
        const order = await readOrder(request, actor);
        const data = { request_id: request.id, ...(await changeAll(request, actor, order, false)) };
        return { status: 200, body: { data } };
      });
    },
  );
};
