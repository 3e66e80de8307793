import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays, isWorkingDay } from '@pauta/domain/calendar/working-time.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import type {
  CardFigure,
  DashboardChoice,
  DashboardLayout,
  DashboardOption,
} from '@pauta/domain/home/dashboard/dashboard-card.ts';
import { dashboardCard, defaultCards, mostCards } from '@pauta/domain/home/dashboard/dashboard-cards.ts';
import { salesBudgets } from '@pauta/domain/presales/planning/sales-budget.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { forecastPeriods, periodAround } from '@pauta/domain/sales/pipeline/forecast.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { readWorkingCalendar } from '../crm/working-calendar.ts';
import { type Actor, actorOf } from '../platform/access.ts';
import { command } from '../platform/command.ts';
import type { Queryable } from '../platform/database/database.ts';
import { forbidden, invalid, notFound } from '../platform/http/problem.ts';
import { rowScope, scopeCondition } from '../resource/reading/row-scope.ts';
import { accessTo } from '../resource/route.ts';
import { availableCards, neededFor, seesCard } from './card-access.ts';
import { readBudgetYear } from './read-budget-year.ts';
import { readLines } from './read-lines.ts';
import { readOccupancy } from './read-occupancy.ts';

const data = {
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'object', additionalProperties: true } },
} as const;

const rows = {
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'array', items: { type: 'object', additionalProperties: true } } },
} as const;

const id = { type: 'string', format: 'uuid' } as const;

const filters = {
  type: 'object',
  additionalProperties: false,
  properties: {
    period: { type: 'string', enum: Object.keys(forecastPeriods), description: '`month` sin él' },
    company: id,
    division: id,
    seller: id,
  },
} as const;

const layoutBody = {
  type: 'object',
  additionalProperties: false,
  required: ['cards'],
  properties: {
    cards: { type: 'array', maxItems: mostCards, items: { type: 'string', maxLength: 60 } },
  },
} as const;

/** The cards of an actor: those they arranged, as far as they may still see them, else those of their roles. */
const readLayout = async (
  database: Queryable,
  actor: Actor,
): Promise<Pick<DashboardLayout, 'cards' | 'available' | 'arranged'>> => {
  const available = availableCards(actor);
  const own = await database.one<{ cards: readonly string[] }>(
    sql`SELECT cards FROM dashboard_layouts WHERE user_id = ${actor.userId}::uuid`,
  );
  return own
    ? { cards: own.cards.filter((name) => available.includes(name)), available, arranged: true }
    : { cards: defaultCards(actor.roles, available), available, arranged: false };
};

interface OptionRow extends DashboardOption {
  readonly kind: 'company' | 'division' | 'seller';
}

/** The options of the filters, in one statement: sellers are those of the clients that the actor sees. */
const readOptions = async (
  database: Queryable,
  actor: Actor,
): Promise<Pick<DashboardLayout, 'companies' | 'divisions' | 'sellers'>> => {
  const scope = rowScope(clients as Resource, actor);
  const seesOthers = scope === 'all' || scope === 'team';
  const found = await database.query<OptionRow>(sql`
    SELECT 'company' AS kind, id, name AS label FROM companies WHERE is_active AND archived_at IS NULL
    UNION ALL
    SELECT 'division', id, name FROM divisions WHERE is_active AND archived_at IS NULL
    UNION ALL
    SELECT 'seller', u.id, u.full_name FROM users u WHERE ${seesOthers} AND u.status = 'active' AND EXISTS (
      SELECT FROM clients t WHERE t.primary_sales_rep_id = u.id AND ${scopeCondition(clients as Resource, actor)})
    ORDER BY label, id`);
  const of = (kind: OptionRow['kind']): DashboardOption[] =>
    found.filter((one) => one.kind === kind).map(({ id: key, label }) => ({ id: key, label }));
  return { companies: of('company'), divisions: of('division'), sellers: of('seller') };
};

/** Working days of a period: all of them, and those from today on. */
const readPeriods = async (database: Queryable, today: string): Promise<DashboardLayout['periods']> => {
  const calendar = await readWorkingCalendar(database);
  const periodOf = (name: keyof typeof forecastPeriods): DashboardLayout['periods']['month'] => {
    const { from, to } = periodAround(name, today);
    let [total, left] = [0, 0];
    for (let day = from; day <= to; day = addDays(day, 1)) {
      if (!isWorkingDay(day, calendar)) continue;
      total += 1;
      if (day >= today) left += 1;
    }
    return { from, to, working_days: total, left };
  };
  return { month: periodOf('month'), quarter: periodOf('quarter'), year: periodOf('year') };
};

