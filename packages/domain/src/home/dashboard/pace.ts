import { divide, max, multiply, round, subtract } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import type { ForecastAmounts } from '../../sales/pipeline/forecast.ts';
import type { DashboardPeriod } from './dashboard-card.ts';

/** How a seller or a team does against their goal, on a day of the period. Amounts as decimal text. */
export interface Pace {
  /** The part of the goal that is signed, in percent with one digit. */
  readonly reached: string;
  /** The part of the period's working days that is over, in percent with one digit. */
  readonly expected: string;
  /** What is missing to the goal; zero once it is reached. */
  readonly missing: string;
  /** What is missing for each working day that is left, today included; null without any. */
  readonly per_day: string | null;
  /** Less is signed than the part of the days that is over. */
  readonly is_behind: boolean;
}

/**
 * Null without a goal, or for a reader who may not see what is signed.
 *
 * @example paceOf({ goal: '100.00', signed: '30.00', … }, { working_days: 20, left: 10, … })?.per_day // '7.00'
 */
export const paceOf = (
  { goal, signed }: Pick<ForecastAmounts, 'goal' | 'signed'>,
  { working_days: days, left }: Pick<DashboardPeriod, 'working_days' | 'left'>,
): Pace | null => {
  if (goal === null || signed === null || compareDecimals(goal, '0') <= 0) return null;
  const reached = divide(multiply(signed, '100'), goal, 1);
  const over = days === 0 ? '100.0' : divide(String((days - left) * 100), String(days), 1);
  const missing = round(max('0.00', subtract(goal, signed)), 2);
  return {
    reached,
    expected: over,
    missing,
    per_day: left > 0 ? divide(missing, String(left), 2) : null,
    is_behind: compareDecimals(reached, over) < 0,
  };
};
