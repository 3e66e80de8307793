import type { Fields } from '../kinds/kind.ts';
import { isEmpty } from '../kinds/kind.ts';
import type { Reference } from '../kinds/reference.ts';
import type { Values } from '../resource/resource.ts';

/** A party or a record as it was when a content was fixed: plain values without ids. */
export type Snapshot = Readonly<Record<string, string | null>>;

const plain = (value: unknown): unknown => {
  if (isEmpty(value)) return null;
  if (typeof value !== 'object' || value === null || !('id' in value) || !('label' in value)) return value;
  const { label, code } = value as Reference;
  return { label, code: code ?? null };
};

/**
 * The values of a header or a line as plain JSON, to be hashed: computed fields are left out, and references are written
 * as names, so that merging clients changes no fixed text.
 *
 * @param values in the form of an answer, with the names of their references
 * @param leftOut names of further fields that are not part of the content
 * @example contentOf(quoteLines.fields, line, new Set(['floor_price']))
 */
export const contentOf = (fields: Fields, values: Values, leftOut: ReadonlySet<string>): Values =>
  Object.fromEntries(
    Object.keys(fields)
      .filter((name) => !leftOut.has(name) && !fields[name]?.options.computed)
      .map((name) => [name, plain(values[name])]),
  );
