import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { type Actor, actorOf } from '../../platform/access.ts';
import type { Area } from '../../platform/area.ts';
import { changeOf } from '../../platform/command.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, notFound, type Problem } from '../../platform/http/problem.ts';
import { asProblem, attempt, inChunks, longCommand, transact } from '../bulk/chunks.ts';
import { mostNamed, reasonFor } from '../bulk/routes.ts';
import { contextOf } from '../commands/context.ts';
import type { ServedEntity } from '../engine.ts';
import { type CompoundChange, readCompoundChange } from '../history/compound-changes.ts';
import { undoReason } from '../history/undo-reason.ts';
import { lockRecords } from '../reading/read-record.ts';
import { unseen } from '../reading/record-columns.ts';
import { scopeCondition } from '../reading/row-scope.ts';
import { creationHeaders, refusal, routeOptions } from '../route.ts';
import { quoted } from '../table.ts';
import { requireUpdate } from '../writing/change-record.ts';
import { undoCompoundChange } from './compound-change.ts';
import {
  type ChangedRecord,
  type NetChange,
  readChangedRecords,
  readNetChanges,
  readNetLinkChanges,
  readUndone,
} from './plan.ts';
import { type Created, undoCreated, undoRecord } from './record.ts';
import { referencesTo } from './references.ts';
import { readLineUndo } from './undo-lines.ts';

/** Maximum number of records tried by the preview of an undo. */
const mostTried = 400;

interface UndoBlocked {
  readonly id: string;
  /** Table of the record. */
  readonly resource: string;
  readonly title: string;
  readonly reason: string;
  /** Its page in the back office; null where there is none. */
  readonly path: string | null;
}

type Outcome = 'undone' | 'already' | 'invisible' | UndoBlocked;

interface RequestParams {
  request_id: string;
}

const requestIds = /^[\w:.-]{1,120}$/;

