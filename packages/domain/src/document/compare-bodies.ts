import { type Field, type Fields, formatField, isEmpty } from '../kinds/kind.ts';
import { linesIn, linesOf } from '../resource/lines.ts';
import { toWire } from '../resource/record.ts';
import type { Resource, Values } from '../resource/resource.ts';
import type { Document, Line } from './document.ts';

/** One value that differs, formatted for display; null is empty. */
export interface ValueDifference {
  readonly field: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** One line that differs. */
export interface LineDifference {
  readonly key: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** Its title, in the later body if it is there. */
  readonly title: string;
  readonly values: readonly ValueDifference[];
}

/** How two bodies of a document differ: values of the header, and lines by the name of their kind. */
export interface BodyDifference {
  readonly header: readonly ValueDifference[];
  readonly lines: Readonly<Record<string, readonly LineDifference[]>>;
}

/** What people enter: derived values follow from it. */
const entered = (fields: Fields): readonly (readonly [string, Field])[] =>
  Object.entries(fields).filter(([, { options }]) => !options.readOnly && !options.isInternal);

const shown = (field: Field, value: unknown, record: Values): string | null =>
  isEmpty(value) || value === false ? null : formatField(field, value, record);

const isSame = (field: Field, a: unknown, b: unknown): boolean =>
  JSON.stringify(toWire(field, a ?? null)) === JSON.stringify(toWire(field, b ?? null));

const valuesOf = (fields: Fields, before: Values, after: Values): readonly ValueDifference[] =>
  entered(fields).flatMap(([name, field]) => {
    if (isSame(field, before[name], after[name])) return [];
    const [was, is] = [shown(field, before[name], before), shown(field, after[name], after)];
    return was === is ? [] : [{ field: name, label: field.label, before: was, after: is }];
  });

/** The places of lines among those that both bodies have, from 1. */
const placesIn = (
  keys: readonly string[],
  others: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, number> =>
  new Map(keys.filter((key) => others.has(key)).map((key, place) => [key, place + 1]));

const linesDiffer = (
  { fields, title }: Resource,
  before: readonly Line[],
  after: readonly Line[],
  keyOf: (line: Line) => string,
): readonly LineDifference[] => {
  const was = new Map(before.map((line) => [keyOf(line), line]));
  const is = new Map(after.map((line) => [keyOf(line), line]));
  const [from, to] = [placesIn([...was.keys()], is), placesIn([...is.keys()], was)];
  const named = (line: Line): string => String(line[title] ?? '');
  const nothing: Values = {};
  return [
    ...[...is].flatMap(([key, line]): LineDifference[] => {
      const former = was.get(key);
      if (!former)
        return [{ key, kind: 'added', title: named(line), values: valuesOf(fields, nothing, line) }];
      const moved = from.get(key) !== to.get(key);
      const values = [
        ...valuesOf(fields, former, line),
        ...(moved
          ? [{ field: 'position', label: 'Orden', before: String(from.get(key)), after: String(to.get(key)) }]
          : []),
      ];
      return values.length > 0 ? [{ key, kind: 'changed', title: named(line), values }] : [];
    }),
    ...[...was].flatMap(([key, line]): LineDifference[] =>
      is.has(key)
        ? []
        : [{ key, kind: 'removed', title: named(line), values: valuesOf(fields, line, nothing) }],
    ),
  ];
};

/**
 * How two bodies of a document differ in what people entered, such as two of its versions. Lines are recognised by a
 * key, so that one that was renamed or moved is not another one.
 *
 * @param keyOf what identifies a line in both bodies; by default its id
 * @example compareBodies(techTemplates, first, second, (line) => String(line.origin ?? line.id))
 */
export function compareBodies(
  document: Document,
  before: Values,
  after: Values,
  keyOf: (line: Line) => string = ({ id }) => id,
): BodyDifference {
  return {
    header: valuesOf(document.fields, before, after),
    lines: Object.fromEntries(
      linesOf(document)
        .filter(({ mode }) => mode === 'inBody')
        .map(({ name, of }) => [name, linesDiffer(of(), linesIn(before, name), linesIn(after, name), keyOf)]),
    ),
  };
}
