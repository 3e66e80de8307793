import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { clientBudgets } from '@pauta/domain/presales/planning/client-budget.ts';
import { repGoals } from '@pauta/domain/presales/planning/goals/rep-goal.ts';
import { salesBudgets } from '@pauta/domain/presales/planning/sales-budget.ts';
import type {
  ReconciledPart,
  ReconciledSeller,
  ReconciledSide,
  Reconciliation,
} from '@pauta/domain/presales/reconciliation.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import type { FastifyInstance } from 'fastify';
import sql, { raw, type Sql } from 'sql-template-tag';
import { readSetting } from '../../admin/settings/store.ts';
import { type Actor, actorOf } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { invalid, notFound } from '../../platform/http/problem.ts';
import { rowScope, rowVisibility, viewPermissions } from '../../resource/reading/row-scope.ts';
import { accessTo, refusal, routeOptions } from '../../resource/route.ts';

interface Asked {
  readonly company: string;
  readonly year: number;
  readonly currency: string;
}

interface SellerSum {
  readonly id: string;
  readonly label: string;
  readonly amount: string;
}

interface PartSum {
  readonly kind: 'division' | 'platform';
  readonly id: string | null;
  readonly label: string;
  readonly amount: string;
}

interface Summed {
  readonly side: ReconciledSide;
  readonly sellers: readonly SellerSum[];
  readonly parts: readonly PartSum[];
}

const yearly = (name: string) =>
  raw(
    `ARRAY[${Array.from({ length: 12 }, (_, at) => `coalesce(sum(${name}[${at + 1}]), 0)::numeric(18,2)::text`).join(', ')}]`,
  );

/** Sellers of the company, and those without a company. */
export const ofCompany = (company: string, column: string): Sql =>
  sql`${raw(column)} IN (SELECT id FROM users WHERE company_id = ${company}::uuid OR company_id IS NULL)`;

/** The sum of the budgets of clients that count, by month and by seller of the client. */
export const readClients = async (
  database: Queryable,
  actor: Actor,
  { company, year, currency }: Asked,
): Promise<Summed | null> => {
  if (rowScope(clientBudgets as Resource, actor) === 'none') return null;
  const row = await database.one<Summed>(sql`
    WITH counted AS MATERIALIZED (
      SELECT b.sales_rep_id, b.months, b.total FROM counted_client_budgets b JOIN client_budgets t ON t.id = b.id
      WHERE b.fiscal_year = ${year}::integer AND b.currency_code = ${currency} AND ${ofCompany(company, 'b.sales_rep_id')}
        AND ${rowVisibility(clientBudgets as Resource, actor, 't')})
    SELECT (SELECT jsonb_build_object('months', to_jsonb(${yearly('c.months')}),
        'total', coalesce(sum(c.total), 0)::numeric(18,2)::text, 'records', count(*)) FROM counted c) AS side,
      (SELECT coalesce(jsonb_agg(s ORDER BY s.label, s.id), '[]') FROM (
        SELECT u.id, u.full_name AS label, sum(c.total)::numeric(18,2)::text AS amount
        FROM counted c JOIN users u ON u.id = c.sales_rep_id GROUP BY u.id) s) AS sellers,
      '[]'::jsonb AS parts`);
  return row ?? null;
};

/** The sum of the goals of signed sales: of a seller with a goal for everything, only that one. */
export const readGoals = async (
  database: Queryable,
  actor: Actor,
  { company, year, currency }: Asked,
): Promise<Summed | null> => {
  if (rowScope(repGoals as Resource, actor) === 'none') return null;
  const row = await database.one<Summed>(sql`
    WITH goals AS MATERIALIZED (
      SELECT t.user_id, t.division_id, t.platform_id, goal_months(t) AS months, t.total,
        t.division_id IS NULL AND t.platform_id IS NULL OR NOT EXISTS (
          SELECT FROM rep_goals w
          WHERE w.user_id = t.user_id AND w.fiscal_year = t.fiscal_year AND w.metric = t.metric AND w.archived_at IS NULL
            AND w.division_id IS NULL AND w.platform_id IS NULL) AS counts
      FROM rep_goals t
      WHERE t.fiscal_year = ${year}::integer AND t.metric = 'signed_sales' AND t.currency_code = ${currency}
        AND t.archived_at IS NULL AND ${ofCompany(company, 't.user_id')} AND ${rowVisibility(repGoals as Resource, actor, 't')})
    SELECT (SELECT jsonb_build_object('months', to_jsonb(${yearly('g.months')}),
        'total', coalesce(sum(g.total), 0)::numeric(18,2)::text, 'records', count(*)) FROM goals g WHERE g.counts) AS side,
      (SELECT coalesce(jsonb_agg(s ORDER BY s.label, s.id), '[]') FROM (
        SELECT u.id, u.full_name AS label, sum(g.total)::numeric(18,2)::text AS amount
        FROM goals g JOIN users u ON u.id = g.user_id WHERE g.counts GROUP BY u.id) s) AS sellers,
      (SELECT coalesce(jsonb_agg(p), '[]') FROM (
        SELECT 'division' AS kind, d.id, d.name AS label, sum(g.total)::numeric(18,2)::text AS amount
        FROM goals g JOIN divisions d ON d.id = g.division_id GROUP BY d.id
        UNION ALL
        SELECT 'platform', d.id, d.name, sum(g.total)::numeric(18,2)::text
        FROM goals g JOIN platforms d ON d.id = g.platform_id GROUP BY d.id) p) AS parts`);
  return row ?? null;
};

