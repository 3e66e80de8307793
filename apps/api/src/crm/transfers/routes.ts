import { accountTransferItems, accountTransfers } from '@pauta/domain/crm/transfers/account-transfer.ts';
import { isId, type Reference } from '@pauta/domain/kinds/reference.ts';
import { sumAmounts } from '@pauta/domain/money/sum-amounts.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import type { FastifyInstance } from 'fastify';
import sql, { raw, type Sql } from 'sql-template-tag';
import { countParts, isToHandOver, type PortfolioPart } from '../../admin/portfolio/portfolio.ts';
import { readSetting } from '../../admin/settings/store.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { conflict, invalid, notFound } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { mountResource } from '../../resource/mount-resource.ts';
import { type IdParams, idParams } from '../../resource/route.ts';
import { anyOf } from '../../resource/statement.ts';
import { completeTransfer, executeTransfersInTime, giveUpTransfer } from './due-transfers.ts';
import { cancelTransfer, revertTransfer } from './revert.ts';
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
} from './run.ts';

/** Whole numbers of percent are easier to read; a very small share must not be shown as zero. */
const share = (percent: number): number => Math.round(percent * 10) / 10;

/** The input of the command as a plan. @throws Problem 422 */
const planOf = ({ parts, ids, query }: Values): TransferPlan => {
  const chosen = (ids ?? []) as readonly string[];
  if (!chosen.every(isId)) throw invalid({ ids: ['Envíe una lista de identificadores.'] });
  if (chosen.length > 0 && query)
    throw invalid({ ids: ['Indique los clientes o el filtro que los reúne, una de las dos cosas.'] });
  return {
    parts: (parts ?? []) as readonly string[],
    ...(chosen.length > 0 && { ids: chosen }),
    ...(typeof query === 'string' && { query }),
  };
};

interface People {
  readonly from: string;
  readonly to: string;
}

const peopleOf = ({ from_user_id, to_user_id }: Values): People => ({
  from: (from_user_id as Reference).id,
  to: (to_user_id as Reference).id,
});

/** The number of records that each part of the plan would move, and for accounts their amounts. */
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
  return moving.map(({ part, count, amounts, worth }) => ({
    key: keyOf(part),
    label: part.label,
    count,
    frozen: staying.find((one) => one.part === part)?.count ?? 0,
    amounts,
    worth,
  }));
};

type ClientFacts = Readonly<Record<'blocked' | 'archived' | 'on_hold' | 'principal', number>>;

/** Warnings about the clients of the plan. */
const readClients = async (database: Queryable, plan: TransferPlan, from: string): Promise<ClientFacts> => {
  const none = { blocked: 0, archived: 0, on_hold: 0, principal: 0 };
  const parts = partsOf(plan).filter(({ resource }) => resource.name === 'clients');
  const [first] = parts;
  if (!first) return none;
  const toHandOver = anyOf(parts.map((part) => isToHandOver(part, from)));
  const isPrincipal = parts.some(canBeFrozen)
    ? sql`t.primary_sales_rep_id = ${from}::uuid AND t.archived_at IS NULL`
    : raw('false');
  const row = await database.one<ClientFacts>(sql`
    SELECT (count(*) FILTER (WHERE t.status = 'blocked'))::integer AS blocked,
      (count(*) FILTER (WHERE t.archived_at IS NOT NULL))::integer AS archived,
      (count(*) FILTER (WHERE t.credit_status IN ('on_hold', 'blocked')))::integer AS on_hold,
      (count(*) FILTER (WHERE ${isPrincipal}))::integer AS principal
    FROM clients t WHERE ${toHandOver} AND ${planCondition(first, plan)}
      AND NOT (t.primary_sales_rep_id = ${from}::uuid AND ${isFrozen})`);
  return row ?? none;
};

/** A warning about a number of items; none if it is zero. */
const about = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [count === 1 ? one : many.replace('#', formatCount(count))];

const preview = async (database: Queryable, plan: TransferPlan, { from, to }: People) => {
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
  const isConcentrated = concentration.after >= threshold && principal > 0;
  const warnings = [
    receiver.status !== 'active' && `${receiver.full_name} no tiene la cuenta activa: elija a otra persona.`,
    about(frozen, 'Una cuenta está congelada y no se mueve.', '# cuentas están congeladas y no se mueven.'),
    about(blocked, 'Un cliente está bloqueado.', '# clientes están bloqueados.'),
    about(
      on_hold,
      'Un cliente tiene el crédito retenido o bloqueado.',
      '# clientes tienen el crédito retenido o bloqueado.',
    ),
    about(archived, 'Un cliente está archivado.', '# clientes están archivados.'),
    isConcentrated &&
      `${receiver.full_name} quedaría con ${share(concentration.after)} % de los clientes; el aviso está en ${threshold} %.`,
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
    warnings: warnings.flat().filter((one) => one !== false),
  };
};

const executing: CommandHandler = {
  answer: {
    total: { type: 'integer', description: 'Registros que cambiarían de manos' },
    warnings: { type: 'array', items: { type: 'string' } },
  },
  preview: ({ tx }, _none, input) => preview(tx, planOf(input), peopleOf(input)),
  run: async ({ tx }, _none, input) => {
    await tx.query(sql`SET LOCAL statement_timeout = '60s'`);
    const day = (input.effective_on ?? null) as string | null;
    const today = await tx.one<{ later: boolean; past: boolean }>(sql`
      SELECT ${day}::date > business_date() AS later, ${day}::date < business_date() AS past`);
    if (today?.past) throw invalid({ effective_on: ['Elija hoy o un día que venga: lo pasado no cambia.'] });
    const transfer = {
      origin: 'manual',
      ...peopleOf(input),
      reason: String(input.reason),
      plan: planOf(input),
    } as const;
    return {
      createdId:
        today?.later && day
          ? await scheduleTransfer(tx, { ...transfer, day })
          : await executeTransfer(tx, transfer),
    };
  },
};

/** Transfers of accounts: preview, execute, schedule, revert; the log and its records. */
export const transferLogRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  mountResource(app, accountTransfers, {
    commands: {
      execute: executing,
      revert: revertTransfer,
      cancel: cancelTransfer,
      complete: completeTransfer,
      give_up: giveUpTransfer,
    },
  });
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

  app.get<{ Params: IdParams }>(
    '/api/account-transfers/:id/plan',
    {
      config: { access: { permission: 'transfers.view_all' } },
      schema: { summary: 'Lo que moverá una transferencia programada', params: idParams },
    },
    async (request) => {
      const row = await database.one<People & { status: string; plan: TransferPlan | null }>(sql`
        SELECT status, plan, from_user_id AS from, to_user_id AS to
        FROM account_transfers WHERE id = ${request.params.id}`);
      if (!row) throw notFound();
      if (row.status !== 'scheduled' || !row.plan)
        throw conflict('wrong_state', 'Esta transferencia no está programada.');
      return { data: await preview(database, row.plan, row) };
    },
  );
};
