import { weekdayNames } from '../../catalogues/choices.ts';
import { programs } from '../../catalogues/inventory.ts';
import { choice, choices } from '../../kinds/choice.ts';
import type { Field, Fields } from '../../kinds/kind.ts';
import { references } from '../../kinds/reference.ts';
import { time } from '../../kinds/time.ts';
import { yesNo } from '../../kinds/yes-no.ts';

/** Where in a break the spots of a line are wanted. */
export const breakPlaces = {
  any: 'Cualquiera',
  first: 'El primero',
  last: 'El último',
} as const;

/** Periods over which the units of a quota are counted. */
export const quotaPeriods = {
  month: 'Por mes',
  week: 'Por semana',
  day: 'Por día',
} as const;

export type QuotaPeriod = keyof typeof quotaPeriods;

/** How the units of a line are wanted, and over which periods they are counted; also the input of the command. */
export const preferenceFields = {
  wanted_days: choices('Días preferidos', weekdayNames, { hint: 'Vacío: cualquiera.' }),
  wanted_from: time('Preferir desde las', { sortable: false }),
  wanted_to: time('Preferir hasta las', { sortable: false, hint: 'Un corte a esa hora ya queda fuera.' }),
  wanted_place: choice('Lugar en el corte', breakPlaces, {
    required: true,
    initial: 'any',
    sortable: false,
    width: 'short',
  }),
  avoided_program_ids: references('Evitar los programas', () => programs),
  counted_by: choice('Se cuenta', quotaPeriods, {
    required: true,
    initial: 'month',
    sortable: false,
    width: 'short',
    hint: 'Cada periodo coloca lo que tiene contratado en sus días.',
  }),
  rollover: yesNo('Lo no usado pasa al periodo siguiente', {
    initial: true,
    sortable: false,
    hint: 'No: lo que un periodo cerrado no colocó se pierde, y se compensa o se acredita.',
  }),
} as const;

/** These fields of a record, whose values only a command changes. */
export const shown = <F extends Fields>(fields: F): F =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]: [string, Field]) => [
      name,
      { ...field, options: { ...field.options, readOnly: true } },
    ]),
  ) as F;

/** How the spots of a line are wanted; what is empty does not matter. */
export interface LinePreferences {
  /** ISO 8601 weekdays: `'1'` is Monday. */
  readonly days: readonly string[];
  /** `HH:MM`, both or none. */
  readonly from: string | null;
  readonly to: string | null;
  readonly place: keyof typeof breakPlaces;
  /** Ids of programmes. */
  readonly avoided: readonly string[];
}

/** What of a break preferences are about. */
export interface PreferredBreak {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** `HH:MM` */
  readonly airs_at: string;
  /** Id; null: outside of a programme. */
  readonly program_id?: string | null;
}

const weekdayOf = (day: string): string => String(new Date(`${day}T00:00:00Z`).getUTCDay() || 7);

/** What is wanted and whether a break has it; without the place in the break. */
const judged = (
  { days, from, to, avoided }: LinePreferences,
  { day, airs_at, program_id = null }: PreferredBreak,
) => ({
  days: days.length === 0 ? null : days.includes(weekdayOf(day)),
  hours: from === null || to === null ? null : from <= airs_at && airs_at < to,
  program: avoided.length === 0 ? null : program_id === null || !avoided.includes(program_id),
});

/**
 * How many of the wishes for a line a break fulfils, its place there aside.
 *
 * @example wishesMet({ days: ['1'], from: '19:00', to: '21:00', place: 'any', avoided: [] }, { day: '2026-11-30', airs_at: '22:00' }) // 1
 */
export const wishesMet = (wanted: LinePreferences, at: PreferredBreak): number =>
  Object.values(judged(wanted, at)).filter((is) => is === true).length;

const dayList = (days: readonly string[]): string =>
  new Intl.ListFormat('es').format(
    [...days].sort().map((day) => weekdayNames[Number(day) as 1].toLocaleLowerCase('es')),
  );

/**
 * In what a place in a break differs from what is preferred, in words. Empty where it does not; nothing of it is a
 * refusal.
 *
 * @param place the place among `count` spots, from 0
 * @example outsidePreferred(wanted, { day: '2026-12-01', airs_at: '22:00' }, { place: 0, count: 1 })
 * // ['se prefiere de 19:00 a 21:00']
 */
export const outsidePreferred = (
  wanted: LinePreferences,
  at: PreferredBreak,
  { place, count }: { readonly place: number; readonly count: number },
): string[] => {
  const { days, hours, program } = judged(wanted, at);
  return [
    days === false && `se prefiere en ${dayList(wanted.days)}`,
    hours === false && `se prefiere de ${wanted.from} a ${wanted.to}`,
    program === false && 'se prefiere fuera de este programa',
    wanted.place === 'first' && place > 0 && 'se prefiere el primer lugar del corte',
    wanted.place === 'last' && place < count - 1 && 'se prefiere el último lugar del corte',
  ].filter((text) => text !== false);
};