/** What is signed with the company in the year, by month, seller, division and platform. */
export const readSigned = async (
  database: Queryable,
  actor: Actor,
  { company, year, currency }: Asked,
): Promise<Summed | null> => {
  if (rowScope(contracts as Resource, actor) === 'none') return null;
  const row = await database.one<Summed>(sql`
    WITH signed AS MATERIALIZED (
      SELECT s.user_id, s.order_line_id, s.contract_id, extract(month FROM s.on_date)::integer AS month, s.amount
      FROM sale_credits s JOIN contracts k ON k.id = s.contract_id
      WHERE s.on_date >= lower(plan_year(${year}::integer)) AND s.on_date < upper(plan_year(${year}::integer))
        AND s.currency_code = ${currency} AND k.company_id = ${company}::uuid AND ${rowVisibility(contracts as Resource, actor, 'k')}),
    lines AS MATERIALIZED (SELECT order_line_id, sum(amount) AS amount FROM signed GROUP BY 1),
    parts AS MATERIALIZED (
      SELECT p.division_id, p.platform_id, sum(p.amount) AS amount
      FROM lines l JOIN order_lines o ON o.id = l.order_line_id CROSS JOIN LATERAL sold_parts(o, l.amount) p GROUP BY 1, 2)
    SELECT (SELECT jsonb_build_object(
        'months', (SELECT jsonb_agg(m.amount::numeric(18,2)::text ORDER BY m.place) FROM (
          SELECT place, coalesce(sum(s.amount), 0) AS amount FROM generate_series(1, 12) AS place
            LEFT JOIN signed s ON s.month = place GROUP BY place) m),
        'total', coalesce(sum(s.amount), 0)::numeric(18,2)::text, 'records', count(DISTINCT s.contract_id)) FROM signed s) AS side,
      (SELECT coalesce(jsonb_agg(x ORDER BY x.label, x.id), '[]') FROM (
        SELECT u.id, u.full_name AS label, sum(s.amount)::numeric(18,2)::text AS amount
        FROM signed s JOIN users u ON u.id = s.user_id GROUP BY u.id) x) AS sellers,
      (SELECT coalesce(jsonb_agg(x), '[]') FROM (
        SELECT 'division' AS kind, d.id, d.name AS label, sum(p.amount)::numeric(18,2)::text AS amount
        FROM parts p LEFT JOIN divisions d ON d.id = p.division_id GROUP BY d.id
        UNION ALL
        SELECT 'platform', d.id, d.name, sum(p.amount)::numeric(18,2)::text
        FROM parts p LEFT JOIN platforms d ON d.id = p.platform_id GROUP BY d.id) x) AS parts`);
  return row ?? null;
};

interface Budgeted {
  readonly id: string;
  readonly label: string;
  readonly currency: string;
  readonly side: ReconciledSide;
  readonly parts: readonly PartSum[];
}

/** The approved sales budget of the company and year, with its sums by division and platform. */
export const readBudget = (database: Queryable, company: string, year: number) =>
  database.one<Budgeted>(sql`
    SELECT b.id, b.name AS label, b.currency_code AS currency,
      jsonb_build_object('months', to_jsonb(ARRAY[b.m01, b.m02, b.m03, b.m04, b.m05, b.m06, b.m07, b.m08, b.m09, b.m10,
        b.m11, b.m12]::text[]), 'total', b.total::text,
        'records', (SELECT count(*) FROM sales_budget_lines l WHERE l.sales_budget_id = b.id)) AS side,
      (SELECT coalesce(jsonb_agg(p), '[]') FROM (
        SELECT 'division' AS kind, d.id, d.name AS label, sum(l.total)::numeric(18,2)::text AS amount
        FROM sales_budget_lines l LEFT JOIN divisions d ON d.id = l.division_id WHERE l.sales_budget_id = b.id GROUP BY d.id
        UNION ALL
        SELECT 'platform', d.id, d.name, sum(l.total)::numeric(18,2)::text
        FROM sales_budget_lines l LEFT JOIN platforms d ON d.id = l.platform_id WHERE l.sales_budget_id = b.id
        GROUP BY d.id) p) AS parts
    FROM sales_budgets b
    WHERE b.company_id = ${company}::uuid AND b.fiscal_year = ${year}::integer AND b.status = 'approved'
      AND b.archived_at IS NULL`);

