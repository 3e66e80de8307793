import { invoiceReaders } from '@pauta/domain/billing/invoice-readers.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { add, divide, isZero, multiply, round, subtract, sum } from '@pauta/domain/money/arithmetic.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import { clientBudgets } from '@pauta/domain/presales/planning/client-budget.ts';
import { monthNames } from '@pauta/domain/presales/planning/months.ts';
import type {
  BeforeAfter,
  SimulatedConcentration,
  SimulatedMonths,
  SimulatedQuoteChange,
  SimulatedSeller,
  SimulationResult,
  WrittenChange,
} from '@pauta/domain/presales/simulation/simulation.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import { readSetting } from '../../admin/settings/store.ts';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { rowScope, rowVisibility, scopeCondition } from '../../resource/reading/row-scope.ts';
import { simulateList } from '../../sales/quotes/simulate-list.ts';
import {
  ofCompany,
  readBudget,
  readClients,
  readGoals,
  readSigned,
} from '../planning/reconciliation-routes.ts';
import { movedClients } from './moved-clients.ts';

/** A scenario that is calculated. */
export interface Scenario {
  readonly company: string;
  readonly year: number;
  readonly changes: readonly WrittenChange[];
}

/** How a quote's net changes what its opportunity expects. */
interface Priced extends BeforeAfter {
  readonly opportunity_id: string;
}

interface Quoted {
  readonly quotes: readonly SimulatedQuoteChange[];
  readonly priced: readonly Priced[];
  readonly partial: boolean;
}

/** The open quotes with the prices of the changes: the first change that concerns a quote counts. */
const readQuotes = async (
  database: Queryable,
  actor: Actor,
  changes: readonly WrittenChange[],
): Promise<Quoted> => {
  const quotes = new Map<string, SimulatedQuoteChange>();
  const priced = new Map<string, Priced>();
  let partial = false;
  for (const change of changes) {
    if (change.kind !== 'rate_card') continue;
    const found = await simulateList(
      database,
      {
        priceListId: change.new_list_id ?? change.price_list_id,
        of: change.price_list_id,
        ...(change.new_list_id === null && { factor: add('1', multiply(change.adjust_pct, '0.01')) }),
        starts: { from: change.from, to: change.to },
      },
      actor,
    );
    partial ||= found.is_partial;
    for (const {
      id,
      number,
      name,
      client,
      opportunity_id,
      before,
      after,
      difference,
      currency,
    } of found.quotes) {
      if (quotes.has(id)) continue;
      quotes.set(id, { id, number, name, client, before, after, difference, currency });
      // Quotes are the newest first: that one is what its opportunity expects.
      if (opportunity_id !== null && !isZero(before) && !priced.has(opportunity_id))
        priced.set(opportunity_id, { opportunity_id, before, after });
    }
  }
  return { quotes: [...quotes.values()], priced: [...priced.values()], partial };
};

interface ClientShare {
  readonly id: string;
  readonly label: string;
  readonly amount: string;
}

/** Months are `[before, after]` for each of the twelve. */
interface Figures {
  readonly weighted: readonly (readonly [string, string])[];
  readonly sellers: readonly ({ readonly id: string; readonly label: string } & BeforeAfter)[];
  /** What lost clients were expected to invest, by month. */
  readonly unplanned: readonly string[];
  readonly deliver: readonly [string, string];
  readonly totals: readonly [string, string];
  /** The ten largest clients, and the ten largest that are not lost. */
  readonly now: readonly ClientShare[];
  readonly then: readonly ClientShare[];
  readonly moves: SimulationResult['moves'];
  readonly frozen: number;
}

/** An amount of a statement as text with two decimals. */
const amount = (value: Sql): Sql => sql`coalesce(${value}, 0)::numeric(18,2)::text`;
const only = (is: boolean): Sql => raw(String(is));

/** Days that a line of `lines` runs from `l.starts` until a day. */
const daysUntil = (day: Sql): Sql => sql`
  coalesce(upper(l.flight * daterange(l.starts, greatest(l.starts, ${day}))) - lower(l.flight * daterange(l.starts, greatest(l.starts, ${day}))), 0)`;

