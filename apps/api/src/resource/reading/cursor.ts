import { isId } from '@pauta/domain/kinds/reference.ts';
import type { Sort } from '@pauta/domain/resource/query/query.ts';

/** The last row of a page, after which the next one begins. */
export interface Position {
  /** Its sort value as text of the database; null sorts after every value. */
  readonly value: string | null;
  readonly id: string;
}

const spell = (sort: Sort): string => `${sort.descending ? '-' : ''}${sort.field}`;

/** The position as the opaque text of `next_cursor`; valid for the same order only. */
export const formatCursor = (sort: Sort, { value, id }: Position): string =>
  Buffer.from(JSON.stringify([spell(sort), value, id])).toString('base64url');

/** Null when the text is not a cursor, or belongs to another order. */
export const parseCursor = (sort: Sort, text: string): Position | null => {
  try {
    const [order, value, id] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[];
    const isValue = value === null || (typeof value === 'string' && !value.includes('\0'));
    return order === spell(sort) && isValue && isId(id) ? { value, id } : null;
  } catch {
    return null;
  }
};
