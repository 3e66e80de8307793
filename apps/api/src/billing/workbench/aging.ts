import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** Whom open invoices are grouped by, and from which day they age. */
export interface AgingQuery {
  readonly by: 'client' | 'agency';
  readonly from: 'due_date' | 'issue_date';
  readonly currency: string;
}

/** What one account, or all of them, owe: not due, and by the days since. Amounts as decimal text. */
export interface AgingRow {
  readonly id: string;
  readonly name: string;
  readonly current: string;
  readonly d30: string;
  readonly d60: string;
  readonly d90: string;
  readonly d120: string;
  readonly older: string;
  readonly total: string;
}

/** Figures of one currency. */
export interface AgingFigures {
  readonly currency: string;
  readonly open: string;
  readonly overdue: string;
  readonly advances: string;
  /** Invoices and debit notes of this month, less its credit notes. */
  readonly invoiced: string;
  readonly collected: string;
  /** Days of sales outstanding: what is open, over what was invoiced in the last 90 days. Null without invoices. */
  readonly dso: string | null;
}

/** Accounts in one answer, those that owe most. */
export const mostAccounts = 200;

/** Sums of open rows with their `balance` and their `age` in days. */
export const sumsByAge: Sql = sql`
  coalesce(sum(balance) FILTER (WHERE age <= 0), 0)::numeric(18,2)::text AS current,
  coalesce(sum(balance) FILTER (WHERE age BETWEEN 1 AND 30), 0)::numeric(18,2)::text AS d30,
  coalesce(sum(balance) FILTER (WHERE age BETWEEN 31 AND 60), 0)::numeric(18,2)::text AS d60,
  coalesce(sum(balance) FILTER (WHERE age BETWEEN 61 AND 90), 0)::numeric(18,2)::text AS d90,
  coalesce(sum(balance) FILTER (WHERE age BETWEEN 91 AND 120), 0)::numeric(18,2)::text AS d120,
  coalesce(sum(balance) FILTER (WHERE age > 120), 0)::numeric(18,2)::text AS older,
  sum(balance)::numeric(18,2)::text AS total`;

/** A client or agency that was merged is shown as the one it was merged into. */
const account = (by: AgingQuery['by']): Sql =>
  by === 'agency'
    ? sql`FROM open JOIN agencies o ON o.id = open.agency_id AND open.bill_to = 'agency'
        JOIN agencies a ON a.id = coalesce(o.merged_into_id, o.id)`
    : sql`FROM open JOIN clients o ON o.id = open.client_id JOIN clients a ON a.id = coalesce(o.merged_into_id, o.id)`;

/**
 * What accounts owe by age (domain §1.6), in one statement over the open invoices. By client it contains every invoice
 * about them, also those that their agency pays; by agency those that agencies pay.
 */
export const readAging = (
  database: Queryable,
  { by, from, currency }: AgingQuery,
): Promise<readonly AgingRow[]> => {
  const start = from === 'due_date' ? sql`due_date` : sql`issue_date`;
  return database.query<AgingRow>(sql`
    WITH open AS (
      SELECT client_id, agency_id, bill_to, balance, business_date() - ${start} AS age FROM invoices
      WHERE balance > 0 AND currency_code = ${currency})
    SELECT a.id, a.trade_name AS name,
      ${sumsByAge}
    ${account(by)}
    GROUP BY a.id, a.trade_name ORDER BY sum(balance) DESC, a.id LIMIT ${mostAccounts}`);
};

/** The figures of every currency with open invoices, advances or a movement in the last 90 days. */
export const readFigures = (database: Queryable): Promise<readonly AgingFigures[]> =>
  database.query<AgingFigures>(sql`
    WITH open AS (
      SELECT currency_code, sum(balance) AS open, sum(balance) FILTER (WHERE due_date < business_date()) AS overdue
      FROM invoices WHERE balance > 0 GROUP BY 1),
    billed AS (
      SELECT currency_code,
        sum(CASE doc_kind WHEN 'credit_note' THEN -total ELSE total END) AS quarter,
        sum(CASE doc_kind WHEN 'credit_note' THEN -total ELSE total END)
          FILTER (WHERE issue_date >= date_trunc('month', business_date())::date) AS month
      FROM invoices WHERE status = 'issued' AND archived_at IS NULL AND issue_date > business_date() - 90 GROUP BY 1),
    received AS (
      SELECT currency_code, sum(unapplied) AS advances,
        sum(amount) FILTER (WHERE received_on >= date_trunc('month', business_date())::date) AS month
      FROM payments WHERE status IN ('registered', 'reconciled')
        AND (unapplied > 0 OR received_on >= date_trunc('month', business_date())::date) GROUP BY 1)
    SELECT c.code AS currency, coalesce(o.open, 0)::numeric(18,2)::text AS open,
      coalesce(o.overdue, 0)::numeric(18,2)::text AS overdue, coalesce(r.advances, 0)::numeric(18,2)::text AS advances,
      coalesce(b.month, 0)::numeric(18,2)::text AS invoiced, coalesce(r.month, 0)::numeric(18,2)::text AS collected,
      round(coalesce(o.open, 0) / nullif(b.quarter, 0) * 90)::text AS dso
    FROM (SELECT currency_code AS code FROM open UNION SELECT currency_code FROM billed
        UNION SELECT currency_code FROM received) c
      LEFT JOIN open o ON o.currency_code = c.code LEFT JOIN billed b ON b.currency_code = c.code
      LEFT JOIN received r ON r.currency_code = c.code
    ORDER BY coalesce(o.open, 0) DESC, c.code`);
