import type { AgedBalance } from '@pauta/domain/billing/accounts/account-figures.ts';
import { type AgingBucketName, agingBuckets } from '@pauta/domain/billing/accounts/aging-buckets.ts';
import type { Dues, OpenDue } from '@pauta/domain/billing/accounts/open-due.ts';
import { payments } from '@pauta/domain/billing/payments/payment.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { scopeCondition, viewPermissions } from '../../resource/reading/row-scope.ts';

/** Whom open invoices are grouped by, and from which day they age. */
export interface AgingQuery {
  readonly by: 'client' | 'agency';
  readonly from: 'due_date' | 'issue_date';
  readonly currency: string;
}

/** What one account owes: not due, and by the days since. */
export interface AgingRow extends AgedBalance {
  /** The part of the total that is disputed. */
  readonly disputed: string;
  readonly id: string;
  readonly name: string;
}

/** Figures of one currency. */
export interface AgingFigures {
  readonly currency: string;
  readonly open: string;
  readonly overdue: string;
  /** Payments that are not applied yet; null for a reader who may not see payments. */
  readonly advances: string | null;
  /** Invoices and debit notes of this month. */
  readonly invoiced: string;
  /** Credit notes of this month. */
  readonly credited: string;
  /** Payments of this month in money, without those by barter; null for a reader who may not see payments. */
  readonly collected: string | null;
  /** Days of sales outstanding: what is open, over what was invoiced in the last 90 days. Null without invoices. */
  readonly dso: string | null;
}

