import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import sql, { type Sql } from 'sql-template-tag';
import { rowVisibility } from '../../resource/reading/row-scope.ts';
import type { Computing } from './computed-rows.ts';

/**
 * What was owed of each document at the end of each day, backwards from what is owed now: what settled it since then
 * (payments, credit notes, write-offs, its voiding) is added. So only what is open or was settled since the first day is
 * read. Payments settle the earliest instalment first (`dues_of`). Documents of the ninety days until each day are rows
 * without a balance besides, so that days of sales are a quotient of sums.
 */
export const debtRows = ({ days, actor }: Computing): Sql => sql`
  WITH days AS MATERIALIZED (SELECT unnest(${[...days]}::date[]) AS day),
  first AS MATERIALIZED (SELECT min(day) AS day FROM days),
  settled AS MATERIALIZED (
    SELECT s.invoice_id, s.day, sum(s.amount) AS amount FROM (
      SELECT invoice_id, applied_on AS day, amount FROM payment_applications WHERE applied_on > (SELECT day FROM first)
      UNION ALL SELECT modifies_invoice_id, issue_date, total FROM invoices
        WHERE doc_kind = 'credit_note' AND status IN ('issued', 'voided') AND issue_date > (SELECT day FROM first)
      UNION ALL SELECT modifies_invoice_id, voided_on, -total FROM invoices
        WHERE doc_kind = 'credit_note' AND status = 'voided' AND voided_on > (SELECT day FROM first)
      UNION ALL SELECT id, voided_on, total FROM invoices
        WHERE doc_kind <> 'credit_note' AND status = 'voided' AND voided_on > (SELECT day FROM first)
      UNION ALL SELECT invoice_id, written_on, amount FROM write_offs
        WHERE status IN ('applied', 'recovered') AND written_on > (SELECT day FROM first)
      UNION ALL SELECT invoice_id, recovered_on, -amount FROM write_offs
        WHERE status = 'recovered' AND recovered_on > (SELECT day FROM first)) s
    WHERE s.invoice_id IS NOT NULL GROUP BY 1, 2),
  -- Documents that may have been open on one of the days, and the day until which.
  documents AS MATERIALIZED (
    SELECT i.id, i.issue_date, i.due_date, i.total, i.balance, i.instalments,
      CASE WHEN i.balance > 0 THEN 'infinity'::date ELSE (SELECT max(s.day) FROM settled s WHERE s.invoice_id = i.id) END AS until
    FROM invoices i
    WHERE i.doc_kind <> 'credit_note' AND i.status IN ('issued', 'voided')
      AND (i.balance > 0 OR i.id IN (SELECT s.invoice_id FROM settled s))),
  owed AS (
    SELECT d.day, o.id, o.due_date, o.total, o.instalments, o.balance + coalesce(sum(s.amount), 0) AS balance
    FROM days d JOIN documents o ON o.issue_date <= d.day AND o.until > d.day
      LEFT JOIN settled s ON s.invoice_id = o.id AND s.day > d.day
    GROUP BY d.day, o.id, o.due_date, o.total, o.instalments, o.balance),
  parts AS (
    SELECT day, id, 0 AS part, due_date AS due_on, balance FROM owed WHERE instalments IS NULL
    UNION ALL
    SELECT o.day, o.id, p.part, p.due_on, least(p.amount, p.upto - (o.total - o.balance))
    FROM owed o CROSS JOIN LATERAL (
      SELECT row_number() OVER w AS part, r.due_on, r.amount, sum(r.amount) OVER w AS upto
      FROM jsonb_to_recordset(o.instalments) AS r (due_on date, amount numeric)
      WINDOW w AS (ORDER BY r.due_on)) p
    WHERE o.instalments IS NOT NULL AND p.upto > o.total - o.balance),
  rows AS (
    SELECT day, id, part, due_on, balance, 0 AS recent FROM parts WHERE balance <> 0
    UNION ALL
    SELECT d.day, i.id, -1, NULL, 0, CASE i.doc_kind WHEN 'credit_note' THEN -i.total ELSE i.total END
    FROM days d JOIN invoices i ON i.issue_date > d.day - 90 AND i.issue_date <= d.day
    WHERE i.status = 'issued' AND i.total <> 0)
  SELECT t.id || ':' || r.part AS id, coalesce(t.fiscal_number, t.internal_no) AS number, t.id AS invoice_id, t.client_id, r.day AS as_of, r.due_on,
    r.day - r.due_on AS days,
    CASE WHEN r.part < 0 THEN 'settled' WHEN r.due_on IS NULL OR r.day - r.due_on <= 0 THEN 'current'
      WHEN r.day - r.due_on <= 30 THEN 'd30' WHEN r.day - r.due_on <= 60 THEN 'd60' WHEN r.day - r.due_on <= 90 THEN 'd90'
      WHEN r.day - r.due_on <= 120 THEN 'd120' ELSE 'older' END AS bucket,
    r.balance, CASE WHEN r.day > r.due_on THEN r.balance ELSE 0 END AS overdue, r.recent, t.currency_code, t.company_id,
    t.agency_id, c.industry_id, t.bill_to, t.is_opening
  FROM rows r JOIN invoices t ON t.id = r.id JOIN clients c ON c.id = t.client_id
  WHERE ${rowVisibility(invoices, actor, 't')}`;
