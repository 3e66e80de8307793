/** Somebody edits a part of a record. It is not a change and not stored: it is told to those who see the record. */
export interface Presence {
  /** Name of the resource. */
  readonly resource: string;
  readonly id: string;
  /** Id of the line of a document; null for a field of the record. */
  readonly line: string | null;
  readonly field: string;
  /** What was typed so far, at most `mostTyped` characters; null when the part is no longer edited. */
  readonly text: string | null;
  readonly by: { readonly id: string; readonly name: string };
}

/** Characters of a typed text that are told. */
export const mostTyped = 200;
