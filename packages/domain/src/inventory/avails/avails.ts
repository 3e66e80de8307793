import { civilDays } from '../../calendar/civil-days.ts';
import { formatCivilDate } from '../../kinds/date.ts';
import { type AvailabilityRow, cellsOfSpace, type SpaceCell } from '../capacity/availability.ts';
import { bucketsOf } from '../capacity/buckets.ts';
import { isoWeekday } from '../capacity/cells.ts';
import type { availsGrains } from './avails-sheet.ts';

/** What a sheet says of a space in a column, with the letter that stands for it where there is no room. */
export const availsStates = {
  free: ['Libre', 'L'],
  few: ['Poco', 'P'],
  full: ['Completo', 'C'],
  closed: ['No se vende', '–'],
} as const;

export type AvailsState = keyof typeof availsStates;

/** A day or a week of a sheet. */
export interface AvailsColumn {
  readonly label: string;
  /** The days that it stands for, in words. */
  readonly name: string;
}

/** A space with its state in each column; of what it has left, nothing else is known. */
export interface AvailsRow {
  readonly name: string;
  /** Null: prices are not shown, or it has none. */
  readonly price: string | null;
  readonly states: readonly AvailsState[];
}

export interface AvailsTable {
  /** The month of a table of days. */
  readonly title: string | null;
  readonly columns: readonly AvailsColumn[];
  readonly rows: readonly AvailsRow[];
}

/** A sheet of avails as pages and documents show it. */
export interface Avails {
  readonly title: string;
  readonly grain: keyof typeof availsGrains;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly hasPrices: boolean;
  readonly sections: readonly { readonly title: string; readonly tables: readonly AvailsTable[] }[];
  readonly notes: readonly string[];
}

/** What decides how a sheet looks. */
export interface AvailsOptions {
  /** First and last day. */
  readonly from: string;
  readonly to: string;
  readonly grain: keyof typeof availsGrains;
  /** The company's civil day: days before it are left out. */
  readonly today: string;
  /** When it was read, in words. */
  readonly at: string;
  /** Prices by space in words; null: not shown. */
  readonly prices: ReadonlyMap<string, string> | null;
}

/** Below a quarter of the capacity little is left. */
const stateOfDay = ({ capacity, free }: SpaceCell): AvailsState =>
  capacity === 0 ? 'closed' : free === 0 ? 'full' : free * 4 < capacity ? 'few' : 'free';

/** The state of several days: free or full if all days on which it is sold are, little if they differ. */
const stateOfDays = (states: readonly AvailsState[]): AvailsState => {
  const sold = states.filter((state) => state !== 'closed');
  const [first = 'closed'] = sold;
  return sold.every((state) => state === first) ? first : 'few';
};

const monthName = new Intl.DateTimeFormat('es', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const nameOfMonth = (day: string): string => {
  const name = monthName.format(new Date(`${day}T00:00:00Z`));
  return name.charAt(0).toLocaleUpperCase('es') + name.slice(1);
};
const short = (day: string): string => formatCivilDate(day).slice(0, 5);

interface Group {
  readonly title: string | null;
  /** Columns with the places of their days in the period. */
  readonly columns: readonly (AvailsColumn & { readonly places: readonly number[] })[];
}

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): [string, T[]][] => {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups];
};

interface Dated {
  readonly day: string;
  readonly place: number;
}

const daysByMonth = (days: readonly Dated[]): Group[] =>
  groupBy(days, ({ day }) => day.slice(0, 7)).map(([month, of]) => ({
    title: nameOfMonth(`${month}-01`),
    columns: of.map(({ day, place }) => ({
      label: String(Number(day.slice(8))),
      name: formatCivilDate(day),
      places: [place],
    })),
  }));

/** Weeks from Monday, the first and last one as far as the period goes. */
const weeks = (days: readonly Dated[]): Group[] => {
  let week = 0;
  const numbered = days.map((one, n) => {
    if (n > 0 && isoWeekday(one.day) === '1') week += 1;
    return { ...one, week };
  });
  const columns = groupBy(numbered, (one) => String(one.week)).map(([, of]) => {
    const [first, last] = [of[0]?.day ?? '', of.at(-1)?.day ?? ''];
    return {
      label: first === last ? short(first) : `${short(first)} – ${short(last)}`,
      name: `Del ${formatCivilDate(first)} al ${formatCivilDate(last)}`,
      places: of.map(({ place }) => place),
    };
  });
  return [{ title: null, columns }];
};

/**
 * What is public of the availability of spaces: states in words. Numbers of units, holds and sales do not leave this
 * function.
 *
 * @param rows spaces as `GET /api/availability` answers them, for the days from `from` to `to`
 * @example availsOf(rows, { from: '2026-12-01', to: '2026-12-31', grain: 'week', today: '2026-11-24', at: '24/11/2026 10:00', prices: null })
 */
export const availsOf = (
  rows: readonly AvailabilityRow[],
  { from, to, grain, today, at, prices }: AvailsOptions,
): Avails => {
  const days = civilDays(from, to)
    .map((day, place) => ({ day, place }))
    .filter(({ day }) => day >= today);
  const groups = grain === 'day' ? daysByMonth(days) : weeks(days);
  const buckets = bucketsOf(from, to, 'day');
  const statesOf = (row: AvailabilityRow): readonly AvailsState[] =>
    cellsOfSpace(row, buckets).map(stateOfDay);
  const known = new Map(rows.map((row) => [row.id, statesOf(row)]));
  const tableOf = (of: readonly AvailabilityRow[], { title, columns }: Group): AvailsTable => ({
    title,
    columns: columns.map(({ label, name }) => ({ label, name })),
    rows: of.map(({ id, name }) => ({
      name,
      price: prices?.get(id) ?? null,
      states: columns.map(({ places }) =>
        stateOfDays(places.map((place) => known.get(id)?.[place] ?? 'closed')),
      ),
    })),
  });
  return {
    title: 'Disponibilidad',
    grain,
    hasPrices: prices !== null,
    facts: [
      ['Periodo', `Del ${formatCivilDate(from)} al ${formatCivilDate(to)}`],
      ['Consultada el', at],
    ],
    sections: groupBy(rows, ({ platform, subdivision }) => `${platform} · ${subdivision}`).map(
      ([title, of]) => ({
        title,
        tables: groups.map((group) => tableOf(of, group)),
      }),
    ),
    notes: [
      'Libre: hay espacio. Poco: queda menos de la cuarta parte, o solo algunos días. Completo: no queda. La disponibilidad cambia a cada momento: se confirma al reservar.',
      ...(prices === null ? [] : ['Los precios son de lista, sin impuestos, recargos ni descuentos.']),
    ],
  };
};
