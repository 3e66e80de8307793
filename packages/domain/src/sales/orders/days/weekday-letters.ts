import { weekdaysIn } from '../../../calendar/written-weekdays.ts';
import { oncePerRow } from '../grid.ts';

/** The cells of a row that are names or letters of weekdays; `M` may be two of them. */
export const weekdayColumns = oncePerRow(
  (grid, row): readonly { column: number; weekdays: readonly number[] }[] => {
    const found: { column: number; weekdays: readonly number[] }[] = [];
    for (let column = 0; column < grid.width; column += 1) {
      const cell = grid.own(row, column);
      const weekdays =
        typeof cell === 'string' && cell.length <= 12 && !/\d/.test(cell) ? weekdaysIn(cell) : [];
      if (weekdays.length > 0) found.push({ column, weekdays });
    }
    // Crosses are not Wednesdays.
    return new Set(found.map(({ weekdays }) => weekdays.join())).size >= 2 ? found : [];
  },
);

/** Weekdays of a header in order: an `M` after Monday is Tuesday, after Tuesday it is Wednesday. */
export const settled = (
  found: readonly { column: number; weekdays: readonly number[] }[],
): readonly (number | undefined)[] => {
  let before = 0;
  return found.map(({ weekdays }) => {
    const day =
      weekdays.find((one) => one === (before % 7) + 1) ?? weekdays.find((one) => one > before) ?? weekdays[0];
    before = day ?? before;
    return day;
  });
};
