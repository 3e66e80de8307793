import type { DateRange } from '../../kinds/date-range.ts';
import { sum } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import type { Values } from '../../resource/resource.ts';

const isOn = (valid: DateRange | null, day: string): boolean =>
  (valid?.from ?? '') <= day && day <= (valid?.to ?? '~');

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/**
 * What the shares of an opportunity add up to on every day with shares: 100, or the first other sum; 0 without shares.
 * Sums change only where a share begins or has ended.
 *
 * @example splitTotal([{ pct: '60', valid: null }, { pct: '40', valid: { from: '2026-01-01', to: null } }]) // '60'
 */
export const splitTotal = (shares: readonly Values[]): string => {
  const periods = shares.map(({ pct, valid }) => ({
    pct: String(pct ?? '0'),
    valid: (valid ?? null) as DateRange | null,
  }));
  const days = new Set(
    periods.flatMap(({ valid }) => [valid?.from ?? '', ...(valid?.to ? [dayAfter(valid.to)] : [])]),
  );
  const sums = [...days].sort().flatMap((day) => {
    const found = periods.filter(({ valid }) => isOn(valid, day)).map(({ pct }) => pct);
    return found.length > 0 ? [sum(found)] : [];
  });
  return sums.find((one) => compareDecimals(one, '100') !== 0) ?? sums[0] ?? '0';
};
