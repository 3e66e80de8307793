import { accountTransferItems, accountTransfers } from '@pauta/domain/crm/account-transfer.ts';
import { sumAmounts } from '@pauta/domain/money/sum-amounts.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import type { FastifyInstance } from 'fastify';
import sql, { raw, type Sql } from 'sql-template-tag';
import { countParts, isToHandOver, type PortfolioPart } from '../admin/portfolio.ts';
import { readSetting } from '../admin/settings-store.ts';
import { actorOf } from '../platform/access.ts';
import { command } from '../platform/command.ts';
import type { Queryable } from '../platform/database.ts';
import { conflict, invalid, notFound } from '../platform/problem.ts';
import { mountResource } from '../resource/mount-resource.ts';
import { readRecord } from '../resource/read-record.ts';
import { creationHeaders, type IdParams, idParams, refusal } from '../resource/route.ts';
import { anyOf } from '../resource/statement.ts';
import { tableOf } from '../resource/table.ts';
import { executeTransfersInTime } from './due-transfers.ts';
import { cancelTransfer, revertTransfer } from './transfer-revert.ts';
import {
  canBeFrozen,
  concentrationOf,
  executeTransfer,
  isFrozen,
  keyOf,
  partsOf,
  planCondition,
  scheduleTransfer,
  type TransferPlan,
  transferParts,
} from './transfer-run.ts';

interface PreviewBody extends TransferPlan {
  from_user_id: string;
  to_user_id: string;
}

interface TransferBody extends PreviewBody {
  reason: string;
  effective_on?: string | null;
}

const planProperties = {
  from_user_id: { type: 'string', format: 'uuid', description: 'Quién las tiene' },
  to_user_id: { type: 'string', format: 'uuid', description: 'Quién las recibe' },
  parts: {
    type: 'array',
    minItems: 1,
    maxItems: 50,
    items: { type: 'string', maxLength: 120 },
    description: 'Qué se transfiere, como lo nombra `GET /api/account-transfers/parts`',
  },
  ids: {
    type: 'array',
    minItems: 1,
    maxItems: 1000,
    items: { type: 'string', format: 'uuid' },
    description: 'Solo estos clientes',
  },
  query: {
    type: 'string',
    maxLength: 8000,
    description: 'Solo los clientes de esta lista, por sus parámetros',
  },
} as const;

const planRequired = ['from_user_id', 'to_user_id', 'parts'] as const;

/** Whole numbers of percent read better; a share that is almost nothing does not read as nothing. */
const share = (percent: number): number => Math.round(percent * 10) / 10;

const planOf = ({ parts, ids, query }: TransferPlan): TransferPlan => {
  if (ids !== undefined && query !== undefined)
    throw invalid({ ids: ['Indique los clientes o el filtro que los reúne, una de las dos cosas.'] });
  return { parts, ...(ids && { ids }), ...(query !== undefined && { query }) };
};

/** What each part of the plan would move, and of the accounts the money that goes with them. */
const countPlan = async (database: Queryable, plan: TransferPlan, from: string) => {
  const parts = partsOf(plan);
  const wanted = (part: PortfolioPart): Sql =>
    sql`${isToHandOver(part, from)} AND ${planCondition(part, plan)}`;
  const moving = await countParts(database, parts, (part) =>
    canBeFrozen(part) ? sql`${wanted(part)} AND NOT ${isFrozen}` : wanted(part),
  );
  const staying = await countParts(
    database,
    parts.filter(canBeFrozen),
    (part) => sql`${wanted(part)} AND ${isFrozen}`,
  );
  return moving.map(({ part, count, amounts }) => ({
    key: keyOf(part),
    label: part.label,
    count,
    frozen: staying.find((one) => one.part === part)?.count ?? 0,
    amounts,
  }));
};

interface ClientFacts {
  readonly blocked: number;
  readonly archived: number;
  readonly on_hold: number;
  readonly principal: number;
}

