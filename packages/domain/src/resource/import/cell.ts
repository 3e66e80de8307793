import { companyZone } from '../../calendar/company-clock.ts';
import { readWrittenWeekdays } from '../../calendar/written-weekdays.ts';
import type { ChoiceOptions } from '../../kinds/choice.ts';
import { formatCivilDate } from '../../kinds/date.ts';
import type { JsonOptions } from '../../kinds/json.ts';
import { type Field, isEmpty, type Parsed, parsed, rejected } from '../../kinds/kind.ts';
import type { Reference } from '../../kinds/reference.ts';
import { homeCountry } from '../../phone/home-country.ts';
import { readPhone } from '../../phone/written-phone.ts';
import { fold } from '../../text/fold.ts';
import { instantOf, momentIn, readMoment } from './date.ts';
import { joinList, splitList } from './list.ts';
import { type DecimalSign, plainNumber } from './number.ts';

/** A cell of a file: its text, or a number or boolean of a spreadsheet. */
export type Cell = string | number | boolean | null;

/** Formats decided for a column as a whole, so that no cell is guessed by itself. */
export interface CellStyle {
  readonly decimal: DecimalSign;
  /** Whether `03/04/2026` is 3 April. */
  readonly dayFirst: boolean;
}

/** The locale in which the file is read or written. */
export interface CellPlace {
  /** IANA name; times without a zone are in this zone. */
  readonly timeZone: string;
  /** ISO 3166-1 alpha-2 country of telephone numbers without a prefix. */
  readonly country: string;
}

/** The company's own time zone and country. */
export const businessPlace: CellPlace = {
  get timeZone() {
    return companyZone;
  },
  get country() {
    return homeCountry;
  },
};

export const usualStyle: CellStyle = { decimal: '.', dayFirst: true };

const yes = new Set(['si', 's', 'x', 'true', 'verdadero', 'yes', 'y', '1', '✓', '✔']);
const no = new Set(['no', 'n', 'false', 'falso', '0', '-', '✗']);

/** Whether a cell of this field holds names of other records, which have to be looked up. */
export const isNamed = ({ kind }: Field): boolean => kind.name === 'reference' || kind.name === 'references';

export const isBlank = (cell: Cell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

/** A cell as text; a number as a spreadsheet displays it without a format. */
export const textOf = (cell: Cell): string =>
  typeof cell === 'boolean' ? (cell ? 'Sí' : 'No') : cell === null ? '' : String(cell);

const readYesNo = (cell: Cell): Parsed<unknown> => {
  if (typeof cell === 'boolean') return parsed(cell);
  const text = fold(textOf(cell));
  if (yes.has(text)) return parsed(true);
  return no.has(text) ? parsed(false) : rejected(`«${textOf(cell)}» no es sí ni no. Escriba Sí o No.`);
};

const choiceValue = (text: string, { choices }: ChoiceOptions): string | undefined => {
  const wanted = fold(text);
  return (
    choices.find(({ label }) => fold(label) === wanted) ?? choices.find(({ value }) => fold(value) === wanted)
  )?.value;
};

/** The parsed cell; or the unknown name in it, for which a replacement can be chosen. */
export type ReadCell =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly unknown?: string };

const unknownChoice = (text: string, { choices }: ChoiceOptions): ReadCell => ({
  ok: false,
  message: `«${text}» no es una de las opciones: ${choices.map(({ label }) => label).join(', ')}.`,
  unknown: text,
});

const areWeekdays = ({ choices }: ChoiceOptions): boolean =>
  choices.length === 7 && choices.every(({ value }, index) => value === String(index + 1));

const readChoices = (text: string, options: ChoiceOptions): ReadCell => {
  // Ranges and initials: `L-V`, `lunes a viernes`.
  const weekdays = areWeekdays(options) ? readWrittenWeekdays(text) : null;
  if (weekdays) return parsed(weekdays.map(String));
  const values: string[] = [];
  for (const part of splitList(text)) {
    const whole = choiceValue(part, options);
    const parts = whole === undefined ? part.split(',').map((one) => one.trim()) : [part];
    for (const one of parts) {
      const value = choiceValue(one, options);
      if (value === undefined) return unknownChoice(one, options);
      values.push(value);
    }
  }
  return parsed(values);
};

const readNumber = (cell: Cell, { decimal }: CellStyle, whole: boolean): Parsed<unknown> => {
  if (typeof cell === 'number') return parsed(whole ? cell : String(cell));
  const plain = plainNumber(textOf(cell), decimal, whole);
  if (plain !== null) return parsed(plain);
  return rejected(
    whole
      ? `«${textOf(cell)}» no es un número entero.`
      : `«${textOf(cell)}» no es un número; en esta columna los decimales van con «${decimal}».`,
  );
};

const wrongDate = (cell: Cell) =>
  rejected(`«${textOf(cell)}» no es una fecha. Escríbala como 31/12/2026 o 2026-12-31.`);

const readDate = (cell: Cell, style: CellStyle, place: CellPlace | null): Parsed<unknown> => {
  if (typeof cell === 'boolean' || cell === null) return wrongDate(cell);
  if (place && typeof cell === 'string' && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(cell))
    return parsed(cell);
  const moment = readMoment(cell, style.dayFirst);
  if (!moment) return wrongDate(cell);
  return parsed(place ? instantOf(moment, place.timeZone) : moment.day);
};

