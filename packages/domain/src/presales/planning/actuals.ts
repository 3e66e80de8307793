/** Amounts of the twelve months, January first, and of the year; decimal text. */
export interface MonthlyAmounts {
  readonly months: readonly string[];
  readonly total: string;
}

/** A figure beside a plan, named like the field of the plan with its sum. */
export interface Actual extends MonthlyAmounts {
  readonly name: string;
}

/** The answer of `GET /<plan>/{id}/actuals`: the figures that its reader may see. */
export interface Actuals {
  readonly measures: readonly Actual[];
  /** Of a sales budget: what was signed of its lines, those of which something was. */
  readonly lines: readonly (MonthlyAmounts & { readonly id: string })[];
}
