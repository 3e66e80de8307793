import { compareDecimals, exactDecimal } from '../money/exact-decimal.ts';

/** A sum over the documents of an import: how many there are, or an amount of money. */
export interface Measure {
  readonly label: string;
  readonly kind: 'count' | 'amount';
}

/** Sums by which the documents of a file are compared with what the import stores, for each value of a field. */
export interface TieOut {
  /** Field of the header: amounts of different currencies are not added. */
  readonly by: string;
  readonly measures: Readonly<Record<string, Measure>>;
}

/** The sums of one document or of all documents of a group, as decimal texts. */
export interface TiedOut {
  readonly group: string;
  /** As the file says; null: it does not say. */
  readonly read: Readonly<Record<string, string | null>>;
  /** As they are stored. */
  readonly stored: Readonly<Record<string, string>>;
}

/** A sum that the user expects. */
export interface ControlTotal {
  readonly group: string;
  readonly measure: string;
  readonly value: string;
}

/** The control totals that the stored sums do not have, and texts that are no number. */
export const missedTotals = (
  sums: readonly TiedOut[],
  expected: readonly ControlTotal[],
): readonly ControlTotal[] =>
  expected.filter(({ group, measure, value }) => {
    const stored = sums.find((one) => one.group === group)?.stored[measure];
    const total = exactDecimal(value, 6);
    return stored === undefined || total === null || compareDecimals(stored, total) !== 0;
  });
