import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import type { Line } from './document.ts';

/**
 * Positions of lines are texts in character order (fractional indexing): there is always one between two others, so
 * moving a line changes no other line.
 */

/** Maximum length of a position; even thousands of insertions into the same gap stay below it. */
export const longestPosition = 200;

/** Whether this is a valid position, so that others before and after it can be computed. */
export function isPosition(input: unknown): input is string {
  // The library does not validate the whole text.
  if (typeof input !== 'string' || input.length > longestPosition || !/^[0-9A-Za-z]+$/.test(input))
    return false;
  try {
    generateKeyBetween(input, null);
    return true;
  } catch {
    return false;
  }
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Document order of two lines: by position, equal positions by id. */
export const compareLines = (a: Line, b: Line): number => order(a.position, b.position) || order(a.id, b.id);

/**
 * Positions for new lines before the line at `index`, in order.
 *
 * @param lines in document order
 * @param index the length of `lines`: at the end
 * @example positionsAt([], 0, 2) // ['a0', 'a1']
 * @example positionsAt([{ id, position: 'a0' }, { id, position: 'a1' }], 1, 1) // ['a0V']
 */
export function positionsAt(lines: readonly Line[], index: number, count: number): string[] {
  const before = lines[index - 1]?.position ?? null;
  const after = lines.slice(index).find(({ position }) => before === null || position > before);
  return generateNKeysBetween(before, after?.position ?? null, count);
}
