import type { BudgetYear } from '@pauta/domain/home/dashboard/dashboard-card.ts';
import { monthNames } from '@pauta/domain/presales/planning/months.ts';
import { salesBudgets } from '@pauta/domain/presales/planning/sales-budget.ts';
import { fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import type { Queryable } from '../platform/database/database.ts';
import { fieldVisibility, scopeCondition } from '../resource/reading/row-scope.ts';

/** Figures beside the budget: computed fields, each with a function `<name>_rows` of its amounts by day. */
const measures = ['booked', 'billed', 'collected'] as const;

interface Row extends Omit<BudgetYear, 'months'> {
  readonly year: number;
  readonly month: number;
  readonly kind: 'budget' | (typeof measures)[number];
  readonly amount: string;
}

/**
 * The approved budgets of the current year, one of each company, by month beside what was signed, billed and collected,
 * in one statement. A figure that the actor may not see of plans is null.
 */
export const readBudgetYear = async (
  database: Queryable,
  { company }: { readonly company?: string },
  actor: Actor,
): Promise<readonly BudgetYear[]> => {
  const resource = salesBudgets as Resource;
  const seen = measures.filter((name) => fieldVisibility(resource, fieldOf(resource, name), actor) === null);
  const months = monthNames.map(
    (name, at) => sql`SELECT ${raw(String(at + 1))} AS month, sum(l.${raw(name)}) AS amount
    FROM sales_budget_lines l WHERE l.sales_budget_id = b.id`,
  );
  const parts: Sql[] = [
    sql`SELECT 'budget' AS kind, m.month, m.amount FROM (${join(months, ' UNION ALL ')}) m`,
    ...seen.map(
      (name) => sql`SELECT ${name}, extract(month FROM r.day)::integer, sum(r.amount)
        FROM ${raw(`${name}_rows(b)`)} r GROUP BY 2`,
    ),
  ];
  const rows = await database.query<Row>(sql`
    SELECT b.id, b.name, c.name AS company, b.currency_code AS currency, b.fiscal_year AS year, p.kind, p.month,
      coalesce(p.amount, 0)::numeric(18,2)::text AS amount
    FROM (
      SELECT t.* FROM sales_budgets t
      WHERE t.status = 'approved' AND t.archived_at IS NULL
        AND t.fiscal_year = extract(year FROM business_date())::integer AND ${scopeCondition(resource, actor)}
        AND (${company ?? null}::uuid IS NULL OR t.company_id = ${company ?? null}::uuid)) s
      JOIN sales_budgets b ON b.id = s.id JOIN companies c ON c.id = b.company_id
      CROSS JOIN LATERAL (${join(parts, ' UNION ALL ')}) p
    ORDER BY c.name, b.id`);
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((own): BudgetYear[] => {
    const [first] = own;
    if (!first) return [];
    const amountOf = (kind: Row['kind'], month: number): string =>
      own.find((row) => row.kind === kind && row.month === month)?.amount ?? '0.00';
    const reached = (kind: (typeof measures)[number], month: number): string | null =>
      seen.includes(kind) ? amountOf(kind, month) : null;
    const { id, name, company: label, currency, year } = first;
    return [
      {
        id,
        name,
        company: label,
        currency,
        months: monthNames.map((_, at) => ({
          month: `${year}-${String(at + 1).padStart(2, '0')}`,
          budget: amountOf('budget', at + 1),
          booked: reached('booked', at + 1),
          billed: reached('billed', at + 1),
          collected: reached('collected', at + 1),
        })),
      },
    ];
  });
};
