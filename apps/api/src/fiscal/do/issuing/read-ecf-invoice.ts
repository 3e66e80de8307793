import sql from 'sql-template-tag';
import type { Queryable } from '../../../platform/database/database.ts';
import type { EcfInvoice } from './ecf-source-of.ts';

/** Reads an issued invoice or note as its e-CF needs it, in one statement; undefined if it has no electronic number. */
export const readEcfInvoice = async (
  database: Queryable,
  invoiceId: string,
): Promise<EcfInvoice | undefined> => {
  const row = await database.one<{ invoice: EcfInvoice & { readonly issuer: { readonly rnc: string } } }>(sql`
    SELECT json_build_object(
      'fiscal_number', i.fiscal_number, 'number_expires', q.expires_on, 'internal_no', i.internal_no,
      'issue_date', i.issue_date, 'due_date', i.due_date, 'income_type', i.income_type,
      'payment_type', i.payment_type, 'is_bartered', is_bartered(i),
      'period', CASE WHEN NOT isempty(i.period) THEN
        json_build_object('from', lower(i.period), 'to', upper(i.period) - 1) END,
      'po_number', i.po_number, 'currency_code', i.currency_code, 'fx_rate', i.fx_rate::text,
      'payer_name', i.payer_name, 'payer_tax_id', i.payer_tax_id, 'payer_address', i.payer_address,
      'modifies', CASE WHEN m.id IS NOT NULL THEN
        json_build_object('number', m.fiscal_number, 'issue_date', m.issue_date) END,
      'reason', CASE WHEN r.id IS NOT NULL THEN json_build_object('code', r.fiscal_code, 'name', r.name) END,
      'issuer', json_build_object('rnc', regexp_replace(c.tax_id, '[^0-9]', '', 'g'),
        'name', coalesce(c.legal_name, c.name), 'tradeName', CASE WHEN c.name <> c.legal_name THEN c.name END,
        'address', c.address, 'phone', c.phone, 'email', c.email, 'website', c.website),
      'lines', (SELECT json_agg(json_build_object('description', l.description, 'quantity', l.quantity::text,
          'unitPrice', l.unit_price::text, 'amount', l.taxable::text, 'taxPct', l.tax_pct::text, 'tax', l.tax::text)
        ORDER BY l.position, l.id) FROM invoice_lines l WHERE l.invoice_id = i.id)) AS invoice
    FROM invoices i JOIN companies c ON c.id = i.company_id
      LEFT JOIN invoices m ON m.id = i.modifies_invoice_id
      LEFT JOIN reasons r ON r.id = i.reason_id
      LEFT JOIN fiscal_sequences q ON q.company_id = i.company_id AND q.document = i.fiscal_document
        AND substr(i.fiscal_number, 4)::bigint BETWEEN q.first_no AND q.last_no
    WHERE i.id = ${invoiceId}::uuid AND i.fiscal_number LIKE 'E%'`);
  return row?.invoice;
};