const largest = (isThen: boolean): Sql => sql`
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'label', x.label, 'amount', x.amount::numeric(18,2)::text)
    ORDER BY x.amount DESC, x.id), '[]')
  FROM (SELECT s.client_id AS id, c.trade_name AS label, s.amount FROM sold s JOIN clients c ON c.id = s.client_id
    WHERE s.amount > 0 AND (NOT ${only(isThen)} OR NOT s.is_lost) ORDER BY s.amount DESC, s.client_id LIMIT 10) x`;

/**
 * The figures that changes affect, in one statement. An open opportunity belongs to the month of its expected close; it
 * is affected from the day on which it can close, so one whose close is overdue counts as of today.
 */
const figuresOf = (
  { company, year, changes }: Scenario,
  currency: string,
  priced: readonly Priced[],
  actor: Actor,
): Sql => {
  const lost = changes.flatMap((change) =>
    change.kind === 'lost_client'
      ? change.client_ids.map((client_id) => ({ client_id, from_day: change.from }))
      : [],
  );
  const starts = sql`lower(plan_year(${year}::integer))`;
  const ends = sql`upper(plan_year(${year}::integer))`;
  return sql`
    WITH lost AS MATERIALIZED (
      SELECT x.client_id, min(x.from_day) AS from_day
      FROM jsonb_to_recordset(${JSON.stringify(lost)}::jsonb) AS x (client_id uuid, from_day date)
        JOIN clients t ON t.id = x.client_id AND ${scopeCondition(clients as Resource, actor)}
      GROUP BY 1),
    all_moved AS MATERIALIZED (${movedClients(changes, actor)}),
    moved AS MATERIALIZED (SELECT * FROM all_moved WHERE NOT frozen),
    priced AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(priced)}::jsonb)
        AS x (opportunity_id uuid, before numeric, after numeric)),
    open AS MATERIALIZED (
      SELECT o.id, coalesce(c.merged_into_id, o.client_id) AS client_id, greatest(o.expected_close_date, business_date()) AS day,
        extract(month FROM o.expected_close_date)::integer AS month, o.weighted_amount AS before,
        CASE
          WHEN l.from_day <= greatest(o.expected_close_date, business_date()) THEN 0
          WHEN p.opportunity_id IS NOT NULL THEN round(o.weighted_amount * p.after / p.before, 2)
          ELSE o.weighted_amount END AS after
      FROM opportunities o LEFT JOIN clients c ON c.id = o.client_id
        LEFT JOIN lost l ON l.client_id = coalesce(c.merged_into_id, o.client_id)
        LEFT JOIN priced p ON p.opportunity_id = o.id
      WHERE o.result = 'open' AND o.archived_at IS NULL AND o.currency_code = ${currency}
        AND o.expected_close_date >= ${starts} AND o.expected_close_date < ${ends}
        AND ${rowVisibility(opportunities as Resource, actor, 'o')}),
    -- The first seller of an opportunity has the cents that rounding leaves.
    shares AS MATERIALIZED (
      SELECT s.user_id, s.first, s.before + CASE WHEN s.first THEN s.rest_before ELSE 0 END AS before,
        s.after + CASE WHEN s.first THEN s.rest_after ELSE 0 END AS after,
        CASE WHEN m.from_user = s.user_id AND m.from_day <= s.day THEN m.to_user ELSE s.user_id END AS after_user
      FROM (
        SELECT o.client_id, o.day, s.user_id, row_number() OVER each_one = 1 AS first,
          round(o.before * s.pct / 100, 2) AS before, round(o.after * s.pct / 100, 2) AS after,
          o.before - sum(round(o.before * s.pct / 100, 2)) OVER (PARTITION BY o.id) AS rest_before,
          o.after - sum(round(o.after * s.pct / 100, 2)) OVER (PARTITION BY o.id) AS rest_after
        FROM open o JOIN opportunities r ON r.id = o.id CROSS JOIN LATERAL opportunity_shares(r) s
        WINDOW each_one AS (PARTITION BY o.id ORDER BY s.user_id)) s
        LEFT JOIN moved m ON m.client_id = s.client_id),
    by_seller AS (
      SELECT u.user_id, sum(u.before) AS before, sum(u.after) AS after FROM (
        SELECT user_id, before, 0 AS after FROM shares
        UNION ALL SELECT after_user, 0, after FROM shares) u GROUP BY 1),
    lines AS MATERIALIZED (
      SELECT o.flight, s.amount, l.from_day, least(greatest(business_date(), ${starts}), ${ends}) AS starts
      FROM order_lines o JOIN contracts k ON k.id = o.contract_id JOIN sale_credits s ON s.order_line_id = o.id
        JOIN clients c ON c.id = k.client_id LEFT JOIN lost l ON l.client_id = coalesce(c.merged_into_id, c.id)
      WHERE o.status = 'active' AND o.flight && plan_year(${year}::integer) AND s.currency_code = ${currency}
        AND k.company_id = ${company}::uuid AND ${rowVisibility(contracts as Resource, actor, 'k')}),
    sold AS MATERIALIZED (
      SELECT t.id AS client_id, l.client_id IS NOT NULL AS is_lost, sum(a.amount) AS amount
      FROM billed_amounts a JOIN clients c ON c.id = a.client_id JOIN clients t ON t.id = coalesce(c.merged_into_id, c.id)
        LEFT JOIN lost l ON l.client_id = t.id
      WHERE ${only(actor.permissions.has(invoiceReaders.viewAll))} AND a.company_id = ${company}::uuid
        AND a.currency_code = ${currency} AND a.day >= (date_trunc('month', business_date()) - interval '11 months')::date
        AND ${scopeCondition(clients as Resource, actor)}
      GROUP BY 1, 2)
    SELECT
      (SELECT jsonb_agg(jsonb_build_array(${amount(sql`m.before`)}, ${amount(sql`m.after`)}) ORDER BY m.place) FROM (
        SELECT place, sum(o.before) AS before, sum(o.after) AS after
        FROM generate_series(1, 12) AS place LEFT JOIN open o ON o.month = place GROUP BY 1) m) AS weighted,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'label', u.full_name, 'before', ${amount(sql`s.before`)},
        'after', ${amount(sql`s.after`)})), '[]') FROM by_seller s JOIN users u ON u.id = s.user_id) AS sellers,
      (SELECT jsonb_agg(${amount(sql`p.amount`)} ORDER BY p.place) FROM (
        SELECT place, sum(b.months[place]) FILTER (WHERE make_date(${year}::integer, place, 1) >= b.from_day) AS amount
        FROM generate_series(1, 12) AS place LEFT JOIN (
          SELECT b.months, l.from_day FROM counted_client_budgets b JOIN client_budgets t ON t.id = b.id
            JOIN lost l ON l.client_id = b.client_id
          WHERE b.fiscal_year = ${year}::integer AND b.currency_code = ${currency}
            AND ${ofCompany(company, 'b.sales_rep_id')} AND ${rowVisibility(clientBudgets as Resource, actor, 't')}) b ON true
        GROUP BY 1) p) AS unplanned,
      (SELECT jsonb_build_array(
          ${amount(sql`sum(l.amount * ${daysUntil(ends)} / (upper(l.flight) - lower(l.flight)))`)},
          ${amount(sql`sum(l.amount * ${daysUntil(sql`least(coalesce(l.from_day, ${ends}), ${ends})`)} / (upper(l.flight) - lower(l.flight)))`)})
        FROM lines l) AS deliver,
      (SELECT jsonb_build_array(${amount(sql`sum(s.amount)`)}, ${amount(sql`sum(s.amount) FILTER (WHERE NOT s.is_lost)`)})
        FROM sold s) AS totals,
      (${largest(false)}) AS now, (${largest(true)}) AS then,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('from', x."from", 'to', x."to", 'clients', x.clients) ORDER BY x."from", x."to"), '[]')
        FROM (SELECT f.full_name AS "from", u.full_name AS "to", count(*)::integer AS clients
          FROM moved m JOIN users f ON f.id = m.from_user JOIN users u ON u.id = m.to_user GROUP BY f.id, u.id) x) AS moves,
      (SELECT count(*)::integer FROM all_moved WHERE frozen) AS frozen`;
};

