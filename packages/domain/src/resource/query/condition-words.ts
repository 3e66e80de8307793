import type { ChoiceOptions } from '../../kinds/choice.ts';
import type { Field } from '../../kinds/kind.ts';
import type { Reference } from '../../kinds/reference.ts';
import { fold } from '../../text/fold.ts';
import { closest } from '../import/closest.ts';
import { fieldOf, type Resource } from '../resource.ts';
import { type Dictionary, filterableFields, type ReadValue } from './condition-text.ts';
import { readFilterValue, writeFilterValue } from './filter.ts';

/** Records that can be written by name, by the name of their resource. */
export type KnownNames = Readonly<Record<string, readonly Reference[]>>;

/** A label as a word of a condition. @example conditionWord('Límite de crédito') // 'limite_de_credito' */
export const conditionWord = (label: string): string =>
  fold(label)
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');

const isReference = (field: Field): boolean =>
  field.kind.name === 'reference' || field.kind.name === 'references';

const targetName = (field: Field): string => (field.options as unknown as { to: () => Resource }).to().name;

/**
 * The dictionary of Spanish conditions: labels for fields, display texts for values. Records are written by name if
 * their names are known; others are `pending` until they have been looked up.
 *
 * @param labelOf current label of a field (settings rename some)
 * @example readCondition('estado:activo "límite de crédito">5,000 -industria:Banca', spanishDictionary(clients, (f) =>
 * f.label, names))
 */
export function spanishDictionary(
  resource: Resource,
  labelOf: (field: Field) => string,
  names: KnownNames = {},
): Dictionary {
  const words = new Map<string, string>();
  for (const name of filterableFields(resource)) {
    const word = conditionWord(labelOf(fieldOf(resource, name)));
    // When two fields have one label, the second is written by its API name.
    words.set(word === '' || words.has(word) ? name : word, name);
  }
  const wordOf = new Map([...words].map(([word, name]) => [name, word]));

  const field: Dictionary['field'] = (written, operator = ':') => {
    const word = conditionWord(written);
    const name = words.get(word) ?? (wordOf.has(written) ? written : undefined);
    if (name !== undefined) return { name };
    const compared = [...words].filter(
      ([, one]) => /^[:=]$/.test(operator) || fieldOf(resource, one).kind.family === 'range',
    );
    const begun = compared.filter(([one]) => one.startsWith(`${word}_`));
    const within = compared.filter(([one]) => `_${one}_`.includes(`_${word}_`));
    const [only, ...others] = begun.length > 0 ? begun : within;
    return word !== '' && only && others.length === 0
      ? { name: only[1] }
      : { suggestion: closest(word, [...words.keys()]) };
  };

  const readName = (of: Field, written: string): ReadValue => {
    const known = names[targetName(of)] ?? [];
    const wanted = fold(written.replaceAll('_', ' '));
    const found = known.filter(
      (one) => one.id === written || fold(one.label) === wanted || fold(one.code ?? '') === wanted,
    );
    const [only, ...others] = [...new Map(found.map((one) => [one.id, one])).values()];
    if (only && others.length === 0) return { value: only.id };
    return only
      ? { message: `Hay ${others.length + 1} registros llamados «${written}»; elija uno de la lista.` }
      : { message: `«${written}» no se encontró en «${labelOf(of)}».`, pending: true };
  };

  const read: Dictionary['read'] = (_name, of, written) => {
    if (isReference(of)) return readName(of, written);
    const value = readFilterValue(of, written);
    if (value !== null) return { value };
    const offered = valuesOf(of).map((one) => fold(one));
    const suggestion = closest(fold(written.replaceAll('_', ' ')), offered);
    return {
      message: `«${written}» no es un valor de «${labelOf(of)}».`,
      ...(suggestion !== undefined && { suggestion }),
    };
  };

  const write: Dictionary['write'] = (_name, of, value) => {
    if (!isReference(of)) return writeFilterValue(of, value);
    const known = names[targetName(of)] ?? [];
    const one = known.find(({ id }) => id === value);
    // A name that several records share is ambiguous.
    const isUnique =
      one && known.filter(({ id, label }) => id !== value && fold(label) === fold(one.label)).length === 0;
    return one && one.label !== '' && isUnique ? one.label : value;
  };

  return {
    resource,
    field,
    fieldWord: (name) => wordOf.get(name) ?? name,
    read,
    write,
    or: ['o', 'or'],
    and: ['y', 'and'],
    not: ['no', 'not'],
    hasWords: true,
  };
}

/** The possible values of a field as users write them, where there are few. */
export function valuesOf(field: Field): string[] {
  if (field.kind.name === 'yesNo') return ['sí', 'no'];
  const { choices = [] } = field.options as Partial<ChoiceOptions>;
  return choices.map((choice) => choice.label.toLocaleLowerCase('es'));
}
