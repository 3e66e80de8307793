const day = 86_400_000;

/**
 * Every day from the first to the last, both included; none if the last is before the first.
 *
 * @example civilDays('2026-02-27', '2026-03-01') // ['2026-02-27', '2026-02-28', '2026-03-01']
 */
export const civilDays = (from: string, to: string): string[] => {
  const first = Date.parse(`${from}T00:00:00Z`);
  const count = Math.round((Date.parse(`${to}T00:00:00Z`) - first) / day) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, place) =>
    new Date(first + place * day).toISOString().slice(0, 10),
  );
};
