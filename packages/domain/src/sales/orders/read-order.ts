import { addDays } from '../../calendar/working-time.ts';
import type { Sheet } from '../../resource/import/sheet.ts';
import type { OrderFacts } from './header-facts.ts';
import type { OrderFlight, OrderLine, ReadOrder, ReadOrderOptions } from './order.ts';
import { readSheet } from './read-sheet.ts';

const keyOf = ({ programme, station, time, duration_sec, price, discount_pct, isBonus }: OrderLine): string =>
  JSON.stringify(
    [programme, station, time, duration_sec, price, discount_pct, isBonus].map((one) =>
      typeof one === 'string' ? one.toLowerCase() : one,
    ),
  );

/** Lines that ask for the same are one, with the units of all: the months of several sheets, one row for each day. */
const joined = (
  lines: readonly OrderLine[],
  doubt: (line: OrderLine, text: string) => void,
): readonly OrderLine[] => {
  const byKey = new Map<string, OrderLine>();
  for (const line of lines) {
    const key = keyOf(line);
    const before = byKey.get(key);
    if (!before) {
      byKey.set(key, line);
      continue;
    }
    const units: Record<string, number> = { ...before.units };
    if (Object.keys(line.units).some((day) => day in units))
      doubt(line, 'Otra fila pide lo mismo los mismos días: se sumaron.');
    for (const [day, count] of Object.entries(line.units)) units[day] = (units[day] ?? 0) + count;
    byKey.set(key, { ...before, rows: [...before.rows, ...line.rows], units });
  }
  return [...byKey.values()];
};

/** The flight of an order whose sheets have their own: from the first day of all to the last. */
const flightOf = (flights: readonly (OrderFlight | null)[]): OrderFlight | null => {
  const known = flights.filter((one) => one !== null);
  const [from] = known.map((one) => one.from).sort();
  const to = known
    .map((one) => one.to)
    .sort()
    .at(-1);
  return from === undefined || to === undefined ? null : { from, to };
};

/** More days than a flight has are an error of reading. */
const mostDays = 400;

/**
 * Reads an order of an agency, whatever its layout: days across with counts or crosses, one row for each line with its
 * flight, one row for each day, several months or sheets. What is not certain has a doubt; nothing is left out without one.
 *
 * @example readOrder([{ name: 'Nov', rows: [['Programa', '02/11/2026', '03/11/2026', '04/11/2026'], ['Noticiero', 'X', 'X', '']], merges: [] }],
 *   { today: '2026-10-20' }).lines[0]?.units // { '2026-11-02': 1, '2026-11-03': 1 }
 */
export function readOrder(sheets: readonly Sheet[], { today, layout = {} }: ReadOrderOptions): ReadOrder {
  const read = sheets.map((sheet, index) => readSheet(sheet, { index, today, layout }));
  const facts = Object.assign({}, ...read.map((one) => one.facts).reverse()) as OrderFacts;
  const doubts = read.flatMap((one) => one.doubts);
  const placeOf = ({ rows: [first] }: OrderLine) => ({
    sheet: first?.sheet ?? 0,
    row: first?.row ?? null,
    column: first?.column ?? null,
  });
  const lines = joined(
    read.flatMap((one) => one.lines),
    (line, text) => doubts.push({ ...placeOf(line), text }),
  );
  if (lines.length === 0)
    doubts.push({
      sheet: 0,
      row: null,
      column: null,
      text: 'No se encontró ningún renglón con días. Revise que la hoja tenga un encabezado con fechas, o columnas de inicio y fin.',
    });
  for (const line of lines) {
    const days = Object.keys(line.units).sort();
    const [first, last] = [days[0], days.at(-1)];
    const place = placeOf(line);
    if (first !== undefined && last !== undefined && addDays(first, mostDays) < last)
      doubts.push({ ...place, text: 'El renglón dura más de un año: revise sus fechas.' });
    if (
      first !== undefined &&
      last !== undefined &&
      (last < addDays(today, -400) || first > addDays(today, 800))
    )
      doubts.push({ ...place, text: `Los días son de ${first.slice(0, 4)}: revise el año.` });
    if (
      line.duration_sec === null &&
      read.some((one) => one.columns.some(({ meaning }) => meaning === 'duration'))
    )
      doubts.push({ ...place, text: 'No se encontró la duración.' });
  }
  return {
    facts,
    flight: flightOf(read.map(({ flight }) => flight)),
    lines,
    doubts,
    columns: read.flatMap((one) => one.columns),
    headers: read.flatMap((one) => one.headers),
  };
}