const undo = (app: FastifyInstance, request: FastifyRequest, requestId: string) => {
  const { database } = app;
  const actor: Actor = actorOf(request);
  const entities = app.engine.served;
  const reason = undoReason(requestId);

  const blockedBy = (
    { entity, id }: ChangedRecord,
    problem: Problem,
    served?: ServedEntity,
    record?: AnyRecord,
  ): UndoBlocked => {
    const resource = served?.table.resource;
    return {
      id,
      resource: entity,
      title: record && resource ? String(record[resource.title] ?? resource.label.one) : unseen,
      reason: resource ? reasonFor(resource, problem) : problem.message,
      path: record && resource ? `/${resource.screen}/${id}` : null,
    };
  };

  /** Whether an import took the record over from another system: its area takes it back with everything made of it. */
  const isTakenOver = ({ table, hooks }: ServedEntity, record: AnyRecord, net?: NetChange): boolean =>
    hooks.withdrawTakenOver !== undefined &&
    net?.created === true &&
    Boolean(record[table.resource.takenOver ?? '']);

  /**
   * Archives together the created records that nothing refers to, because an import creates thousands. When the rules
   * refuse one of them, none is archived and they are tried one by one.
   */
  const withdraw = async (
    tx: Transaction,
    served: ServedEntity,
    touched: readonly ChangedRecord[],
    known: {
      records: ReadonlyMap<string, AnyRecord>;
      undone: ReadonlySet<string>;
      nets: ReadonlyMap<string, NetChange>;
    },
  ): Promise<ReadonlySet<string>> => {
    // Work on behalf of others has to be attributed record by record.
    if (actor.standsFor) return new Set();
    const created = touched.flatMap((one): Created[] => {
      const current = known.records.get(one.id);
      const net = known.nets.get(one.id);
      return current &&
        net?.created &&
        net.since.length === 0 &&
        one.own &&
        !known.undone.has(one.id) &&
        !isTakenOver(served, current, net)
        ? [{ current, net }]
        : [];
    });
    const ids = created.map(({ current }) => current.id);
    const users = await referencesTo(tx, served.table, ids, entities);
    const free = created.filter(({ current }) => !users.has(current.id));
    if (free.length === 0) return new Set();
    const outcome = await attempt(tx, () => undoCreated(contextOf(request, tx), served, free, users));
    return new Set('done' in outcome ? free.map(({ current }) => current.id) : []);
  };

  const undoTable = async (
    tx: Transaction,
    served: ServedEntity,
    touched: readonly ChangedRecord[],
  ): Promise<(one: ChangedRecord) => Promise<Outcome>> => {
    const { table } = served;
    const ids = touched.map(({ id }) => id);
    const records = await lockRecords(tx, table, ids, actor);
    // Read after locking, so that nobody changes or undoes them concurrently.
    const undone = await readUndone(tx, table, ids, reason);
    const nets = await readNetChanges(tx, table, requestId, touched);
    const links = await readNetLinkChanges(tx, table, requestId, touched);
    const lines = await readLineUndo(tx, table, requestId, touched);
    const withdrawn = await withdraw(tx, served, touched, { records, undone, nets });
    return async (one) => {
      const current = records.get(one.id);
      if (!current) return one.own ? blockedBy(one, notFound(), served) : 'invisible';
      if (undone.has(one.id)) return 'already';
      if (withdrawn.has(one.id)) return 'undone';
      const outcome = await attempt(tx, async () => {
        if (!one.own) await requireUpdate(tx, table, current, actor);
        if (isTakenOver(served, current, nets.get(one.id)))
          return served.hooks.withdrawTakenOver?.(contextOf(request, tx), current);
        const own = {
          net: nets.get(one.id),
          links: links.filter(({ id }) => id === one.id),
          lines: lines.get(one.id),
        };
        await undoRecord(contextOf(request, tx), served, current, own, entities);
      });
      return 'refused' in outcome ? blockedBy(one, outcome.refused, served, current) : 'undone';
    };
  };

  const work = async (tx: Transaction, chunk: readonly ChangedRecord[]): Promise<Outcome[]> => {
    const tables = new Map<string, (one: ChangedRecord) => Promise<Outcome>>();
    // Tables in order of name and rows in order of id, so that two concurrent undos cannot deadlock.
    for (const entity of [...new Set(chunk.map((one) => one.entity))].sort()) {
      const served = entities.get(entity);
      const touched = chunk.filter((one) => one.entity === entity);
      if (served) tables.set(entity, await undoTable(tx, served, touched));
    }
    const outcomes: Outcome[] = [];
    for (const one of chunk) {
      const run = tables.get(one.entity);
      const other = conflict('irreversible', 'Este dato no se deshace desde aquí.');
      outcomes.push(run ? await run(one) : one.own ? blockedBy(one, other) : 'invisible');
    }
    return outcomes;
  };

  /** Undoes a change over rows of many tables completely or not at all. */
  const undoOne = async (whole: CompoundChange, { isDryRun }: { isDryRun: boolean }) => {
    const served = entities.get(whole.entity);
    const paths = [...new Set([...entities.values()].map(({ table }) => table.resource.path))];
    if (!served) throw nothing();
    const change = changeOf(request, { action: 'undo', reason });
    try {
      const total = await transact(database, change, isDryRun, (tx) =>
        undoCompoundChange(contextOf(request, tx, { isDry: isDryRun }), requestId, whole, app.engine),
      );
      return { ...whatGoesBackAsOne, undone: total, blocked: [], blocked_total: 0, paths, total };
    } catch (error) {
      const problem = asProblem(error);
      if (!problem || problem.status >= 500 || problem.code === 'already_undone') throw error;
      if (problem.status === 404) throw nothing();
      const id = whole.records[0] ?? '';
      const one = { entity: whole.entity, id, first: 0, last: 0, own: true };
      const [record] = await database.query<{ title: string }>(sql`
        SELECT to_jsonb(t) ->> ${served.table.resource.title} AS title
        FROM ${raw(quoted(whole.entity))} t WHERE t.id = ${id}::uuid AND ${scopeCondition(served.table.resource, actor)}`);
      const blocked = { ...blockedBy(one, problem, served), ...(record && { title: record.title }) };
      return { ...whatGoesBackAsOne, undone: 0, blocked: [blocked], blocked_total: 1, paths: [], total: 1 };
    }
  };

  /**
   * The records to undo: all that changed. Of a request that took over records from another system, or took them back
   * again, those records alone, because everything else follows from them; what was taken back is imported again, and
   * not repeated.
   */
  const readTouched = async (
    changed: readonly ChangedRecord[],
  ): Promise<{ readonly touched: readonly ChangedRecord[]; readonly hasTakenOver: boolean }> => {
    for (const [name, { table, hooks }] of entities) {
      const { takenOver } = table.resource;
      if (takenOver === undefined || !hooks.withdrawTakenOver || name !== table.name) continue;
      const ids = changed.flatMap(({ entity, id }) => (entity === name ? [id] : []));
      const taken = await database.one(sql`
        SELECT FROM ${raw(quoted(name))} t
        WHERE t.id = ANY(${ids}::uuid[]) AND t.${raw(quoted(takenOver))} IS NOT NULL AND EXISTS (
          SELECT FROM audit_log l
          WHERE l.request_id = ${requestId} AND l.entity = ${name} AND l.entity_id = t.id::text
            AND (l.before IS NULL OR t.withdrawn_at IS NOT NULL AND l.after ->> 'archived_at' IS NOT NULL))
        LIMIT 1`);
      if (taken) return { touched: changed.filter(({ entity }) => entity === name), hasTakenOver: true };
    }
    return { touched: changed, hasTakenOver: false };
  };

  const run = async ({ isDryRun }: { isDryRun: boolean }) => {
    if (!requestIds.test(requestId)) throw notFound();
    const isRunning = await database.one(
      sql`SELECT FROM command_runs WHERE request_id = ${requestId} AND state IN ('waiting', 'running')`,
    );
    if (isRunning)
      throw conflict(
        'still_running',
        'Esta acción sigue en curso. Deténgala, o espere a que termine, antes de deshacerla.',
      );
    const whole = await readCompoundChange(database, requestId);
    if (whole) return undoOne(whole, { isDryRun });
    const changed = await readChangedRecords(database, entities, requestId, actor.userId);
    if (changed.length === 0) throw nothing();
    const { touched, hasTakenOver } = await readTouched(changed);
    const tried = isDryRun ? touched.slice(0, mostTried) : touched;
    const change = changeOf(request, { action: 'undo', reason });
    const outcomes = await inChunks(database, change, tried, isDryRun, work, (one, problem) =>
      blockedBy(one, problem, entities.get(one.entity)),
    );
    const seen = outcomes.filter((outcome) => outcome !== 'invisible');
    if (seen.length === 0) throw nothing();
    const blocked = seen.filter((outcome) => typeof outcome === 'object');
    const count = seen.filter((outcome) => outcome === 'undone').length;
    if (count === 0 && blocked.length === 0) {
      throw conflict('already_undone', 'Esta operación ya se deshizo; no queda nada por deshacer.');
    }
    const paths = new Set(touched.flatMap(({ entity }) => entities.get(entity)?.table.resource.path ?? []));
    return {
      undone: count,
      blocked: blocked.slice(0, mostNamed),
      blocked_total: blocked.length,
      paths: [...paths],
      total: touched.length,
      complete: tried.length === touched.length,
      repeatable: count > 0 && !hasTakenOver,
    };
  };
  return run;
};

