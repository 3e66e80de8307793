import { billedTerms } from '@pauta/domain/billing/invoices/billed-terms.ts';
import { type InvoiceTables, invoiceTotals } from '@pauta/domain/billing/invoices/invoice-totals.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { positionsAt } from '@pauta/domain/document/position.ts';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { invoiceTables } from '../invoices/invoice-tables.ts';

interface ContractRow {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly company_id: string;
  readonly company_name: string;
  readonly company_tax_id: string | null;
  readonly client_id: string;
  readonly agency_id: string | null;
  readonly currency_code: string;
  readonly lines: readonly LineRow[];
}

interface LineRow {
  readonly order_line_id: string;
  readonly description: string;
  readonly ad_article_id: string | null;
  readonly net: string;
  readonly quantity: string;
  readonly price: string | null;
  readonly surcharge_pct: string;
  readonly discount_pct: string;
}

/** What would be billed of a contract now. */
export interface BilledContract {
  readonly contract: ContractRow;
  readonly lines: readonly Readonly<Record<string, string | null>>[];
  readonly header: ReturnType<typeof invoiceTotals>['header'];
}

/** Signed contracts with what is due of their order lines, in one statement; in the order of their ids. */
const readDue = (database: Queryable, ids: readonly string[]): Promise<ContractRow[]> =>
  database.query<ContractRow>(sql`
    SELECT c.id, c.number, c.name, c.company_id, o.name AS company_name, o.tax_id AS company_tax_id, c.client_id,
      c.agency_id, c.currency_code, coalesce((
        SELECT json_agg(json_build_object('order_line_id', b.order_line_id, 'description', l.description,
          'ad_article_id', coalesce(l.ad_article_id, i.ad_article_id), 'net', b.net::text, 'quantity', b.quantity::text,
          'price', coalesce(l.agreed_price, l.list_price)::text, 'surcharge_pct', l.surcharge_pct::text,
          'discount_pct', l.discount_pct::text) ORDER BY l.id)
        FROM billable_order_lines b JOIN order_lines l ON l.id = b.order_line_id
          LEFT JOIN inventory_items i ON i.id = l.inventory_item_id
        WHERE b.contract_id = c.id AND b.net > 0), '[]') AS lines
    FROM contracts c JOIN companies o ON o.id = c.company_id
    WHERE c.id = ANY(${ids}::uuid[]) AND c.signed_on IS NOT NULL ORDER BY c.id`);

const billed = (contract: ContractRow, tables: InvoiceTables): BilledContract => {
  const lines = contract.lines.map(({ order_line_id, description, ad_article_id, ...part }) => ({
    id: newLineId(),
    order_line_id,
    description,
    ad_article_id,
    billed_quantity: part.quantity,
    ...billedTerms(part, contract.currency_code),
  }));
  const { agency_id, currency_code, id } = contract;
  const { header, lines: amounts } = invoiceTotals(
    { agency_id, currency_code, contract_id: id, lines },
    tables,
  );
  return { contract, header, lines: lines.map((line) => ({ ...line, ...amounts.get(line.id) })) };
};

/**
 * What can be billed of contracts now: the lines of a draft each, with their amounts. A contract of which nothing is due
 * has no lines; one that is not signed is left out.
 *
 * @param day civil day of the taxes
 */
export const billedContracts = async (
  database: Queryable,
  ids: readonly string[],
  day: string,
): Promise<readonly BilledContract[]> => {
  const found: BilledContract[] = [];
  for (const contract of await readDue(database, ids)) {
    const { company_id, client_id, agency_id, id } = contract;
    const parties = { company_id, client_id, agency_id, contract_id: id };
    found.push(billed(contract, await invoiceTables(database, parties, day)));
  }
  return found;
};

/** Writes the draft of what is due of a contract, and returns its id. The contract is locked. */
export const addDraft = async (
  tx: Transaction,
  { contract, header, lines }: BilledContract,
): Promise<string> => {
  const row = await tx.one<{ id: string }>(sql`
    INSERT INTO invoices (concept, company_id, client_id, agency_id, bill_to, contract_id, period, po_number,
      credit_term_id, currency_code, agency_commission_pct, commission_mode, gross, net, agency_discount, taxable, tax,
      total)
    SELECT left(c.number || ' · ' || c.name, 160), c.company_id, c.client_id, c.agency_id, c.billing_party, c.id,
      CASE WHEN p.first <= p.last THEN daterange(p.first, p.last, '[]') ELSE c.flight END, c.po_number, c.credit_term_id,
      c.currency_code, c.agency_commission_pct, c.commission_mode, ${header.gross}::numeric, ${header.net}::numeric,
      ${header.agency_discount}::numeric, ${header.taxable}::numeric, ${header.tax}::numeric, ${header.total}::numeric
    FROM contracts c CROSS JOIN LATERAL (
      SELECT coalesce(max(upper(i.period)), lower(c.flight)) AS first,
        least(business_date(), upper(c.flight) - 1) AS last
      FROM invoices i WHERE i.contract_id = c.id AND i.doc_kind = 'invoice' AND i.status <> 'voided'
        AND i.archived_at IS NULL) p
    WHERE c.id = ${contract.id}::uuid RETURNING id`);
  if (!row) throw new Error(`contract ${contract.id} is gone within its own transaction`);
  const places = positionsAt([], 0, lines.length);
  await tx.query(sql`
    INSERT INTO invoice_lines (id, invoice_id, position, description, ad_article_id, quantity, unit_price, discount_pct,
      tax_pct, gross, net, agency_discount, taxable, tax, total, order_line_id, billed_quantity)
    SELECT id, ${row.id}::uuid, position, description, ad_article_id, quantity, unit_price, discount_pct, tax_pct, gross,
      net, agency_discount, taxable, tax, total, order_line_id, billed_quantity
    FROM jsonb_to_recordset(${JSON.stringify(lines.map((line, place) => ({ ...line, position: places[place] })))}::jsonb)
      AS l(id uuid, position text, description text, ad_article_id uuid, quantity numeric, unit_price numeric,
        discount_pct numeric, tax_pct numeric, gross numeric, net numeric, agency_discount numeric, taxable numeric,
        tax numeric, total numeric, order_line_id uuid, billed_quantity numeric)`);
  return row.id;
};
