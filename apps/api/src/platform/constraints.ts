/** What a broken constraint means to the person who sent the request. */
export interface ConstraintMeaning {
  /** Field the message belongs to; absent when it is about the whole record. */
  field?: string;
  /** Spanish. */
  message: string;
}

const meanings = new Map<string, ConstraintMeaning>();

/**
 * Gives constraints (unique, check, foreign key, exclusion; by their name in the database) a field and a Spanish
 * message. Call it at module level of the area that owns the tables.
 *
 * @example explainConstraints({ users_email_key: { field: 'email', message: 'Ese correo ya está en uso.' } })
 */
export const explainConstraints = (entries: Readonly<Record<string, ConstraintMeaning>>): void => {
  for (const [constraint, meaning] of Object.entries(entries)) meanings.set(constraint, meaning);
};

/** The registered meaning of a constraint, if any. */
export const constraintMeaning = (constraint: string | undefined): ConstraintMeaning | undefined =>
  constraint === undefined ? undefined : meanings.get(constraint);
