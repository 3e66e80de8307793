import type { Fields } from '@pauta/domain/kinds/kind.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { sameValue } from '../../field-components/input-values.ts';

/** One field that two people changed differently. */
export interface Conflict {
  readonly name: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Of what is no field of the record: how it is called, how its values are said, and who saved theirs. */
  readonly part?: {
    readonly label: string;
    readonly say: (value: unknown) => string;
    readonly by: string;
  };
}

export interface Merge {
  /** Fields only the other person changed: taken over. */
  readonly taken: readonly string[];
  /** Fields both changed to different values: to be decided. */
  readonly conflicts: readonly Conflict[];
}

/**
 * Three-way merge of a record, field by field.
 *
 * @param mine Values of the fields I changed.
 */
export function mergeRecords(fields: Fields, base: Values, mine: Values, theirs: Values): Merge {
  const taken: string[] = [];
  const conflicts: Conflict[] = [];
  for (const [name, field] of Object.entries(fields)) {
    if (sameValue(field, base[name], theirs[name])) continue;
    if (!(name in mine)) taken.push(name);
    else if (!sameValue(field, mine[name], theirs[name])) {
      conflicts.push({ name, base: base[name], mine: mine[name], theirs: theirs[name] });
    }
  }
  return { taken, conflicts };
}
