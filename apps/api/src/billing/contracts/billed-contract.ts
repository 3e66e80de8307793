import { billedTerms } from '@pauta/domain/billing/invoices/billed-terms.ts';
import {
  type AgencyTerms,
  agencyTermsOf,
  type InvoiceTables,
  invoiceTotals,
  noInvoiceTables,
} from '@pauta/domain/billing/invoices/invoice-totals.ts';
import { splitDue } from '@pauta/domain/billing/invoices/split-due.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { allocate } from '@pauta/domain/money/allocate.ts';
import { isZero } from '@pauta/domain/money/arithmetic.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { contractTables } from '../invoices/invoice-tables.ts';

/** A signed contract with what is due of it. */
export interface ContractRow {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly company_id: string;
  readonly company_name: string;
  readonly company_tax_id: string | null;
  readonly agency_id: string | null;
  readonly currency_code: string;
  readonly credit_term_id: string | null;
  readonly po_number: string | null;
  readonly is_barter: boolean;
  /** What the next invoice says that it bills, as PostgreSQL writes it. */
  readonly period: string;
  readonly payers: readonly PayerRow[];
  readonly lines: readonly LineRow[];
}

export interface PayerRow {
  readonly bill_to: 'client' | 'agency';
  /** The client of their documents. */
  readonly client_id: string;
  readonly name: string;
  readonly pct: string;
  /** Net that their invoices and drafts bill since they pay this part, by id of the order line. */
  readonly billed: Readonly<Record<string, string>>;
}

export interface LineRow {
  readonly order_line_id: string;
  readonly description: string;
  readonly ad_article_id: string | null;
  readonly net: string;
  readonly quantity: string;
  readonly price: string | null;
  readonly surcharge_pct: string;
  readonly discount_pct: string;
}

/** The first day of a period as PostgreSQL writes it, and the day after its last. */
export const boundsOf = (period: string): readonly [string, string] => {
  const [from = '', to = ''] = period.slice(1, -1).split(',');
  return [from, to];
};

/** What would be billed of a contract to one of its payers now. */
export interface BilledContract {
  readonly contract: ContractRow;
  readonly payer: PayerRow;
  /** The month whose instalments it bills, `YYYY-MM`; null where months are not divided. */
  readonly month: string | null;
  /** The commission of the agency, which the contract fixed. */
  readonly commission: AgencyTerms | null;
  readonly lines: readonly Readonly<Record<string, string | null>>[];
  readonly header: ReturnType<typeof invoiceTotals>['header'];
}

/** Signed contracts with what is due of their order lines, in one statement; in the order of their ids. */
export const readDue = (database: Queryable, ids: readonly string[]): Promise<ContractRow[]> =>
  database.query<ContractRow>(sql`
    SELECT c.id, c.number, c.name, c.company_id, o.name AS company_name, o.tax_id AS company_tax_id, c.agency_id,
      c.currency_code, c.credit_term_id, c.po_number, c.contract_type = 'barter' AS is_barter, (
        SELECT (CASE WHEN p.first <= p.last THEN daterange(p.first, p.last, '[]') ELSE c.flight END)::text
        FROM (
          SELECT coalesce(max(upper(i.period)), lower(c.flight)) AS first,
            least(billing_day(), upper(c.flight) - 1) AS last
          FROM invoice_contracts g JOIN invoices i ON i.id = g.invoice_id
          WHERE g.contract_id = c.id AND i.doc_kind = 'invoice' AND i.status <> 'voided' AND i.archived_at IS NULL) p)
        AS period, (
        SELECT json_agg(json_build_object('bill_to', p.bill_to, 'client_id', p.client_id, 'name', p.name,
          'pct', p.pct::text, 'billed', (
            SELECT coalesce(json_object_agg(b.order_line_id, (b.net - coalesce(e.net, 0))::text), '{}')
            FROM billed_to(c.id, p.bill_to, p.client_id) b LEFT JOIN addendum_payer_billed e
              ON (e.addendum_payer_id, e.order_line_id) = (p.payer_id, b.order_line_id))) ORDER BY p.place, p.client_id)
        FROM payers_of(c) p) AS payers, coalesce((
        SELECT json_agg(json_build_object('order_line_id', b.order_line_id, 'description', l.description,
          'ad_article_id', coalesce(l.ad_article_id, i.ad_article_id), 'net', b.net::text, 'quantity', b.quantity::text,
          'price', coalesce(l.agreed_price, l.list_price)::text, 'surcharge_pct', l.surcharge_pct::text,
          'discount_pct', l.discount_pct::text) ORDER BY l.id)
        FROM billable_order_lines b JOIN order_lines l ON l.id = b.order_line_id
          LEFT JOIN inventory_items i ON i.id = l.inventory_item_id
        WHERE b.contract_id = c.id AND b.net > 0), '[]') AS lines
    FROM contracts c JOIN companies o ON o.id = c.company_id
    WHERE c.id = ANY(${ids}::uuid[]) AND c.signed_on IS NOT NULL ORDER BY c.id`);