const unnamed = { division: 'Sin división', platform: 'Sin plataforma' } as const;

const partsOf = (
  kind: PartSum['kind'],
  budget: readonly PartSum[],
  goals: Summed | null,
  signed: Summed | null,
): ReconciledPart[] => {
  const all = [budget, goals?.parts ?? [], signed?.parts ?? []].flat().filter((one) => one.kind === kind);
  const amountIn = (parts: readonly PartSum[], id: string | null): string =>
    parts.find((one) => one.kind === kind && one.id === id)?.amount ?? '0.00';
  return [...new Map(all.map((one) => [one.id, one])).values()]
    .map(({ id, label }) => ({
      id,
      label: id === null ? unnamed[kind] : label,
      budget: amountIn(budget, id),
      goals: goals && amountIn(goals.parts, id),
      signed: signed && amountIn(signed.parts, id),
    }))
    .toSorted(
      (a, b) => Number(a.id === null) - Number(b.id === null) || a.label.localeCompare(b.label, 'es'),
    );
};

const sellersOf = (
  clients: Summed | null,
  goals: Summed | null,
  signed: Summed | null,
): ReconciledSeller[] => {
  const all = [clients, goals, signed].flatMap((side) => side?.sellers ?? []);
  const amountIn = (side: Summed | null, id: string): string | null =>
    side && (side.sellers.find((one) => one.id === id)?.amount ?? '0.00');
  return [...new Map(all.map((one) => [one.id, one])).values()]
    .map(({ id, label }) => ({
      id,
      label,
      clients: amountIn(clients, id),
      goal: amountIn(goals, id),
      signed: amountIn(signed, id),
    }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'es') || a.id.localeCompare(b.id));
};

/**
 * `GET /api/sales-budgets/reconciliation`: company, clients and sellers of a year side by side, each from one statement and
 * limited to what the reader may see.
 */
export const reconciliationRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  app.get<{ Querystring: { company_id?: string; year?: string } }>(
    `/api/${salesBudgets.path}/reconciliation`,
    routeOptions(accessTo(viewPermissions(salesBudgets)), {
      summary: 'Presupuesto de ventas, presupuestos de clientes y metas de un año, lado a lado',
      querystring: {
        type: 'object',
        additionalProperties: false,
        properties: {
          company_id: { type: 'string', format: 'uuid', description: 'Sin ella, la primera compañía' },
          year: { type: 'string', description: 'De 2000 a 2100; sin él, el actual' },
        },
      },
      response: {
        200: {
          type: 'object',
          required: ['data'],
          properties: { data: { type: 'object', additionalProperties: true } },
        },
        404: refusal('No hay tal compañía'),
      },
    }),
    async (request): Promise<{ data: Reconciliation }> => {
      const actor = actorOf(request);
      const year = Number(request.query.year ?? companyToday().slice(0, 4));
      if (!Number.isInteger(year) || year < 2000 || year > 2100)
        throw invalid({ year: ['Elija un año entre 2000 y 2100.'] });
      const companies = await database.query<Reconciliation['company']>(sql`
        SELECT id, name AS label FROM companies WHERE archived_at IS NULL ORDER BY sort_key(name) COLLATE "C", id`);
      const asked = request.query.company_id;
      const company = asked === undefined ? companies[0] : companies.find(({ id }) => id === asked);
      if (!company) throw notFound();
      const budget = await readBudget(database, company.id, year);
      const currency = budget?.currency ?? String(await readSetting(database, 'currency_default'));
      const of = { company: company.id, year, currency };
      const clients = await readClients(database, actor, of);
      const goals = await readGoals(database, actor, of);
      const signed = await readSigned(database, actor, of);
      const budgeted = budget?.parts ?? [];
      return {
        data: {
          company,
          companies,
          year,
          currency,
          budget: budget ? { id: budget.id, label: budget.label, ...budget.side } : null,
          clients: clients?.side ?? null,
          goals: goals?.side ?? null,
          signed: signed?.side ?? null,
          divisions: partsOf('division', budgeted, goals, signed),
          platforms: partsOf('platform', budgeted, goals, signed),
          sellers: sellersOf(clients, goals, signed),
        },
      };
    },
  );
};
