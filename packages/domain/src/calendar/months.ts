const write = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

const partsOf = (day: string): readonly number[] => day.split('-').map(Number);

/** The first day of the month of a day, or of one some months later. @example monthStart('2026-01-31', 1) // '2026-02-01' */
export const monthStart = (day: string, months = 0): string => {
  const [year = 0, month = 1] = partsOf(day);
  return write(year, month - 1 + months, 1);
};

/** The last day of the month of a day, or of one some months later. @example monthEnd('2026-01-31', 1) // '2026-02-28' */
export const monthEnd = (day: string, months = 0): string => {
  const [year = 0, month = 1] = partsOf(day);
  return write(year, month + months, 0);
};

/** The day some months after another: the last day of the month if that month is too short. */
export const addMonths = (day: string, months: number): string => {
  const [year = 0, month = 1, of = 1] = partsOf(day);
  const [, , last = of] = partsOf(monthEnd(day, months));
  return write(year, month - 1 + months, Math.min(of, last));
};

/**
 * First and last day of the period of so many months, counted from January, that contains a day.
 *
 * @param months a divisor of twelve
 * @example monthsAround('2026-05-20', 3) // { from: '2026-04-01', to: '2026-06-30' }
 */
export const monthsAround = (day: string, months: number): { readonly from: string; readonly to: string } => {
  const [, month = 1] = partsOf(day);
  const first = -((month - 1) % months);
  return { from: monthStart(day, first), to: monthEnd(day, first + months - 1) };
};
