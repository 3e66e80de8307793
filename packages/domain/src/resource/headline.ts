import { isEmpty } from '../kinds/kind.ts';
import type { Resource } from './resource.ts';

/** Records that refer to this one by their field `by`; the definition is loaded on first use. */
interface Related {
  readonly of: () => Promise<Resource>;
  readonly by: string;
}

/** The first record of a list that refers to this one, in short form. */
export interface RelatedFact extends Related {
  readonly label: string;
  /** Query of the list: its filters and order. */
  readonly query: string;
  /** The fields it shows, in order. */
  readonly shows: readonly string[];
  /** Text when there is none. */
  readonly none: string;
}

/** Where the telephones of a record are stored. */
export type PhoneSource =
  /** In a `json` field with the face `phones`. */
  | { readonly rows: string }
  /** In a single field; `name` are the fields with the person's name. */
  | { readonly field: string; readonly name?: readonly string[] }
  /** In the people who refer to it, the main one first. */
  | (Related & { readonly rows: string; readonly main: string })
  /** In the person that its field `through` refers to. */
  | { readonly of: () => Promise<Resource>; readonly through: string; readonly rows: string };

/** The most important data of a record's page: displayed above its fields, also on a telephone. */
export interface Headline {
  /** Identifying fields, in one line under the record's name. */
  readonly identity: readonly string[];
  /** Fields of the record, or records that refer to it. */
  readonly facts: readonly (string | RelatedFact)[];
  /** The first source that has a telephone is used for calls. */
  readonly phoneSources?: readonly PhoneSource[];
  /** Fields that should be filled besides the required ones; empty ones are listed. */
  readonly wanted?: readonly string[];
}

/** The `wanted` fields that are empty, in the order of the definition. */
export const missingOf = (
  { headline }: Resource,
  record: Readonly<Record<string, unknown>>,
): readonly string[] => (headline?.wanted ?? []).filter((name) => isEmpty(record[name]));