/** What somebody should know before about the clients of the plan. */
const readClients = async (database: Queryable, plan: TransferPlan, from: string): Promise<ClientFacts> => {
  const none = { blocked: 0, archived: 0, on_hold: 0, principal: 0 };
  const parts = partsOf(plan).filter(({ resource }) => resource.name === 'clients');
  const [first] = parts;
  if (!first) return none;
  const his = anyOf(parts.map((part) => isToHandOver(part, from)));
  const isPrincipal = parts.some(canBeFrozen)
    ? sql`t.primary_sales_rep_id = ${from}::uuid AND t.archived_at IS NULL`
    : raw('false');
  const row = await database.one<ClientFacts>(sql`
    SELECT (count(*) FILTER (WHERE t.status = 'blocked'))::integer AS blocked,
      (count(*) FILTER (WHERE t.archived_at IS NOT NULL))::integer AS archived,
      (count(*) FILTER (WHERE t.credit_status IN ('on_hold', 'blocked')))::integer AS on_hold,
      (count(*) FILTER (WHERE ${isPrincipal}))::integer AS principal
    FROM clients t WHERE ${his} AND ${planCondition(first, plan)}
      AND NOT (t.primary_sales_rep_id = ${from}::uuid AND ${isFrozen})`);
  return row ?? none;
};

const some = (count: number, one: string, many: string): string =>
  count === 1 ? one : many.replace('#', formatCount(count));

const preview = async (database: Queryable, body: PreviewBody) => {
  const { from_user_id: from, to_user_id: to } = body;
  const plan = planOf(body);
  const people = await database.query<{ id: string; full_name: string; status: string }>(
    sql`SELECT id, full_name, status FROM users WHERE id = ANY(${[from, to]}::uuid[])`,
  );
  const receiver = people.find(({ id }) => id === to);
  if (!people.some(({ id }) => id === from))
    throw invalid({ from_user_id: ['Elija a una persona de la lista.'] });
  if (!receiver) throw invalid({ to_user_id: ['Elija a una persona de la lista.'] });
  if (from === to) throw invalid({ to_user_id: ['Elija a otra persona: ya es quien las tiene.'] });
  const parts = await countPlan(database, plan, from);
  const { blocked, archived, on_hold, principal } = await readClients(database, plan, from);
  const threshold = Number(await readSetting(database, 'portfolio_concentration_pct'));
  const concentration = await concentrationOf(database, to, principal);
  const frozen = parts.reduce((sum, part) => sum + part.frozen, 0);
  const warnings = [
    ...(receiver.status === 'active'
      ? []
      : [`${receiver.full_name} no tiene la cuenta activa: elija a otra persona.`]),
    ...(frozen > 0
      ? [
          some(
            frozen,
            'Una cuenta está congelada y no se mueve.',
            '# cuentas están congeladas y no se mueven.',
          ),
        ]
      : []),
    ...(blocked > 0 ? [some(blocked, 'Un cliente está bloqueado.', '# clientes están bloqueados.')] : []),
    ...(on_hold > 0
      ? [
          some(
            on_hold,
            'Un cliente tiene el crédito retenido o bloqueado.',
            '# clientes tienen el crédito retenido o bloqueado.',
          ),
        ]
      : []),
    ...(archived > 0 ? [some(archived, 'Un cliente está archivado.', '# clientes están archivados.')] : []),
    ...(concentration.after >= threshold && principal > 0
      ? [
          `${receiver.full_name} quedaría con ${share(concentration.after)} % de los clientes; el aviso está en ${threshold} %.`,
        ]
      : []),
  ];
  return {
    parts,
    total: parts.reduce((sum, { count }) => sum + count, 0),
    amounts: sumAmounts(parts.flatMap(({ amounts }) => amounts)),
    receiver: {
      clients: concentration.clients,
      clients_after: concentration.clients + principal,
      share: share(concentration.before),
      share_after: share(concentration.after),
    },
    warnings,
  };
};

const previewSchema = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'object',
      additionalProperties: true,
      properties: {
        total: { type: 'integer', description: 'Registros que cambiarían de manos' },
        warnings: { type: 'array', items: { type: 'string' } },
      },
    },
  },
} as const;

