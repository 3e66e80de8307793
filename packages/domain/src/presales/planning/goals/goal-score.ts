import { divide, isZero, multiply, sum } from '../../../money/arithmetic.ts';
import { compareDecimals } from '../../../money/exact-decimal.ts';
import type { GoalScore } from './goal-progress.ts';

/** A goal as its seller's score counts it; decimal text. */
export interface ScoredGoal {
  readonly total: string;
  /** Null: it is not measured, and does not count. */
  readonly reached: string | null;
  readonly stretch: string | null;
  readonly weight_pct: string | null;
}

const lesser = (a: string, b: string): string => (compareDecimals(a, b) <= 0 ? a : b);

/**
 * The score of a seller over goals: of each the part that was reached, at most up to its stretch (without one, up to the
 * goal itself), by its weight. A goal without a weight or a target does not count; null when none does.
 *
 * @example goalScore([{ total: '100', reached: '50', stretch: null, weight_pct: '100' }]) // { score: '50.0', … }
 */
export const goalScore = (goals: readonly ScoredGoal[]): GoalScore | null => {
  const counted = goals.flatMap(({ total, reached, stretch, weight_pct: weight }) => {
    if (reached === null || weight === null || compareDecimals(total, '0') <= 0) return [];
    const most = stretch !== null && compareDecimals(stretch, total) > 0 ? stretch : total;
    const counts = compareDecimals(reached, '0') < 0 ? '0' : lesser(reached, most);
    return [{ weight, points: divide(multiply(counts, weight), total, 8) }];
  });
  const weight = sum(['0', ...counted.map((one) => one.weight)]);
  if (isZero(weight)) return null;
  const points = sum(['0', ...counted.map((one) => one.points)]);
  return { score: divide(multiply(points, '100'), weight, 1), weight, goals: counted.length };
};
