/** The message for a violated constraint. */
export interface ConstraintMeaning {
  /** Field the message belongs to; absent when it is about the whole record. */
  field?: string;
  /** Spanish. */
  message: string;
}

/** Constraints (unique, check, foreign key, exclusion) by their name in the database. */
export type ConstraintMeanings = Readonly<Record<string, ConstraintMeaning>>;
