import type { Fields } from '@pauta/domain/kinds/kind.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { sameValue } from '../../field-components/input-values.ts';

/** A field that both users changed to different values. */
export interface Conflict {
  readonly name: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /**
   * For a value that is not a field of the record: its label, the format of its values, and who saved the other value.
   */
  readonly part?: {
    readonly label: string;
    readonly format: (value: unknown) => string;
    readonly by: string;
  };
}

export interface Merge {
  /** Names of the fields that only the other user changed; their values are taken over. */
  readonly taken: readonly string[];
  /** Fields that both users changed to different values; the user must decide. */
  readonly conflicts: readonly Conflict[];
}

/**
 * Three-way merge of a record, field by field.
 *
 * @param mine values of the fields that the user of this form changed
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
