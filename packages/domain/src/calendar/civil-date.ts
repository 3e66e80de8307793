const civil = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether a text is a day of the calendar (years 1900 to 2999). @example isCivilDate('2026-02-29') // false */
export function isCivilDate(text: string): boolean {
  const match = civil.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  if (year < 1900 || year > 2999 || month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}
