import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, actorOf } from '../../platform/access.ts';
import { type Answer, command, etagOf, expectedVersion } from '../../platform/command.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { contextOf } from '../commands/context.ts';
import type { ResourceHooks } from '../hooks.ts';
import { parseRecord, type RecordText, readRecord } from '../reading/read-record.ts';
import { refersToUnseen } from '../reading/record-columns.ts';
import {
  accessTo,
  changeHeaders,
  creationHeaders,
  type IdParams,
  idParams,
  routeOptions,
  versionRefusals,
} from '../route.ts';
import { documentBodySchema, summaries } from '../schemas.ts';
import type { ResourceTable } from '../table.ts';
import { changeRecord, createRecord, reasonOf, type Served } from './change-record.ts';
import { typeErrors } from './read-body.ts';
import { reread } from './write-record.ts';

/** The written record, as its author may read it. */
export const recordAnswer = async (
  tx: Transaction,
  table: ResourceTable,
  record: RecordText,
  actor: Actor,
  status = 200,
): Promise<Answer> => {
  const seen = refersToUnseen(table, actor) ? await reread(tx, table, record.id, actor) : record;
  return { status, body: { data: parseRecord(seen) }, headers: { etag: etagOf(seen.row_version) } };
};

/** Handler that applies `action` to the record in the path, at the version in `If-Match`. */
export const changeHandler =
  (served: Served, action: string) =>
  (request: FastifyRequest): Promise<FastifyReply> => {
    const actor = actorOf(request);
    const { id } = request.params as IdParams;
    const recordChange = {
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
            reason: reasonOf(served.table.resource.commands[action], request.body),
          };
    return command(
      request,
      async (tx) => {
        const current = parseRecord(await readRecord(tx, served.table, id, actor, { lock: true }));
        const changed = await changeRecord(contextOf(request, tx), served, current, recordChange);
        return recordAnswer(tx, served.table, changed, actor);
      },
      options,
    );
  };

/** Bytes allowed for a line in a body, for everything else in it, and for all of it: 5,000 short lines. */
const bytes = { line: 4096, rest: 256 * 1024, body: 4 * 1024 * 1024 } as const;

/** Lines of mode `beside` are written page by page, so one body has at most this many of them. */
const mostBeside = 500;

/** A body with all lines of a document is larger than other bodies. */
const bodyLimitOf = ({ lines }: ResourceTable): { bodyLimit?: number } =>
  lines.length === 0
    ? {}
    : {
        bodyLimit: Math.min(
          bytes.body,
          bytes.rest +
            bytes.line *
              lines.reduce(
                (sum, { line: { mode, max } }) => sum + (mode === 'beside' ? Math.min(max, mostBeside) : max),
                0,
              ),
        ),
      };

/** `POST`, `PATCH`, `DELETE` (archive) and `POST …/restore`, as far as the resource supports them. */
export const writingRoutes = (
  app: FastifyInstance,
  table: ResourceTable,
  recordRef: object,
  hooks: ResourceHooks,
): void => {
  const { resource } = table;
  const { operations, permissions } = resource;
  const path = `/api/${resource.path}`;
  const says = summaries(resource);
  const answer = { type: 'object', required: ['data'], properties: { data: recordRef } };
  const one = { params: idParams, headers: changeHeaders, response: { 200: answer } };
  const restored = { ...one, response: { ...one.response, ...versionRefusals } };

  const served = { table, hooks };
  const create = (request: FastifyRequest): Promise<FastifyReply> => {
    const actor = actorOf(request);
    return command(request, async (tx) => {
      const recordChange = {
        input: request.body ?? {},
        wrongTypes: typeErrors(request.validationError?.validation),
      };
      const record = await createRecord(contextOf(request, tx), served, recordChange);
      const made = await recordAnswer(tx, table, record, actor, 201);
      return { ...made, headers: { ...made.headers, location: `${path}/${record.id}` } };
    });
  };

  if (operations.includes('create')) {
    app.post(
      path,
      {
        ...routeOptions(accessTo([permissions.create]), {
          summary: says.create,
          headers: creationHeaders,
          body: documentBodySchema(table),
          response: { 201: answer },
        }),
        ...bodyLimitOf(table),
      },
      create,
    );
  }
  if (operations.includes('update')) {
    app.patch(
      `${path}/:id`,
      {
        ...routeOptions(accessTo([permissions.updateAll, permissions.updateOwn]), {
          summary: says.update,
          body: documentBodySchema(table, { partial: true }),
          ...one,
        }),
        ...bodyLimitOf(table),
      },
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
