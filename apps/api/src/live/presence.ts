/** Who is editing which part of a record now. It is not stored. */
export interface Presence {
  /** Name of the resource. */
  readonly resource: string;
  readonly id: string;
  /** Id of the line of a document; null for a field of the record. */
  readonly line: string | null;
  readonly field: string;
  /** What was typed so far; null when the part is no longer edited. */
  readonly text: string | null;
  readonly by: { readonly id: string; readonly name: string };
}

/** Characters of a typed text that are told. */
export const mostTyped = 200;

/** The inverse of `JSON.stringify` for a presence; null for a text of another version of the program. */
export const readPresence = (text: string): Presence | null => {
  try {
    const presence = JSON.parse(text) as Presence;
    return typeof presence.resource === 'string' && typeof presence.by?.id === 'string' ? presence : null;
  } catch {
    return null;
  }
};
