import type { PrintedInvoice } from '@pauta/domain/billing/invoices/invoice-paper.ts';
import type { ecfEnvironments } from '@pauta/domain/fiscal/do/ecf-issuer.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** What the face of a document is printed from, with the instant of its last change. */
export interface InvoiceToPrint extends PrintedInvoice {
  readonly company_id: string;
  readonly updated_at: string;
  /** Of a signed e-CF: its bytes, and the services that know it. */
  readonly signed: {
    readonly xml: string;
    readonly environment: keyof typeof ecfEnvironments;
    readonly service_url: string | null;
  } | null;
}

/**
 * Reads what the face of an invoice or note is printed from, in one statement. Of an issued one the payer is as it was
 * that day; of a draft as it is now.
 */
export const readPrintedInvoice = async (database: Queryable, id: string): Promise<InvoiceToPrint> => {
  const row = await database.one<{ invoice: InvoiceToPrint }>(sql`
    SELECT json_build_object(
      'company_id', i.company_id, 'updated_at', i.updated_at, 'doc_kind', i.doc_kind, 'status', i.status,
      'has_fiscal_value', i.has_fiscal_value, 'is_opening', i.is_opening, 'internal_no', i.internal_no, 'fiscal_document', i.fiscal_document,
      'fiscal_number', i.fiscal_number, 'number_expires', q.expires_on, 'concept', i.concept,
      'issue_date', i.issue_date, 'due_date', CASE WHEN i.doc_kind <> 'credit_note' THEN i.due_date END,
      'instalments', (SELECT json_agg(json_build_object('due_on', s.due_on, 'amount', s.amount::text) ORDER BY s.due_on)
        FROM jsonb_to_recordset(i.instalments) AS s (due_on date, amount numeric)),
      'prompt', CASE WHEN i.prompt_until IS NOT NULL THEN
        json_build_object('until', i.prompt_until, 'discount', i.prompt_discount::text) END,
      'term', t.name, 'currency_code', i.currency_code, 'fx_rate', i.fx_rate::text,
      'period', CASE WHEN NOT isempty(i.period) THEN
        json_build_object('from', lower(i.period), 'to', upper(i.period) - 1) END,
      'po_number', coalesce(i.po_number, k.po_number),
      'payer_name', coalesce(i.payer_name, p.legal_name), 'payer_tax_id', coalesce(i.payer_tax_id, p.tax_id),
      'payer_address', coalesce(i.payer_address, p.address),
      'advertiser', CASE WHEN i.bill_to = 'agency' THEN c.legal_name END, 'contracts', coalesce(k.contracts, '[]'),
      'modifies', CASE WHEN m.id IS NOT NULL THEN
        json_build_object('number', m.fiscal_number, 'issue_date', m.issue_date) END,
      'reason', r.name, 'total', i.total::text, 'notes', i.notes,
      'stamp', CASE WHEN f.document_id IS NOT NULL THEN json_build_object('security_code', d.security_code,
        'signed', to_char(d.signed_at AT TIME ZONE 'America/Santo_Domingo', 'DD-MM-YYYY HH24:MI:SS'),
        'pending', CASE d.status WHEN 'contingency' THEN 'contingency' WHEN 'rejected' THEN 'rejected' END) END,
      'signed', CASE WHEN f.document_id IS NOT NULL THEN json_build_object('xml', f.xml,
        'environment', coalesce(d.environment, e.environment, 'production'), 'service_url', CASE WHEN e.environment = 'own' THEN e.service_url ELSE d.service_url END) END,
      'lines', (SELECT coalesce(json_agg(json_build_object('description', l.description, 'quantity', l.quantity::text,
          'unit_price', l.unit_price::text, 'discount_pct', l.discount_pct::text, 'tax_pct', l.tax_pct::text,
          'gross', l.gross::text, 'net', l.net::text, 'agency_discount', l.agency_discount::text,
          'taxable', l.taxable::text, 'tax', l.tax::text, 'contract', CASE WHEN i.contract_id IS NULL AND n.id IS NOT NULL
            THEN json_build_object('number', n.number, 'campaign', n.name, 'brand', b.name, 'po_number', n.po_number) END)
          ORDER BY l.position, l.id), '[]')
        FROM invoice_lines l LEFT JOIN order_lines s ON s.id = l.order_line_id LEFT JOIN contracts n ON n.id = s.contract_id
          LEFT JOIN brands b ON b.id = n.brand_id
        WHERE l.invoice_id = i.id)) AS invoice
    FROM invoices i JOIN clients c ON c.id = i.client_id
      LEFT JOIN agencies a ON a.id = i.agency_id
      CROSS JOIN LATERAL (
        SELECT CASE WHEN i.bill_to = 'agency' THEN a.legal_name ELSE c.legal_name END AS legal_name,
          CASE WHEN i.bill_to = 'agency' THEN a.tax_id ELSE c.tax_id END AS tax_id,
          CASE WHEN i.bill_to = 'agency' THEN a.address_line ELSE c.address_line END AS address,
          CASE WHEN i.bill_to = 'agency' THEN a.credit_term_id ELSE c.credit_term_id END AS credit_term_id) p
      LEFT JOIN credit_terms t ON t.id = coalesce(i.credit_term_id, p.credit_term_id)
      CROSS JOIN LATERAL (
        SELECT json_agg(json_build_object('number', o.number, 'campaign', o.name, 'brand', b.name, 'po_number', o.po_number)
            ORDER BY o.number) AS contracts,
          CASE WHEN count(DISTINCT coalesce(o.po_number, '')) = 1 THEN max(o.po_number) END AS po_number
        FROM invoice_contracts g JOIN contracts o ON o.id = g.contract_id LEFT JOIN brands b ON b.id = o.brand_id
        WHERE g.invoice_id = i.id) k
      LEFT JOIN invoices m ON m.id = i.modifies_invoice_id
      LEFT JOIN reasons r ON r.id = i.reason_id
      LEFT JOIN LATERAL (
        SELECT s.expires_on FROM fiscal_sequences s
        WHERE s.company_id = i.company_id AND s.document = i.fiscal_document
          AND substr(i.fiscal_number, 4)::bigint BETWEEN s.first_no AND s.last_no
        ORDER BY s.first_no LIMIT 1) q ON i.fiscal_number IS NOT NULL AND NOT i.is_opening
      LEFT JOIN ecf_documents d ON d.invoice_id = i.id
      LEFT JOIN ecf_files f ON f.document_id = d.id
      LEFT JOIN ecf_issuers e ON e.company_id = i.company_id AND e.archived_at IS NULL
    WHERE i.id = ${id}::uuid`);
  if (!row) throw new Error(`there is no invoice ${id}`);
  return row.invoice;
};
