import { consumerLimit } from '@pauta/domain/fiscal/do/consumer-limit.ts';
import type {
  BoughtDocument,
  SoldDocument,
  VoidedDocument,
} from '@pauta/domain/fiscal/do/reports/report-file.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../../platform/database/database.ts';

/** Consumer invoices below the limit, of which the report of sales has only the sums. */
export interface ConsumerSales {
  readonly documents: number;
  readonly amount: string;
  readonly tax: string;
}

/** What was withheld in the month of an invoice of an earlier one, which the report of its own month does not have. */
export interface LateWithholding {
  readonly invoice_id: string;
  readonly fiscal_number: string;
  readonly payer: string;
  readonly withheld_on: string;
  readonly tax_withheld: string;
  readonly income_tax_withheld: string;
}

/** What the report of sales of a month says. */
export interface SalesReport {
  readonly rows: readonly SoldDocument[];
  readonly consumers: ConsumerSales;
  readonly late_withholdings: readonly LateWithholding[];
}

/**
 * What was withheld from the payments applied to an invoice on days that fulfil a condition, in its share of each
 * payment.
 */
const withheld = (days: Sql): Sql => sql`
  SELECT a.invoice_id, max(a.applied_on) AS withheld_on,
    coalesce(sum(w.amount * a.amount / (p.amount + p.withheld)) FILTER (WHERE w.kind = 'itbis'), 0) AS tax,
    coalesce(sum(w.amount * a.amount / (p.amount + p.withheld)) FILTER (WHERE w.kind = 'isr'), 0) AS income_tax
  FROM payment_applications a JOIN payments p ON p.id = a.payment_id AND p.withheld > 0
    CROSS JOIN LATERAL jsonb_to_recordset(p.withholdings) AS w (kind text, amount numeric)
  WHERE ${days} GROUP BY a.invoice_id HAVING sum(a.amount) <> 0`;

/**
 * The sales of a company's month, in its currency: every issued document, except the consumer invoices below the
 * limit, which are summed, and those of an opening, which the system before reported. Documents of a demonstration are those of a demonstration only.
 *
 * @param month its first day
 */
export const readSales = async (
  database: Queryable,
  companyId: string,
  month: string,
): Promise<SalesReport> => {
  const row = await database.one<SalesReport>(sql`
    WITH month AS (SELECT ${month}::date AS first, (${month}::date + interval '1 month')::date AS after),
    issued AS (
      SELECT i.id, i.payer_tax_id, i.payer_name, i.fiscal_number, m.fiscal_number AS modified_number, i.income_type,
        i.issue_date, coalesce(i.fx_rate, 1) AS rate,
        i.fiscal_document IN ('B02', 'E32') AND i.total * coalesce(i.fx_rate, 1) < ${consumerLimit}::numeric AS is_small,
        round((i.total - i.tax) * coalesce(i.fx_rate, 1), 2) AS amount, round(i.tax * coalesce(i.fx_rate, 1), 2) AS tax,
        round(i.total * coalesce(i.fx_rate, 1), 2) AS total
      FROM invoices i LEFT JOIN invoices m ON m.id = i.modifies_invoice_id CROSS JOIN month
      WHERE i.company_id = ${companyId}::uuid AND i.status = 'issued' AND i.fiscal_number IS NOT NULL AND NOT i.is_opening
        AND i.issue_date >= month.first AND i.issue_date < month.after
    ),
    paid AS (
      SELECT a.invoice_id, sum(a.amount) FILTER (WHERE p.method = 'cash') AS cash,
        sum(a.amount) FILTER (WHERE p.method IN ('transfer', 'cheque', 'deposit')) AS bank,
        sum(a.amount) FILTER (WHERE p.method = 'card') AS card,
        sum(a.amount) FILTER (WHERE p.method = 'barter') AS barter, sum(a.amount) AS amount
      FROM issued i JOIN payment_applications a ON a.invoice_id = i.id JOIN payments p ON p.id = a.payment_id
        CROSS JOIN month
      WHERE a.applied_on < month.after GROUP BY a.invoice_id
    ),
    withheld AS (${withheld(sql`a.applied_on >= ${month}::date
      AND a.applied_on < (${month}::date + interval '1 month')::date`)}),
    sold AS (
      SELECT i.*, w.withheld_on, round(coalesce(w.tax, 0) * i.rate, 2) AS tax_withheld,
        round(coalesce(w.income_tax, 0) * i.rate, 2) AS income_tax_withheld,
        f.cash, f.bank, f.card, f.barter, i.total - f.cash - f.bank - f.card - f.barter - f.other AS credit, f.other
      FROM issued i LEFT JOIN paid p ON p.invoice_id = i.id LEFT JOIN withheld w ON w.invoice_id = i.id
        CROSS JOIN LATERAL (
          SELECT round(coalesce(p.cash, 0) * i.rate, 2) AS cash, round(coalesce(p.bank, 0) * i.rate, 2) AS bank,
            round(coalesce(p.card, 0) * i.rate, 2) AS card, round(coalesce(p.barter, 0) * i.rate, 2) AS barter,
            round(coalesce(p.amount - coalesce(p.cash, 0) - coalesce(p.bank, 0) - coalesce(p.card, 0)
              - coalesce(p.barter, 0), 0) * i.rate, 2) AS other) f
    ),
    late AS (
      SELECT i.id AS invoice_id, i.fiscal_number, i.payer_name AS payer, w.withheld_on,
        round(w.tax * coalesce(i.fx_rate, 1), 2)::text AS tax_withheld,
        round(w.income_tax * coalesce(i.fx_rate, 1), 2)::text AS income_tax_withheld
      FROM withheld w JOIN invoices i ON i.id = w.invoice_id CROSS JOIN month
      WHERE i.company_id = ${companyId}::uuid AND i.issue_date < month.first AND i.fiscal_number IS NOT NULL
    )
    SELECT
      coalesce((SELECT json_agg(json_build_object('payer_tax_id', payer_tax_id, 'fiscal_number', fiscal_number,
          'modified_number', modified_number, 'income_type', income_type, 'issue_date', issue_date,
          'withheld_on', withheld_on, 'amount', amount::text, 'tax', tax::text, 'tax_withheld', tax_withheld::text,
          'income_tax_withheld', income_tax_withheld::text, 'cash', cash::text, 'bank', bank::text,
          'card', card::text, 'credit', credit::text, 'barter', barter::text, 'other', other::text)
        ORDER BY issue_date, fiscal_number) FROM sold WHERE NOT is_small), '[]') AS rows,
      (SELECT json_build_object('documents', count(*), 'amount', coalesce(sum(amount), 0)::numeric(18, 2)::text,
        'tax', coalesce(sum(tax), 0)::numeric(18, 2)::text) FROM sold WHERE is_small) AS consumers,
      coalesce((SELECT json_agg(late ORDER BY withheld_on, fiscal_number) FROM late), '[]') AS late_withholdings`);
  if (!row) throw new Error('an aggregate answers one row');
  return row;
};

