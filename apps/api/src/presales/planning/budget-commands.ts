import { clients } from '@pauta/domain/crm/clients/client.ts';
import { targetLists } from '@pauta/domain/crm/target-lists/target-list.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { percentOf, sum } from '@pauta/domain/money/arithmetic.ts';
import type { CurrencyAmount } from '@pauta/domain/money/currency-amount.ts';
import { clientBudgets } from '@pauta/domain/presales/planning/client-budget.ts';
import { monthNames } from '@pauta/domain/presales/planning/months.ts';
import type { AnyRecord, Resource, Values } from '@pauta/domain/resource/resource.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import {
  addMembers,
  type LockedList,
  lockOpenList,
  type MemberAdditions,
  planAdditions,
  takenReason,
} from '../../crm/target-lists/accounts.ts';
import { type Actor, holds } from '../../platform/access.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { fieldVisibility, rowVisibility, scopeCondition } from '../../resource/reading/row-scope.ts';
import { tableOf } from '../../resource/table.ts';
import { requireUpdate } from '../../resource/writing/change-record.ts';

const count = { type: 'integer' } as const;
const rowsOf = { type: 'array', items: { type: 'object' } } as const;

/** Changes the months of a budget by a percentage. */
const adjust: CommandHandler<unknown, AnyRecord> = {
  run: async ({ tx }, { id }, { change_pct }) => {
    const factor = percentOf('1', sum(['100', String(change_pct)]));
    const sets = monthNames.map((name) => sql`${raw(name)} = round(${raw(name)} * ${factor}::numeric, 2)`);
    await tx.query(sql`UPDATE client_budgets SET ${join(sets)} WHERE id = ${id}::uuid`);
  },
};

/**
 * What was signed with each client in a year, by month in the client's currency, as rows `s`: with its trend, the
 * variation from the year before between half and double, 1 without sales before. Only contracts that the actor may see.
 */
const soldByMonth = (year: number): Sql => sql`
  SELECT c.id AS client_id, c.currency_code, c.trade_name,
    ARRAY(SELECT greatest(coalesce(sum(m.amount), 0), 0) FROM generate_series(1, 12) AS place
      LEFT JOIN sold m ON m.client_id = c.id AND m.currency_code = c.currency_code AND m.year = ${year}::integer
        AND m.month = place
      GROUP BY place ORDER BY place) AS months,
    least(2, greatest(0.5, coalesce(
      sum(s.amount) FILTER (WHERE s.year = ${year}::integer)
        / nullif(greatest(sum(s.amount) FILTER (WHERE s.year = ${year}::integer - 1), 0), 0), 1))) AS trend
  FROM sold s JOIN clients c ON c.id = s.client_id AND c.currency_code = s.currency_code
  WHERE c.archived_at IS NULL
  GROUP BY c.id HAVING sum(s.amount) FILTER (WHERE s.year = ${year}::integer) > 0`;

const soldBefore = (actor: Actor, year: number): Sql => sql`
  WITH seen AS MATERIALIZED (
    SELECT t.id FROM clients t WHERE ${scopeCondition(clients as Resource, actor)}),
  sold AS MATERIALIZED (
    SELECT coalesce(c.merged_into_id, c.id) AS client_id, s.currency_code, extract(year FROM s.on_date)::integer AS year,
      extract(month FROM s.on_date)::integer AS month, sum(s.amount) AS amount
    FROM sale_credits s JOIN contracts k ON k.id = s.contract_id JOIN clients c ON c.id = k.client_id
    WHERE s.on_date >= make_date(${year}::integer - 1, 1, 1) AND s.on_date < make_date(${year}::integer + 1, 1, 1)
      AND coalesce(c.merged_into_id, c.id) IN (SELECT id FROM seen) AND ${rowVisibility(contracts, actor, 'k')}
    GROUP BY 1, 2, 3, 4),
  made AS (${soldByMonth(year)})`;

