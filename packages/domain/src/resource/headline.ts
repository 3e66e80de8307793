import { isEmpty } from '../kinds/kind.ts';
import type { Resource } from './resource.ts';

/** Records that name another one by their field `by`; the definition is loaded where it is first needed. */
interface Related {
  readonly of: () => Promise<Resource>;
  readonly by: string;
}

/** The first record of a list that names this one, in a few words. */
export interface RelatedFact extends Related {
  readonly label: string;
  /** Which of them, and in which order: the query of a list. */
  readonly query: string;
  /** Its fields, in the order they are read. */
  readonly shows: readonly string[];
  /** What it says when there is none. */
  readonly none: string;
}

/** Where the telephones of a record are. */
export type Reach =
  /** In rows of its own, a field of kind `json` with the face `phones`. */
  | { readonly rows: string }
  /** In a field of its own; `name` are the fields that say whose it is. */
  | { readonly field: string; readonly name?: readonly string[] }
  /** Of the people who name it, the main one first. */
  | (Related & { readonly rows: string; readonly main: string })
  /** Of the person that its field `through` names. */
  | { readonly of: () => Promise<Resource>; readonly through: string; readonly rows: string };

/** What is looked for first on the page of a record: it stands above its fields, on a telephone too. */
export interface Headline {
  /** Fields that say who or what it is, in one line under its name. */
  readonly identity: readonly string[];
  /** Its fields, or records that name it. */
  readonly facts: readonly (string | RelatedFact)[];
  /** The first that has a telephone is called. */
  readonly reach?: readonly Reach[];
  /** Fields that a record is better with, besides what is required: what is missing is listed. */
  readonly wanted?: readonly string[];
}

/** The fields that are wanted and empty, in the order of the definition. */
export const missingOf = (
  { headline }: Resource,
  record: Readonly<Record<string, unknown>>,
): readonly string[] => (headline?.wanted ?? []).filter((name) => isEmpty(record[name]));
