import { add, isZero, subtract, sum } from '../../money/arithmetic.ts';
import type { AgedBalance } from '../accounts/account-figures.ts';
import { agingBuckets } from '../accounts/aging-buckets.ts';

/** What is open in one currency by age on the day of the opening, and the advances. */
export type OpeningTotals = AgedBalance & { readonly currency: string; readonly advances: string };

/** The columns that are compared with the old aging. */
export const tieOutColumns = [...agingBuckets.map(({ name }) => name), 'advances'] as const;

type TieOutColumn = (typeof tieOutColumns)[number];

const nothing = (currency: string): OpeningTotals => ({
  currency,
  current: '0.00',
  d30: '0.00',
  d60: '0.00',
  d90: '0.00',
  d120: '0.00',
  older: '0.00',
  total: '0.00',
  advances: '0.00',
});

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** The bucket of what is due on a day. @example ageOn('2026-09-30', '2026-10-31') // 'd60' */
export const ageOn = (dueOn: string, openedOn: string): Exclude<TieOutColumn, 'advances'> => {
  const days = daysBetween(dueOn, openedOn);
  if (days <= 0) return 'current';
  if (days <= 30) return 'd30';
  if (days <= 60) return 'd60';
  if (days <= 90) return 'd90';
  return days <= 120 ? 'd120' : 'older';
};

/** An open invoice or an advance as it counts. */
export interface OpeningAmount {
  readonly currency: string;
  readonly amount: string;
  /** Of an invoice; null for an advance. */
  readonly due_on: string | null;
}

/** The totals of an opening by currency, in alphabetical order. */
export const openingTotals = (amounts: readonly OpeningAmount[], openedOn: string): OpeningTotals[] => {
  const byCurrency = new Map<string, OpeningTotals>();
  for (const { currency, amount, due_on } of amounts) {
    const before = byCurrency.get(currency) ?? nothing(currency);
    const column = due_on === null ? 'advances' : ageOn(due_on, openedOn);
    byCurrency.set(currency, {
      ...before,
      [column]: add(before[column], amount),
      ...(due_on !== null && { total: add(before.total, amount) }),
    });
  }
  return [...byCurrency.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
};

/** The old aging as it was typed: a row for each currency. */
export type TieOut = readonly Readonly<Record<string, unknown>>[];

/** What the files have more than the old aging, by currency; currencies without a difference are not listed. */
export const tieOutDifferences = (
  totals: readonly OpeningTotals[],
  typed: TieOut | null,
): OpeningTotals[] => {
  const rows = typed ?? [];
  const currencies = [
    ...new Set([...totals.map(({ currency }) => currency), ...rows.map((row) => String(row.currency))]),
  ].sort();
  return currencies
    .map((currency) => {
      const read = totals.find((one) => one.currency === currency) ?? nothing(currency);
      const old = rows.find((row) => row.currency === currency);
      const columns = Object.fromEntries(
        tieOutColumns.map((name) => [name, subtract(read[name], String(old?.[name] ?? '0.00'))]),
      ) as Record<TieOutColumn, string>;
      return {
        ...nothing(currency),
        ...columns,
        total: sum(agingBuckets.map(({ name }) => columns[name])),
      };
    })
    .filter((row) => tieOutColumns.some((name) => !isZero(row[name])));
};
