import type { JsonRow } from './json.ts';

/** Says which of the rows of a `json` field is the first that repeats another; `null` when none does. */
export const repeatedRow = (
  rows: readonly JsonRow[],
  name: string,
  keyOf: (row: JsonRow) => string,
): string | null => {
  const places = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    const first = places.get(keyOf(row));
    if (first !== undefined)
      return `${name} ${index + 1}: es igual a la fila ${first + 1}. Quite una de las dos.`;
    places.set(keyOf(row), index);
  }
  return null;
};