/** The day of the company, evaluated once in a statement: a call of the function would be evaluated for every row. */
export const today: Sql = sql`(SELECT business_date())`;

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
  coalesce(sum(balance), 0)::numeric(18,2)::text AS total`;

/** A client or agency that was merged is shown as the one it was merged into. */
const account = (by: AgingQuery['by']): Sql =>
  by === 'agency'
    ? sql`FROM open JOIN agencies o ON o.id = open.agency_id AND open.bill_to = 'agency'
        JOIN agencies a ON a.id = coalesce(o.merged_into_id, o.id)`
    : sql`FROM open JOIN clients o ON o.id = open.client_id JOIN clients a ON a.id = coalesce(o.merged_into_id, o.id)`;

/**
 * Everything that is open, by the day it is due. Documents in instalments are few and cost more to read, so that the
 * others are read without `dues_of`.
 */
export const dues: Sql = sql`
  SELECT i.id, i.client_id, i.agency_id, i.bill_to, i.currency_code, i.due_date AS due_on, i.balance
  FROM invoices i WHERE i.balance > 0 AND i.instalments IS NULL
  UNION ALL
  SELECT i.id, i.client_id, i.agency_id, i.bill_to, i.currency_code, d.due_on, d.balance
  FROM invoices i CROSS JOIN LATERAL dues_of(i) d WHERE i.balance > 0 AND i.instalments IS NOT NULL`;

/** What accounts owe by age, those that owe most first, and what all of them owe together. */
export interface Aging {
  readonly accounts: readonly AgingRow[];
  readonly total: AgedBalance & Pick<AgingRow, 'disputed'>;
  /** There are more accounts than the answer lists; `total` includes them. */
  readonly is_cut: boolean;
}

/**
 * What accounts owe by age (domain §1.6), in one statement over the open invoices. By client it contains every invoice
 * about them, also those that their agency pays; by agency those that agencies pay.
 */
export const readAging = async (database: Queryable, { by, from, currency }: AgingQuery): Promise<Aging> => {
  const open = sql`i.balance > 0 AND i.currency_code = ${currency}`;
  const [start, startOfPart] =
    from === 'due_date' ? [raw('i.due_date'), raw('d.due_on')] : [raw('i.issue_date'), raw('i.issue_date')];
  const rows = await database.query<AgingRow & { readonly id: string | null }>(sql`
    WITH disputes AS (SELECT invoice_id, sum(amount) AS amount FROM invoice_disputes WHERE status = 'open' GROUP BY 1),
    open AS (
      SELECT i.client_id, i.agency_id, i.bill_to, i.balance, ${today} - ${start} AS age,
        CASE WHEN x.amount IS NOT NULL THEN least(i.balance, x.amount) END AS disputed
      FROM invoices i LEFT JOIN disputes x ON x.invoice_id = i.id WHERE ${open} AND i.instalments IS NULL
      UNION ALL
      SELECT i.client_id, i.agency_id, i.bill_to, d.balance, ${today} - ${startOfPart},
        CASE WHEN x.amount IS NOT NULL AND d.is_first THEN least(i.balance, x.amount) END
      FROM invoices i LEFT JOIN disputes x ON x.invoice_id = i.id
        CROSS JOIN LATERAL (SELECT u.*, u.due_on = min(u.due_on) OVER () AS is_first FROM dues_of(i) u) d
      WHERE ${open} AND i.instalments IS NOT NULL)
    SELECT a.id, a.trade_name AS name, coalesce(sum(disputed), 0)::numeric(18,2)::text AS disputed,
      ${sumsByAge}
    ${account(by)}
    GROUP BY GROUPING SETS ((a.id, a.trade_name), ())
    ORDER BY a.id IS NOT NULL, sum(balance) DESC, a.id LIMIT ${mostAccounts + 2}`);
  const [all, ...accounts] = rows;
  if (!all) throw new Error('a grand total is one row, also of nothing');
  const { id: _id, name: _name, ...total } = all;
  return {
    accounts: accounts.slice(0, mostAccounts),
    total,
    is_cut: accounts.length > mostAccounts,
  };
};

/** What is asked of one cell of the aging. */
export interface DuesQuery extends AgingQuery {
  /** Id of the account; absent: of all. */
  readonly account?: string;
  /** Absent: of any age. */
  readonly bucket?: AgingBucketName;
}

/** Rows in one answer, those that are due longest. */
export const mostDues = 500;

/**
 * What a cell of the aging adds up: each invoice or instalment that is open, of its account and age, in the order of their
 * days. Of an invoice in instalments the cell has the parts of its age alone.
 */
export const readDues = async (
  database: Queryable,
  { by, from, currency, account: id, bucket }: DuesQuery,
): Promise<Dues> => {
  const [first, last] = agingBuckets.find(({ name }) => name === bucket)?.days ?? [null, null];
  const rows = await database.query<OpenDue & { readonly count: number }>(sql`
    WITH open AS (
      SELECT i.id AS invoice_id, i.client_id, i.agency_id, i.bill_to, i.issue_date, i.due_date AS due_on, i.balance, 1 AS parts,
        ${today} - ${raw(`i.${from}`)} AS age
      FROM invoices i WHERE i.balance > 0 AND i.currency_code = ${currency} AND i.instalments IS NULL
      UNION ALL
      SELECT i.id, i.client_id, i.agency_id, i.bill_to, i.issue_date, d.due_on, d.balance, jsonb_array_length(i.instalments),
        ${today} - ${from === 'due_date' ? raw('d.due_on') : raw('i.issue_date')}
      FROM invoices i CROSS JOIN LATERAL dues_of(i) d
      WHERE i.balance > 0 AND i.currency_code = ${currency} AND i.instalments IS NOT NULL),
    cell AS (
      SELECT open.*, a.trade_name AS account ${account(by)}
      WHERE (${id ?? null}::uuid IS NULL OR a.id = ${id ?? null}::uuid)
        AND age BETWEEN coalesce(${last}::integer, age) AND coalesce(${first}::integer, age))
    SELECT i.id, c.account, coalesce(i.fiscal_number, i.internal_no) AS number, i.concept, c.issue_date::text AS issued,
      c.due_on::text AS due, c.parts, c.age AS days, i.total::text, sum(c.balance)::numeric(18,2)::text AS balance,
      count(c.invoice_id)::integer AS count
    FROM cell c LEFT JOIN invoices i ON i.id = c.invoice_id
    GROUP BY GROUPING SETS ((i.id, c.account, i.fiscal_number, i.internal_no, i.concept, c.issue_date, c.due_on, c.parts, c.age, i.total), ())
    ORDER BY i.id IS NOT NULL, c.due_on, i.id LIMIT ${mostDues + 2}`);
  const [all, ...dues] = rows;
  return {
    total: all?.balance ?? '0.00',
    count: all?.count ?? 0,
    dues: dues.slice(0, mostDues).map(({ count: _count, ...due }) => due),
  };
};

/**
 * The figures of every currency with open invoices, advances or a movement in the last 90 days. The actor sees all
 * invoices; payments count as far as the actor sees them.
 */
export const readFigures = async (database: Queryable, actor: Actor): Promise<readonly AgingFigures[]> => {
  const seesPayments = viewPermissions(payments as Resource).some((name) => actor.permissions.has(name));
  const figures = await database.query<AgingFigures>(sql`
    WITH month AS MATERIALIZED (SELECT date_trunc('month', business_date())::date AS first),
    open AS (
      SELECT currency_code, sum(balance) AS open, sum(balance) FILTER (WHERE due_on < ${today}) AS overdue
      FROM (${dues}) d GROUP BY 1),
    billed AS (
      SELECT currency_code, sum(CASE doc_kind WHEN 'credit_note' THEN -total ELSE total END) AS quarter,
        sum(total) FILTER (WHERE doc_kind <> 'credit_note' AND issue_date >= m.first) AS month,
        sum(total) FILTER (WHERE doc_kind = 'credit_note' AND issue_date >= m.first) AS credited
      FROM invoices CROSS JOIN month m
      WHERE status = 'issued' AND NOT is_opening AND archived_at IS NULL AND issue_date > ${today} - 90 GROUP BY 1),
    received AS (
      SELECT t.currency_code, sum(t.unapplied) AS advances,
        sum(t.amount) FILTER (WHERE t.method <> 'barter' AND NOT t.is_opening AND t.received_on >= m.first) AS month
      FROM payments t CROSS JOIN month m
      WHERE t.status IN ('registered', 'reconciled') AND (t.unapplied > 0 OR t.received_on >= m.first)
        AND ${scopeCondition(payments as Resource, actor)} GROUP BY 1)
    SELECT c.code AS currency, coalesce(o.open, 0)::numeric(18,2)::text AS open,
      coalesce(o.overdue, 0)::numeric(18,2)::text AS overdue, coalesce(r.advances, 0)::numeric(18,2)::text AS advances,
      coalesce(b.month, 0)::numeric(18,2)::text AS invoiced, coalesce(b.credited, 0)::numeric(18,2)::text AS credited,
      coalesce(r.month, 0)::numeric(18,2)::text AS collected,
      round(coalesce(o.open, 0) / nullif(b.quarter, 0) * 90)::text AS dso
    FROM (SELECT currency_code AS code FROM open UNION SELECT currency_code FROM billed
        UNION SELECT currency_code FROM received) c
      LEFT JOIN open o ON o.currency_code = c.code LEFT JOIN billed b ON b.currency_code = c.code
      LEFT JOIN received r ON r.currency_code = c.code
    ORDER BY coalesce(o.open, 0) DESC, c.code`);
  return seesPayments ? figures : figures.map((one) => ({ ...one, advances: null, collected: null }));
};