const monthsOf = (before: readonly string[], after: readonly string[]): SimulatedMonths => ({
  before,
  after,
  total: { before: sum(before), after: sum(after) },
});

const shareOf = (part: string, whole: string): string =>
  compareDecimals(whole, '0') > 0 ? divide(multiply(part, '100'), whole, 1) : '0.0';

const concentrationOf = (clients: readonly ClientShare[], total: string): SimulatedConcentration => {
  const [first] = clients;
  return {
    total,
    largest: first ? { id: first.id, label: first.label, share: shareOf(first.amount, total) } : null,
    top: shareOf(sum(['0.00', ...clients.map((one) => one.amount)]), total),
  };
};

interface SellerSums {
  readonly sellers: readonly { readonly id: string; readonly label: string; readonly amount: string }[];
}

const sellersOf = (
  goals: SellerSums | null,
  signed: SellerSums | null,
  weighted: Figures['sellers'] | null,
): SimulatedSeller[] => {
  const all = [...(goals?.sellers ?? []), ...(signed?.sellers ?? []), ...(weighted ?? [])];
  const amountIn = (of: SellerSums | null, id: string): string | null =>
    of && (of.sellers.find((one) => one.id === id)?.amount ?? '0.00');
  return [...new Map(all.map(({ id, label }) => [id, label]))]
    .map(([id, label]) => {
      const own = weighted?.find((one) => one.id === id);
      return {
        id,
        label,
        goal: amountIn(goals, id),
        signed: amountIn(signed, id),
        weighted: weighted && { before: own?.before ?? '0.00', after: own?.after ?? '0.00' },
      };
    })
    .toSorted((a, b) => a.label.localeCompare(b.label, 'es') || a.id.localeCompare(b.id));
};

