import type { OpeningPart } from './opening-part.ts';
import type { OpeningTotals } from './opening-totals.ts';
import type { OpeningProblem } from './read-opening-row.ts';

/** The answer of `GET /openings/{id}/check`: what posting would write, and what prevents it. */
export interface OpeningCheck {
  /** The rows of each file. */
  readonly rows: Readonly<Record<OpeningPart, number>>;
  /** The first ones. */
  readonly problems: readonly OpeningProblem[];
  readonly problem_count: number;
  readonly totals: readonly OpeningTotals[];
  /** What the files have more than the old aging, where they differ. */
  readonly differences: readonly OpeningTotals[];
}
