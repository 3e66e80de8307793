import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import sql, { type Sql } from 'sql-template-tag';
import { reachBy, rowVisibility } from '../../resource/reading/row-scope.ts';
import type { Computing } from './computed-rows.ts';

/** Credits of sales of the period: of contracts that the actor may see, and their own of other contracts. */
export const creditRows = ({ period, actor }: Computing): Sql => {
  const own = reachBy(actor, contracts.permissions.viewOwn);
  return sql`
    SELECT s.id::text AS id, o.description AS line, s.contract_id, s.user_id, k.client_id, s.on_date, s.kind, s.pct, s.amount,
      s.currency_code, k.company_id, i.division_id, coalesce(i.platform_id, a.platform_id) AS platform_id, k.agency_id,
      c.industry_id, EXISTS (
        SELECT FROM order_line_terms t WHERE t.order_line_id = o.id AND t.counts_for_goal) AS counts_for_goal
    FROM sale_credits s JOIN contracts k ON k.id = s.contract_id JOIN clients c ON c.id = k.client_id
      JOIN order_lines o ON o.id = s.order_line_id LEFT JOIN inventory_items i ON i.id = o.inventory_item_id
      LEFT JOIN ad_articles a ON a.id = o.ad_article_id
    WHERE s.on_date BETWEEN ${period.from}::date AND ${period.to}::date
      AND (s.user_id = ANY(${own}::uuid[]) OR ${rowVisibility(contracts, actor, 'k')})`;
};
