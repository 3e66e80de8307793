import type { OwingAccount, OwingAccounts } from '@pauta/domain/billing/collections/owing-account.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { dues, mostAccounts, today } from './aging.ts';

/**
 * Every account that owes something itself, not only the overdue ones: clients without what their agency pays, and
 * agencies. Those with the oldest debt are first. An account that was merged is shown as the one it was merged into.
 */
export const readOwingAccounts = async (database: Queryable): Promise<OwingAccounts> => {
  const accounts = await database.query<OwingAccount>(sql`
    WITH open AS (
      SELECT i.bill_to AS of, CASE i.bill_to WHEN 'agency' THEN coalesce(a.merged_into_id, a.id) ELSE coalesce(c.merged_into_id, c.id) END AS id,
        i.currency_code AS currency, i.due_on, i.balance
      FROM (${dues}) i JOIN clients c ON c.id = i.client_id
        LEFT JOIN agencies a ON a.id = i.agency_id),
    balances AS (
      SELECT of, id, currency, sum(balance) AS total, sum(balance) FILTER (WHERE due_on < ${today}) AS overdue,
        min(due_on) AS since
      FROM open GROUP BY 1, 2, 3),
    owing AS (
      SELECT of, id, min(since) AS since, json_agg(json_build_object('currency', currency, 'total', total::numeric(18,2)::text,
        'overdue', coalesce(overdue, 0)::numeric(18,2)::text) ORDER BY currency) AS balances
      FROM balances GROUP BY 1, 2 ORDER BY min(since), id LIMIT ${mostAccounts + 1})
    SELECT o.of, o.id, coalesce(a.trade_name, c.trade_name) AS name, o.balances,
      CASE WHEN NOT p.email_bounced THEN p.primary_email END AS email, k.statement_sent_at AS sent_at
    FROM owing o LEFT JOIN clients c ON o.of = 'client' AND c.id = o.id LEFT JOIN agencies a ON o.of = 'agency' AND a.id = o.id
      LEFT JOIN contacts p ON p.id = usual_billing_contact(c.id, a.id, o.of)
      LEFT JOIN collection_cases k ON k.status = 'open' AND (k.client_id = c.id OR k.agency_id = a.id)
    ORDER BY o.since, o.id`);
  return { accounts: accounts.slice(0, mostAccounts), is_cut: accounts.length > mostAccounts };
};
