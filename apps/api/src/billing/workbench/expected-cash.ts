import type { ExpectedCash, ExpectedWeek } from '@pauta/domain/billing/collections/expected-cash.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { today } from './aging.ts';

/** Weeks in one answer. */
export const expectedWeeks = 9;

/**
 * The cash that is expected by week, in one statement. What an account promised is expected on the promised day and
 * replaces what it owes: a promise for an invoice that of the invoice, any other that of its oldest invoices. The rest is
 * expected on the due date, plus the average days by which the account paid late in the last year.
 */
export const readExpectedCash = async (database: Queryable, currency: string): Promise<ExpectedCash> => {
  const row = await database.one<{
    readonly today: string;
    readonly weeks: readonly ExpectedWeek[];
    readonly later: string;
    readonly undated: string;
  }>(sql`
    WITH promised AS (
      SELECT coalesce(client_id, agency_id) AS payer, invoice_id, promised_on AS day, amount - received AS amount
      FROM payment_promises WHERE status = 'open' AND promised_on >= business_date() AND currency_code = ${currency}),
    of_invoice AS (SELECT invoice_id, sum(amount) AS amount FROM promised WHERE invoice_id IS NOT NULL GROUP BY 1),
    of_payer AS (SELECT payer, sum(amount) AS amount FROM promised WHERE invoice_id IS NULL GROUP BY 1),
    late AS (
      SELECT CASE i.bill_to WHEN 'agency' THEN i.agency_id ELSE i.client_id END AS payer,
        greatest(0, round(avg(a.applied_on - i.due_date)))::integer AS days
      FROM payment_applications a JOIN invoices i ON i.id = a.invoice_id
      WHERE a.amount > 0 AND a.applied_on > ${today} - 365 AND i.due_date IS NOT NULL GROUP BY 1),
    open AS (
      SELECT i.id, d.due_on AS due_date, CASE i.bill_to WHEN 'agency' THEN i.agency_id ELSE i.client_id END AS billed,
        coalesce(a.merged_into_id, a.id, c.merged_into_id, c.id) AS payer,
        greatest(0, least(d.balance, d.until - coalesce(p.amount, 0))) AS balance
      FROM invoices i
        CROSS JOIN LATERAL (SELECT u.*, sum(u.balance) OVER (ORDER BY u.due_on) AS until FROM dues_of(i) u) d
        LEFT JOIN clients c ON c.id = i.client_id AND i.bill_to = 'client'
        LEFT JOIN agencies a ON a.id = i.agency_id AND i.bill_to = 'agency' LEFT JOIN of_invoice p ON p.invoice_id = i.id
      WHERE i.balance > 0 AND i.currency_code = ${currency}),
    rest AS (
      SELECT o.due_date + coalesce(l.days, 0) AS day,
        greatest(0, least(o.balance, sum(o.balance) OVER (PARTITION BY o.payer ORDER BY o.due_date, o.id ROWS UNBOUNDED PRECEDING) - coalesce(p.amount, 0)))
          AS amount
      FROM open o LEFT JOIN of_payer p ON p.payer = o.payer LEFT JOIN late l ON l.payer = o.billed),
    dated AS (
      SELECT day, amount, 0 AS promised FROM rest UNION ALL SELECT day, 0, amount FROM promised),
    weeks AS (
      SELECT greatest(business_date(), monday + 7 * n) AS first, monday + 7 * n + 6 AS last
      FROM (SELECT date_trunc('week', business_date())::date AS monday) m CROSS JOIN generate_series(0, ${expectedWeeks - 1}::integer) n)
    SELECT business_date()::text AS today,
      (SELECT json_agg(json_build_object('from', w.first, 'to', w.last,
          'due', (SELECT coalesce(sum(d.amount), 0)::numeric(18,2)::text FROM dated d WHERE d.day BETWEEN w.first AND w.last),
          'promised', (SELECT coalesce(sum(d.promised), 0)::numeric(18,2)::text FROM dated d WHERE d.day BETWEEN w.first AND w.last))
        ORDER BY w.first) FROM weeks w) AS weeks,
      (SELECT coalesce(sum(amount + promised), 0)::numeric(18,2)::text FROM dated WHERE day > (SELECT max(last) FROM weeks)) AS later,
      (SELECT coalesce(sum(amount), 0)::numeric(18,2)::text FROM dated WHERE day < ${today}) AS undated`);
  if (!row) throw new Error('a statement without a table answers one row');
  return { currency, ...row };
};