/** Digits after the point of a quantity. */
const quantityDigits = 4;

/** The part of what is due that each payer is billed, in the order of the payers. */
export const partsOf = ({ lines, payers, currency_code }: ContractRow): readonly (readonly LineRow[])[] => {
  const byLine = lines.map((line) => {
    const nets = splitDue(
      line.net,
      payers.map(({ pct, billed }) => ({ pct, billed: billed[line.order_line_id] ?? '0.00' })),
      currency_code,
    );
    const quantities = allocate(line.quantity, nets, quantityDigits);
    return nets.map((net, place) => ({ ...line, net, quantity: quantities[place] ?? '0' }));
  });
  return payers.map((_, place) =>
    byLine.flatMap((parts) => parts[place] ?? []).filter(({ net }) => !isZero(net)),
  );
};

/** What one payer of a contract is billed. */
export interface PayerPart {
  readonly contract: ContractRow;
  readonly payer: PayerRow;
  readonly lines: readonly LineRow[];
  readonly month: string | null;
}

const billed = (
  { contract, payer, lines: parts, month }: PayerPart,
  tables: InvoiceTables,
): BilledContract => {
  const lines = parts.map(({ order_line_id, description, ad_article_id, ...part }) => ({
    id: newLineId(),
    order_line_id,
    description,
    ad_article_id,
    billed_quantity: part.quantity,
    ...billedTerms(part, contract.currency_code),
  }));
  const { agency_id, currency_code, id } = contract;
  const body = { agency_id, currency_code, contract_id: id, lines };
  const { header, lines: amounts } = invoiceTotals(body, tables);
  const commission = agencyTermsOf(body, tables);
  return {
    contract,
    payer,
    month,
    commission,
    header,
    lines: lines.map((line) => ({ ...line, ...amounts.get(line.id) })),
  };
};

/** What of contracts goes to each of their payers, with the amounts of its lines, in order. */
export const withAmounts = async (
  database: Queryable,
  parts: readonly PayerPart[],
  day: string,
): Promise<readonly BilledContract[]> => {
  const tables = await contractTables(
    database,
    parts.map(({ contract: { id, company_id, agency_id }, payer: { client_id } }) => ({
      contract_id: id,
      company_id,
      client_id,
      agency_id,
    })),
    day,
  );
  return parts.map((part, place) => billed(part, tables[place] ?? noInvoiceTables));
};

/**
 * What of one contract goes to each of its payers. Payers to whom nothing is billed are left out; a contract of which
 * nothing is due has one entry without lines.
 */
export const payerParts = (contract: ContractRow): PayerPart[] =>
  partsOf(contract).flatMap((lines, place): PayerPart[] => {
    const payer = contract.payers[place];
    if (!payer || (lines.length === 0 && (place > 0 || contract.lines.length > 0))) return [];
    return [{ contract, payer, lines, month: null }];
  });

/**
 * What can be billed of contracts now: for each payer of a contract the lines of a draft, with their amounts
 * (`payerParts`). One that is not signed is left out.
 *
 * @param day civil day of the taxes
 */
export const billedContracts = async (
  database: Queryable,
  ids: readonly string[],
  day: string,
): Promise<readonly BilledContract[]> =>
  withAmounts(database, (await readDue(database, ids)).flatMap(payerParts), day);
