import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import type { Line } from './document.ts';

/**
 * Places of lines are texts that sort by their characters (fractional indexing): between two of them there is always
 * room for more, so that moving a line changes no other one.
 */

/** Longest place of a line; one that is moved into the same gap thousands of times is shorter. */
export const longestPosition = 200;

/** Is this a place that others can be found before and after? */
export function isPosition(input: unknown): input is string {
  // The library looks no further than it has to.
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

/** Order of two lines of a document: by their places, lines in one place by their ids. */
export const compareLines = (a: Line, b: Line): number => order(a.position, b.position) || order(a.id, b.id);

/**
 * Places for so many lines before the line that stands at `index`, in their order.
 *
 * @param lines in their order
 * @param index the length of `lines`: at the end
 * @example positionsAt([], 0, 2) // ['a0', 'a1']
 * @example positionsAt([{ id, position: 'a0' }, { id, position: 'a1' }], 1, 1) // ['a0V']
 */
export function positionsAt(lines: readonly Line[], index: number, count: number): string[] {
  const before = lines[index - 1]?.position ?? null;
  const after = lines.slice(index).find(({ position }) => before === null || position > before);
  return generateNKeysBetween(before, after?.position ?? null, count);
}
