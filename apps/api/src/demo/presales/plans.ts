import { positionsAt } from '@pauta/domain/document/position.ts';
import { monthNames } from '@pauta/domain/presales/planning/months.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { Account } from '../crm/accounts.ts';
import { insertRows, type Row } from '../insert-rows.ts';
import type { Random } from '../random.ts';

/** Hundredths of a year's sales by month, with the season of Christmas. */
const season = [7, 7, 8, 8, 9, 8, 7, 7, 8, 9, 11, 11];

/** The months of a yearly amount of whole hundreds. */
const monthsOf = (amount: number): Row =>
  Object.fromEntries(monthNames.map((name, index) => [name, (amount / 100) * (season[index] ?? 0)]));

const totalOf = (lines: readonly Row[], name: string): number =>
  lines.reduce((sum, line) => sum + Number(line[name]), 0);

/** Codes of the companies with most of the contracts; the others plan a tenth. */
const sellsMost: ReadonlySet<string> = new Set(['ANT-TV']);

interface Part {
  readonly company_id: string;
  readonly code: string;
  readonly company: string;
  readonly division_id: string;
  readonly subdivision_id: string;
  readonly name: string;
}

/** Versions of a company's plan: two of this year and one of the next, each with the share of the plan that it expects. */
const versions = [
  { year: 0, share: 95 },
  { year: 0, share: 100 },
  { year: 1, share: 112 },
] as const;

const insertSalesBudgets = async (
  tx: Queryable,
  random: Random,
  managers: readonly string[],
  today: Date,
): Promise<void> => {
  const parts = await tx.query<Part>(sql`
    SELECT c.id AS company_id, c.code, c.name AS company, d.id AS division_id, s.id AS subdivision_id, s.name
    FROM companies c JOIN divisions d ON d.company_id = c.id JOIN subdivisions s ON s.division_id = d.id
    WHERE c.code LIKE 'ANT-%' ORDER BY c.code, s.code`);
  const positions = positionsAt([], 0, parts.length);
  const headers: Row[] = [];
  const lines: Row[] = [];
  for (const { company_id, company } of new Map(parts.map((part) => [part.company_id, part])).values()) {
    const planned = parts
      .filter((part) => part.company_id === company_id)
      .map((part) => ({
        part,
        amount: random.integer(16, 24) * (sellsMost.has(part.code) ? 1_000_000 : 100_000),
      }));
    for (const { year, share } of versions) {
      const id = random.id(today);
      const fiscal_year = today.getUTCFullYear() + year;
      const own = planned.map(({ part, amount }, index) => ({
        id: random.id(today),
        sales_budget_id: id,
        position: positions[index],
        description: part.name,
        division_id: part.division_id,
        subdivision_id: part.subdivision_id,
        ...monthsOf((amount / 100) * share),
        total: (amount / 100) * share,
      }));
      lines.push(...own);
      headers.push({
        id,
        name: `Plan de ventas ${fiscal_year} · ${company}`,
        company_id,
        fiscal_year,
        ...Object.fromEntries(monthNames.map((name) => [name, totalOf(own, name)])),
        total: totalOf(own, 'total'),
      });
    }
  }
  await insertRows(tx, 'sales_budgets', headers);
  await insertRows(tx, 'sales_budget_lines', lines);
  const year = today.getUTCFullYear();
  await tx.query(sql`
    UPDATE sales_budgets SET status = CASE version WHEN 1 THEN 'superseded' ELSE 'approved' END,
      approved_by_id = ${managers[0] ?? null}::uuid, approved_at = make_timestamptz(${year}, version, 10, 14, 0, 0)
    WHERE fiscal_year = ${year}`);
};

/** What some clients declared for this year, and what is estimated for the next. */
const makeClientBudgets = (random: Random, clients: readonly Account[], today: Date): Row[] =>
  clients
    .filter(({ status }) => status === 'active' && random.chance(40))
    .flatMap(({ id, size }) => {
      const amount = random.integer(2, 12) * 40_000 * (4 - size);
      const year = today.getUTCFullYear();
      const declared = {
        client_id: id,
        fiscal_year: year,
        source: 'declared',
        confidence_pct: '90',
        ...monthsOf(amount),
      };
      if (!random.chance(30)) return [declared];
      const estimated = { ...declared, fiscal_year: year + 1, source: 'estimated', confidence_pct: '60' };
      return [declared, { ...estimated, ...monthsOf(amount + 40_000) }];
    });

/** Goals of sales and visits of every seller for this year. */
const makeGoals = (random: Random, sellers: readonly string[], today: Date): Row[] =>
  sellers.flatMap((user_id) => {
    const common = { user_id, fiscal_year: today.getUTCFullYear() };
    const visits = random.integer(12, 24);
    return [
      {
        ...common,
        metric: 'signed_sales',
        weight_pct: '70',
        ...monthsOf(random.integer(12, 40) * 200_000),
      },
      {
        ...common,
        metric: 'visits',
        weight_pct: '30',
        ...Object.fromEntries(monthNames.map((name) => [name, visits])),
      },
    ];
  });

/** Plans of the companies, of clients and of sellers. */
export const insertPlans = async (
  tx: Queryable,
  random: Random,
  {
    clients,
    sellers,
    managers,
    today,
  }: {
    readonly clients: readonly Account[];
    readonly sellers: readonly string[];
    readonly managers: readonly string[];
    readonly today: Date;
  },
): Promise<void> => {
  await insertSalesBudgets(tx, random, managers, today);
  await insertRows(tx, 'client_budgets', makeClientBudgets(random, clients, today));
  await insertRows(tx, 'rep_goals', makeGoals(random, sellers, today));
};
