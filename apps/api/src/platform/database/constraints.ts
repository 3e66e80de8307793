/** The message for a violated constraint. */
export interface ConstraintMeaning {
  /** Field of the message; absent if it concerns the whole record. */
  field?: string;
  /** The message, in Spanish. */
  message: string;
}

/** Constraints (unique, check, foreign key, exclusion) by their name in the database. */
export type ConstraintMeanings = Readonly<Record<string, ConstraintMeaning>>;