/**
 * The Dashboard: its cards with the options of its filters, the arrangement of a user, and the figures of one card.
 * Cards are requested one by one, so that none waits for another.
 */
export const dashboardRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  const config = { access: 'signed-in' } as const;

  const layoutOf = async (source: Queryable, actor: Actor): Promise<DashboardLayout> => {
    const today = companyToday();
    return {
      today,
      ...(await readLayout(source, actor)),
      ...(await readOptions(source, actor)),
      periods: await readPeriods(source, today),
    };
  };

  app.get(
    '/api/dashboard',
    {
      config,
      schema: {
        summary: 'Las tarjetas de mi Dashboard, las que puedo agregar y las opciones de sus filtros',
        response: { 200: data },
      },
    },
    async (request): Promise<{ data: DashboardLayout }> => ({
      data: await layoutOf(database, actorOf(request)),
    }),
  );

  app.put<{ Body: { cards: readonly string[] } }>(
    '/api/dashboard',
    {
      config,
      schema: {
        summary: 'Ordenar las tarjetas de mi Dashboard',
        description: 'Los nombres de las tarjetas, en su orden. 422 si una no existe o se repite.',
        body: layoutBody,
        response: { 200: data },
      },
    },
    (request) => {
      const actor = actorOf(request);
      const { cards } = request.body;
      if (new Set(cards).size !== cards.length) throw invalid({ cards: ['Una tarjeta está repetida.'] });
      if (!cards.every((name) => dashboardCard(name) !== undefined))
        throw invalid({ cards: ['Esa tarjeta no existe.'] });
      const unseen = cards.map(dashboardCard).find((card) => card && !seesCard(card, actor));
      if (unseen) throw forbidden(neededFor(unseen));
      return command(request, async (tx) => {
        await tx.query(sql`
          INSERT INTO dashboard_layouts (user_id, cards) VALUES (${actor.userId}::uuid, ${[...cards]}::text[])
          ON CONFLICT (user_id) DO UPDATE SET cards = excluded.cards, at = now()`);
        return { status: 200, body: { data: await layoutOf(tx, actor) } };
      });
    },
  );

  app.delete(
    '/api/dashboard',
    {
      config,
      schema: { summary: 'Volver a las tarjetas de mi rol', response: { 200: data } },
    },
    (request) => {
      const actor = actorOf(request);
      return command(request, async (tx) => {
        await tx.query(sql`DELETE FROM dashboard_layouts WHERE user_id = ${actor.userId}::uuid`);
        return { status: 200, body: { data: await layoutOf(tx, actor) } };
      });
    },
  );

  app.get<{ Params: { name: string }; Querystring: Partial<DashboardChoice> }>(
    '/api/dashboard/cards/:name',
    {
      config,
      schema: {
        summary: 'Las cifras de una tarjeta del Dashboard',
        description:
          'Cada cifra trae la consulta de la lista que la demuestra. Solo las de listas que quien pregunta puede ver.',
        params: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string', maxLength: 60 } },
        },
        querystring: filters,
        response: { 200: rows },
      },
    },
    async (request): Promise<{ data: readonly CardFigure[] }> => {
      const actor = actorOf(request);
      const card = dashboardCard(request.params.name);
      if (card?.content.kind !== 'lists') throw notFound('Esa tarjeta no existe.');
      if (!seesCard(card, actor)) throw forbidden(neededFor(card));
      const { period = 'month', ...choice } = request.query;
      const today = companyToday();
      const reader = { userId: actor.userId, today, ...periodAround(period, today) };
      return { data: await readLines(database, card.content.lines, { reader, choice, actor }) };
    },
  );

  app.get<{ Querystring: Pick<DashboardChoice, 'company' | 'division'> }>(
    '/api/dashboard/occupancy',
    {
      config: { access: { permission: 'availability.view' } },
      schema: {
        summary: 'Ocupación de las próximas cuatro semanas por plataforma',
        querystring: {
          type: 'object',
          additionalProperties: false,
          properties: { company: id, division: id },
        },
        response: { 200: data },
      },
    },
    async (request) => ({ data: await readOccupancy(database, companyToday(), request.query) }),
  );

  app.get<{ Querystring: Pick<DashboardChoice, 'company'> }>(
    '/api/dashboard/budget',
    {
      config: { access: accessTo([salesBudgets.permissions.viewAll ?? undefined]) },
      schema: {
        summary: 'El presupuesto aprobado del año por mes, junto a lo firmado, facturado y cobrado',
        querystring: { type: 'object', additionalProperties: false, properties: { company: id } },
        response: { 200: rows },
      },
    },
    async (request) => ({ data: await readBudgetYear(database, request.query, actorOf(request)) }),
  );
};
