import { fold } from '../../text/fold.ts';
import type { Grid } from './grid.ts';
import { durationIn } from './read-cell.ts';
import { hasMonthName, readDaysIn, readWrittenDays } from './written-dates.ts';

/** What the letterhead of an order says, as it is written. */
export interface OrderFacts {
  readonly client?: string;
  readonly brand?: string;
  readonly campaign?: string;
  readonly agency?: string;
  readonly number?: string;
  readonly station?: string;
  readonly programme?: string;
  readonly duration?: string;
  readonly period?: string;
}

export type OrderFact = keyof OrderFacts;

const labels: readonly (readonly [OrderFact, RegExp])[] = [
  ['client', /^(?:cliente|anunciante|razon social del cliente|nombre del cliente)$/],
  ['brand', /^(?:marca|producto|marca\/producto|producto\/marca)$/],
  ['campaign', /^(?:campana|nombre de (?:la )?campana|tema de campana|campana\/producto)$/],
  ['agency', /^(?:agencia|agencia de publicidad|central de medios|agencia de medios)$/],
  [
    'number',
    /^(?:(?:orden|pauta|o\.?p\.?|odp)(?: de (?:pauta|publicidad|compra|transmision|medios|insercion))?(?: (?:no|nro|num|numero|n|#)[.o°º]?)?|(?:no|nro|num|numero|n)[.o°º]?(?: de)? ?(?:orden|pauta|orden de pauta|o\/p)|orden #)$/,
  ],
  ['station', /^(?:medio|emisora|canal|estacion|vehiculo|soporte)$/],
  ['programme', /^(?:programa|espacio)$/],
  ['duration', /^(?:duracion|formato|duracion (?:de (?:la )?)?(?:cuna|spot|comercial))$/],
  [
    'period',
    /^(?:periodo|vigencia|vuelo|flight|fechas?(?: de (?:pauta|campana|transmision|vigencia))|periodo de (?:pauta|campana|transmision|vigencia)|mes|pauta del mes|fechas)$/,
  ],
];

const labelled = (text: string): OrderFact | undefined => {
  const plain = fold(text)
    .replace(/[:\s]+$/, '')
    .trim();
  return plain.length > 40 ? undefined : labels.find(([, pattern]) => pattern.test(plain))?.[0];
};

/** `Cliente: Colmados Unidos` in one cell. */
const inOneCell = (text: string): readonly [OrderFact, string] | null => {
  const at = text.indexOf(':');
  if (at >= 0) {
    const fact = labelled(text.slice(0, at));
    const value = text.slice(at + 1).trim();
    return fact && value !== '' ? [fact, value] : null;
  }
  const [, name = '', number] =
    /^((?:orden(?: de (?:pauta|publicidad|compra|transmision|insercion))?|pauta) ?(?:no|nro|num|n)?[.°º#]*) ?#?([a-z0-9][a-z0-9/-]*\d[a-z0-9/-]*)$/i.exec(
      text.trim(),
    ) ?? [];
  return number !== undefined && name !== '' ? ['number', number] : null;
};

const ends = {
  from: /^(?:desde|inicio|fecha (?:de )?inicio)$/,
  to: /^(?:hasta|fin|final|termino|fecha (?:de )?(?:fin|termino))$/,
} as const;

/** The flight in two labelled cells, `Desde` and `Hasta`. */
const flightIn = (grid: Grid, until: number): string | undefined => {
  const found: { from?: string; to?: string } = {};
  for (let row = 0; row < until; row += 1)
    for (let column = 0; column < grid.width; column += 1) {
      const cell = grid.own(row, column);
      if (typeof cell !== 'string' || cell.length > 120) continue;
      const [, label = cell, after] = /^([^:]*):(.*)$/.exec(cell) ?? [];
      const name = fold(label);
      for (const end of ['from', 'to'] as const) {
        if (!ends[end].test(name)) continue;
        const value =
          after?.trim() || [1, 2, 3].map((step) => grid.own(row, column + step)).find((one) => one !== null);
        if (value) found[end] ??= String(value);
      }
    }
  return found.from && found.to ? `${found.from} al ${found.to}` : undefined;
};

/** Reads the letterhead: the cells above the header of the table, or all of a sheet without one. */
export function readFacts(grid: Grid, until: number): OrderFacts {
  const facts: Partial<Record<OrderFact, string>> = {};
  for (let row = 0; row < until; row += 1) {
    for (let column = 0; column < grid.width; column += 1) {
      const cell = grid.own(row, column);
      if (typeof cell !== 'string' || cell.length > 300) continue;
      const whole = inOneCell(cell);
      if (whole) {
        facts[whole[0]] ??= whole[1];
        continue;
      }
      const fact = labelled(cell);
      if (!fact || facts[fact] !== undefined) continue;
      for (let right = column + 1; right < Math.min(grid.width, column + 8); right += 1) {
        const value = grid.own(row, right);
        if (value === null) continue;
        if (typeof value === 'string' && (labelled(value) || inOneCell(value))) break;
        // «Desde … al …» in cells of their own.
        const next = [right + 1, right + 2, right + 3].map((at) => grid.own(row, at));
        const to =
          fact === 'period' ? next.find((one) => typeof one === 'string' && /\d/.test(one)) : undefined;
        facts[fact] = to === undefined ? String(value) : `${value} al ${to}`;
        break;
      }
    }
  }
  const flight = facts.period === undefined ? flightIn(grid, until) : undefined;
  if (flight !== undefined) facts.period = flight;
  return facts;
}

/** The flight that a letterhead writes. */
export interface WrittenFlight {
  readonly days: readonly string[];
  readonly hasYear: boolean;
}

/** The flight of the order: its period, or the month in a title such as `PAUTA NOVIEMBRE 2026` or the name of the sheet. */
export function readFlight(
  grid: Grid,
  until: number,
  { facts, name, today }: { readonly facts: OrderFacts; readonly name: string; readonly today: string },
): { readonly period: WrittenFlight | null; readonly month?: number; readonly year?: number } {
  const yearIn = (text: string): number | undefined =>
    readWrittenDays(text).days.find(({ year }) => year !== undefined)?.year;
  const titles: string[] = [];
  for (let row = 0; row < until; row += 1)
    for (let column = 0; column < grid.width; column += 1) {
      const cell = grid.own(row, column);
      const before = column > 0 ? grid.seen(row, column - 1) : null;
      // The day of issue says nothing of the flight.
      const isIssue = (text: unknown) =>
        typeof text === 'string' &&
        /^(?:fecha|elabora|emitid|impres)/.test(fold(text)) &&
        !/pauta|campana|transmi/.test(fold(text));
      if (typeof cell === 'string' && cell.length <= 120 && !isIssue(cell) && !isIssue(before))
        titles.push(cell);
    }
  const monthsOf = (text: string) => {
    // Numbers of telephones and documents are not days.
    return hasMonthName(text) ? readWrittenDays(text).days.filter(({ month }) => month !== undefined) : [];
  };
  const ofName = monthsOf(name)[0];
  const title = titles.map(monthsOf).find((some) => some.length > 0)?.[0];
  const year =
    yearIn(name) ??
    (facts.period === undefined ? undefined : yearIn(facts.period)) ??
    titles.map(yearIn).find((one) => one !== undefined);
  const period =
    facts.period === undefined
      ? null
      : readDaysIn(facts.period, { year, month: ofName?.month ?? title?.month, today });
  const month =
    ofName?.month ?? (period?.days[0] ? Number(period.days[0].slice(5, 7)) : undefined) ?? title?.month;
  return {
    period: period && period.days.length > 0 ? { days: period.days, hasYear: period.hasYear } : null,
    ...(month !== undefined && { month }),
    ...(year !== undefined && { year }),
  };
}

/** Seconds that the letterhead gives for all lines. */
export const factDuration = ({ duration }: OrderFacts): number | null =>
  duration === undefined
    ? null
    : (durationIn(duration) ?? (/^\d{1,3}$/.test(duration.trim()) ? Number(duration) : null));
