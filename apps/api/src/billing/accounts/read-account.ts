import type {
  AccountCurrency,
  AccountFigures,
  AgedBalance,
  BarterBalance,
} from '@pauta/domain/billing/accounts/account-figures.ts';
import { barterReceipts } from '@pauta/domain/billing/barter/barter-receipt.ts';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { payments } from '@pauta/domain/billing/payments/payment.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import sql, { raw } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { scopeCondition, viewPermissions } from '../../resource/reading/row-scope.ts';
import { sumsByAge } from '../workbench/aging.ts';

/** An account whose figures are read. */
export interface AccountQuery {
  readonly of: 'client' | 'agency';
  readonly id: string;
}

interface AccountRow {
  readonly today: string;
  readonly months: readonly string[];
  readonly balances: readonly (AgedBalance & { readonly currency: string })[];
  readonly sales: readonly { readonly currency: string; readonly month: string; readonly amount: string }[];
  readonly advances: readonly { readonly currency: string; readonly amount: string }[];
  readonly barter: readonly (BarterBalance & { readonly currency: string })[];
}

const nothing: AgedBalance = {
  current: '0.00',
  d30: '0.00',
  d60: '0.00',
  d90: '0.00',
  d120: '0.00',
  older: '0.00',
  total: '0.00',
};

const barterOf = ({ given, used, unused, owed }: BarterBalance): BarterBalance => ({
  given,
  used,
  unused,
  owed,
});

/**
 * What an account owes by age and what it was billed in twelve months, by currency, in one statement over the invoices
 * that the actor may see. Of a client these are all about it, of an agency what it owes itself and what was billed with
 * it. Accounts that were merged into it count too.
 */
export const readAccount = async (
  database: Queryable,
  { of, id }: AccountQuery,
  actor: Actor,
): Promise<AccountFigures> => {
  const column = raw(`${of}_id`);
  const ids =
    of === 'client' ? sql`with_merged_clients(${id}::uuid)` : sql`with_merged_agencies(${id}::uuid)`;
  const isSeen = scopeCondition(invoices as Resource, actor);
  const isOwed = of === 'client' ? raw('true') : raw(`t.bill_to = 'agency'`);
  const seesAll = raw(String(actor.permissions.has(invoices.permissions.viewAll ?? '')));
  const seesPayments = viewPermissions(payments as Resource).some((name) => actor.permissions.has(name));
  const row = await database.one<AccountRow>(sql`
    WITH ids AS MATERIALIZED (SELECT unnest(${ids}) AS id),
    open AS (
      SELECT t.currency_code AS currency, d.balance, business_date() - d.due_on AS age
      FROM invoices t CROSS JOIN LATERAL dues_of(t) d
      WHERE t.${column} = ANY(ARRAY(SELECT id FROM ids)) AND t.balance > 0 AND ${isOwed} AND ${isSeen}),
    balances AS (SELECT currency, ${sumsByAge} FROM open GROUP BY currency),
    sales AS (
      SELECT b.currency_code AS currency, to_char(b.day, 'YYYY-MM') AS month, sum(b.amount)::numeric(18,2)::text AS amount
      FROM billed_amounts b LEFT JOIN invoices t ON t.id = b.invoice_id
      WHERE b.${column} = ANY(ARRAY(SELECT id FROM ids)) AND b.day >= sales_year_start()
        -- Sales of an opening have no invoice: whoever sees all invoices sees them.
        AND (${isSeen} OR b.invoice_id IS NULL AND ${seesAll}) GROUP BY 1, 2),
    advances AS (
      SELECT t.currency_code AS currency, sum(t.unapplied)::numeric(18,2)::text AS amount FROM payments t
      WHERE t.${column} = ANY(ARRAY(SELECT id FROM ids)) AND t.unapplied > 0 AND t.status IN ('registered', 'reconciled')
        AND ${scopeCondition(payments as Resource, actor)} GROUP BY 1),
    barter AS (
      SELECT b.currency, sum(b.given)::numeric(18,2)::text AS given, sum(b.used)::numeric(18,2)::text AS used,
        sum(b.given - b.used)::numeric(18,2)::text AS unused, sum(b.owed)::numeric(18,2)::text AS owed
      FROM (
        SELECT t.currency_code AS currency, t.total AS given, t.used, 0 AS owed FROM barter_receipts t
        WHERE t.client_id = ANY(ARRAY(SELECT id FROM ids)) AND ${of === 'client'} AND t.status = 'registered'
          AND ${scopeCondition(barterReceipts as Resource, actor)}
        UNION ALL
        SELECT t.currency_code, 0, 0, t.balance FROM invoices t
        WHERE t.client_id = ANY(ARRAY(SELECT id FROM ids)) AND ${of === 'client'} AND t.balance > 0 AND is_bartered(t)
          AND ${isSeen}) b
      GROUP BY 1)
    SELECT business_date()::text AS today,
      ARRAY(SELECT to_char(sales_year_start() + make_interval(months => m), 'YYYY-MM') FROM generate_series(0, 11) m ORDER BY m) AS months,
      (SELECT coalesce(json_agg(b), '[]') FROM balances b) AS balances,
      (SELECT coalesce(json_agg(s), '[]') FROM sales s) AS sales,
      (SELECT coalesce(json_agg(a), '[]') FROM advances a) AS advances,
      (SELECT coalesce(json_agg(b), '[]') FROM barter b) AS barter`);
  if (!row) throw new Error('the statement of an account answers one row');
  const { today, months, balances, sales, advances, barter } = row;
  const used = new Set([...balances, ...sales, ...advances, ...barter].map(({ currency }) => currency));
  return {
    today,
    months,
    currencies: [...used].sort().map((currency): AccountCurrency => {
      const balance = balances.find((one) => one.currency === currency);
      const own = sales.filter((one) => one.currency === currency);
      const bartered = barter.find((one) => one.currency === currency);
      const { currency: _, ...aged } = balance ?? { currency, ...nothing };
      return {
        currency,
        balance: aged,
        advances: seesPayments ? (advances.find((one) => one.currency === currency)?.amount ?? '0.00') : null,
        barter: seesPayments && bartered ? barterOf(bartered) : null,
        sales: months.map((month) => own.find((one) => one.month === month)?.amount ?? '0.00'),
        sales_total: sum(['0.00', ...own.map(({ amount }) => amount)]),
      };
    }),
  };
};