/** Transfers of accounts: preview, execute, schedule, revert; the log and its records. */
export const transferLogRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  mountResource(app, accountTransfers, { transitions: { revert: revertTransfer, cancel: cancelTransfer } });
  mountResource(app, accountTransferItems);
  executeTransfersInTime(app);

  app.get(
    '/api/account-transfers/parts',
    {
      config: { access: { permission: 'transfers.execute' } },
      schema: { summary: 'Lo que se puede transferir' },
    },
    async () => ({
      data: transferParts.map((part) => ({
        key: keyOf(part),
        label: part.label,
        resource: part.resource.name,
      })),
    }),
  );

  app.post<{ Body: PreviewBody }>(
    '/api/account-transfers/preview',
    {
      config: { access: { permission: 'transfers.execute' } },
      schema: {
        summary: 'Lo que haría una transferencia',
        body: {
          type: 'object',
          required: planRequired,
          additionalProperties: false,
          properties: planProperties,
        },
        response: { 200: previewSchema },
      },
    },
    async (request) => ({ data: await preview(database, request.body) }),
  );

  app.post<{ Body: TransferBody }>(
    '/api/account-transfers',
    {
      config: { access: { permission: 'transfers.execute' } },
      schema: {
        summary: 'Transferir cuentas, hoy o en una fecha',
        description:
          'Sin `ids` ni `query` se transfiere todo lo de la persona. Con una fecha futura queda programada: se ejecuta ese día sobre lo que la persona tenga entonces.',
        headers: creationHeaders,
        body: {
          type: 'object',
          required: [...planRequired, 'reason'],
          additionalProperties: false,
          properties: {
            ...planProperties,
            reason: { type: 'string', minLength: 5, maxLength: 1000 },
            effective_on: { type: ['string', 'null'], format: 'date', description: 'Sin fecha, hoy' },
          },
        },
        response: { 409: refusal('No hay nada que transferir') },
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const { from_user_id: from, to_user_id: to, effective_on: day } = request.body;
      const reason = request.body.reason.trim();
      if (reason.length < 5) throw invalid({ reason: ['Escriba al menos 5 caracteres.'] });
      const plan = planOf(request.body);
      return command(
        request,
        async (tx) => {
          await tx.query(sql`SET LOCAL statement_timeout = '60s'`);
          const today = await tx.one<{ later: boolean; past: boolean }>(sql`
            SELECT ${day ?? null}::date > business_date() AS later, ${day ?? null}::date < business_date() AS past`);
          if (today?.past)
            throw invalid({ effective_on: ['Elija hoy o un día que venga: lo pasado no cambia.'] });
          const id =
            today?.later && day
              ? await scheduleTransfer(tx, { origin: 'manual', from, to, reason, plan, day })
              : await executeTransfer(tx, { origin: 'manual', from, to, reason, plan });
          const { data } = await readRecord(tx, tableOf(accountTransfers), id, actor);
          return {
            status: 201,
            body: { data: JSON.parse(data) },
            headers: { location: `/api/account-transfers/${id}` },
          };
        },
        { reason },
      );
    },
  );

  app.get<{ Params: IdParams }>(
    '/api/account-transfers/:id/plan',
    {
      config: { access: { permission: 'transfers.view_all' } },
      schema: { summary: 'Lo que moverá una transferencia programada', params: idParams },
    },
    async (request) => {
      const row = await database.one<{
        status: string;
        plan: TransferPlan | null;
        from_user_id: string;
        to_user_id: string;
      }>(
        sql`SELECT status, plan, from_user_id, to_user_id FROM account_transfers WHERE id = ${request.params.id}`,
      );
      if (!row) throw notFound();
      if (row.status !== 'scheduled' || !row.plan)
        throw conflict('wrong_state', 'Esta transferencia no está programada.');
      const { plan, from_user_id, to_user_id } = row;
      return { data: await preview(database, { ...plan, from_user_id, to_user_id }) };
    },
  );
};
