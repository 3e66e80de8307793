import { civilDays } from '../../calendar/civil-days.ts';
import { longestFlight } from '../../calendar/sold-days.ts';
import { addDays } from '../../calendar/working-time.ts';
import { weekdayOf } from './written-dates.ts';

/** Time of a sale line: the same units on these weekdays of a flight. */
export interface LineTime {
  readonly flight: { readonly from: string; readonly to: string };
  /** ISO weekdays in order, `'1'` is Monday. */
  readonly days: readonly string[];
  readonly units_per_day: number;
}

type Units = Readonly<Record<string, number>>;

const timeOf = (from: string, to: string, weekdays: Iterable<number>, units: number): LineTime => ({
  flight: { from, to },
  days: [...new Set(weekdays)].sort().map(String),
  units_per_day: units,
});

/** Cuts the time in parts one after the other, each as long as its weekdays repeat without exception. */
const inSequence = (units: Units): readonly LineTime[] => {
  const sold = Object.keys(units).sort();
  const [first, end] = [sold[0], sold.at(-1)];
  if (first === undefined || end === undefined) return [];
  const times: LineTime[] = [];
  let weekdays = new Map<number, boolean>();
  let [from, to, count] = ['', '', 0];
  const close = (): void => {
    if (from !== '')
      times.push(
        timeOf(
          from,
          to,
          [...weekdays].flatMap(([day, isSold]) => (isSold ? [day] : [])),
          count,
        ),
      );
    weekdays = new Map();
    from = '';
  };
  for (const day of civilDays(first, end)) {
    const now = units[day] ?? 0;
    const weekday = weekdayOf(day);
    const isUsual = weekdays.get(weekday) ?? now > 0;
    if (from !== '' && (isUsual !== now > 0 || (now > 0 && now !== count))) close();
    if (from === '') {
      if (now === 0) continue;
      [from, count] = [day, now];
    }
    weekdays.set(weekday, now > 0);
    if (now > 0) to = day;
  }
  close();
  return times;
};

interface Run {
  readonly weekday: number;
  /** Days since 1970. */
  readonly first: number;
  readonly last: number;
}

const countOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
const civilOf = (count: number): string => new Date(count * 86_400_000).toISOString().slice(0, 10);

/** More runs than this are grouped with the first of them only, which takes less time and may give more lines. */
const manyRuns = 60;

/** The most runs that begin in the same seven days and end in the same seven. */
const largestGroup = (runs: readonly Run[]): readonly Run[] => {
  let best: readonly Run[] = [];
  for (const start of runs.length > manyRuns ? runs.slice(0, 1) : runs)
    for (const end of runs) {
      // Within six days of each other, no weekday is met once more than it is sold.
      const group = runs.filter(
        ({ first, last }) =>
          first >= start.first && first <= start.first + 6 && last <= end.last && last >= end.last - 6,
      );
      if (group.length > best.length) best = group;
    }
  return best;
};

/** Follows each weekday over its weeks without a gap, and joins weekdays that begin and end in the same weeks. */
const byWeekday = (sold: readonly string[], units: number): readonly LineTime[] => {
  const open = new Map<number, Run>();
  const runs: Run[] = [];
  for (const day of sold.toSorted()) {
    const weekday = weekdayOf(day);
    const at = countOf(day);
    const run = open.get(weekday);
    if (run && run.last + 7 === at) open.set(weekday, { ...run, last: at });
    else {
      if (run) runs.push(run);
      open.set(weekday, { weekday, first: at, last: at });
    }
  }
  let rest: readonly Run[] = [...runs, ...open.values()];
  const times: LineTime[] = [];
  while (rest.length > 0) {
    const group = new Set(largestGroup(rest));
    const [from, to] = [
      Math.min(...[...group].map(({ first }) => first)),
      Math.max(...[...group].map(({ last }) => last)),
    ];
    times.push(
      timeOf(
        civilOf(from),
        civilOf(to),
        [...group].map(({ weekday }) => weekday),
        units,
      ),
    );
    rest = rest.filter((run) => !group.has(run));
  }
  return times;
};

/** The days of a line. */
const soldIn = ({ flight, days }: LineTime): readonly string[] =>
  civilDays(flight.from, flight.to).filter((day) => days.includes(String(weekdayOf(day))));

/** Parts of a line that is longer than a flight may be. */
const shortened = (time: LineTime): readonly LineTime[] => {
  const { from, to } = time.flight;
  const last = addDays(from, longestFlight - 1);
  if (to <= last) return [time];
  return [
    { ...time, flight: { from, to: last } },
    ...shortened({ ...time, flight: { from: addDays(last, 1), to } }),
  ].filter((part) => soldIn(part).length > 0);
};

/**
 * Turns units by day into sale lines with exactly the same units on the same days, as few as it finds: in one sequence of
 * parts, or for each number of units its weekdays or its own sequence.
 *
 * @example timesOf({ '2026-11-02': 2, '2026-11-04': 2, '2026-11-09': 2, '2026-11-11': 2 })
 * // [{ flight: { from: '2026-11-02', to: '2026-11-11' }, days: ['1', '3'], units_per_day: 2 }]
 */
export function timesOf(units: Units): readonly LineTime[] {
  const sold: Units = Object.fromEntries(Object.entries(units).filter(([, count]) => count > 0));
  const together = inSequence(sold);
  const apart = [...Map.groupBy(Object.keys(sold), (day) => sold[day] ?? 0)].flatMap(([count, days]) => {
    const [weekly, sequence] = [
      byWeekday(days, count),
      inSequence(Object.fromEntries(days.map((day) => [day, count]))),
    ];
    return weekly.length <= sequence.length ? weekly : sequence;
  });
  return (together.length <= apart.length ? together : apart)
    .flatMap(shortened)
    .toSorted((a, b) => (a.flight.from < b.flight.from ? -1 : Number(a.flight.from > b.flight.from)));
}

/** Units by day of sale lines; the inverse of `timesOf`. */
export function unitsOf(times: readonly LineTime[]): Units {
  const units: Record<string, number> = {};
  for (const time of times)
    for (const day of soldIn(time)) units[day] = (units[day] ?? 0) + time.units_per_day;
  return units;
}
