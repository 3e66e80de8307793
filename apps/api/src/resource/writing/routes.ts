import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, actorOf } from '../platform/access.ts';
import { type Answer, command, etagOf, expectedVersion } from '../platform/command.ts';
import type { Transaction } from '../platform/database.ts';
import { changeRecord, reasonOf, requireVisible, type Served } from './change-record.ts';
import type { ResourceHooks } from './hooks.ts';
import { readBody, typeErrors } from './read-body.ts';
import { parseRecord, type RecordText, readRecord } from './read-record.ts';
import { refersToUnseen } from './record-columns.ts';
import {
  accessTo,
  changeHeaders,
  creationHeaders,
  type IdParams,
  idParams,
  routeOptions,
  versionRefusals,
} from './route.ts';
import { bodySchema, summaries } from './schemas.ts';
import type { ResourceTable } from './table.ts';
import { insertRecord, reread } from './write-record.ts';

/** What was written, as its writer may read it. */
const recordAnswer = async (
  tx: Transaction,
  table: ResourceTable,
  record: RecordText,
  actor: Actor,
  status = 200,
): Promise<Answer> => {
  const seen = refersToUnseen(table, actor) ? await reread(tx, table, record.id, actor) : record;
  return { status, body: { data: parseRecord(seen) }, headers: { etag: etagOf(seen.row_version) } };
};

/** Does `action` to the record that the path names, in the version that `If-Match` names. */
export const changeHandler =
  (served: Served, action: string) =>
  (request: FastifyRequest): Promise<FastifyReply> => {
    const actor = actorOf(request);
    const { id } = request.params as IdParams;
    const deed = {
      action,
      input: request.body ?? {},
      wrongTypes: typeErrors(request.validationError?.validation),
      version: expectedVersion(request),
    };
    const options =
      action === 'update'
        ? {}
        : {
            action,
            reason: action in served.table.resource.transitions ? reasonOf(request.body) : undefined,
          };
    return command(
      request,
      async (tx) => {
        const current = parseRecord(await readRecord(tx, served.table, id, actor, { lock: true }));
        const changed = await changeRecord({ tx, actor, request }, served, current, deed);
        return recordAnswer(tx, served.table, changed, actor);
      },
      options,
    );
  };

/** `POST`, `PATCH`, `DELETE` (to the archive) and `POST …/restore`, as far as the resource has them. */
export const writingRoutes = (
  app: FastifyInstance,
  table: ResourceTable,
  recordRef: object,
  hooks: ResourceHooks,
): void => {
  const { resource } = table;
  const { fields, operations, permissions } = resource;
  const path = `/api/${resource.path}`;
  const says = summaries(resource);
  const rules = [...resource.rules, ...(hooks.rules ?? [])];
  const answer = { type: 'object', required: ['data'], properties: { data: recordRef } };
  const one = { params: idParams, headers: changeHeaders, response: { 200: answer } };
  const restored = { ...one, response: { ...one.response, ...versionRefusals } };

  const create = (request: FastifyRequest): Promise<FastifyReply> => {
    const actor = actorOf(request);
    return command(request, async (tx) => {
      const values = await readBody(tx, { fields, rules, actor, request });
      const extra = (await hooks.beforeCreate?.({ tx, actor, request }, values)) ?? {};
      const record = await insertRecord(tx, table, values, extra);
      await requireVisible(tx, table, record, actor);
      const made = await recordAnswer(tx, table, record, actor, 201);
      return { ...made, headers: { ...made.headers, location: `${path}/${record.id}` } };
    });
  };

  const served = { table, hooks };
  if (operations.includes('create')) {
    app.post(
      path,
      routeOptions(accessTo([permissions.create]), {
        summary: says.create,
        headers: creationHeaders,
        body: bodySchema(fields),
        response: { 201: answer },
      }),
      create,
    );
  }
  if (operations.includes('update')) {
    app.patch(
      `${path}/:id`,
      routeOptions(accessTo([permissions.updateAll, permissions.updateOwn]), {
        summary: says.update,
        body: bodySchema(fields, { partial: true }),
        ...one,
      }),
      changeHandler(served, 'update'),
    );
  }
  if (operations.includes('archive')) {
    app.delete(
      `${path}/:id`,
      routeOptions(accessTo([permissions.archive]), { summary: says.archive, ...one }),
      changeHandler(served, 'archive'),
    );
    app.post(
      `${path}/:id/restore`,
      routeOptions(accessTo([permissions.archive]), { summary: says.restore, ...restored }),
      changeHandler(served, 'restore'),
    );
  }
};
