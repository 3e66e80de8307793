import type { PrintedStatement, StatementCurrency } from '@pauta/domain/billing/accounts/statement-paper.ts';
import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '../../../platform/database/database.ts';
import { sumsByAge } from '../../workbench/aging.ts';
import type { AccountQuery } from '../read-account.ts';

/** A statement with the companies that issued its invoices. */
export interface ReadStatement extends PrintedStatement {
  readonly companies: readonly string[];
}

const zeros = {
  current: '0.00',
  d30: '0.00',
  d60: '0.00',
  d90: '0.00',
  d120: '0.00',
  older: '0.00',
  total: '0.00',
};

/**
 * What an account owes itself, not what its agency pays, in one statement; an invoice has a row for each day it is due. Accounts that were merged into it count too.
 *
 * @throws Error if there is no such account
 */
export const readStatement = async (
  database: Queryable,
  { of, id }: AccountQuery,
): Promise<ReadStatement> => {
  const [client, agency] = of === 'client' ? [id, null] : [null, id];
  const table = raw(of === 'client' ? 'clients' : 'agencies');
  const row = await database.one<{
    readonly name: string;
    readonly tax_id: string | null;
    readonly today: string;
    readonly companies: readonly string[];
    readonly invoices: readonly (StatementCurrency['invoices'][number] & { readonly currency: string })[];
    readonly balances: readonly (StatementCurrency['balance'] & { readonly currency: string })[];
    readonly advances: readonly { readonly currency: string; readonly amount: string }[];
  }>(sql`
    WITH open AS (
      SELECT i.company_id, i.currency_code AS currency, coalesce(i.fiscal_number, i.internal_no) AS number, i.concept,
        i.issue_date, i.total, d.due_on, d.balance, business_date() - d.due_on AS age,
        CASE WHEN i.prompt_until >= business_date() AND i.credited = 0 AND i.balance > i.prompt_discount
          THEN json_build_object('until', i.prompt_until, 'discount', i.prompt_discount::text) END AS prompt
      FROM owed_invoices(${client}::uuid, ${agency}::uuid) i CROSS JOIN LATERAL dues_of(i) d)
    SELECT a.legal_name AS name, a.tax_id, business_date()::text AS today,
      (SELECT coalesce(json_agg(DISTINCT company_id), '[]') FROM open) AS companies,
      (SELECT coalesce(json_agg(json_build_object('currency', currency, 'number', number, 'concept', concept,
          'issued', issue_date, 'due', due_on, 'total', total::text, 'balance', balance::text, 'days', age,
          'prompt', prompt) ORDER BY due_on, number), '[]') FROM open) AS invoices,
      (SELECT coalesce(json_agg(b), '[]') FROM (SELECT currency, ${sumsByAge} FROM open GROUP BY currency) b) AS balances,
      (SELECT coalesce(json_agg(p), '[]') FROM (
        SELECT currency_code AS currency, sum(unapplied)::numeric(18,2)::text AS amount FROM payments
        WHERE (client_id = ${client}::uuid OR agency_id = ${agency}::uuid) AND unapplied > 0 GROUP BY 1) p) AS advances
    FROM ${table} a WHERE a.id = ${id}::uuid`);
  if (!row) throw new Error(`there is no ${of} ${id}`);
  const { name, tax_id, today, companies, invoices, balances, advances } = row;
  const used = [...new Set([...balances, ...advances].map(({ currency }) => currency))].sort();
  return {
    name,
    tax_id,
    today,
    companies,
    currencies: used.map((currency) => ({
      currency,
      balance: balances.find((one) => one.currency === currency) ?? zeros,
      advances: advances.find((one) => one.currency === currency)?.amount ?? '0.00',
      invoices: invoices.filter((one) => one.currency === currency),
    })),
  };
};
