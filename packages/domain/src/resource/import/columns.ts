import type { Field } from '../../kinds/kind.ts';
import { fold } from '../../text/fold.ts';
import type { Resource, Values } from '../resource.ts';
import { lineColumns } from './flat-rows.ts';
import { headerSynonyms } from './header-synonyms.ts';

/** A field that a column of a file can fill. */
export interface ImportField {
  readonly name: string;
  readonly field: Field;
  /** Only identifies the record; it is never written. */
  readonly onlyKey: boolean;
}

/** The key of every record: the identifier of its address. */
export const idKey = 'id';

/** Fields by which a row of a file can identify an existing record, the most reliable first. */
export const importKeys = (resource: Resource): string[] => [
  ...new Set([
    idKey,
    ...resource.keys,
    resource.title,
    // An e-mail address identifies a person, where there is one.
    ...(resource.vcard ? [resource.vcard.email] : []),
  ]),
];

/** Fields whose equality makes two records probable duplicates. */
export const likenessFields = ({ likeness }: Resource): string[] => Object.keys(likeness.by);

/** The name that a new row will have in one of its `likenessFields`. */
export const likenessName = ({ likeness }: Resource, values: Values, field: string): string | undefined => {
  const parts = likeness.by[field] ?? [field];
  const words = parts.map((part) => values[part]).filter((one) => typeof one === 'string');
  return words.length === parts.length ? words.join(' ') : undefined;
};

/**
 * All importable fields, in the order of the form; for a document also those of its lines (`lines.quantity`). Files are
 * not importable.
 */
export const importFields = (resource: Resource): ImportField[] => [
  ...Object.entries(resource.fields).flatMap(([name, field]) => {
    if (field.kind.name === 'file') return [];
    const onlyKey = field.options.readOnly === true;
    return onlyKey && !importKeys(resource).includes(name) ? [] : [{ name, field, onlyKey }];
  }),
  ...lineColumns(resource)
    .filter(({ field }) => field.kind.name !== 'file' && field.options.readOnly !== true)
    .map(({ name, field }) => ({ name, field, onlyKey: false })),
];

/** Normalizes a header: `  Razón social (*)  ` and `razon_social` are the same. */
export const foldHeader = (header: string): string =>
  fold(header.replace(/\(\*\)|\*/g, ' '))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Accepted headers of a field, the most reliable first. */
function namesOf({ name, field }: ImportField, labelOf: (field: Field) => string): string[] {
  return [labelOf(field), field.label, name, name.replace(/_ids?$/, '')].map(foldHeader);
}

const solid = (folded: string): string => folded.replaceAll(' ', '');

/** Field names by normalized synonym, without spaces. */
const bySynonym = new Map<string, string[]>();
for (const [name, synonyms] of headerSynonyms) {
  for (const synonym of new Set(synonyms.map((one) => solid(foldHeader(one))))) {
    bySynonym.set(synonym, [...(bySynonym.get(synonym) ?? []), name]);
  }
}

/**
 * Finds the field of each column by its header. Precedence: the reader's earlier choice for the same header; the
 * field's label on screen (which a setting may have changed), its original label, its API name; colleagues' choices for
 * that header; and common synonyms (`headerSynonyms`). No field is assigned to two columns.
 *
 * @param remembered field by normalized header; an empty text is "no field"
 * @param learnt the latest choices of other users of the company, by normalized header
 * @returns for each header a field, `id`, or null
 * @example matchColumns(clients, ['RAZON SOCIAL', 'Rubro', 'Color']) // ['legal_name', 'industry_id', null]
 */
export function matchColumns(
  resource: Resource,
  headers: readonly string[],
  {
    labelOf = (field: Field) => field.label,
    remembered = {},
    learnt = {},
  }: {
    labelOf?: (field: Field) => string;
    remembered?: Readonly<Record<string, string>>;
    learnt?: Readonly<Record<string, string>>;
  } = {},
): (string | null)[] {
  const folded = headers.map(foldHeader);
  const fields = importFields(resource);
  const names = [
    ...fields.map((one) => ({ name: one.name, called: namesOf(one, labelOf) })),
    { name: idKey, called: ['id', 'identificador', 'id', 'id'] },
  ];
  const taken = new Set<string>();
  const found = folded.map((): string | null => null);
  const ignored = new Set<number>();
  const take = (column: number, name: string): void => {
    if (found[column] !== null || taken.has(name) || ignored.has(column)) return;
    found[column] = name;
    taken.add(name);
  };

  folded.forEach((header, column) => {
    if (header === '' || !Object.hasOwn(remembered, header)) return;
    const name = remembered[header] ?? '';
    if (name === '') ignored.add(column);
    else if (names.some((one) => one.name === name)) take(column, name);
  });
  for (let rank = 0; rank < 4; rank += 1) {
    folded.forEach((header, column) => {
      const fitting = header === '' ? undefined : names.find(({ called }) => called[rank] === header);
      if (fitting) take(column, fitting.name);
    });
  }
  const isField = (name: string | undefined): name is string => names.some((one) => one.name === name);
  folded.forEach((header, column) => {
    const name = Object.hasOwn(learnt, header) ? learnt[header] : undefined;
    if (isField(name)) take(column, name);
  });
  folded.forEach((header, column) => {
    const name = bySynonym.get(solid(header))?.find((one) => isField(one) && !taken.has(one));
    if (name !== undefined) take(column, name);
  });
  return found;
}

/** The first key that a mapping fills, by which rows are matched to records; null: every row is new. */
export const proposedKey = (resource: Resource, mapping: readonly (string | null)[]): string | null =>
  importKeys(resource).find((name) => mapping.includes(name)) ?? null;
