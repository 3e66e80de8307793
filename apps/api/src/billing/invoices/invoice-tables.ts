import type {
  AgencyTerms,
  InvoiceTables,
  OriginalLine,
} from '@pauta/domain/billing/invoices/invoice-totals.ts';
import { type TaxedSale, taxRateFor } from '@pauta/domain/finance/applicable-tax-rate.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { readTaxRates } from '../../finance/tax-rates.ts';
import { preparedStatement, type Queryable } from '../../platform/database/database.ts';

interface Found {
  readonly articles: Readonly<Record<string, string>> | null;
  readonly company: TaxedSale['company'] | null;
  readonly client: TaxedSale['client'] | null;
  readonly uncommissioned: readonly string[];
  readonly sold: Readonly<Record<string, boolean>> | null;
  readonly agency: AgencyTerms | null;
  readonly originals: Readonly<Record<string, OriginalLine>> | null;
}

const notExempt = { tax_exempt: false, tax_exempt_doc: null, tax_exempt_until: null };

/**
 * What the amounts of an invoice depend on besides its own values: tax rates of the day, the terms of its agency,
 * and of a credit note what is left of the lines that it takes back. Two statements, however many lines.
 *
 * @param invoice header and lines; absent values are those of a new form
 * @param day civil day of the rates: that of issue, today for a draft
 */
export const invoiceTables = async (tx: Queryable, invoice: Values, day: string): Promise<InvoiceTables> => {
  const lineIds = linesIn(invoice, 'lines').map(({ id }) => id);
  // The letters of an agency apply to what runs while they are valid.
  const from = (invoice.period as DateRange | null | undefined)?.from ?? day;
  const contractId = referenceId(invoice.contract_id);
  const rates = await readTaxRates(tx);
  const found = await tx.one<Found>(
    preparedStatement(sql`
      SELECT
        (SELECT jsonb_object_agg(id, tax_rate_id) FROM ad_articles WHERE tax_rate_id IS NOT NULL) AS articles,
        (SELECT jsonb_build_object('tax_rate_id', tax_rate_id) FROM companies
          WHERE id = ${referenceId(invoice.company_id)}::uuid) AS company,
        (SELECT jsonb_build_object('tax_exempt', tax_exempt, 'tax_exempt_doc', tax_exempt_doc,
          'tax_exempt_until', tax_exempt_until) FROM clients WHERE id = ${referenceId(invoice.client_id)}::uuid) AS client,
        ARRAY(SELECT id::text FROM ad_articles WHERE NOT is_commissionable) AS uncommissioned,
        (SELECT jsonb_object_agg(t.order_line_id, t.is_commissionable)
          FROM order_lines o JOIN order_line_terms t ON t.order_line_id = o.id
          WHERE o.contract_id = ${contractId}::uuid) AS sold,
        (SELECT jsonb_build_object('pct', coalesce(t.commission_pct, agency_commission(a.id,
              ${referenceId(invoice.client_id)}::uuid, NULL, ${from}::date))::text,
            'mode', coalesce(t.commission_mode, a.commission_mode))
          FROM agencies a LEFT JOIN LATERAL (
            -- All lines of a contract have the same.
            SELECT t.commission_pct, t.commission_mode FROM order_lines o JOIN order_line_terms t ON t.order_line_id = o.id
            WHERE o.contract_id = ${contractId}::uuid LIMIT 1) t ON true
          WHERE a.id = ${referenceId(invoice.agency_id)}::uuid) AS agency,
        (SELECT jsonb_object_agg(n.id, jsonb_build_object('quantity', o.quantity::text, 'unit_price', o.unit_price::text,
            'discount_pct', o.discount_pct::text, 'tax_pct', o.tax_pct::text, 'gross', o.gross::text, 'net', o.net::text,
            'agency_discount', o.agency_discount::text, 'taxable', o.taxable::text, 'tax', o.tax::text,
            'total', o.total::text))
          FROM invoice_lines n JOIN creditable_lines o ON o.id = n.original_line_id
          WHERE n.id = ANY(${lineIds}::uuid[])) AS originals`),
  );
  const company = found?.company ?? { tax_rate_id: null };
  const client = found?.client ?? notExempt;
  const pctOf = (article: TaxedSale['article']): string =>
    taxRateFor({ article, company, client }, rates, day)?.pct ?? '0.0000';
  return {
    rates: Object.fromEntries(rates.map(({ id, pct }) => [id, pct])),
    articles: Object.fromEntries(
      Object.entries(found?.articles ?? {}).map(([id, tax_rate_id]) => [id, pctOf({ tax_rate_id })]),
    ),
    usual: pctOf(null),
    uncommissioned: found?.uncommissioned ?? [],
    sold: found?.sold ?? {},
    agency: found?.agency ?? null,
    originals: found?.originals ?? {},
  };
};
