import { addDays } from '../../../calendar/working-time.ts';
import { add, percentOf, subtract } from '../../../money/arithmetic.ts';
import { compareDecimals } from '../../../money/exact-decimal.ts';
import { roundTo } from '../../../money/minor-unit.ts';

/** An order line of a contract that is cancelled; net amounts, before tax. */
export interface CancelledLine {
  readonly net: string;
  /** What is delivered of it until the cancellation; at most its net. */
  readonly delivered: string;
  /** What is billed of it, less credit notes; at most its net. */
  readonly billed: string;
}

/** What a cancellation settles, before tax. Sums of the lines, to the cent; none is negative. */
export interface Cancellation {
  readonly contracted: string;
  readonly delivered: string;
  /** `contracted` less `delivered`. */
  readonly undelivered: string;
  readonly billed: string;
  /** Billed and not delivered: a credit note gives it back. */
  readonly credit: string;
  /** Delivered and not billed. */
  readonly to_bill: string;
  readonly penalty: string;
}

const above = (a: string, b: string): string => (compareDecimals(a, b) > 0 ? subtract(a, b) : '0.00');

/**
 * The amounts of a cancellation. Lines are settled one by one: what one was billed too much does not pay for what another
 * was billed too little, as a credit note takes back lines and an invoice bills lines.
 *
 * @param penaltyPct percent of what is left undelivered, half-up to the smallest unit of the currency; null: no penalty
 * @example
 * cancellationOf([{ net: '100.00', delivered: '40.00', billed: '50.00' }], { penaltyPct: '10', currency: 'DOP' })
 * // { contracted: '100.00', delivered: '40.00', undelivered: '60.00', billed: '50.00', credit: '10.00', to_bill: '0.00',
 * //   penalty: '6.00' }
 */
export function cancellationOf(
  lines: readonly CancelledLine[],
  { penaltyPct, currency }: { readonly penaltyPct: string | null; readonly currency: string },
): Cancellation {
  const total = (amount: (line: CancelledLine) => string): string =>
    lines.reduce((all, line) => add(all, amount(line)), '0.00');
  const undelivered = total(({ net, delivered }) => subtract(net, delivered));
  return {
    contracted: total(({ net }) => net),
    delivered: total(({ delivered }) => delivered),
    undelivered,
    billed: total(({ billed }) => billed),
    credit: total(({ billed, delivered }) => above(billed, delivered)),
    to_bill: total(({ billed, delivered }) => above(delivered, billed)),
    penalty: penaltyPct === null ? '0.00' : roundTo(percentOf(undelivered, penaltyPct), currency),
  };
}

/** The civil days on which a cancellation is decided. */
export interface NoticePeriod {
  readonly today: string;
  /** Last day of the flight in force. */
  readonly lastDay: string;
}

/** The latest first day without delivery that a cancellation can have: the last day of the flight, or tomorrow. */
export const latestEnd = ({ today, lastDay }: NoticePeriod): string => {
  const tomorrow = addDays(today, 1);
  return lastDay < tomorrow ? tomorrow : lastDay;
};

/**
 * The first day that is no longer delivered, as agreed: today plus the days of notice, from tomorrow on and not after the
 * last day of the flight.
 *
 * @example endOfNotice({ today: '2026-03-01', lastDay: '2026-12-31' }, 30) // '2026-03-31'
 */
export const endOfNotice = (period: NoticePeriod, notice: number): string => {
  const wished = addDays(period.today, Math.max(1, notice));
  const days = [wished, latestEnd(period)].sort();
  return days[0] ?? wished;
};
