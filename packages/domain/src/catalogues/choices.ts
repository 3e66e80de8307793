import { type ChoiceOptions, choice } from '../kinds/choice.ts';
import type { Field } from '../kinds/kind.ts';
import type { Rule, Values } from '../resource/resource.ts';

/** Names of the colours of values on boards and calendars; the theme defines each. */
export const colors = {
  slate: 'Gris',
  red: 'Rojo',
  orange: 'Naranja',
  amber: 'Ámbar',
  green: 'Verde',
  teal: 'Turquesa',
  blue: 'Azul',
  indigo: 'Índigo',
  purple: 'Morado',
  pink: 'Rosado',
} as const;

export type Color = keyof typeof colors;

/** Colour of a value on boards and calendars. */
export const color = (): Field<string, ChoiceOptions> => choice('Color', colors, { width: 'short' });

/** Names of the icons that a value may have beside its name. */
export const icons = {
  tv: 'Televisor',
  radio: 'Radio',
  billboard: 'Valla',
  screen: 'Pantalla',
  newspaper: 'Periódico',
  magazine: 'Revista',
  globe: 'Mundo',
  share: 'Compartir',
  play: 'Reproducir',
  microphone: 'Micrófono',
  film: 'Película',
  calendar: 'Calendario',
  mail: 'Correo',
  clapperboard: 'Claqueta',
  message: 'Mensaje',
  camera: 'Cámara',
  music: 'Música',
  briefcase: 'Maletín',
} as const;

export type Icon = keyof typeof icons;

export const icon = (): Field<string, ChoiceOptions> => choice('Ícono', icons, { width: 'short' });

/** Days of the week by their ISO 8601 number. */
export const weekdayNames = {
  1: 'Lunes',
  2: 'Martes',
  3: 'Miércoles',
  4: 'Jueves',
  5: 'Viernes',
  6: 'Sábado',
  7: 'Domingo',
} as const;

const initials = ['L', 'M', 'X', 'J', 'V', 'S', 'D'];

/**
 * Days of the week in short form: sequences of three or more days are written with a dash.
 *
 * @example formatWeekdays(['1', '2', '3', '4', '5']) // 'L–V'
 * @example formatWeekdays(['6', '7']) // 'S, D'
 */
export function formatWeekdays(days: readonly string[]): string {
  const numbers = [...new Set(days.map(Number))].filter((day) => day >= 1 && day <= 7).sort((a, b) => a - b);
  const runs: number[][] = [];
  for (const day of numbers) {
    const run = runs.at(-1);
    if (run && run.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  const name = (day = 0): string => initials[day - 1] ?? '';
  return runs
    .flatMap((run) => (run.length > 2 ? [`${name(run[0])}–${name(run.at(-1))}`] : run.map(name)))
    .join(', ');
}

/**
 * A rule: the first of two values must not exceed the second. @example ordered('age_from', 'age_to', 'La edad final …')
 */
export const ordered =
  (from: string, to: string, message: string): Rule =>
  (values: Values) => {
    const [first, last] = [values[from], values[to]];
    const known = first !== null && first !== undefined && last !== null && last !== undefined;
    return known && Number(first) > Number(last) ? { [to]: [message] } : null;
  };
