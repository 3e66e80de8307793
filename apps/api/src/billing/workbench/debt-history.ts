import type { DebtHistory, DebtMonth } from '@pauta/domain/billing/collections/debt-history.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/**
 * What was owed at the end of each of the last twelve months, in one statement: every document counts from its issue, and
 * what settled it (payments, credit notes, write-offs, its voiding) from its day. Amounts are added up as movements, so
 * that the work grows with the documents and not with documents times months. Documents in instalments, which are overdue
 * in parts, are counted one by one.
 */
export const readDebtHistory = async (database: Queryable, currency: string): Promise<DebtHistory> => {
  const months = await database.query<DebtMonth>(sql`
    WITH ends AS MATERIALIZED (
      SELECT least(business_date(), (month + interval '1 month')::date - 1) AS until
      FROM generate_series(date_trunc('month', business_date()) - interval '11 months', date_trunc('month', business_date()),
        interval '1 month') AS month),
    documents AS MATERIALIZED (
      SELECT id, doc_kind, status, issue_date, due_date, total, instalments, voided_on, modifies_invoice_id
      FROM invoices WHERE currency_code = ${currency} AND status IN ('issued', 'voided') AND issue_date IS NOT NULL),
    owed AS MATERIALIZED (SELECT * FROM documents WHERE doc_kind <> 'credit_note'),
    settled AS MATERIALIZED (
      SELECT s.invoice_id, s.day, s.amount, o.due_date, o.instalments IS NOT NULL AS in_parts
      FROM owed o JOIN (
        SELECT invoice_id, applied_on AS day, amount FROM payment_applications WHERE currency_code = ${currency}
        UNION ALL SELECT modifies_invoice_id, issue_date, total FROM documents WHERE doc_kind = 'credit_note'
        UNION ALL SELECT modifies_invoice_id, voided_on, -total FROM documents
          WHERE doc_kind = 'credit_note' AND status = 'voided'
        UNION ALL SELECT id, voided_on, total FROM owed WHERE status = 'voided'
        UNION ALL SELECT invoice_id, written_on, amount FROM write_offs WHERE status IN ('applied', 'recovered')
        UNION ALL SELECT invoice_id, recovered_on, -amount FROM write_offs WHERE status = 'recovered') s ON s.invoice_id = o.id),
    movements AS (
      SELECT day, sum(open) AS open, sum(overdue) AS overdue FROM (
        SELECT issue_date AS day, total AS open, 0 AS overdue FROM owed
        UNION ALL SELECT day, -amount, 0 FROM settled
        -- What is owed is overdue from the day after it is due; what is paid before never is.
        UNION ALL SELECT due_date + 1, 0, total FROM owed WHERE instalments IS NULL
        UNION ALL SELECT greatest(due_date + 1, day), 0, -amount FROM settled WHERE NOT in_parts) m
      GROUP BY day),
    in_parts AS (
      SELECT e.until, sum(greatest(0, coalesce(a.amount, 0) - coalesce(s.amount, 0))) AS overdue
      FROM ends e JOIN owed o ON o.instalments IS NOT NULL AND o.issue_date <= e.until
        CROSS JOIN LATERAL (
          SELECT sum(r.amount) AS amount FROM jsonb_to_recordset(o.instalments) AS r (due_on date, amount numeric)
          WHERE r.due_on < e.until) a
        CROSS JOIN LATERAL (SELECT sum(s.amount) AS amount FROM settled s WHERE s.invoice_id = o.id AND s.in_parts AND s.day <= e.until) s
      GROUP BY e.until),
    figures AS (
      SELECT e.until, coalesce(sum(m.open), 0) AS open,
        coalesce(sum(m.overdue), 0) + coalesce(max(p.overdue), 0) AS overdue
      FROM ends e LEFT JOIN movements m ON m.day <= e.until LEFT JOIN in_parts p ON p.until = e.until GROUP BY e.until),
    billed AS (
      SELECT e.until, sum(d.total) AS amount
      FROM ends e JOIN (
        SELECT issue_date, sum(CASE doc_kind WHEN 'credit_note' THEN -total ELSE total END) AS total
        FROM documents WHERE status = 'issued' GROUP BY 1) d ON d.issue_date > e.until - 90 AND d.issue_date <= e.until
      GROUP BY e.until)
    SELECT f.until::text, f.open::numeric(18,2)::text AS open, f.overdue::numeric(18,2)::text AS overdue,
      coalesce(b.amount, 0)::numeric(18,2)::text AS invoiced, round(f.open / nullif(b.amount, 0) * 90)::text AS dso
    FROM figures f LEFT JOIN billed b ON b.until = f.until ORDER BY f.until`);
  return { currency, months };
};
