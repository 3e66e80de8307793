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

const tablesFrom = (
  rates: Awaited<ReturnType<typeof readTaxRates>>,
  found: Found | undefined,
  day: string,
): InvoiceTables => {
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

/**
 * What the amounts of an invoice depend on besides its own values: tax rates of the day, the terms of its agency,
 * and of a credit note what is left of the lines that it takes back. Two statements, however many lines.
 *
 * @param invoice header and lines; absent values are those of a new form
 * @param day civil day of the rates: that of issue, today for a draft
 */
export const invoiceTables = async (tx: Queryable, invoice: Values, day: string): Promise<InvoiceTables> => {
  const lines = linesIn(invoice, 'lines');
  const orderLineIds = lines.flatMap(({ order_line_id }) => referenceId(order_line_id) ?? []);
  // The letters of an agency apply to what runs while they are valid.
  const from = (invoice.period as DateRange | null | undefined)?.from ?? day;
  const contractId = referenceId(invoice.contract_id);
  const agencyId = referenceId(invoice.agency_id);
  const isBilled = sql`(o.contract_id = ${contractId}::uuid OR o.id = ANY(${orderLineIds}::uuid[]))`;
  // Planned at each execution: what a document cannot have is not planned.
  const agency =
    agencyId === null
      ? sql`NULL`
      : sql`
        SELECT jsonb_build_object('pct', coalesce(t.commission_pct, agency_commission(a.id,
              ${referenceId(invoice.client_id)}::uuid, NULL, ${from}::date))::text,
            'mode', coalesce(t.commission_mode, a.commission_mode))
          FROM agencies a LEFT JOIN LATERAL (
            -- All lines of a contract have the same, and all contracts of an invoice.
            SELECT t.commission_pct, t.commission_mode FROM order_lines o JOIN order_line_terms t ON t.order_line_id = o.id
            WHERE ${isBilled} LIMIT 1) t ON true
          WHERE a.id = ${agencyId}::uuid`;
  const originals =
    (invoice.doc_kind ?? 'invoice') === 'invoice'
      ? sql`NULL`
      : sql`
        SELECT jsonb_object_agg(n.id, jsonb_build_object('quantity', o.quantity::text, 'unit_price', o.unit_price::text,
            'discount_pct', o.discount_pct::text, 'tax_pct', o.tax_pct::text, 'gross', o.gross::text, 'net', o.net::text,
            'agency_discount', o.agency_discount::text, 'taxable', o.taxable::text, 'tax', o.tax::text,
            'total', o.total::text))
          FROM invoice_lines n JOIN creditable_lines o ON o.id = n.original_line_id
          WHERE n.id = ANY(${lines.map(({ id }) => id)}::uuid[])`;
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
          FROM order_lines o JOIN order_line_terms t ON t.order_line_id = o.id WHERE ${isBilled}) AS sold,
        (${agency}) AS agency, (${originals}) AS originals`),
  );
  return tablesFrom(rates, found, day);
};

/** The parties of an invoice of a contract. */
export interface ContractParties {
  readonly contract_id: string;
  readonly company_id: string;
  readonly client_id: string;
  readonly agency_id: string | null;
}

/**
 * What the amounts of new invoices of contracts depend on, in the order of their parties. Three statements, however many
 * contracts.
 *
 * @param day civil day of the rates
 */
export const contractTables = async (
  database: Queryable,
  parties: readonly ContractParties[],
  day: string,
): Promise<readonly InvoiceTables[]> => {
  if (parties.length === 0) return [];
  const rates = await readTaxRates(database);
  const shared = await database.one<Pick<Found, 'articles' | 'uncommissioned'>>(sql`
    SELECT (SELECT jsonb_object_agg(id, tax_rate_id) FROM ad_articles WHERE tax_rate_id IS NOT NULL) AS articles,
      ARRAY(SELECT id::text FROM ad_articles WHERE NOT is_commissionable) AS uncommissioned`);
  const rows = await database.query<Pick<Found, 'company' | 'client' | 'sold' | 'agency'>>(sql`
    SELECT jsonb_build_object('tax_rate_id', o.tax_rate_id) AS company,
      jsonb_build_object('tax_exempt', k.tax_exempt, 'tax_exempt_doc', k.tax_exempt_doc,
        'tax_exempt_until', k.tax_exempt_until) AS client, t.sold,
      CASE WHEN a.id IS NOT NULL THEN jsonb_build_object(
        'pct', coalesce(t.commission_pct, agency_commission(a.id, p.client_id, NULL, ${day}::date))::text,
        'mode', coalesce(t.commission_mode, a.commission_mode)) END AS agency
    FROM jsonb_to_recordset(${JSON.stringify(parties.map((one, place) => ({ ...one, place })))}::jsonb)
        AS p (place integer, contract_id uuid, company_id uuid, client_id uuid, agency_id uuid)
      JOIN companies o ON o.id = p.company_id JOIN clients k ON k.id = p.client_id
      LEFT JOIN agencies a ON a.id = p.agency_id
      CROSS JOIN LATERAL (
        SELECT jsonb_object_agg(t.order_line_id, t.is_commissionable) AS sold,
          -- All lines of a contract have the same.
          (array_agg(t.commission_pct))[1] AS commission_pct, (array_agg(t.commission_mode))[1] AS commission_mode
        FROM order_lines l JOIN order_line_terms t ON t.order_line_id = l.id WHERE l.contract_id = p.contract_id) t
    ORDER BY p.place`);
  return rows.map((row) =>
    tablesFrom(
      rates,
      {
        ...row,
        articles: shared?.articles ?? null,
        uncommissioned: shared?.uncommissioned ?? [],
        originals: null,
      },
      day,
    ),
  );
};
