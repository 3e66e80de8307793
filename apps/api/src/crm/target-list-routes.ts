import { clients } from '@pauta/domain/crm/client.ts';
import { distributionMethods } from '@pauta/domain/crm/distribute.ts';
import { targetLists } from '@pauta/domain/crm/target-list.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { type Actor, actorOf } from '../platform/access.ts';
import { changeOf, command } from '../platform/command.ts';
import type { Transaction } from '../platform/database.ts';
import { readSelection, selectionProperties } from '../resource/bulk-selection.ts';
import { requireUpdate } from '../resource/change-record.ts';
import { parseRecord, readRecord } from '../resource/read-record.ts';
import { creationHeaders, type IdParams, idParams, refusal } from '../resource/route.ts';
import { scopeCondition } from '../resource/row-scope.ts';
import { tableOf } from '../resource/table.ts';
import {
  type HeldList,
  heldFrom,
  holdOpenList,
  join,
  sortJoining,
  type TakenClient,
  takenReason,
} from './target-accounts.ts';
import { distributionScopes, handOver, planDistribution, readDistribution } from './target-distribution.ts';
import { lockDynamicList, planRefresh, type RefreshPlan, refresh } from './target-refresh.ts';

const updating = ['target_lists.update_all', 'target_lists.update_own'];
/** As many accounts as an answer names. */
const mostNamed = 100;

const count = { type: 'integer', minimum: 0 } as const;
const named = {
  type: 'array',
  description: `Los primeros ${mostNamed}`,
  items: {
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid' },
      title: { type: 'string' },
      reason: { type: 'string' },
    },
  },
} as const;
const answered = (properties: object) => ({
  200: { type: 'object', properties: { data: { type: 'object', properties } } },
  409: refusal('El estado de la lista no lo permite, o la selección cambió'),
});
const joinAnswer = {
  request_id: { type: 'string' },
  joining: count,
  already: count,
  unseen: count,
  blocked: named,
  blocked_total: count,
};
const refreshAnswer = {
  request_id: { type: 'string' },
  entering: count,
  entering_named: named,
  leaving: count,
  leaving_named: named,
  kept: count,
  removed: count,
  blocked: named,
  blocked_total: count,
};
const distributionAnswer = {
  request_id: { type: 'string' },
  accounts: count,
  sellers: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        id: { type: 'string', format: 'uuid' },
        name: { type: 'string' },
        before: count,
        after: count,
        elsewhere: { ...count, description: 'Cuentas abiertas en otras listas activas' },
      },
    },
  },
};
const distributionBody = {
  type: 'object',
  properties: {
    method: { type: 'string', enum: Object.keys(distributionMethods) },
    scope: { type: 'string', enum: Object.keys(distributionScopes) },
    sellers: { type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: 100 },
    expected: { ...count, description: 'Cuántas cuentas vio la persona; si ya no son esas, 409' },
  },
} as const;

const blockedOf = (taken: readonly TakenClient[]) => ({
  blocked: taken
    .slice(0, mostNamed)
    .map((one) => ({ id: one.id, title: one.title, reason: takenReason(one) })),
  blocked_total: taken.length,
});

class Rehearsed<T> extends Error {
  readonly value: T;
  constructor(value: T) {
    super('rehearsed');
    this.value = value;
  }
}