/** What lost clients were expected to invest, by month, as far as the actor sees their budgets. */
export interface SimulationFigures extends SimulationResult {
  readonly unplanned: readonly string[];
}

/** Calculates a scenario: each figure as it is and as it would be. Nothing is written. */
export const readSimulation = async (
  database: Queryable,
  actor: Actor,
  scenario: Scenario,
): Promise<SimulationFigures> => {
  const { company, year, changes } = scenario;
  const budget = (await readBudget(database, company, year)) ?? null;
  const currency = budget?.currency ?? String(await readSetting(database, 'currency_default'));
  const asked = { company, year, currency };
  const planned = await readClients(database, actor, asked);
  const goals = await readGoals(database, actor, asked);
  const signed = await readSigned(database, actor, asked);
  const { quotes, priced, partial } = await readQuotes(database, actor, changes);
  const figures = await database.one<Figures>(figuresOf(scenario, currency, priced, actor));
  if (!figures) throw new Error('the figures of a scenario answered no row');
  const seesPipeline = rowScope(opportunities as Resource, actor) !== 'none';
  const seesBudget = actor.permissions.has('sales_budgets.view_all');
  const weighted = seesPipeline
    ? monthsOf(
        figures.weighted.map(([before]) => before),
        figures.weighted.map(([, after]) => after),
      )
    : null;
  const [before, after] = figures.totals;
  return {
    currency,
    budget:
      budget && seesBudget
        ? { id: budget.id, label: budget.label, months: budget.side.months, total: budget.side.total }
        : null,
    signed: signed && { months: signed.side.months, total: signed.side.total },
    weighted,
    planned:
      planned &&
      monthsOf(
        planned.side.months,
        monthNames.map((_, at) =>
          round(subtract(planned.side.months[at] ?? '0.00', figures.unplanned[at] ?? '0.00'), 2),
        ),
      ),
    to_deliver: signed && { before: figures.deliver[0], after: figures.deliver[1] },
    concentration: actor.permissions.has(invoiceReaders.viewAll)
      ? { before: concentrationOf(figures.now, before), after: concentrationOf(figures.then, after) }
      : null,
    sellers: sellersOf(goals, signed, seesPipeline ? figures.sellers : null),
    quotes,
    quotes_partial: partial,
    moves: figures.moves,
    frozen: figures.frozen,
    unplanned: figures.unplanned,
  };
};
