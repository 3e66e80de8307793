import { invoiceReaders } from '@pauta/domain/billing/invoice-readers.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { divide, isZero, multiply, sum } from '@pauta/domain/money/arithmetic.ts';
import type { SellerFigures } from '@pauta/domain/presales/board.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import type { Queryable } from '../platform/database/database.ts';
import { scopeCondition } from '../resource/reading/row-scope.ts';
import { type ClientFilter, filterCondition } from './selection.ts';

interface FigureRow {
  readonly user_id: string;
  readonly kind: 'sales' | 'top' | 'pipeline' | 'goal' | 'disputed';
  readonly currency: string;
  readonly amount: string;
  /** Sales after the draft, the weighted pipeline, what was reached of a goal. */
  readonly second: string | null;
  readonly client: string | null;
}

/** What the board shows: now with the draft of its reader, or a past day; all clients, or some of them. */
export interface BoardMoment {
  readonly draft: string | null;
  readonly on: string | null;
  readonly filter: ClientFilter;
}

/** Percent with one decimal. */
const shareOf = (part: string, whole: string): number =>
  isZero(whole) ? 0 : Number(divide(multiply(part, '100'), whole, 1));

/** Rows `(client_id, now, after)`: the seller of each client, and their seller after the draft. */
const ownersAt = ({ draft, on }: BoardMoment): Sql =>
  on === null
    ? sql`
      SELECT t.id AS client_id, t.primary_sales_rep_id AS now, coalesce(m.to_user_id, t.primary_sales_rep_id) AS after
      FROM clients t LEFT JOIN portfolio_draft_moves m ON m.client_id = t.id AND m.draft_id = ${draft}::uuid`
    : sql`
      SELECT a.client_id, a.user_id AS now, a.user_id AS after FROM portfolio_assignments a
      WHERE a.role = 'principal' AND a.valid @> ${on}::date`;

/**
 * What sellers sell, in one statement: twelve months of their clients' invoices before and after the draft, the largest
 * client in them, open disputes, open opportunities, and the year's goals of signed sales. Invoices and goals of everybody
 * are shown only to readers who may see all of them. The pipeline of a past day is not known.
 */
export const readSellerFigures = async (
  database: Queryable,
  actor: Actor,
  moment: BoardMoment,
): Promise<(userId: string) => SellerFigures> => {
  const may = (name: string): boolean => actor.permissions.has(name);
  const seesSales = may(invoiceReaders.viewAll);
  const seesPipeline = may(opportunities.permissions.viewAll ?? '') && moment.on === null;
  const seesGoals = may('rep_goals.view_all');
  const only = (is: boolean) => raw(String(is));
  const day = sql`coalesce(${moment.on}::date, business_date())`;
  const rows = await database.query<FigureRow>(sql`
    WITH owners AS MATERIALIZED (
      SELECT o.* FROM (${ownersAt(moment)}) o JOIN clients t ON t.id = o.client_id
      WHERE ${only(seesSales)} AND t.archived_at IS NULL AND ${filterCondition(moment.filter)}
        AND ${scopeCondition(clients as Resource, actor)}),
    billed AS MATERIALIZED (
      SELECT client_id, currency_code AS currency, sum(amount) AS amount FROM billed_amounts
      WHERE ${only(seesSales)} AND day >= (date_trunc('month', ${day}) - interval '11 months')::date
        AND ${moment.on === null ? raw('true') : sql`day <= ${moment.on}::date`} GROUP BY 1, 2),
    -- Few clients were merged: the others need no second lookup.
    sold AS MATERIALIZED (
      SELECT b.client_id, b.currency, sum(b.amount) AS amount FROM (
        SELECT b.* FROM billed b
        WHERE b.client_id NOT IN (SELECT id FROM clients WHERE merged_into_id IS NOT NULL)
        UNION ALL
        SELECT o.merged_into_id, b.currency, b.amount FROM clients o JOIN billed b ON b.client_id = o.id
        WHERE o.merged_into_id IS NOT NULL) b GROUP BY 1, 2)
    SELECT s.user_id, 'sales' AS kind, s.currency, sum(s.now)::numeric(18,2)::text AS amount,
      sum(s.after)::numeric(18,2)::text AS second, NULL AS client
    FROM (
      SELECT o.now AS user_id, s.currency, s.amount AS now, 0 AS after FROM sold s JOIN owners o USING (client_id)
      UNION ALL
      SELECT o.after, s.currency, 0, s.amount FROM sold s JOIN owners o USING (client_id)) s
    GROUP BY 1, 3
    UNION ALL
    SELECT * FROM (
      SELECT DISTINCT ON (o.after, s.currency) o.after, 'top', s.currency, s.amount::numeric(18,2)::text, NULL, c.trade_name
      FROM sold s JOIN owners o USING (client_id) JOIN clients c ON c.id = s.client_id WHERE s.amount > 0
      ORDER BY o.after, s.currency, s.amount DESC, c.id) largest
    UNION ALL
    SELECT o.after, 'disputed', '', count(*)::text, NULL, NULL FROM owners o
    WHERE o.client_id IN (
      SELECT coalesce(c.merged_into_id, c.id) FROM invoice_disputes d JOIN invoices i ON i.id = d.invoice_id
        JOIN clients c ON c.id = i.client_id WHERE d.status = 'open')
    GROUP BY 1
    UNION ALL
    SELECT t.owner_id, 'pipeline', t.currency_code, coalesce(sum(t.expected_amount), 0)::numeric(18,2)::text,
      coalesce(sum(t.weighted_amount), 0)::numeric(18,2)::text, NULL
    FROM opportunities t
    WHERE ${only(seesPipeline)} AND t.result = 'open' AND t.archived_at IS NULL GROUP BY 1, 3
    UNION ALL
    SELECT g.user_id, 'goal', g.currency_code, g.total::text, CASE WHEN ${only(seesSales)} THEN
      (SELECT coalesce(sum(r.amount), 0)::numeric(18,2)::text FROM reached_rows(g) r
        WHERE ${moment.on === null ? raw('true') : sql`r.day <= ${moment.on}::date`}) END, NULL
    FROM rep_goals g
    WHERE ${only(seesGoals)} AND g.archived_at IS NULL AND g.metric = 'signed_sales' AND g.division_id IS NULL
      AND g.platform_id IS NULL AND g.fiscal_year = extract(year FROM ${day})
    ORDER BY kind, currency`);
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id);
  const whole = Map.groupBy(
    rows.filter(({ kind }) => kind === 'sales'),
    ({ currency }) => currency,
  );
  return (userId) => {
    const own = byUser.get(userId) ?? [];
    const of = (kind: FigureRow['kind']): readonly FigureRow[] => own.filter((row) => row.kind === kind);
    const sales = of('sales').map(({ currency, amount, second }) => {
      const after = second ?? '0.00';
      const top = of('top').find((row) => row.currency === currency);
      return {
        currency,
        amount,
        after,
        share: shareOf(after, sum((whole.get(currency) ?? []).map((row) => row.second ?? '0.00'))),
        top: top?.client ? { client: top.client, share: shareOf(top.amount, after) } : null,
      };
    });
    return {
      sales: seesSales ? sales : null,
      pipeline: seesPipeline
        ? of('pipeline').map(({ currency, amount, second }) => ({
            currency,
            amount,
            weighted: second ?? '0.00',
          }))
        : null,
      goals: seesGoals
        ? of('goal').map(({ currency, amount, second }) => ({ currency, target: amount, reached: second }))
        : null,
      disputed: seesSales ? Number(of('disputed')[0]?.amount ?? 0) : null,
    };
  };
};