/** Commands over a whole target list: what joins it, what its filter says, who works it. Each has its preview. */
export const targetListRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  const table = tableOf(targetLists);

  /** Does the work and takes it back: what it answers is what the command would. */
  const rehearse = async <T>(
    request: FastifyRequest,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<{ data: T }> => {
    try {
      await database.transaction(changeOf(request), async (tx) => {
        throw new Rehearsed(await work(tx));
      });
    } catch (error) {
      if (error instanceof Rehearsed) return { data: error.value as T };
      throw error;
    }
    throw new Error('a rehearsal ended without a result');
  };

  /** The list of the path, locked, of somebody who may change it. */
  const lock = async (tx: Transaction, request: FastifyRequest, actor: Actor): Promise<HeldList> => {
    const { id } = request.params as IdParams;
    const record = parseRecord(await readRecord(tx, table, id, actor, { lock: true }));
    await requireUpdate(tx, table, record, actor);
    await holdOpenList(tx, record.id);
    return heldFrom(tx, record);
  };

  const joinAll = async (request: FastifyRequest, tx: Transaction, isReal: boolean) => {
    const actor = actorOf(request);
    const list = await lock(tx, request, actor);
    const asked = await readSelection(
      tx,
      tableOf(clients),
      (request.body ?? {}) as Readonly<Record<string, unknown>>,
      actor,
    );
    const seen = await tx.query<{ id: string }>(sql`
      SELECT t.id FROM clients t
      WHERE t.id = ANY(${asked}::uuid[]) AND t.archived_at IS NULL AND ${scopeCondition(clients, actor)} ORDER BY t.id`);
    const ids = seen.map(({ id }) => id);
    const { joining, already, taken } = await sortJoining(tx, list, ids, 'manual');
    if (isReal) await join(tx, list, joining, 'manual');
    return { joining: joining.length, already, unseen: asked.length - ids.length, ...blockedOf(taken) };
  };

  const joinRoute = (isReal: boolean) => ({
    config: { access: { anyPermission: ['target_list_members.create'] } },
    schema: {
      summary: isReal
        ? 'Agrega clientes a una lista objetivo'
        : 'Qué clientes entrarían a una lista objetivo',
      params: idParams,
      ...(isReal && { headers: creationHeaders }),
      body: { type: 'object', properties: selectionProperties },
      response: answered(joinAnswer),
    },
  });

  app.post('/api/target-lists/:id/accounts/preview', joinRoute(false), (request) =>
    rehearse(request, (tx) => joinAll(request, tx, false)),
  );
  app.post('/api/target-lists/:id/accounts', joinRoute(true), (request) =>
    command(request, async (tx) => ({
      status: 200,
      body: { data: { request_id: request.id, ...(await joinAll(request, tx, true)) } },
    })),
  );

  const refreshAnswerOf = async (tx: Transaction, plan: RefreshPlan) => {
    const { entering, leaving, kept, removed, taken } = plan;
    const enteringNamed = await tx.query<{ id: string; title: string }>(sql`
      SELECT id, trade_name AS title FROM clients WHERE id = ANY(${entering}::uuid[])
      ORDER BY sort_key(trade_name) COLLATE "C", id LIMIT ${mostNamed}`);
    return {
      entering: entering.length,
      entering_named: enteringNamed,
      leaving: leaving.length,
      leaving_named: leaving.slice(0, mostNamed),
      kept,
      removed,
      ...blockedOf(taken),
    };
  };

  const refreshRoute = (isReal: boolean) => ({
    config: { access: { anyPermission: updating } },
    schema: {
      summary: isReal
        ? 'Actualiza una lista objetivo desde su filtro'
        : 'Qué cambiaría al actualizar una lista objetivo',
      params: idParams,
      ...(isReal && { headers: creationHeaders }),
      response: answered(refreshAnswer),
    },
  });

  app.post('/api/target-lists/:id/refresh/preview', refreshRoute(false), (request) =>
    rehearse(request, async (tx) => {
      const { id } = await lock(tx, request, actorOf(request));
      return refreshAnswerOf(tx, await planRefresh(tx, await lockDynamicList(tx, id)));
    }),
  );
  app.post('/api/target-lists/:id/refresh', refreshRoute(true), (request) =>
    command(
      request,
      async (tx) => {
        const { id } = await lock(tx, request, actorOf(request));
        const plan = await refresh(tx, await lockDynamicList(tx, id));
        return {
          status: 200,
          body: { data: { request_id: request.id, ...(await refreshAnswerOf(tx, plan)) } },
        };
      },
      { reason: 'Actualización desde el filtro' },
    ),
  );

  const distributionRoute = (isReal: boolean) => ({
    config: { access: { anyPermission: ['target_lists.distribute'] } },
    schema: {
      summary: isReal
        ? 'Reparte las cuentas de una lista objetivo'
        : 'Cómo quedaría el reparto de una lista objetivo',
      params: idParams,
      ...(isReal && { headers: creationHeaders }),
      body: distributionBody,
      response: answered(distributionAnswer),
    },
  });
  const plan = async (request: FastifyRequest, tx: Transaction) => {
    const list = await lock(tx, request, actorOf(request));
    return planDistribution(tx, list, readDistribution(request.body));
  };

  app.post('/api/target-lists/:id/distribution/preview', distributionRoute(false), (request) =>
    rehearse(request, async (tx) => {
      const { given: _, ...shares } = await plan(request, tx);
      return shares;
    }),
  );
  app.post('/api/target-lists/:id/distribution', distributionRoute(true), (request) => {
    const { method } = readDistribution(request.body);
    return command(
      request,
      async (tx) => {
        const { given, ...shares } = await plan(request, tx);
        await handOver(tx, given);
        return { status: 200, body: { data: { request_id: request.id, ...shares } } };
      },
      { reason: `Reparto: ${distributionMethods[method].toLocaleLowerCase('es')}` },
    );
  });
};
