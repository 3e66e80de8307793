import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** Which books: a company's, of a month (its first day, `YYYY-MM-DD`). */
export interface Books {
  readonly companyId: string;
  readonly month: string;
}

/** An account in one currency: what it had before the month, the movements of the month, and what it has at its end. */
export interface BalanceRow {
  readonly account_id: string;
  readonly code: string;
  readonly name: string;
  readonly currency: string;
  /** Debits less credits, as `closing`. */
  readonly opening: string;
  readonly debit: string;
  readonly credit: string;
  readonly closing: string;
}

/** The trial balance of a month, in one statement: accounts with a balance or a movement, by currency and code. */
export const readTrialBalance = (database: Queryable, { companyId, month }: Books): Promise<BalanceRow[]> =>
  database.query<BalanceRow>(sql`
    SELECT a.id AS account_id, a.code, a.name, b.currency, b.opening::text, b.debit::text, b.credit::text,
      (b.opening + b.debit - b.credit)::text AS closing
    FROM (
      SELECT l.gl_account_id, e.currency_code AS currency,
        coalesce(sum(l.debit - l.credit) FILTER (WHERE e.posted_on < ${month}::date), 0)::numeric(18,2) AS opening,
        coalesce(sum(l.debit) FILTER (WHERE e.posted_on >= ${month}::date), 0)::numeric(18,2) AS debit,
        coalesce(sum(l.credit) FILTER (WHERE e.posted_on >= ${month}::date), 0)::numeric(18,2) AS credit
      FROM journal_entries e JOIN journal_lines l ON l.entry_id = e.id
      WHERE e.company_id = ${companyId}::uuid AND e.posted_on < (${month}::date + interval '1 month')::date
      GROUP BY 1, 2) b
      JOIN gl_accounts a ON a.id = b.gl_account_id
    WHERE (b.opening, b.debit, b.credit) <> (0, 0, 0)
    ORDER BY b.currency, a.code, a.id`);

/** A movement as files of accounting programs have it. */
export interface JournalRow {
  readonly posted_on: string;
  readonly entry_no: number;
  readonly account: string;
  readonly memo: string;
  readonly third_party: string | null;
  readonly document: string | null;
  readonly currency: string;
  readonly fx_rate: string | null;
  readonly debit: string;
  readonly credit: string;
}

/** Largest number of movements in one file. */
export const mostMovements = 200_000;

/** The movements of a month in the order of the books. */
export const readJournal = (database: Queryable, { companyId, month }: Books): Promise<JournalRow[]> =>
  database.query<JournalRow>(sql`
    SELECT e.posted_on::text, e.entry_no, a.code AS account, l.memo, coalesce(c.tax_id, g.tax_id) AS third_party,
      coalesce(i.fiscal_number, i.internal_no) AS document, e.currency_code AS currency, e.fx_rate::text,
      l.debit::text, l.credit::text
    FROM journal_entries e JOIN journal_lines l ON l.entry_id = e.id JOIN gl_accounts a ON a.id = l.gl_account_id
      LEFT JOIN clients c ON c.id = l.client_id LEFT JOIN agencies g ON g.id = l.agency_id
      LEFT JOIN invoices i ON i.id = l.invoice_id
    WHERE e.company_id = ${companyId}::uuid AND e.posted_on >= ${month}::date
      AND e.posted_on < (${month}::date + interval '1 month')::date
    ORDER BY e.entry_no, l.position, l.id LIMIT ${mostMovements + 1}`);
