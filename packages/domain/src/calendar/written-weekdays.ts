import { fold } from '../text/fold.ts';

/** ISO weekdays that a header may mean; none if it is not a weekday. @example weekdaysIn('M') // [2, 3] */
export function weekdaysIn(text: string): readonly number[] {
  const name = fold(text).replace(/[^a-z]/g, '');
  if (name === 'm') return [2, 3];
  if (name === 'k') return [2];
  if (name === 'x' || name === 'w') return [3];
  const names = ['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado', 'domingo'];
  const at = name === '' || name.length > 9 ? -1 : names.findIndex((one) => one.startsWith(name));
  return at < 0 ? [] : [at + 1];
}

const between = (first: number, last: number): number[] =>
  Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => ((first - 1 + index) % 7) + 1);

const wordsOfDays =
  /(?<![a-z])(lunes|lun|lu|martes|mar|ma|miercoles|mierc|mie|mi|jueves|jue|ju|viernes|vie|vi|sabados?|sab|sa|domingos?|dom|do|[lmkxjvsd])(?![a-z])/g;

/**
 * The weekdays in a text, ISO numbers in order; null if it does not name any.
 *
 * @example readWrittenWeekdays('L-V') // [1, 2, 3, 4, 5]
 */
export function readWrittenWeekdays(text: string): readonly number[] | null {
  const plain = fold(text)
    .replace(/\./g, '')
    .replace(/\blos\b|\bde\b|\bdias?\b/g, ' ')
    .trim();
  if (/^(todos|diari[oa]|diariamente|toda la semana)$/.test(plain)) return between(1, 7);
  if (/fin(es)? +semana/.test(plain)) return [6, 7];
  if (/^(laborables|habiles)$/.test(plain)) return between(1, 5);
  // Initials in the order of a week: LMMJV, LMXJV, SD.
  if (/^l?m{0,2}[xk]?m?j?v?s?d?$/.test(plain) && plain.length > 1) {
    const days: number[] = [];
    for (const letter of plain) {
      const day = weekdaysIn(letter).find((one) => one > (days.at(-1) ?? 0));
      if (day !== undefined) days.push(day);
    }
    if (days.length === plain.length && plain !== 'ma') return days;
  }
  const days = new Set<number>();
  let before: number | undefined;
  let end = 0;
  let isKnown = true;
  for (const found of plain.matchAll(wordsOfDays)) {
    const gap = plain.slice(end, found.index).trim();
    const choices = weekdaysIn(found[0].replace(/s$/, (s) => (found[0].length > 5 ? '' : s)));
    const day = choices.find((one) => before !== undefined && one > before) ?? choices[0];
    if (day === undefined) continue;
    if (before !== undefined && /^(-|a|al|hasta)$/.test(gap))
      for (const one of between(before, day)) days.add(one);
    else if (gap === '' || /^(y|,|\/|e|;|-)$/.test(gap)) days.add(day);
    else isKnown = false;
    before = day;
    end = found.index + found[0].length;
  }
  if (!isKnown || days.size === 0 || plain.slice(end).trim() !== '') return null;
  return [...days].sort();
}
