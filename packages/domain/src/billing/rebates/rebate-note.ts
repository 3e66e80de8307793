import { divide, min, multiply, round, subtract, sum } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { lineTotals, type Totals } from '../../money/line-totals.ts';

/** A line of an invoice, with what other notes left of it. */
export interface RebatedLine extends Totals {
  readonly id: string;
  /** Percent. */
  readonly tax_pct: string;
  /** Percent that the agency has as a discount of this line; zero for none. */
  readonly agency_pct: string;
}

/** An invoice that a rebate can reduce. */
export interface RebatedInvoice {
  readonly currency: string;
  /** What is owed of it. */
  readonly balance: string;
  readonly lines: readonly RebatedLine[];
}

/** A line of the note: one unit at the net that it takes back. */
export interface RebateNoteLine extends Totals {
  /** Of the line of the invoice. */
  readonly id: string;
  readonly unit_price: string;
  readonly tax_pct: string;
}

export interface RebateNote {
  readonly header: Totals;
  readonly lines: readonly RebateNoteLine[];
}

const cent = '0.01';
const isPositive = (amount: string): boolean => compareDecimals(amount, '0') > 0;
const fraction = (pct: string): string => multiply(pct, '0.01');

/** The amounts of a line of one unit whose base for the tax is this; null if no net has it. */
const lineWith = (taxable: string, line: RebatedLine, currency: string): RebateNoteLine | null => {
  const nearest = divide(taxable, subtract('1', fraction(line.agency_pct)), 2);
  for (const net of [nearest, subtract(nearest, cent), sum([nearest, cent])]) {
    const totals = lineTotals(
      {
        quantity: '1',
        list_price: net,
        surcharges: [],
        discount: '0',
        agency_discount_rate: fraction(line.agency_pct),
        tax_rate: fraction(line.tax_pct),
      },
      currency,
    );
    if (compareDecimals(totals.taxable, taxable) === 0)
      return { id: line.id, unit_price: totals.net, tax_pct: line.tax_pct, ...totals };
  }
  return null;
};

/** The largest part of a line up to an amount, that takes back no more than is left of any of its amounts. */
const fitting = (taxable: string, line: RebatedLine, currency: string): RebateNoteLine | null => {
  for (
    let tried = 0, part = taxable;
    tried < 10 && isPositive(part);
    tried += 1, part = subtract(part, cent)
  ) {
    const made = lineWith(part, line, currency);
    if (
      made &&
      compareDecimals(made.net, line.net) <= 0 &&
      compareDecimals(made.tax, line.tax) <= 0 &&
      compareDecimals(made.agency_discount, line.agency_discount) <= 0
    )
      return made;
  }
  return null;
};

const names = ['gross', 'net', 'agency_discount', 'taxable', 'tax', 'total'] as const;

const noteOf = (lines: readonly RebateNoteLine[]): RebateNote => ({
  header: Object.fromEntries(
    names.map((name) => [name, sum(lines.map((line) => line[name]))]),
  ) as unknown as Totals,
  lines,
});

const spread = (wanted: string, { currency, lines }: RebatedInvoice): RebateNote => {
  let left = wanted;
  let base = sum(lines.map(({ taxable }) => taxable));
  const made: RebateNoteLine[] = [];
  for (const line of lines) {
    if (!isPositive(left) || !isPositive(base)) break;
    const share = min(line.taxable, left, round(divide(multiply(left, line.taxable), base, 8), 2));
    base = subtract(base, line.taxable);
    const part = fitting(share, line, currency);
    if (!part) continue;
    made.push(part);
    left = subtract(left, part.taxable);
  }
  return noteOf(made);
};

/**
 * The credit note that gives an amount before tax of a rebate by an invoice: shared out over its lines, each with its own
 * tax and agency discount, and altogether no more than is owed of the invoice. It may give less, by what the invoice lacks
 * or by cents that no line can give.
 *
 * @returns null if nothing of the invoice can be given
 */
export const rebateNote = (wanted: string, invoice: RebatedInvoice): RebateNote | null => {
  const lines = invoice.lines.filter(({ taxable }) => isPositive(taxable));
  const total = sum(lines.map((line) => line.total));
  const base = sum(lines.map(({ taxable }) => taxable));
  if (!isPositive(total) || !isPositive(invoice.balance)) return null;
  let most = min(wanted, base, divide(multiply(invoice.balance, base), total, 2));
  // Each line rounds its tax, so that a few cents more could be given than are owed.
  for (let tried = 0; tried <= lines.length + 1 && isPositive(most); tried += 1) {
    const note = spread(most, { ...invoice, lines });
    if (note.lines.length === 0) return null;
    if (compareDecimals(note.header.total, invoice.balance) <= 0) return note;
    most = subtract(most, cent);
  }
  return null;
};
