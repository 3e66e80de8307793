import type { JsonRow } from './json.ts';

/** The error for the first row of a `json` field that repeats an earlier one; `null` if there is none. */
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
