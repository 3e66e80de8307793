import { type AnyRecord, fieldOf } from '@pauta/domain/resource/resource.ts';
import { thisOne } from '@pauta/domain/text/label.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, actorOf } from '../platform/access.ts';
import { type Answer, command, etagOf, expectedVersion } from '../platform/command.ts';
import type { Transaction } from '../platform/database.ts';
import { conflict, forbidden, invalid, Problem, stale } from '../platform/problem.ts';
import type { ResourceHooks } from './hooks.ts';
import { readBody } from './read-body.ts';
import { parseRecord, type RecordText, readRecord } from './read-record.ts';
import {
  accessTo,
  changeHeaders,
  creationHeaders,
  type IdParams,
  idParams,
  routeOptions,
  versionRefusals,
} from './route.ts';
import { rowScope } from './row-scope.ts';
import { bodySchema, summaries } from './schemas.ts';
import type { ResourceTable } from './table.ts';
import { insertRecord, updateRecord } from './write-record.ts';

export const recordAnswer = (record: RecordText, status = 200): Answer => ({
  status,
  body: { data: parseRecord(record) },
  headers: { etag: etagOf(record.row_version) },
});

/**
 * The record a write is about, locked, in the version its caller saw.
 *
 * @throws Problem 404 outside what the actor sees, 412 with the record as it is now
 */
export const lockRecord = async (
  tx: Transaction,
  table: ResourceTable,
  { id, version, actor }: { id: string; version: number; actor: Actor },
): Promise<AnyRecord> => {
  const record = parseRecord(await readRecord(tx, table, id, actor, { lock: true }));
  if (record.row_version !== version) throw stale(record);
  return record;
};

const owns = ({ resource }: ResourceTable, record: AnyRecord, actor: Actor): boolean =>
  resource.owners.some((owner) => (record[owner] as { id: string } | null)?.id === actor.userId);

const requireUpdate = (table: ResourceTable, record: AnyRecord, actor: Actor): void => {
  const { updateAll, updateOwn } = table.resource.permissions;
  if (actor.permissions.has(updateAll)) return;
  if (updateOwn !== undefined && actor.permissions.has(updateOwn) && owns(table, record, actor)) return;
  throw forbidden(updateAll);
};

const refuseArchived = ({ resource }: ResourceTable, record: AnyRecord): void => {
  if (record.archived_at) {
    throw conflict(
      'archived',
      `No se puede cambiar ${thisOne(resource.label)}: está en el archivo. Restáurelo primero.`,
    );
  }
};

/** Whoever sees only his own (or his team's) records cannot make one he would not see. */
const requireVisible = async (
  tx: Transaction,
  table: ResourceTable,
  record: RecordText,
  actor: Actor,
): Promise<void> => {
  const scope = rowScope(table.resource, actor);
  const [owner] = table.resource.owners;
  if (owner === undefined || scope === 'all' || scope === 'none') return;
  try {
    await readRecord(tx, table, record.id, actor);
  } catch (error) {
    if (!(error instanceof Problem && error.status === 404)) throw error;
    const who = scope === 'own' ? 'a usted' : 'a alguien de su equipo';
    throw invalid({ [owner]: [`${fieldOf(table.resource, owner).label}: asigne el registro ${who}.`] });
  }
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
      const made = recordAnswer(record, 201);
      return { ...made, headers: { ...made.headers, location: `${path}/${record.id}` } };
    });
  };

  const change = async (
    request: FastifyRequest,
    action: string | undefined,
    work: (
      tx: Transaction,
      record: AnyRecord,
      actor: Actor,
      version: number,
    ) => Promise<RecordText | undefined>,
  ): Promise<FastifyReply> => {
    const actor = actorOf(request);
    const version = expectedVersion(request);
    const { id } = request.params as IdParams;
    return command(
      request,
      async (tx) => {
        const current = await lockRecord(tx, table, { id, version, actor });
        const record = await work(tx, current, actor, version);
        if (!record) throw stale(parseRecord(await readRecord(tx, table, id, actor)));
        return recordAnswer(record);
      },
      { ...(action !== undefined && { action }) },
    );
  };

  const update = (request: FastifyRequest) =>
    change(request, undefined, async (tx, current, actor, version) => {
      requireUpdate(table, current, actor);
      refuseArchived(table, current);
      const values = await readBody(tx, { fields, rules, actor, request, current });
      const extra = (await hooks.beforeUpdate?.({ tx, actor, request }, current, values)) ?? {};
      const record = await updateRecord(tx, table, { id: current.id, version }, values, extra);
      if (record) await requireVisible(tx, table, record, actor);
      return record;
    });

  const archive = (request: FastifyRequest) =>
    change(request, 'archive', async (tx, current, actor, version) => {
      refuseArchived(table, current);
      if (current.is_system === true) {
        throw conflict('system_row', 'Este valor es parte del sistema y no se archiva; puede desactivarlo.');
      }
      await hooks.beforeArchive?.({ tx, actor, request }, current);
      return updateRecord(
        tx,
        table,
        { id: current.id, version },
        {},
        { archived_at: new Date().toISOString() },
      );
    });

  const restore = (request: FastifyRequest) =>
    change(request, 'restore', async (tx, current, _actor, version) => {
      if (!current.archived_at) throw conflict('not_archived', 'Este registro no está en el archivo.');
      return updateRecord(tx, table, { id: current.id, version }, {}, { archived_at: null });
    });

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
      update,
    );
  }
  if (operations.includes('archive')) {
    app.delete(
      `${path}/:id`,
      routeOptions(accessTo([permissions.archive]), { summary: says.archive, ...one }),
      archive,
    );
    app.post(
      `${path}/:id/restore`,
      routeOptions(accessTo([permissions.archive]), { summary: says.restore, ...restored }),
      restore,
    );
  }
};
