import type { DebtHistory, DebtMonth } from '@pauta/domain/billing/collections/debt-history.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/**
 * What was owed at the end of each of the last twelve months, in one statement, backwards from what is owed now: what was
 * issued since then is taken away, and what settled it since then (payments, credit notes, write-offs, its voiding) is
 * added. So only what is open and the documents and payments of these months are read, by their indexes, however many
 * years there are. Amounts are added up as movements by day, so that the work does not grow with the months. Documents in
 * instalments, which are overdue in parts, are counted one by one.
 */
export const readDebtHistory = async (database: Queryable, currency: string): Promise<DebtHistory> => {
  const months = await database.query<DebtMonth>(sql`
    WITH ends AS MATERIALIZED (
      SELECT least(business_date(), (month + interval '1 month')::date - 1) AS until
      FROM generate_series(date_trunc('month', business_date()) - interval '11 months', date_trunc('month', business_date()),
        interval '1 month') AS month),
    first AS MATERIALIZED (SELECT min(until) AS day FROM ends),
    -- Of the ninety days before the first end too, which its days of sales need.
    issued AS MATERIALIZED (
      SELECT id, doc_kind, status, issue_date, total, modifies_invoice_id FROM invoices
      WHERE currency_code = ${currency} AND status IN ('issued', 'voided') AND issue_date > (SELECT day - 90 FROM first)),
    taken_back AS MATERIALIZED (
      SELECT id, doc_kind, voided_on, total, modifies_invoice_id FROM invoices
      WHERE currency_code = ${currency} AND status = 'voided' AND voided_on > (SELECT day FROM first)),
    settled_since AS MATERIALIZED (
      SELECT s.invoice_id, s.day, s.amount, o.due_date, o.instalments IS NOT NULL AS in_parts
      FROM (
        SELECT invoice_id, applied_on AS day, amount FROM payment_applications
        WHERE currency_code = ${currency} AND applied_on > (SELECT day FROM first)
        UNION ALL SELECT modifies_invoice_id, issue_date, total FROM issued
          WHERE doc_kind = 'credit_note' AND issue_date > (SELECT day FROM first)
        UNION ALL SELECT modifies_invoice_id, voided_on, -total FROM taken_back WHERE doc_kind = 'credit_note'
        UNION ALL SELECT id, voided_on, total FROM taken_back WHERE doc_kind <> 'credit_note'
        UNION ALL SELECT invoice_id, written_on, amount FROM write_offs
          WHERE status IN ('applied', 'recovered') AND written_on > (SELECT day FROM first)
        UNION ALL SELECT invoice_id, recovered_on, -amount FROM write_offs
          WHERE status = 'recovered' AND recovered_on > (SELECT day FROM first)) s
        JOIN invoices o ON o.id = s.invoice_id AND o.currency_code = ${currency}),
    due_since AS MATERIALIZED (
      SELECT id, issue_date, due_date, total FROM invoices
      WHERE currency_code = ${currency} AND status IN ('issued', 'voided') AND doc_kind <> 'credit_note'
        AND instalments IS NULL AND due_date >= (SELECT day FROM first)),
    -- What was paid before the first end of what was due after it. It never was overdue.
    paid_early AS (
      SELECT d.due_date, s.amount FROM due_since d CROSS JOIN LATERAL (
        SELECT applied_on AS day, amount FROM payment_applications WHERE invoice_id = d.id
        UNION ALL SELECT issue_date, total FROM invoices
          WHERE modifies_invoice_id = d.id AND doc_kind = 'credit_note' AND status IN ('issued', 'voided')
        UNION ALL SELECT voided_on, -total FROM invoices
          WHERE modifies_invoice_id = d.id AND doc_kind = 'credit_note' AND status = 'voided'
        UNION ALL SELECT voided_on, d.total FROM invoices WHERE id = d.id AND status = 'voided'
        UNION ALL SELECT written_on, amount FROM write_offs WHERE invoice_id = d.id AND status IN ('applied', 'recovered')
        UNION ALL SELECT recovered_on, -amount FROM write_offs WHERE invoice_id = d.id AND status = 'recovered') s
      WHERE d.issue_date <= (SELECT day FROM first) AND s.day <= (SELECT day FROM first)),
    movements AS MATERIALIZED (
      SELECT day, sum(open) AS open, sum(overdue) AS overdue FROM (
        SELECT issue_date AS day, total AS open, 0 AS overdue FROM issued
          WHERE doc_kind <> 'credit_note' AND issue_date > (SELECT day FROM first)
        UNION ALL SELECT day, -amount, 0 FROM settled_since
        -- What is owed is overdue from the day after it is due; what is paid before never is.
        UNION ALL SELECT due_date + 1, 0, total FROM due_since
        UNION ALL SELECT greatest(due_date + 1, day), 0, -amount FROM settled_since WHERE NOT in_parts
        UNION ALL SELECT due_date + 1, 0, -amount FROM paid_early) m
      GROUP BY day),
    now_open AS (
      SELECT (SELECT coalesce(sum(balance), 0) FROM invoices
          WHERE currency_code = ${currency} AND balance > 0 AND instalments IS NULL) AS whole,
        (SELECT coalesce(sum(balance), 0) FROM invoices
          WHERE currency_code = ${currency} AND balance > 0 AND instalments IS NOT NULL) AS in_parts),
    parted AS MATERIALIZED (
      SELECT id, issue_date, total - balance AS settled, instalments FROM invoices
      WHERE currency_code = ${currency} AND balance > 0 AND instalments IS NOT NULL
      UNION ALL
      SELECT id, issue_date, total - balance, instalments FROM invoices
      WHERE balance = 0 AND id IN (SELECT invoice_id FROM settled_since WHERE in_parts)),
    settled_later AS (
      SELECT e.until, s.invoice_id, sum(s.amount) AS amount
      FROM ends e JOIN settled_since s ON s.in_parts AND s.day > e.until GROUP BY e.until, s.invoice_id),
    in_parts AS (
      SELECT e.until, sum(greatest(0, coalesce(a.amount, 0) - (o.settled - coalesce(s.amount, 0)))) AS overdue
      FROM ends e JOIN parted o ON o.issue_date <= e.until
        CROSS JOIN LATERAL (
          SELECT sum(r.amount) AS amount FROM jsonb_to_recordset(o.instalments) AS r (due_on date, amount numeric)
          WHERE r.due_on < e.until) a
        LEFT JOIN settled_later s ON s.until = e.until AND s.invoice_id = o.id
      GROUP BY e.until),
    figures AS (
      SELECT e.until, n.whole + n.in_parts - coalesce(sum(m.open), 0) AS open,
        n.whole - coalesce(sum(m.overdue), 0) + coalesce(max(p.overdue), 0) AS overdue
      FROM ends e CROSS JOIN now_open n LEFT JOIN movements m ON m.day > e.until LEFT JOIN in_parts p ON p.until = e.until
      GROUP BY e.until, n.whole, n.in_parts),
    billed AS (
      SELECT e.until, sum(d.total) AS amount
      FROM ends e JOIN (
        SELECT issue_date, sum(CASE doc_kind WHEN 'credit_note' THEN -total ELSE total END) AS total
        FROM issued WHERE status = 'issued' GROUP BY 1) d ON d.issue_date > e.until - 90 AND d.issue_date <= e.until
      GROUP BY e.until)
    SELECT f.until::text, f.open::numeric(18,2)::text AS open, f.overdue::numeric(18,2)::text AS overdue,
      coalesce(b.amount, 0)::numeric(18,2)::text AS invoiced, round(f.open / nullif(b.amount, 0) * 90)::text AS dso
    FROM figures f LEFT JOIN billed b ON b.until = f.until ORDER BY f.until`);
  return { currency, months };
};
