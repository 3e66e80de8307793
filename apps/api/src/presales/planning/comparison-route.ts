import { invoiceReaders } from '@pauta/domain/billing/invoice-readers.ts';
import { isId } from '@pauta/domain/kinds/reference.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import { contractReaders } from '@pauta/domain/presales/planning/actual-fields.ts';
import {
  type BudgetComparison,
  type ComparedMeasure,
  comparedMeasures,
} from '@pauta/domain/presales/planning/budget-comparison.ts';
import {
  type PlanCalendar,
  planCalendars,
  planPeriods,
} from '@pauta/domain/presales/planning/plan-calendar.ts';
import { salesBudgets } from '@pauta/domain/presales/planning/sales-budget.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import type { FastifyInstance } from 'fastify';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { type Actor, actorOf } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/problem.ts';
import { scopeCondition, viewPermissions } from '../../resource/reading/row-scope.ts';
import { accessTo, type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { eachPart, monthsArray, rolledSales, sameParts } from './rolled-sales.ts';

interface ComparedRow {
  readonly kind: 'measure' | 'part';
  readonly name: string;
  readonly total: string;
  readonly months: readonly string[];
}

/** The measures that a reader may see: those of the whole company, so only with the permission to see all of it. */
const seenBy = ({ permissions }: Actor): readonly ComparedMeasure[] => {
  const needed: Readonly<Record<ComparedMeasure, string>> = {
    booked: contractReaders.viewAll,
    weighted: opportunities.permissions.viewAll ?? '',
    billed: invoiceReaders.viewAll,
    collected: 'payments.view_all',
    last_year: contractReaders.viewAll,
  };
  return comparedMeasures.filter((name) => permissions.has(needed[name]));
};

/**
 * The figures beside a budget in one statement. Opportunities have no company: the pipeline is that of the currency.
 */
const comparisonOf = (
  id: string,
  year: number,
  calendar: PlanCalendar,
  seen: readonly ComparedMeasure[],
): Sql => {
  const [now, last] = [planPeriods(year, calendar), planPeriods(year - 1, calendar)];
  const all = [...last, ...now];
  const sumsOf = (name: ComparedMeasure, rows: Sql): Sql => sql`
    SELECT 'measure' AS kind, ${name} AS name, coalesce(sum(amount), 0)::numeric(18,2)::text AS total,
      ${monthsArray()} AS months
    FROM (${rows}) r`;
  // By day first: each day is then looked up among the periods, not each invoice.
  const byDay = (day: string, amount: string, rows: string, condition = 'true'): Sql => sql`
    SELECT p.month, a.amount FROM (
      SELECT ${raw(day)} AS day, sum(${raw(amount)}) AS amount FROM ${raw(rows)} a
      WHERE ${raw(day)} BETWEEN ${now[0]?.from}::date AND ${now.at(-1)?.to}::date
        AND a.currency_code = (SELECT currency_code FROM b) AND ${raw(condition)}
      GROUP BY 1) a JOIN periods p ON NOT p.last_year AND a.day BETWEEN p.from_day AND p.to_day`;
  const ofCompany = 'a.company_id = (SELECT company_id FROM b)';
  const rows: Readonly<Record<ComparedMeasure, Sql>> = {
    booked: sql`SELECT month, amount FROM sold WHERE NOT last_year`,
    last_year: sql`SELECT month, amount FROM sold WHERE last_year`,
    billed: byDay('a.day', 'a.amount', 'billed_amounts', ofCompany),
    // Not `collected_amounts`, which looks up the client of each payment.
    collected: byDay('a.applied_on', 'a.net', 'payment_applications', ofCompany),
    weighted: byDay(
      'a.expected_close_date',
      'a.weighted_amount',
      'opportunities',
      "a.result = 'open' AND a.archived_at IS NULL",
    ),
  };
  const seesSales = seen.includes('booked');
  return sql`
    WITH b AS MATERIALIZED (SELECT id, company_id, currency_code FROM sales_budgets WHERE id = ${id}::uuid),
    periods AS MATERIALIZED (
      SELECT (at - 1) % 12 + 1 AS month, at <= 12 AS last_year, from_day, to_day
      FROM unnest(${all.map(({ from }) => from)}::date[], ${all.map(({ to }) => to)}::date[])
        WITH ORDINALITY AS u (from_day, to_day, at)),
    ${rolledSales(
      id,
      ['last_year', 'month'],
      sql`
        SELECT p.last_year, p.month, s.order_line_id, s.amount FROM b JOIN periods p ON ${raw(String(seesSales))}
          JOIN sale_credits s ON s.company_id = b.company_id AND s.currency_code = b.currency_code
            AND s.on_date BETWEEN p.from_day AND p.to_day`,
    )}
    ${join(
      [
        ...seen.map((name) => sumsOf(name, rows[name])),
        sql`
          SELECT 'part', concat_ws('|', ${eachPart((name) => `coalesce(w.${name}::text, '')`)}),
            coalesce(sum(amount) FILTER (WHERE NOT last_year), 0)::numeric(18,2)::text, ${monthsArray('last_year')}
          FROM wanted w JOIN rolled r ON ${sameParts('r', 'w')}
          GROUP BY 2`,
      ],
      ' UNION ALL ',
    )}`;
};

export const readComparison = async (
  database: Queryable,
  actor: Actor,
  { id, year, calendar }: { readonly id: string; readonly year: number; readonly calendar: PlanCalendar },
): Promise<BudgetComparison> => {
  const seen = seenBy(actor);
  const rows = await database.query<ComparedRow>(comparisonOf(id, year, calendar, seen));
  return {
    periods: planPeriods(year, calendar),
    measures: seen.flatMap((name) => {
      const row = rows.find((one) => one.kind === 'measure' && one.name === name);
      return row ? [{ name, months: row.months, total: row.total }] : [];
    }),
    parts: rows
      .filter(({ kind, total, months }) => kind === 'part' && (total !== '0.00' || sum(months) !== '0.00'))
      .map(({ name, total, months }) => ({ key: name, booked: total, last_year: months })),
  };
};

/** A sales budget beside what was signed, billed and collected, the pipeline and the year before. */
export const comparisonRoute = (app: FastifyInstance): void => {
  app.get<{ Params: IdParams; Querystring: { calendar?: PlanCalendar } }>(
    `/api/${salesBudgets.path}/:id/comparison`,
    {
      ...routeOptions(accessTo(viewPermissions(salesBudgets)), {
        summary: 'Cifras reales por mes al lado de un presupuesto de ventas',
        description:
          'Solo las cifras que quien pregunta puede ver. Con `calendar=broadcast` los meses son de semanas completas y terminan el último domingo.',
        params: idParams,
        querystring: {
          type: 'object',
          additionalProperties: false,
          properties: { calendar: { type: 'string', enum: planCalendars, default: 'calendar' } },
        },
      }),
      attachValidation: false,
    },
    async (request): Promise<{ data: BudgetComparison }> => {
      const actor = actorOf(request);
      const { id } = request.params;
      if (!isId(id)) throw notFound();
      // Without its lines, of which there may be thousands.
      const budget = await app.database.one<{ year: number }>(sql`
        SELECT t.fiscal_year AS year FROM sales_budgets t WHERE t.id = ${id}::uuid AND ${scopeCondition(salesBudgets, actor)}`);
      if (!budget) throw notFound();
      const { calendar = 'calendar' } = request.query;
      return { data: await readComparison(app.database, actor, { id, year: budget.year, calendar }) };
    },
  );
};
