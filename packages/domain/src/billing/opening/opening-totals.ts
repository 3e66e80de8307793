import { daysBetween } from '../../kinds/date-range.ts';
import { add, isZero, subtract, sum } from '../../money/arithmetic.ts';
import type { AgedBalance } from '../accounts/account-figures.ts';
import { agingBuckets } from '../accounts/aging-buckets.ts';

/** What an opening has besides its open invoices, with what it is in the old system's totals. */
export const otherTotals = {
  advances: 'Anticipos',
  withholdings: 'Retenciones',
  commissions: 'Comisiones',
} as const;

type OtherTotal = keyof typeof otherTotals;

const otherNames = Object.keys(otherTotals) as readonly OtherTotal[];

/** What is open in one currency by age on the day of the opening, and its other totals. */
export type OpeningTotals = AgedBalance & { readonly currency: string } & Readonly<
    Record<OtherTotal, string>
  >;

type AgeColumn = (typeof agingBuckets)[number]['name'];
type TieOutColumn = AgeColumn | OtherTotal;

/** The columns that are compared with the old system. */
export const tieOutColumns: readonly TieOutColumn[] = [
  ...agingBuckets.map(({ name }) => name),
  ...otherNames,
];

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
  withholdings: '0.00',
  commissions: '0.00',
});

/** The bucket of what is due on a day. @example ageOn('2026-09-30', '2026-10-31') // 'd60' */
export const ageOn = (dueOn: string, openedOn: string): AgeColumn => {
  const days = daysBetween(dueOn, openedOn);
  if (days <= 0) return 'current';
  if (days <= 30) return 'd30';
  if (days <= 60) return 'd60';
  if (days <= 90) return 'd90';
  return days <= 120 ? 'd120' : 'older';
};

/** An amount as it counts: of an open invoice by the day it is due, or of one of the other totals. */
export type OpeningAmount = { readonly currency: string; readonly amount: string } & (
  | { readonly due_on: string }
  | { readonly of: OtherTotal }
);

/** The totals of an opening by currency, in alphabetical order. */
export const openingTotals = (amounts: readonly OpeningAmount[], openedOn: string): OpeningTotals[] => {
  const byCurrency = new Map<string, OpeningTotals>();
  for (const one of amounts) {
    const { currency, amount } = one;
    const before = byCurrency.get(currency) ?? nothing(currency);
    const column = 'of' in one ? one.of : ageOn(one.due_on, openedOn);
    byCurrency.set(currency, {
      ...before,
      [column]: add(before[column], amount),
      ...('due_on' in one && { total: add(before.total, amount) }),
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
