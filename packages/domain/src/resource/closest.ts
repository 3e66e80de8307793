/** How many letters must change to make one word of the other (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/**
 * The word somebody may have meant, if one is near enough: begun, or a letter in three wrong.
 *
 * @example closest('estdo', ['estado', 'tags']) // 'estado'
 */
export function closest(written: string, words: readonly string[]): string | undefined {
  const word = written.slice(0, 60);
  if (word === '') return undefined;
  const begun = words.find((one) => one.startsWith(word));
  if (begun !== undefined) return begun;
  const ranked = words.map((one) => ({ one, far: distance(word, one) })).sort((a, b) => a.far - b.far);
  const [best] = ranked;
  return best && best.far <= Math.max(1, Math.floor(best.one.length / 3)) ? best.one : undefined;
}
