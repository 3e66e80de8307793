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
 * What an account owes itself, not what its agency pays, in one statement. Accounts that were merged into it count too.
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
      SELECT i.*, i.currency_code AS currency, business_date() - i.due_date AS age
      FROM owed_invoices(${client}::uuid, ${agency}::uuid) i)
    SELECT a.legal_name AS name, a.tax_id, business_date()::text AS today,
      (SELECT coalesce(json_agg(DISTINCT company_id), '[]') FROM open) AS companies,
      (SELECT coalesce(json_agg(json_build_object('currency', currency, 'number', coalesce(fiscal_number, internal_no),
          'concept', concept, 'issued', issue_date, 'due', due_date, 'total', total::text, 'balance', balance::text,
          'days', age, 'prompt', CASE WHEN prompt_until >= business_date() AND credited = 0 AND balance > prompt_discount THEN
            json_build_object('until', prompt_until, 'discount', prompt_discount::text) END) ORDER BY due_date, internal_no), '[]') FROM open) AS invoices,
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
