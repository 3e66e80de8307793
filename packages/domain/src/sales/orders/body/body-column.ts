import type { ColumnMeaning } from '../column-meanings.ts';

/** A column of the body that is not a day. */
export interface BodyColumn {
  readonly column: number;
  readonly meaning: ColumnMeaning | 'subtotal';
  readonly title?: string;
}
