import { addDays } from '../../calendar/working-time.ts';
import { formatCivilDate } from '../../kinds/date.ts';

/** From a day to another one, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/**
 * Days as they are printed in an order: what follows each other is one range.
 *
 * @example daysInWords([{ from: '2026-12-01', to: '2026-12-01' }, { from: '2026-12-02', to: '2026-12-02' }]) // '01/12/2026–02/12/2026'
 */
export function daysInWords(days: readonly Days[]): string {
  const merged: Days[] = [];
  for (const one of days.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))) {
    const last = merged.at(-1);
    if (last && one.from <= addDays(last.to, 1))
      merged[merged.length - 1] = { from: last.from, to: [one.to, last.to].sort().at(-1) ?? one.to };
    else merged.push(one);
  }
  return merged
    .map(({ from, to }) =>
      from === to ? formatCivilDate(from) : `${formatCivilDate(from)}–${formatCivilDate(to)}`,
    )
    .join(', ');
}