interface Generated {
  readonly budgets: number;
  readonly existing: number;
  readonly totals: readonly CurrencyAmount[];
  /** The largest ones. */
  readonly examples: readonly (CurrencyAmount & { readonly client: string })[];
}

interface GenerateOrder {
  readonly from: number;
  readonly to: number;
  readonly method: string;
  readonly confidence: string;
}

const orderOf = ({ from_year, to_year, method, confidence_pct }: Values): GenerateOrder => {
  const [from, to] = [Number(from_year), Number(to_year)];
  if (to <= from) throw invalid({ to_year: ['Elija un año posterior al de las ventas.'] });
  return { from, to, method: String(method), confidence: String(confidence_pct) };
};

/** Months of the row `m` of `made`, by the method. */
const plannedMonth = (method: string, at: number): Sql =>
  sql`round(m.months[${raw(String(at + 1))}] * ${method === 'estimated' ? sql`m.trend` : sql`1`}, 2)`;

const isNew = ({ to, method }: GenerateOrder): Sql => sql`NOT EXISTS (
  SELECT FROM client_budgets b
  WHERE b.client_id = m.client_id AND b.fiscal_year = ${to}::integer AND b.source = ${method} AND b.archived_at IS NULL
    AND b.brand_id IS NULL AND b.agency_id IS NULL AND b.platform_id IS NULL)`;

/** Creates budgets of clients from what they bought in another year. */
const generate: CommandHandler<Generated, null> = {
  answer: { budgets: count, existing: count, totals: rowsOf, examples: rowsOf },
  plan: async ({ tx, actor }, _record, input) => {
    const order = orderOf(input);
    const total = join(
      monthNames.map((_, at) => plannedMonth(order.method, at)),
      ' + ',
    );
    const rows = await tx.query<CurrencyAmount & { client: string; fits: boolean }>(sql`
      ${soldBefore(actor, order.from)}
      SELECT m.trade_name AS client, m.currency_code AS currency, (${total})::text AS amount, ${isNew(order)} AS fits
      FROM made m ORDER BY ${total} DESC, m.client_id`);
    const made = rows.filter(({ fits }) => fits);
    return {
      budgets: made.length,
      existing: rows.length - made.length,
      totals: [...Map.groupBy(made, ({ currency }) => currency)].map(([currency, own]) => ({
        currency,
        amount: sum(own.map(({ amount }) => amount)),
      })),
      examples: made.slice(0, 10).map(({ client, currency, amount }) => ({ client, currency, amount })),
    };
  },
  run: async ({ tx, actor }, _record, input) => {
    const order = orderOf(input);
    const months = monthNames.map((_, at) => plannedMonth(order.method, at));
    await tx.query(sql`
      ${soldBefore(actor, order.from)}
      INSERT INTO client_budgets (fiscal_year, client_id, source, confidence_pct, currency_code, ${raw(monthNames.join(', '))})
      SELECT ${order.to}::integer, m.client_id, ${order.method}, ${order.confidence}::numeric, m.currency_code, ${join(months)}
      FROM made m WHERE ${isNew(order)}
      ON CONFLICT DO NOTHING`);
  },
};

interface Gap {
  readonly client_id: string;
  readonly currency: string;
  readonly amount: string;
}

interface GapPlan extends MemberAdditions {
  readonly list: LockedList;
  readonly gaps: readonly Gap[];
  /** Clients whose budget is in another currency than the list, and clients without a gap. */
  readonly other_currency: number;
  readonly without_gap: number;
  readonly total: CurrencyAmount;
}

