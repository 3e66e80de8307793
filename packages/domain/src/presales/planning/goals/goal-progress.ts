/** How far a goal has come in a month or in its year; amounts and counts are decimal text. */
export interface GoalSpan {
  readonly name: 'month' | 'year';
  /** Civil days, both included. */
  readonly starts: string;
  readonly ends: string;
  readonly target: string;
  readonly reached: string;
  /** What the goal expects before today, by working days. */
  readonly expected: string;
  /** What is missing of the target; zero when it was reached. */
  readonly missing: string;
  /** Working days of the company, with today, until the end. */
  readonly days_left: number;
  /** What is missing for each of these days; null without any. */
  readonly per_day: string | null;
  /** What is reached at the end if it goes on like before today; null on the first working day. */
  readonly projected: string | null;
}

/** The place of a goal among those of the same year, metric and part, by the part that was reached of each. */
export interface GoalRank {
  readonly place: number;
  readonly of: number;
}

/** The weighted score of a seller over the goals of a year. */
export interface GoalScore {
  /** Percent of the weights, with one decimal. */
  readonly score: string;
  /** Sum of the weights. */
  readonly weight: string;
  readonly goals: number;
}

/** What a seller signed in the year of a goal, by way of selling: from it follows what more sales would earn. */
export interface SignedMix {
  readonly sale: 'direct' | 'agency';
  readonly amount: string;
  readonly contracts: number;
}

/** The answer of `GET /rep-goals/{id}/progress`. */
export interface GoalProgress {
  /** The company's civil day. */
  readonly today: string;
  /** The current month, within the year of the goal, and the year; none of a goal that is not measured. */
  readonly spans: readonly GoalSpan[];
  readonly rank: GoalRank | null;
  readonly score: GoalScore | null;
  /** Of a goal of signed sales. */
  readonly mix: readonly SignedMix[];
}
