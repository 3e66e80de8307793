import { civilDay, type WrittenDay, weekdayOf } from '../written-dates.ts';
import type { DayContext } from './day-axis.ts';
import { type Clue, isBare, numberOf } from './day-clue.ts';
import type { MonthLabel } from './months-in-row.ts';

/** A column with its day or its first and last day, whose months are known. */
export interface Dated {
  readonly column: number;
  readonly ends: readonly WrittenDay[];
  readonly weekdays: readonly number[];
}

/** Days whose month is not written get it from the months above, or by counting from the first. */
export const withMonths = (
  clues: readonly Clue[],
  labels: readonly MonthLabel[],
  context: DayContext,
): { readonly dated: readonly Dated[]; readonly isGuessed: boolean } => {
  const groups: number[] = [];
  let group = 0;
  let last = 0;
  for (const clue of clues) {
    if (isBare(clue) && numberOf(clue) < last) group += 1;
    last = isBare(clue) ? numberOf(clue) : 0;
    groups.push(group);
  }
  const byOrder = labels.length === group + 1;
  let year = labels.find((label) => label.year !== undefined)?.year ?? context.year;
  const firstMonth = labels[0]?.month ?? context.month ?? Number(context.today.slice(5, 7));
  const monthOf = (index: number): { month: number; year?: number | undefined } => {
    const clue = clues[index];
    const at = groups[index] ?? 0;
    if (labels.length > 0 && byOrder) return labels[at] ?? { month: firstMonth };
    const over = labels.findLast(({ column }) => column <= (clue?.column ?? 0));
    if (over && labels.length > 1) return over;
    return { month: ((firstMonth - 1 + at) % 12) + 1, year: labels[0]?.year };
  };
  let before = 0;
  const dated = clues.map((clue, index): Dated => {
    const known = clue.days.map((day, place) => {
      if (day.year !== undefined) year = day.year;
      if (day.month !== undefined) return day;
      const later = clue.days.slice(place).find((one) => one.month !== undefined);
      const label = monthOf(index);
      if (label.year !== undefined) year = label.year;
      return { ...day, month: later?.month ?? label.month };
    });
    const ends = known.map((day, place) => {
      const at = day.month ?? 1;
      // After December comes January of the next year.
      if (
        year !== undefined &&
        day.year === undefined &&
        before === 12 &&
        at === 1 &&
        monthOf(index).year === undefined
      )
        year += 1;
      before = at;
      const previous = known[place - 1];
      const turned =
        previous?.day !== undefined &&
        day.day !== undefined &&
        previous.month === at &&
        previous.day > day.day;
      return {
        ...day,
        month: turned ? (at % 12) + 1 : at,
        ...(year !== undefined && { year: day.year ?? year }),
      };
    });
    return { column: clue.column, ends, weekdays: clue.weekdays };
  });
  const isGuessed = labels.length === 0 && context.month === undefined && clues.some(isBare);
  return { dated, isGuessed };
};

/** The civil day of a day without a year: in the first year, or in the next one for the months before the start. */
export const inYear = (
  { day = 0, month = 0, year }: WrittenDay,
  first: number,
  start: number,
): string | null => civilDay(year ?? (month < start ? first + 1 : first), month, day);

/** How many days would not be on their weekday in a year. */
export const weekdayErrors = (dated: readonly Dated[], year: number, start: number): number =>
  dated.filter(({ ends: [first], weekdays }) => {
    const day = first && weekdays.length > 0 ? inYear({ ...first, year: undefined }, year, start) : null;
    return day !== null && !weekdays.includes(weekdayOf(day));
  }).length;

/** Whether all days are known and each is after the one before. */
export const increases = (days: readonly (string | null)[]): boolean =>
  days.every((day, index) => day !== null && (index === 0 || day > (days[index - 1] ?? '')));

/** Turns day and month of dates that are written month first, if only then they follow each other. */
export const dayFirst = (clues: readonly Clue[]): readonly Clue[] => {
  const swapped = clues.map((clue) => ({
    ...clue,
    days: clue.days.map((day) => (day.other ? { ...day, ...day.other } : day)),
  }));
  if (!clues.some(({ days }) => days.some(({ other }) => other))) return clues;
  const span = (some: readonly Clue[]): number => {
    const days = some.map(({ days: [first] }) =>
      first ? inYear({ ...first, year: first.year ?? 2026 }, 2026, 1) : null,
    );
    const sorted = days.filter((day) => day !== null).sort();
    if (!increases(days)) return Number.POSITIVE_INFINITY;
    const wrong = some.filter(({ days: [first], weekdays }, index) => {
      const day = days[index];
      return first?.year !== undefined && day && weekdays.length > 0 && !weekdays.includes(weekdayOf(day));
    }).length;
    return wrong * 10 + (Date.parse(sorted.at(-1) ?? '') - Date.parse(sorted[0] ?? '')) / 86_400_000;
  };
  const mixed = clues.some(({ days }) =>
    days.some(
      (day) => day.month !== undefined && day.month !== day.day && !day.other && (day.day ?? 0) <= 12,
    ),
  );
  return !mixed && span(swapped) < span(clues) ? swapped : clues;
};
