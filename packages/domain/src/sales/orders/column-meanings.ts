import { fold } from '../../text/fold.ts';

/** What a column of an order means, with its Spanish name. */
export const columnMeanings = {
  programme: 'Programa o espacio',
  station: 'Emisora o canal',
  time: 'Horario',
  duration: 'Duración',
  price: 'Tarifa',
  discount: 'Descuento',
  units: 'Total de cuñas',
  per_day: 'Cuñas por día',
  amount: 'Valor',
  from: 'Desde',
  to: 'Hasta',
  dates: 'Fechas',
  days: 'Días',
  ignored: 'No se usa',
} as const;

export type ColumnMeaning = keyof typeof columnMeanings;

/** A header as an agency's layout remembers it: folded, without signs. @example foldTitle('Nº de Cuñas:') // 'no de cunas' */
export const foldTitle = (text: string): string =>
  fold(text.replace(/[º°]/g, 'o'))
    .replace(/[^a-z0-9%#$ñ"']+/g, ' ')
    .trim()
    .slice(0, 120);

const unitWord =
  '(?:cunas?|spots?|avisos?|inserciones|insercion|ins|salidas?|menciones|mencion|pautas?|unidades|comerciales|pases|impactos)';

/** From the most specific to the most general: the first that matches a header is its meaning. */
const readers: readonly (readonly [RegExp, ColumnMeaning])[] = [
  [/hora\w* (?:de )?(?:inicio|inicial|fin|final|desde|hasta|salida)/, 'time'],
  [/^(?:no|nro|num|numero|n|item|items|#|cod|codigo|id|ref|linea|renglon|plaza|ciudad)$/, 'ignored'],
  [
    /observ|^notas?$|coment|version|material|^tema|target|rating|\bgrp|\btrp|^tipo|alcance|audiencia|itbis|\biva\b|impuesto|comision|total (?:de )?seg/,
    'ignored',
  ],
  [/^% ?(?:de )?(?:desc|dcto|dto)|desc(?:uento|to)?\b|\bdcto\b|\bdto\b|^desc$|bonific\w* ?%|^%$/, 'discount'],
  [
    /tarifa|precio|unitari|(?:costo|valor|inversion) (?:x |por |de |la )*(?:cuna|spot|aviso|insercion|seg|mencion)|^rate$|^p u$/,
    'price',
  ],
  [/^dur|duracion|^length$|^seg(?:s|undos?)?$|^segundaje$|^formato$|^tiempo$|^largo$|^"$|^seg"/, 'duration'],
  [
    new RegExp(
      `(?:${unitWord}|cant\\w*|frec\\w*) (?:x|por|al?|cada|/)? ?(?:dia|diari)|diari[oa]s|^por dia$|^x dia$|por dia|^frecuencia$`,
    ),
    'per_day',
  ],
  [
    /inversion|importe|monto|neto|bruto|subtotal|sub total|total (?:rd|us|\$|general|a pagar|linea)|(?:costo|valor) total|^valor$|^costo$|\$/,
    'amount',
  ],
  [
    new RegExp(
      `^(?:(?:total|tot|no|nro|num|numero|cant\\w*|#)(?: de)? )?#? ?${unitWord}(?: (?:mes|total|totales))?$|^total(?:es)?$|^tot$|^cant\\w*$|^q$|^#$|total ${unitWord}|${unitWord} total`,
    ),
    'units',
  ],
  [/^fecha (?:de )?(?:inicio|inicial|desde)|desde|^inicio|comienz|^del$|^arranque|^start$/, 'from'],
  [/^fecha (?:de )?(?:fin|final|termino|hasta|cierre)|hasta|^fin$|^final|^termin|^al$|^end$/, 'to'],
  [/^fechas?\b|^dia$|periodo|vigencia|vuelo|^flight$/, 'dates'],
  [
    /^dias?(?: de(?: la)? (?:semana|pauta|emision|transmision|salida))?$|^dias pauta$|^frecuencia dias$/,
    'days',
  ],
  [/hora|franja|bloque|tanda|^time$|daypart|derrotero/, 'time'],
  [
    /^programa?m?e?$|programa|espacio|^show|descripcion|ubicacion|seccion|^cara|valla|^pieza|^evento|^detalle|concepto/,
    'programme',
  ],
  [
    /emisora|canal|^medios?$|estacion|vehiculo|soporte|circuito|^tv$|^radio$|periodico|revista|televisora|proveedor|cadena|^station$/,
    'station',
  ],
];

/** What a header means; null if that is not known. @example meaningOfTitle('Horario de emisión') // 'time' */
export const meaningOfTitle = (title: string): ColumnMeaning | null => {
  const folded = foldTitle(title);
  if (folded === '' || folded.length > 60) return null;
  return readers.find(([pattern]) => pattern.test(folded))?.[1] ?? null;
};

const titleWords = new Set(
  `a al cada con de del e el en la las los o no nro num numero n por segun u un x y % # $ " p m cod codigo id item items ref
  audiencia avisos bruta bruto canal cant cantidad ciudad comercial comerciales concepto costo cuna cunas dcto desc descripcion
  descto descuento desde detalle dia diaria diarias diario diarios dias dto duracion dur emision emisora emisoras espacio espacios
  estacion fecha fechas fin final flight formato franja franjas frec frecuencia hasta hora horario horarios horas impactos importe
  inicial inicio ins inserciones insercion inversion itbis linea lista medio medios mencion menciones monto neta neto nombre nota notas
  observaciones observacion ordenadas pases pauta pautas periodo pieza plaza precio producto programa programas programacion q
  rd rd$ us us$ dop usd renglon salida salidas seccion seg segs segundos semana show soporte spot spots subtotal sub tarifa tarifas tema termino
  termina tiempo time tipo tot total totales transmision tv radio unidades unid unitario unitaria unit valor valores vehiculo version
  vigencia vuelo bloque tanda bonificacion bonif largo comienzo comienza cierre derrotero televisora cadena proveedor revista
  periodico publicacion ubicacion cara valla material comentarios contratadas contratados mes pagar general target rating grp rate station program programme length
  diariamente dial frecuencias segundaje cunas/dia circuito evento bonificadas pagadas semanal semanales`.split(
    /\s+/,
  ),
);

const known = new Map<string, boolean>();

/** Whether a text is certainly the title of a column, and not a value such as «Canal 5». */
export const isTitle = (text: string): boolean => {
  // A label of the letterhead ends in a colon.
  if (text.length > 60 || /\d|:\s*$/.test(text)) return false;
  let is = known.get(text);
  if (is === undefined) {
    is =
      foldTitle(text)
        .split(' ')
        .every((word) => titleWords.has(word)) && meaningOfTitle(text) !== null;
    if (known.size >= 2000) known.clear();
    known.set(text, is);
  }
  return is;
};
