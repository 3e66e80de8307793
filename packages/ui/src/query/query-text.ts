import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { Reference, ReferenceOptions } from '@pauta/domain/kinds/reference.ts';
import { conditionOf, toParameters } from '@pauta/domain/resource/query/condition.ts';
import {
  type Dictionary,
  filterableFields,
  readCondition,
  type TextError,
  writeCondition,
  writeWords,
} from '@pauta/domain/resource/query/condition-text.ts';
import {
  conditionWord,
  type KnownNames,
  spanishDictionary,
  valuesOf,
} from '@pauta/domain/resource/query/condition-words.ts';
import type { ListQuery } from '@pauta/domain/resource/query/query.ts';
import { fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import type { Labels } from '../data/use-label.ts';
import { datePresets } from '../field-components/date-presets.ts';

/** The query that a text of filters expresses. */
export type TextQuery = Pick<ListQuery, 'q' | 'filters' | 'where'>;

export type ReadText =
  | { readonly ok: true; readonly query: TextQuery }
  | { readonly ok: false; readonly errors: readonly TextError[] };

const dictionaryOf = (resource: Resource, labels: Labels, names: KnownNames): Dictionary =>
  spanishDictionary(resource, (field) => labels.label(field), names);

/**
 * Parses filters as users type them; words outside filters are the search.
 *
 * @param names records that may be referred to by name, by the name of their resource
 * @example readText(clients, labels, 'estado:activo limite_de_credito>5000 -industria:Banca óptica', names)
 */
export function readText(resource: Resource, labels: Labels, text: string, names: KnownNames = {}): ReadText {
  const read = readCondition(text, dictionaryOf(resource, labels, names));
  return read.ok
    ? { ok: true, query: { q: read.words, ...toParameters(resource, read.condition) } }
    : { ok: false, errors: read.errors };
}

/** Formats the search and filters of a list as users type them: the inverse of `readText`. */
export function writeText(
  resource: Resource,
  labels: Labels,
  query: TextQuery,
  names: KnownNames = {},
): string {
  const dictionary = dictionaryOf(resource, labels, names);
  const condition = conditionOf(query);
  if (condition === null) return writeWords(query.q, dictionary);
  const text = writeCondition(condition, dictionary);
  if (query.q === '') return text;
  // The search applies besides the whole condition, so alternatives need parentheses.
  return `${'any' in condition ? `(${text})` : text} ${writeWords(query.q, dictionary)}`;
}

/** Whether the field's values are records, which are written by name. */
export const isNamed = (field: Field): boolean =>
  field.kind.name === 'reference' || field.kind.name === 'references';

export const recordsOf = (field: Field): Resource => (field.options as ReferenceOptions).to();

/** The part of the text before the caret that is being typed: a field name, or a value of a field. */
export interface TokenAtCaret {
  readonly from: number;
  readonly to: number;
  readonly written: string;
  /** Name of the field; absent while the field name itself is being typed. */
  readonly field?: string;
  /** Offset of the operator between field and value. */
  readonly sign?: number;
}

/** The part being typed at the caret; null between words, or if the text before the operator is not a field. */
export function tokenAtCaret(
  resource: Resource,
  labels: Labels,
  text: string,
  caret: number,
): TokenAtCaret | null {
  const before = text.slice(0, caret);
  const [token = ''] = /(?:[^\s()"]|"(?:[^"\\]|\\.)*"?)*$/.exec(before) ?? [];
  const bare = token.replace(/^-/, '');
  const [, name, sign = ':', values] = /^("(?:[^"\\]|\\.)*"|[^":<>=]+)(>=|<=|[:<>=])(.*)$/s.exec(bare) ?? [];
  if (name === undefined || values === undefined) {
    return bare === '' ? null : { from: caret - bare.length, to: caret, written: bare };
  }
  const found = dictionaryOf(resource, labels, {}).field(name.replace(/^"|"$/g, ''), sign);
  if (!('name' in found)) return null;
  const [last = ''] = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)*$/.exec(values) ?? [];
  return {
    from: caret - last.length,
    to: caret,
    written: last.replace(/^"|"$/g, ''),
    field: found.name,
    sign: caret - values.length - sign.length,
  };
}

/**
 * Offset of the first filter in a text, recognized by the name of a field; null if the text has only words, even with
 * signs such as `:`.
 */
export function firstFilterOffset(resource: Resource, labels: Labels, text: string): number | null {
  const dictionary = dictionaryOf(resource, labels, {});
  const terms = /(?<=^|\s)[-(]*("(?:[^"\\]|\\.)*"|[^\s()":<>=]+)(>=|<=|[:<>=])/g;
  for (const { 0: term, 1: name = '', 2: sign, index } of text.matchAll(terms)) {
    if (term !== '' && 'name' in dictionary.field(name.replace(/^"|"$/g, ''), sign)) return index;
  }
  return null;
}

