import { billedTerms } from '@pauta/domain/billing/invoices/billed-terms.ts';
import {
  type InvoiceTables,
  invoiceTotals,
  noInvoiceTables,
} from '@pauta/domain/billing/invoices/invoice-totals.ts';
import { splitDue } from '@pauta/domain/billing/invoices/split-due.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { positionsAt } from '@pauta/domain/document/position.ts';
import { allocate } from '@pauta/domain/money/allocate.ts';
import { isZero } from '@pauta/domain/money/arithmetic.ts';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { contractTables } from '../invoices/invoice-tables.ts';

interface ContractRow {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly company_id: string;
  readonly company_name: string;
  readonly company_tax_id: string | null;
  readonly agency_id: string | null;
  readonly currency_code: string;
  /** What the next invoice says that it bills, as PostgreSQL writes it. */
  readonly period: string;
  readonly payers: readonly PayerRow[];
  readonly lines: readonly LineRow[];
}

interface PayerRow {
  readonly bill_to: 'client' | 'agency';
  /** The client of their documents. */
  readonly client_id: string;
  readonly name: string;
  readonly pct: string;
  /** Net that their invoices and drafts bill since they pay this part, by id of the order line. */
  readonly billed: Readonly<Record<string, string>>;
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

/** What would be billed of a contract to one of its payers now. */
export interface BilledContract {
  readonly contract: ContractRow;
  readonly payer: PayerRow;
  readonly lines: readonly Readonly<Record<string, string | null>>[];
  readonly header: ReturnType<typeof invoiceTotals>['header'];
}

/** Signed contracts with what is due of their order lines, in one statement; in the order of their ids. */
const readDue = (database: Queryable, ids: readonly string[]): Promise<ContractRow[]> =>
  database.query<ContractRow>(sql`
    SELECT c.id, c.number, c.name, c.company_id, o.name AS company_name, o.tax_id AS company_tax_id, c.agency_id,
      c.currency_code, (
        SELECT (CASE WHEN p.first <= p.last THEN daterange(p.first, p.last, '[]') ELSE c.flight END)::text
        FROM (
          SELECT coalesce(max(upper(i.period)), lower(c.flight)) AS first,
            least(billing_day(), upper(c.flight) - 1) AS last
          FROM invoices i WHERE i.contract_id = c.id AND i.doc_kind = 'invoice' AND i.status <> 'voided'
            AND i.archived_at IS NULL) p) AS period, (
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
const partsOf = ({ lines, payers, currency_code }: ContractRow): readonly (readonly LineRow[])[] => {
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

const billed = (
  contract: ContractRow,
  payer: PayerRow,
  parts: readonly LineRow[],
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
  const { header, lines: amounts } = invoiceTotals(
    { agency_id, currency_code, contract_id: id, lines },
    tables,
  );
  return { contract, payer, header, lines: lines.map((line) => ({ ...line, ...amounts.get(line.id) })) };
};

/**
 * What can be billed of contracts now: for each payer of a contract the lines of a draft, with their amounts. Payers to
 * whom nothing is billed are left out; a contract of which nothing is due has one entry without lines. One that is not
 * signed is left out.
 *
 * @param day civil day of the taxes
 */
export const billedContracts = async (
  database: Queryable,
  ids: readonly string[],
  day: string,
): Promise<readonly BilledContract[]> => {
  const parts: { contract: ContractRow; payer: PayerRow; lines: readonly LineRow[] }[] = [];
  for (const contract of await readDue(database, ids))
    for (const [place, lines] of partsOf(contract).entries()) {
      const payer = contract.payers[place];
      if (!payer || (lines.length === 0 && (place > 0 || contract.lines.length > 0))) continue;
      parts.push({ contract, payer, lines });
    }
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
  return parts.map(({ contract, payer, lines }, place) =>
    billed(contract, payer, lines, tables[place] ?? noInvoiceTables),
  );
};

/** Drafts in one statement. */
const draftsTogether = 200;

/**
 * Writes the drafts of what is due of contracts to their payers, and returns their ids in order. The contracts are locked.
 *
 * @param runId the run of billing that they belong to; null for none
 */
export const addDrafts = async (
  tx: Transaction,
  all: readonly BilledContract[],
  runId: string | null = null,
): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (let from = 0; from < all.length; from += draftsTogether) {
    const drafts = all.slice(from, from + draftsTogether).map((one) => ({ id: newLineId(), ...one }));
    await tx.query(sql`
      INSERT INTO invoices (id, concept, company_id, client_id, agency_id, bill_to, contract_id, period, po_number,
        credit_term_id, currency_code, agency_commission_pct, commission_mode, gross, net, agency_discount, taxable, tax,
        total, billing_run_id)
      SELECT d.id, left(c.number || ' · ' || c.name, 160), c.company_id, d.client_id, c.agency_id, d.bill_to, c.id,
        d.period::daterange, c.po_number, c.credit_term_id, c.currency_code, c.agency_commission_pct, c.commission_mode,
        d.gross, d.net, d.agency_discount, d.taxable, d.tax, d.total, ${runId}::uuid
      FROM jsonb_to_recordset(${JSON.stringify(
        drafts.map(({ id, contract, payer, header }) => ({
          id,
          contract_id: contract.id,
          client_id: payer.client_id,
          bill_to: payer.bill_to,
          period: contract.period,
          ...header,
        })),
      )}::jsonb) AS d (id uuid, contract_id uuid, client_id uuid, bill_to text, period text, gross numeric, net numeric,
        agency_discount numeric, taxable numeric, tax numeric, total numeric)
        JOIN contracts c ON c.id = d.contract_id`);
    const lines = drafts.flatMap(({ id, lines: own }) => {
      const places = positionsAt([], 0, own.length);
      return own.map((line, place) => ({ ...line, invoice_id: id, position: places[place] }));
    });
    await tx.query(sql`
      INSERT INTO invoice_lines (id, invoice_id, position, description, ad_article_id, quantity, unit_price, discount_pct,
        tax_pct, gross, net, agency_discount, taxable, tax, total, order_line_id, billed_quantity)
      SELECT id, invoice_id, position, description, ad_article_id, quantity, unit_price, discount_pct, tax_pct, gross,
        net, agency_discount, taxable, tax, total, order_line_id, billed_quantity
      FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        AS l(id uuid, invoice_id uuid, position text, description text, ad_article_id uuid, quantity numeric,
          unit_price numeric, discount_pct numeric, tax_pct numeric, gross numeric, net numeric, agency_discount numeric,
          taxable numeric, tax numeric, total numeric, order_line_id uuid, billed_quantity numeric)`);
    ids.push(...drafts.map(({ id }) => id));
  }
  return ids;
};
