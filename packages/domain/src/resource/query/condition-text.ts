import { type Field, isFilterable } from '../../kinds/kind.ts';
import { fold } from '../../text/fold.ts';
import { formatCount } from '../../text/locale.ts';
import { closest } from '../import/closest.ts';
import { fieldOf, type Resource, systemFields } from '../resource.ts';
import { type Condition, conditionLimits } from './condition.ts';
import { ConditionFault } from './condition-lexer.ts';
import { parseCondition } from './condition-parser.ts';
import { type Filter, isFilterValue } from './filter.ts';

/** The result of parsing a value with a dictionary: its stored text, or the error. */
export type ReadValue =
  | { readonly value: string }
  /** `pending`: a name that has to be looked up on the server. */
  | { readonly message: string; readonly suggestion?: string; readonly pending?: boolean };

/**
 * The vocabulary of a condition language. There are two: that of addresses, with names and stored values
 * (`storedDictionary`), and that of users, with labels (`spanishDictionary`).
 */
export interface Dictionary {
  readonly resource: Resource;
  /** The field of a written name, or the field that was probably meant. The operator may decide between several. */
  field(
    written: string,
    operator?: string,
  ): { readonly name: string } | { readonly suggestion: string | undefined };
  /** The written name of a field. */
  fieldWord(name: string): string;
  read(name: string, field: Field, written: string): ReadValue;
  write(name: string, field: Field, value: string): string;
  /** Keywords for "or", "and", "not", folded; the first one is used for output. */
  readonly or: readonly string[];
  readonly and: readonly string[];
  readonly not: readonly string[];
  /** Whether words without a field are allowed, as search words. */
  readonly hasWords: boolean;
}

/** An error in Spanish, with its place in the text. */
export interface TextError {
  readonly message: string;
  readonly from: number;
  readonly to: number;
  /** Text that would be valid there instead. */
  readonly suggestion?: string;
  /** A record name that has to be looked up: its field, and the text. */
  readonly pending?: { readonly field: string; readonly written: string };
}

export type ReadCondition =
  | { readonly ok: true; readonly condition: Condition | null; readonly words: string }
  | { readonly ok: false; readonly errors: readonly TextError[] };

const fieldsOf = (resource: Resource): Readonly<Record<string, Field>> => ({
  ...systemFields,
  ...resource.fields,
});

/** Names of the fields that conditions can use. */
export const filterableFields = (resource: Resource): string[] =>
  Object.entries({ ...resource.fields, ...systemFields })
    .filter(([, field]) => isFilterable(field))
    .map(([name]) => name);

/** Names and stored values: the language of addresses and of the API. */
export function storedDictionary(resource: Resource): Dictionary {
  const fields = fieldsOf(resource);
  return {
    resource,
    field: (written) =>
      Object.hasOwn(fields, written)
        ? { name: written }
        : { suggestion: closest(written, filterableFields(resource)) },
    fieldWord: (name) => name,
    read: (_name, field, written) =>
      isFilterValue(field, written)
        ? { value: written }
        : { message: `«${written}» no es un valor de «${field.label}».` },
    write: (_name, _field, value) => value,
    or: ['or'],
    and: ['and'],
    not: ['not'],
    hasWords: false,
  };
}

/** A value that needs no quotes. */
const isPlain = (text: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_.@+/&*#%;~|-]*$/u.test(text);

const quote = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;
/** A value as text of a condition, quoted where necessary. */
export const asValue = (text: string): string => (isPlain(text) ? text : quote(text));

/** Text of a condition: the inverse of `readCondition`. */
export function writeCondition(condition: Condition, dictionary: Dictionary): string {
  const group = (inner: Condition): string =>
    'field' in inner || 'not' in inner ? write(inner) : `(${write(inner)})`;
  const write = (one: Condition): string => {
    if ('field' in one) return writeTerm(one, dictionary);
    if ('not' in one) return `-${group(one.not)}`;
    if ('all' in one) return one.all.map(group).join(' ');
    return one.any.map(group).join(` ${dictionary.or[0]} `);
  };
  return write(condition);
}

function writeTerm(filter: Filter, dictionary: Dictionary): string {
  const name = dictionary.fieldWord(filter.field);
  const field = fieldOf(dictionary.resource, filter.field);
  const value = (text: string): string => dictionary.write(filter.field, field, text);
  switch (filter.operator) {
    case 'empty':
      return `${name}:-`;
    case 'present':
      return `-${name}:-`;
    case 'in':
    case 'notIn':
      return `${filter.operator === 'notIn' ? '-' : ''}${name}:${filter.values.map((one) => asValue(value(one))).join(',')}`;
    case 'between': {
      const [from, to] = [filter.from, filter.to].map((end) => (end === null ? '' : value(end)));
      if (from === to) return `${name}:${from}`;
      const equal = filter.open ? '' : '=';
      if (to === '') return `${name}>${equal}${from}`;
      return from === '' ? `${name}<${equal}${to}` : `${name}:${from}..${to}`;
    }
    default: {
      const sign = { contains: '', is: '=', starts: '^' }[filter.operator];
      return `${name}:${sign}${asValue(filter.value)}`;
    }
  }
}

/** Search words as text beside conditions. */
export const writeWords = (q: string, { or, and, not }: Dictionary): string =>
  q
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) =>
      /["():<>=\\]/.test(word) || word.startsWith('-') || [...or, ...and, ...not].includes(fold(word))
        ? quote(word)
        : word,
    )
    .join(' ');

/**
 * Parses the text of a condition: adjacent terms must all hold, `or` binds weaker, `-` or `not` negates, brackets
 * group. It never throws; every text has a result.
 *
 * | Term | Meaning |
 * |---|---|
 * | `field:a,b` | one of these |
 * | `field:abc` `field:=abc` `field:^abc` | contains, is, starts with |
 * | `field:"two words"` | quotes around a value with spaces or signs; `\"` inside them |
 * | `field:1..5` `field>5` `field>=5` `field<5` `field<=5` | a range |
 * | `field:-` | empty |
 *
 * @example readCondition('(status:active or status:prospect) credit_limit>5000', storedDictionary(clients))
 */
export function readCondition(text: string, dictionary: Dictionary): ReadCondition {
  if (text.length > conditionLimits.length) {
    const message = `Use como máximo ${formatCount(conditionLimits.length)} caracteres.`;
    return { ok: false, errors: [{ message, from: conditionLimits.length, to: text.length }] };
  }
  // Errors of single values; the text around them is still parsed.
  const errors: TextError[] = [];
  try {
    return parseCondition(text, dictionary, errors);
  } catch (error) {
    if (error instanceof ConditionFault) return { ok: false, errors: [...errors, error.error] };
    throw error;
  }
}