/**
 * The documents of a company voided in a month, and the numbers of e-CF that the authority took as voided without use.
 * A rejected e-CF whose invoice was voided is not among them: the authority never counted it.
 */
export const readVoided = (
  database: Queryable,
  companyId: string,
  month: string,
): Promise<readonly VoidedDocument[]> =>
  database.query<VoidedDocument>(sql`
    WITH month AS (SELECT ${month}::date AS first, (${month}::date + interval '1 month')::date AS after),
    numbers AS (
      SELECT i.fiscal_number, i.issue_date, i.void_reason_id AS reason_id, i.voided_on
      FROM invoices i CROSS JOIN month
      WHERE i.company_id = ${companyId}::uuid AND i.status = 'voided' AND i.fiscal_number LIKE 'B%' AND NOT i.is_opening
        AND i.voided_on >= month.first AND i.voided_on < month.after
      UNION ALL
      SELECT v.document || lpad(no::text, 10, '0'), business_date(v.answered_at), v.reason_id, business_date(v.answered_at)
      FROM voided_numbers v CROSS JOIN month CROSS JOIN LATERAL generate_series(v.first_no, v.last_no) AS no
      WHERE v.company_id = ${companyId}::uuid AND v.status = 'accepted'
        AND business_date(v.answered_at) >= month.first AND business_date(v.answered_at) < month.after)
    SELECT n.fiscal_number, n.issue_date::text AS issue_date, lpad(r.fiscal_code, 2, '0') AS void_code
    FROM numbers n JOIN reasons r ON r.id = n.reason_id
    ORDER BY n.voided_on, n.fiscal_number`);

/**
 * What agencies invoiced a company in a month for their commissions and clients for what they gave by barter: the part of
 * the report of purchases that this product knows. Whoever keeps the books adds the rest.
 */
export const readBought = (
  database: Queryable,
  companyId: string,
  month: string,
): Promise<readonly BoughtDocument[]> =>
  database.query<BoughtDocument>(sql`
    SELECT a.tax_id AS supplier_tax_id, s.agency_number AS fiscal_number, s.agency_date::text AS issue_date,
      'supplies' AS kind, 'services' AS supplied, false AS is_barter,
      CASE WHEN s.paid_on < (${month}::date + interval '1 month')::date THEN s.paid_on::text END AS paid_on,
      s.total::text AS amount, s.agency_tax::text AS tax
    FROM commission_settlements s JOIN agencies a ON a.id = s.agency_id
    WHERE s.company_id = ${companyId}::uuid AND s.status IN ('invoiced', 'paid') AND s.currency_code = (
        SELECT currency_code FROM companies WHERE id = ${companyId}::uuid)
      AND s.agency_date >= ${month}::date AND s.agency_date < (${month}::date + interval '1 month')::date
    UNION ALL
    SELECT r.supplier_tax_id, r.fiscal_number, r.issued_on::text, r.purchase_kind, r.supplied, true,
      CASE WHEN r.received_on < (${month}::date + interval '1 month')::date THEN r.received_on::text END,
      r.amount::text, r.tax::text
    FROM barter_receipts r
    WHERE r.company_id = ${companyId}::uuid AND r.status = 'registered' AND r.currency_code = (
        SELECT currency_code FROM companies WHERE id = ${companyId}::uuid)
      AND r.issued_on >= ${month}::date AND r.issued_on < (${month}::date + interval '1 month')::date
    ORDER BY issue_date, fiscal_number`);
