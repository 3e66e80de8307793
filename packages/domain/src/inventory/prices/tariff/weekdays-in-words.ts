import { weekdayNames } from '../../../catalogues/choices.ts';

const lower = Object.values(weekdayNames).map((name) => name.toLocaleLowerCase('es'));

/** A list in words. @example inWords(['a', 'b', 'c']) // 'a, b y c' */
export const inWords = (parts: readonly string[]): string =>
  parts.length < 2
    ? (parts[0] ?? '')
    : new Intl.ListFormat('es', { style: 'long', type: 'conjunction' }).format(parts);

/**
 * Days of the week in words, for readers outside of the company; sequences of three or more days are a range.
 *
 * @param days ISO numbers; none is every day
 * @example weekdaysInWords(['1', '2', '3', '4', '5']) // 'lunes a viernes'
 * @example weekdaysInWords(['6', '7']) // 'sábado y domingo'
 */
export function weekdaysInWords(days: readonly string[]): string {
  const numbers = [...new Set(days.map(Number))].filter((day) => day >= 1 && day <= 7).sort((a, b) => a - b);
  if (numbers.length === 0 || numbers.length === 7) return 'todos los días';
  const runs: number[][] = [];
  for (const day of numbers) {
    const run = runs.at(-1);
    if (run && run.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  const name = (day = 0): string => lower[day - 1] ?? '';
  return inWords(
    runs.flatMap((run) => (run.length > 2 ? [`${name(run[0])} a ${name(run.at(-1))}`] : run.map(name))),
  );
}
