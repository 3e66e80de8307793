import { type Fields, isEmpty } from '../kinds/kind.ts';
import type { Values } from './resource.ts';

/**
 * What people entered in a record, in the form of a request body: without read-only and empty fields, and of references
 * only the ids.
 *
 * @param values in the form of an answer
 * @param leftOut further names that are not wanted
 * @example writtenValues(quotes.fields, quote) // { name: 'Lanzamiento', client_id: '0190…', … }
 */
export const writtenValues = (
  fields: Fields,
  values: Values,
  leftOut: ReadonlySet<string> = new Set(),
): Values =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name, { options }]) => !options.readOnly && !leftOut.has(name) && !isEmpty(values[name]))
      .map(([name, field]) => [name, field.kind.wire(values[name])]),
  );