const whatGoesBackAsOne = { complete: true, repeatable: false };

const nothing = () => notFound('No se encontró la operación que quiere deshacer, o no está a su alcance.');

const count = { type: 'integer', minimum: 0 };
const blockedSchema = {
  blocked: {
    type: 'array',
    description: `Lo que queda como está y por qué; los primeros ${mostNamed}`,
    items: {
      type: 'object',
      properties: {
        id: { type: 'string' },
        resource: { type: 'string' },
        title: { type: 'string' },
        reason: { type: 'string' },
        path: { type: ['string', 'null'], description: 'Su página en la administración' },
      },
    },
  },
  blocked_total: count,
  paths: { type: 'array', items: { type: 'string' }, description: 'Recursos que cambian, por su ruta' },
  repeatable: { type: 'boolean', description: 'Si deshacerla puede deshacerse a su vez' },
};
const answerOf = (properties: object) => ({
  200: {
    type: 'object',
    required: ['data'],
    properties: { data: { type: 'object', properties: { ...properties, ...blockedSchema } } },
  },
  404: refusal('No hay tal operación a su alcance'),
  409: refusal('Ya se deshizo, o sigue en curso'),
});
const params = { type: 'object', properties: { request_id: { type: 'string' } } };

/**
 * Undo of everything one request wrote: one record, a bulk change, or an import of many thousands.
 *
 * | Call | Answer |
 * |---|---|
 * | `GET /api/undo/{request_id}` | the preview: `{ data: { request_id, total, undone, blocked, blocked_total, paths, complete, repeatable } }` |
 * | `POST /api/undo/{request_id}` | runs it: `{ data: { request_id, undone, blocked, blocked_total, paths, repeatable } }` |
 *
 * The former state is read from the audit log: a changed field gets its former value if it still has the one the
 * request wrote; a created record is archived if nothing refers to it; archiving and restoring are reversed. A resource
 * without an archive keeps what was created. State changes are not undone, because they have effects of their own;
 * those marked `reversible`, merges and conversions are undone as one, or not at all. The user who made the change may
 * undo it, and so may any user who may change the record; both need the permission of the reversing step, and neither
 * sees more than usual. The undo is logged under its own request (action `undo`), so it can be undone in turn where it
 * is `repeatable`.
 */
export const undoArea: Area = (app) => {
  app.get<{ Params: RequestParams }>(
    '/api/undo/:request_id',
    routeOptions('signed-in', {
      summary: 'Qué pasaría al deshacer una operación',
      params,
      response: answerOf({
        request_id: { type: 'string' },
        total: { ...count, description: 'Registros que la operación cambió' },
        undone: { ...count, description: 'Cuántos volverían a estar como antes' },
        complete: {
          type: 'boolean',
          description: `Falso en una operación de más de ${mostTried} registros: solo se probaron los últimos`,
        },
      }),
    }),
    async (request) => {
      const { request_id } = request.params;
      return { data: { request_id, ...(await undo(app, request, request_id)({ isDryRun: true })) } };
    },
  );

  app.post<{ Params: RequestParams }>(
    '/api/undo/:request_id',
    routeOptions('signed-in', {
      summary: 'Deshace una operación',
      params,
      headers: creationHeaders,
      response: answerOf({
        request_id: { type: 'string', description: 'La de deshacer' },
        undone: count,
      }),
    }),
    (request) =>
      longCommand(request, async (around) => {
        const { request_id } = request.params;
        const lock = await around.one<{ free: boolean }>(
          sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${`pauta.undo.${request_id}`}, 0)) AS free`,
        );
        if (!lock?.free) {
          throw conflict(
            'in_progress',
            'Esta operación se está deshaciendo en este momento. Espere unos segundos.',
          );
        }
        const { total, complete, ...done } = await undo(app, request, request_id)({ isDryRun: false });
        return {
          status: 200,
          body: { data: { request_id: request.id, ...done } },
        };
      }),
  );
};
