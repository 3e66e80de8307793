import { editDistance } from '../../text/edit-distance.ts';

/**
 * The most similar word, if one is close enough: a prefix, or one different letter in three.
 *
 * @example closest('estdo', ['estado', 'tags']) // 'estado'
 */
export function closest(written: string, words: readonly string[]): string | undefined {
  const word = written.slice(0, 60);
  if (word === '') return undefined;
  const begun = words.find((one) => one.startsWith(word));
  if (begun !== undefined) return begun;
  const ranked = words.map((one) => ({ one, far: editDistance(word, one) })).sort((a, b) => a.far - b.far);
  const [best] = ranked;
  return best && best.far <= Math.max(1, Math.floor(best.one.length / 3)) ? best.one : undefined;
}