/** A suggestion to insert at the caret. */
export interface Suggestion {
  readonly text: string;
  readonly label: string;
  readonly note?: string;
  /** The suggestion is incomplete, such as a field without a value: the next part is suggested immediately. */
  readonly open?: boolean;
  /** Offset from which the suggestion replaces the text, if that is before the part being typed. */
  readonly from?: number;
}

const quoted = (text: string): string =>
  /^[\p{L}\p{N}_.@/-]+$/u.test(text) && text !== '-' ? text : `"${text.replace(/[\\"]/g, '\\$&')}"`;

/** The text for a record: its name, or its code or id if other records have the same name. */
export function writeRecord(record: Reference, all: readonly Reference[]): string {
  const same = all.filter((one) => one.id !== record.id && fold(one.label) === fold(record.label));
  if (same.length === 0) return quoted(record.label);
  const isCode = record.code != null && same.every((one) => one.code !== record.code);
  return quoted(isCode ? String(record.code) : record.id);
}

const mostSuggestions = 12;

const dayKinds: readonly string[] = ['date', 'dateTime', 'dateRange'];

type Signs = readonly (readonly [sign: string, meaning: string])[];

const numberSigns: Signs = [
  ['>', 'Mayor que'],
  ['>=', 'Desde, incluido'],
  ['<', 'Menor que'],
  ['<=', 'Hasta, incluido'],
];
const daySigns: Signs = [
  ['>', 'Después del día'],
  ['>=', 'Desde el día'],
  ['<', 'Antes del día'],
  ['<=', 'Hasta el día'],
];
const textSigns: Signs = [
  [':=', 'Es exactamente'],
  [':^', 'Empieza con'],
];

/** The operators of a field that is not filtered by selecting values; each replaces the operator at `from`. */
const comparisons = ({ kind }: Field, from: number): readonly Suggestion[] => {
  const signs =
    kind.family === 'text'
      ? textSigns
      : kind.family !== 'range'
        ? []
        : dayKinds.includes(kind.name)
          ? daySigns
          : numberSigns;
  return signs.map(([text, label]) => ({ text, label, note: text, open: true, from }));
};

const days = (field: Field, wanted: string): readonly Suggestion[] =>
  dayKinds.includes(field.kind.name)
    ? datePresets(companyToday())
        .filter(({ label }) => fold(label).includes(wanted))
        .map(({ label, from, to }) => ({
          text: from === to ? formatCivilDate(from) : `${formatCivilDate(from)}..${formatCivilDate(to)}`,
          label,
        }))
    : [];

/** The suggestions for the part being typed; for a reference, the caller passes the records loaded from the server. */
export function suggestionsFor(
  resource: Resource,
  labels: Labels,
  writing: TokenAtCaret,
  records: readonly Reference[],
): readonly Suggestion[] {
  const dictionary = dictionaryOf(resource, labels, {});
  if (writing.field === undefined) {
    const wanted = conditionWord(writing.written);
    const fields = filterableFields(resource)
      .map((name) => ({ name, word: dictionary.fieldWord(name), field: fieldOf(resource, name) }))
      .filter(({ field }) => labels.visible(field));
    const begun = fields.filter(({ word }) => word.startsWith(wanted));
    const within = fields.filter(({ word }) => !word.startsWith(wanted) && word.includes(wanted));
    return [...begun, ...within].slice(0, mostSuggestions).map(({ word, field }) => ({
      text: `${word}:`,
      label: labels.label(field),
      note: `${word}:`,
      open: true,
    }));
  }
  const field = fieldOf(resource, writing.field);
  const wanted = fold(writing.written.replaceAll('_', ' '));
  const empty: readonly Suggestion[] =
    field.options.required || wanted !== '' ? [] : [{ text: '-', label: 'Sin dato' }];
  if (isNamed(field)) {
    return [
      ...records.slice(0, mostSuggestions).map((record) => ({
        text: writeRecord(record, records),
        label: record.label,
        ...(record.code != null && { note: record.code }),
      })),
      ...empty,
    ];
  }
  const values = valuesOf(field).filter((value) => fold(value).includes(wanted));
  return [
    ...values.map((value) => ({ text: quoted(value), label: value })),
    ...days(field, wanted),
    ...(wanted === '' && writing.sign !== undefined ? comparisons(field, writing.sign) : []),
    ...empty,
  ].slice(0, 40);
}
