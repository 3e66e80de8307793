import { foldHeader } from '../../resource/import/columns.ts';

/** What a column of an air log says of a spot. */
export const logMeanings = {
  moment: 'Fecha y hora',
  date: 'Fecha',
  time: 'Hora',
  code: 'Código del material',
  title: 'Título',
  duration: 'Duración',
  none: 'No se usa',
} as const;

/** Meaning of a column of an air log. */
export type LogMeaning = keyof typeof logMeanings;

/** A column of an air log, as its file shows it. */
export interface LogColumn {
  readonly header: string;
  readonly samples: readonly string[];
}

/** Headers of the logs of automation systems, in Spanish and English, without signs and accents. */
const titles: Readonly<Record<Exclude<LogMeaning, 'none'>, readonly string[]>> = {
  moment: [
    'fecha y hora',
    'fecha hora',
    'fechahora',
    'date time',
    'datetime',
    'timestamp',
    'aired at',
    'emitido el',
    'inicio',
  ],
  date: ['fecha', 'dia', 'date', 'air date', 'airdate', 'fecha emision', 'fecha de emision', 'log date'],
  time: [
    'hora',
    'time',
    'air time',
    'airtime',
    'hora emision',
    'hora de emision',
    'hora real',
    'actual time',
    'start time',
    'hora inicio',
    'hora de inicio',
  ],
  code: [
    'codigo',
    'code',
    'id',
    'house number',
    'house no',
    'housenumber',
    'house id',
    'cart',
    'cart number',
    'clip id',
    'material',
    'codigo material',
    'codigo del material',
    'media id',
    'isci',
    'clave',
    'spot id',
  ],
  title: [
    'titulo',
    'title',
    'nombre',
    'descripcion',
    'description',
    'spot',
    'comercial',
    'clip',
    'version',
    'cuna',
    'cliente version',
  ],
  duration: [
    'duracion',
    'duration',
    'dur',
    'length',
    'largo',
    'segundos',
    'seconds',
    'secs',
    'dur real',
    'actual length',
  ],
};

const usual: ReadonlyMap<string, LogMeaning> = new Map(
  (Object.keys(titles) as (keyof typeof titles)[]).flatMap((meaning) =>
    titles[meaning].map((title): [string, LogMeaning] => [title, meaning]),
  ),
);

const dated = /\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}/;
const timed = /\d{1,2}:\d{2}/;

/** A column called date or time, or start, may hold both, and `Inicio` only the time. */
const corrected = (meaning: LogMeaning, { samples }: LogColumn): LogMeaning => {
  if (!['moment', 'date', 'time'].includes(meaning) || samples.length === 0) return meaning;
  const hasDate = samples.every((text) => dated.test(text));
  const hasTime = samples.every((text) => timed.test(text));
  if (hasDate && hasTime) return 'moment';
  if (hasTime) return 'time';
  return hasDate ? 'date' : meaning;
};

/**
 * What the columns of a log mean: first what was chosen before for the same header of the station, else what such headers
 * usually mean. Every meaning is given once; the rest is `none`.
 *
 * @param learnt meanings by folded header
 * @example guessLogColumns([{ header: 'House No.', samples: [] }], {}) // ['code']
 */
export const guessLogColumns = (
  columns: readonly LogColumn[],
  learnt: Readonly<Record<string, LogMeaning>>,
): readonly LogMeaning[] => {
  const taken = new Set<LogMeaning>();
  const found = columns.map((): LogMeaning => 'none');
  const take = (index: number, meaning: LogMeaning | undefined): void => {
    if (meaning === undefined || meaning === 'none' || found[index] !== 'none' || taken.has(meaning)) return;
    found[index] = meaning;
    taken.add(meaning);
  };
  const isKnown = ({ header }: LogColumn) => Object.hasOwn(learnt, foldHeader(header));
  columns.forEach((column, index) => {
    if (isKnown(column)) take(index, learnt[foldHeader(column.header)]);
  });
  columns.forEach((column, index) => {
    const meaning = usual.get(foldHeader(column.header));
    if (!isKnown(column) && meaning) take(index, corrected(meaning, column));
  });
  return found;
};

/** Why a log with these columns cannot be read; null if it can. */
export const missingLogColumns = (meanings: readonly LogMeaning[]): string | null => {
  const has = (meaning: LogMeaning) => meanings.includes(meaning);
  const twice = meanings.find((one, index) => one !== 'none' && meanings.indexOf(one) !== index);
  if (twice) return `Hay dos columnas con «${logMeanings[twice]}». Deje una.`;
  if (!has('moment') && !(has('date') && has('time')))
    return 'Indique la columna con la fecha y la hora, o una con la fecha y otra con la hora.';
  if (!has('code') && !has('title')) return 'Indique la columna con el código del material, o con su título.';
  return null;
};
