import { invoiceReaders } from '@pauta/domain/billing/invoice-readers.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { CurrencyAmount } from '@pauta/domain/money/currency-amount.ts';
import type { SellerFigures } from '@pauta/domain/presales/board.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import sql, { raw } from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import type { Queryable } from '../platform/database/database.ts';
import { scopeCondition } from '../resource/reading/row-scope.ts';

interface FigureRow extends CurrencyAmount {
  readonly user_id: string;
  readonly kind: 'sales' | 'pipeline' | 'goal';
  readonly reached: string | null;
}

/**
 * What sellers sell, in one statement: twelve months of their clients' invoices, their open opportunities, and this
 * year's goals of signed sales. Invoices and goals of everybody are shown only to readers who may see all of them.
 */
export const readSellerFigures = async (
  database: Queryable,
  actor: Actor,
): Promise<(userId: string) => SellerFigures> => {
  const may = (name: string): boolean => actor.permissions.has(name);
  const seesSales = may(invoiceReaders.viewAll);
  const seesPipeline = may(opportunities.permissions.viewAll ?? '');
  const seesGoals = may('rep_goals.view_all');
  const only = (is: boolean) => raw(String(is));
  const rows = await database.query<FigureRow>(sql`
    WITH billed AS MATERIALIZED (
      SELECT client_id, currency_code AS currency, sum(amount) AS amount FROM billed_amounts
      WHERE ${only(seesSales)} AND day >= sales_year_start() GROUP BY 1, 2),
    -- Few clients were merged: the others need no second lookup.
    sold AS (
      SELECT b.* FROM billed b
      WHERE b.client_id NOT IN (SELECT id FROM clients WHERE merged_into_id IS NOT NULL)
      UNION ALL
      SELECT o.merged_into_id, b.currency, b.amount FROM clients o JOIN billed b ON b.client_id = o.id
      WHERE o.merged_into_id IS NOT NULL)
    SELECT t.primary_sales_rep_id AS user_id, 'sales' AS kind, s.currency, sum(s.amount)::numeric(18,2)::text AS amount,
      NULL AS reached
    FROM sold s JOIN clients t ON t.id = s.client_id
    WHERE t.archived_at IS NULL AND ${scopeCondition(clients as Resource, actor)} GROUP BY 1, 3
    UNION ALL
    SELECT t.owner_id, 'pipeline', t.currency_code, sum(t.weighted_amount)::numeric(18,2)::text, NULL
    FROM opportunities t
    WHERE ${only(seesPipeline)} AND t.result = 'open' AND t.archived_at IS NULL GROUP BY 1, 3
    UNION ALL
    SELECT g.user_id, 'goal', g.currency_code, g.total::text, CASE WHEN ${only(seesSales)} THEN reached(g)::text END
    FROM rep_goals g
    WHERE ${only(seesGoals)} AND g.archived_at IS NULL AND g.metric = 'signed_sales' AND g.division_id IS NULL
      AND g.platform_id IS NULL AND g.fiscal_year = extract(year FROM business_date())
    ORDER BY kind, currency`);
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id);
  return (userId) => {
    const own = byUser.get(userId) ?? [];
    const amounts = (kind: FigureRow['kind']): CurrencyAmount[] =>
      own.filter((row) => row.kind === kind).map(({ currency, amount }) => ({ currency, amount }));
    return {
      sales: seesSales ? amounts('sales') : null,
      pipeline: seesPipeline ? amounts('pipeline') : null,
      goals: seesGoals
        ? own
            .filter(({ kind }) => kind === 'goal')
            .map(({ currency, amount, reached }) => ({ currency, target: amount, reached }))
        : null,
    };
  };
};