/** The gap of each client of the selected budgets: of the most certain source, of the whole client if there is one. */
const readGaps = (tx: Transaction, actor: Actor, ids: readonly string[]) => {
  const isSeen =
    fieldVisibility(clientBudgets as Resource, clientBudgets.fields.gap as Field, actor) ?? sql`true`;
  return tx.query<Gap>(sql`
    WITH chosen AS (
      SELECT t.* FROM client_budgets t
      WHERE t.id = ANY(${[...ids]}::uuid[]) AND t.archived_at IS NULL
        AND ${scopeCondition(clientBudgets as Resource, actor)} AND ${isSeen}),
    counted AS (
      SELECT DISTINCT ON (b.fiscal_year, b.client_id, b.brand_id, b.agency_id, b.platform_id) b.id
      FROM chosen b
      WHERE (b.brand_id IS NULL AND b.agency_id IS NULL AND b.platform_id IS NULL) OR NOT EXISTS (
        SELECT FROM chosen w WHERE w.client_id = b.client_id AND w.fiscal_year = b.fiscal_year
          AND w.brand_id IS NULL AND w.agency_id IS NULL AND w.platform_id IS NULL)
      ORDER BY b.fiscal_year, b.client_id, b.brand_id, b.agency_id, b.platform_id,
        array_position(ARRAY['declared', 'estimated', 'historical'], b.source::text))
    SELECT b.client_id, b.currency_code AS currency, sum(greatest(gap(b), 0))::text AS amount
    FROM client_budgets b WHERE b.id IN (SELECT id FROM counted) GROUP BY 1, 2 ORDER BY 1, 2`);
};

/** Adds the clients of budgets with a gap to a target list, with the gap as their estimated amount. */
const sendGap: CommandHandler<GapPlan, null> = {
  answer: {
    joining: count,
    already: count,
    other_currency: count,
    without_gap: count,
    total: { type: 'object' },
    blocked: rowsOf,
    blocked_total: count,
  },
  plan: async ({ tx, actor }, _record, { target_list_id, ids }) => {
    const lists = tableOf(targetLists as Resource);
    const record = parseRecord(
      await readRecord(tx, lists, referenceId(target_list_id) ?? '', actor, { lock: true }),
    );
    await requireUpdate(tx, lists, record, actor);
    const list = await lockOpenList(tx, record.id);
    const all = await readGaps(tx, actor, ids as readonly string[]);
    const inCurrency = all.filter(({ currency }) => currency === record.currency_code);
    const gaps = inCurrency.filter(({ amount }) => Number(amount) > 0);
    const sorted = await planAdditions(
      tx,
      list,
      gaps.map(({ client_id }) => client_id),
      'manual',
    );
    const blocked = new Set(sorted.taken.map(({ id }) => id));
    return {
      ...sorted,
      list,
      gaps,
      other_currency: all.length - inCurrency.length,
      without_gap: inCurrency.length - gaps.length,
      total: {
        currency: String(record.currency_code),
        amount: sum(gaps.filter(({ client_id }) => !blocked.has(client_id)).map(({ amount }) => amount)),
      },
    };
  },
  toAnswer: (_context, { joining, already, other_currency, without_gap, total, taken }) => ({
    joining: joining.length,
    already,
    other_currency,
    without_gap,
    total,
    blocked: taken.slice(0, 50).map((one) => ({ id: one.id, title: one.title, reason: takenReason(one) })),
    blocked_total: taken.length,
  }),
  run: async ({ tx, actor }, _record, _input, { list, joining, gaps }) => {
    await addMembers(tx, list, joining, 'manual');
    // Accounts that were in the list keep their amount, unless the actor may change them.
    const may = holds(actor, 'target_list_members.update_all');
    const amounts = may ? gaps : gaps.filter(({ client_id }) => joining.includes(client_id));
    await tx.query(sql`
      UPDATE target_list_members m SET estimated_amount = g.amount
      FROM jsonb_to_recordset(${JSON.stringify(amounts)}::jsonb) AS g (client_id uuid, amount numeric)
      WHERE m.target_list_id = ${list.id}::uuid AND m.client_id = g.client_id AND m.archived_at IS NULL
        AND m.state NOT IN ('won', 'discarded') AND m.estimated_amount IS DISTINCT FROM g.amount`);
  },
};

/** Commands on budgets of clients. */
export const budgetCommands = { adjust, generate, send_gap: sendGap };