const dayText = /\d{4}-\d{2}-\d{2}|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}/g;

/**
 * `del 01/01/2026 al 31/03/2026`, `01/01/2026 - 31/03/2026`, `el 01/01/2026`, `desde 01/01/2026`, `hasta el 31/03/2026`.
 */
const readRange = (text: string, style: CellStyle): Parsed<unknown> => {
  const days = (text.match(dayText) ?? []).map((day) => readMoment(day, style.dayFirst)?.day);
  const [first, second] = days;
  if (days.length > 2 || !first || days.includes(undefined)) return wrongDate(text);
  if (second) return parsed({ from: first, to: second });
  if (/^el /.test(fold(text))) return parsed({ from: first, to: first });
  return parsed(/^(hasta|\.\.|-|–)/.test(fold(text)) ? { from: null, to: first } : { from: first, to: null });
};

const readJson = (text: string, { read }: JsonOptions, { country }: CellPlace): Parsed<unknown> => {
  if (!/^[[{]/.test(text)) return parsed(read?.(text, country) ?? text);
  try {
    return parsed(JSON.parse(text) as unknown);
  } catch {
    return parsed(text);
  }
};

/**
 * Parses a cell for a field. Returns a value that the field's kind accepts (`parseValues` validates it) or, for a field
 * that `isNamed`, the names in it. The inverse of `writeCell`.
 *
 * @param style formats decided for the column
 * @example readCell(fieldOf(clients, 'credit_limit'), '1.250.000,50', { decimal: ',', dayFirst: true }) // '1250000.50'
 * @example readCell(fieldOf(clients, 'status'), 'ACTIVO', usualStyle) // 'active'
 */
export function readCell(
  field: Field,
  cell: Cell,
  style: CellStyle,
  place: CellPlace = businessPlace,
): ReadCell {
  if (isBlank(cell)) return parsed(null);
  const text = textOf(cell).trim();
  switch (field.kind.name) {
    case 'integer':
      return readNumber(cell, style, true);
    case 'decimal':
    case 'percent':
    case 'money':
      return readNumber(cell, style, false);
    case 'yesNo':
      return readYesNo(cell);
    case 'date':
      return readDate(cell, style, null);
    case 'dateTime':
      return readDate(cell, style, place);
    case 'dateRange':
      return readRange(text, style);
    case 'choice': {
      const value = choiceValue(text, field.options as ChoiceOptions);
      return value === undefined ? unknownChoice(text, field.options as ChoiceOptions) : parsed(value);
    }
    case 'choices':
      return readChoices(text, field.options as ChoiceOptions);
    case 'reference':
      return parsed([text.replace(/\s+/g, ' ')]);
    case 'references':
      return parsed(splitList(text).map((name) => name.replace(/\s+/g, ' ')));
    case 'tags':
      // Tags contain no commas, so a comma always separates them.
      return parsed(
        splitList(text)
          .flatMap((one) => one.split(',').map((tag) => tag.trim()))
          .filter(Boolean),
      );
    case 'phone': {
      const phone = readPhone(text, place.country);
      return phone.ok ? parsed(phone.value) : rejected(phone.message);
    }
    case 'text':
    case 'longText':
    case 'email':
    case 'url':
    case 'taxId':
      return parsed(text);
    case 'json':
      return readJson(text, field.options as JsonOptions, place);
    default:
      return parsed(text);
  }
}

const withoutZeros = (time: string): string => time.replace(/:00\.000$/, '').replace(/\.000$/, '');

/**
 * Formats a value as the text of a cell; an empty value is the empty text. `readCell` parses it back.
 *
 * @param record the whole record, for kinds that need another field
 */
export function writeCell(
  field: Field,
  value: unknown,
  record?: Readonly<Record<string, unknown>>,
  place: CellPlace = businessPlace,
): string {
  if (isEmpty(value)) return '';
  const { kind, options } = field;
  switch (kind.name) {
    // Digits without separators, which a spreadsheet reads as a number in any language.
    case 'integer':
    case 'decimal':
    case 'percent':
    case 'money':
      return String(value);
    case 'yesNo':
    case 'choice':
    case 'phone':
    case 'taxId':
    case 'file':
    case 'dateRange':
    case 'time':
      return kind.format(value, options, record);
    case 'date':
      return formatCivilDate(String(value));
    case 'dateTime': {
      const { day, time } = momentIn(String(value), place.timeZone);
      return `${formatCivilDate(day)} ${withoutZeros(time)}`;
    }
    case 'choices':
      return joinList((value as readonly string[]).map((one) => kind.format([one], options)));
    case 'reference':
      return (value as Reference).label;
    case 'references':
      return joinList((value as readonly Reference[]).map((one) => one.label));
    case 'tags':
      return joinList(value as readonly string[]);
    case 'text':
    case 'longText':
    case 'email':
    case 'url':
      return String(value);
    default:
      return typeof value === 'string' ? value : JSON.stringify(kind.wire(value));
  }
}
