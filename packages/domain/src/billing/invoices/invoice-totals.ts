import type { Body, Line } from '../../document/document.ts';
import { referenceId } from '../../kinds/reference.ts';
import { isZero, multiply } from '../../money/arithmetic.ts';
import { sumTotals } from '../../money/document-totals.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { lineTotals, type Totals } from '../../money/line-totals.ts';
import { linesIn } from '../../resource/lines.ts';
import type { Values } from '../../resource/resource.ts';

/** The terms and amounts of a line that a credit note takes back, less what other notes took back of it. */
export interface OriginalLine extends Totals {
  readonly quantity: string;
  readonly unit_price: string;
  readonly discount_pct: string;
  readonly tax_pct: string;
}

/** The amounts of a line or a document, as columns to store. */
type Amounts = { readonly [name in keyof Totals]: string };
type LineAmounts = Amounts & { readonly tax_pct: string };

/** How an agency earns its commission. */
export interface AgencyTerms {
  readonly pct: string;
  readonly mode: 'invoice_discount' | 'later_settlement';
}

/** The data that the amounts of an invoice need besides its own. */
export interface InvoiceTables {
  /** Percent of each tax rate by its id. */
  readonly rates: Readonly<Record<string, string>>;
  /** Percent that applies to an article with its own tax rate, by id of the article. */
  readonly articles: Readonly<Record<string, string>>;
  /** Percent where neither the line nor its article has a tax rate. */
  readonly usual: string;
  /** Ids of articles on which agencies earn nothing. */
  readonly uncommissioned: readonly string[];
  /** Whether the agency earns on an order line of the contract, as its sale fixed it; by id of the order line. */
  readonly sold: Readonly<Record<string, boolean>>;
  /** The terms of the agency: those that the contract fixed, else the usual ones, for an invoice without its own. */
  readonly agency: AgencyTerms | null;
  /** Of a credit note: the line that each of its lines takes back, by id of the note's line. */
  readonly originals: Readonly<Record<string, OriginalLine>>;
}

/** What applies while nothing is known, such as in a new form. */
export const noInvoiceTables: InvoiceTables = {
  rates: {},
  articles: {},
  usual: '0.0000',
  uncommissioned: [],
  sold: {},
  agency: null,
  originals: {},
};

/** Whether an invoice bills a contract, or with its lines several. */
const isOfContract = (invoice: Values): boolean =>
  referenceId(invoice.contract_id) !== null ||
  linesIn(invoice, 'lines').some(({ order_line_id }) => referenceId(order_line_id) !== null);

/**
 * The terms of the agency of an invoice: those of its contract, or of all its contracts; without one its own, and where it
 * has none the agency's usual ones. Null without an agency.
 */
export const agencyTermsOf = (
  invoice: Values,
  { agency }: Pick<InvoiceTables, 'agency'>,
): AgencyTerms | null => {
  if (referenceId(invoice.agency_id) === null) return null;
  if (agency && isOfContract(invoice)) return agency;
  const { agency_commission_pct: pct, commission_mode: mode } = invoice;
  return {
    pct: String(pct ?? agency?.pct ?? '0.0000'),
    mode: (mode as AgencyTerms['mode'] | null | undefined) ?? agency?.mode ?? 'later_settlement',
  };
};

const amountNames = ['gross', 'net', 'agency_discount', 'taxable', 'tax', 'total'] as const;

const fraction = (percent: unknown): string => multiply(String(percent ?? '0'), '0.01');

const taxPercent = (line: Line, { rates, articles, usual }: InvoiceTables): string => {
  const chosen = referenceId(line.tax_rate_id);
  const article = referenceId(line.ad_article_id);
  return (
    (chosen === null ? undefined : rates[chosen]) ??
    (article === null ? undefined : articles[article]) ??
    usual
  );
};

/**
 * Whether an agency earns on a line of an invoice: what the sale of its order line fixed; of any other line what its article
 * says.
 */
export const isCommissionable = (
  line: Values,
  { sold, uncommissioned }: Pick<InvoiceTables, 'sold' | 'uncommissioned'>,
): boolean =>
  sold[referenceId(line.order_line_id) ?? ''] ??
  !uncommissioned.includes(referenceId(line.ad_article_id) ?? '');

/** Whether a line of a note has the terms of what is left of the line that it takes back. */
const hasTermsOf = (line: Line, original: OriginalLine): boolean =>
  (['quantity', 'unit_price', 'discount_pct'] as const).every(
    (name) => compareDecimals(String(line[name]), original[name]) === 0,
  );

const calculated = (line: Line, taxPct: string, body: Body, tables: InvoiceTables): Totals => {
  const agency = agencyTermsOf(body, tables);
  const isDiscounted = agency?.mode === 'invoice_discount' && isCommissionable(line, tables);
  return lineTotals(
    {
      quantity: String(line.quantity ?? '0'),
      list_price: String(line.unit_price ?? '0'),
      surcharges: [],
      discount: fraction(line.discount_pct),
      agency_discount_rate: isDiscounted ? fraction(agency.pct) : '0',
      tax_rate: fraction(taxPct),
    },
    String(body.currency_code ?? 'DOP'),
  );
};

const amountsOf = (line: Line, body: Body, tables: InvoiceTables): LineAmounts => {
  const original = tables.originals[line.id];
  const tax_pct = original?.tax_pct ?? taxPercent(line, tables);
  const amounts = calculated(line, tax_pct, body, tables);
  // What takes back all that is left takes back the stored amounts: calculated again, their gross or their tax could be
  // another cent, which no other note could take back.
  const isWhole =
    original &&
    (hasTermsOf(line, original) ||
      (!isZero(original.net) && compareDecimals(amounts.net, original.net) === 0));
  if (!isWhole) return { tax_pct, ...amounts };
  const stored = Object.fromEntries(amountNames.map((name) => [name, original[name]]));
  return { tax_pct, ...(stored as unknown as Totals) };
};

/**
 * Amounts of an invoice: of each line by `lineTotals`, of the header their sums. A line of a credit note with the terms
 * or the net amount of what is left of the line that it takes back has the stored amounts of that line, less those of
 * other notes (domain §2.2).
 *
 * @throws nothing for values that passed the checks of their fields
 */
export const invoiceTotals = (
  body: Body,
  tables: InvoiceTables = noInvoiceTables,
): { readonly header: Amounts; readonly lines: ReadonlyMap<string, LineAmounts> } => {
  const lines = linesIn(body, 'lines').map((line) => [line.id, amountsOf(line, body, tables)] as const);
  return { header: { ...sumTotals(lines.map(([, amounts]) => amounts)) }, lines: new Map(lines) };
};
