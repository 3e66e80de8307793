import type { Field } from '../kinds/kind.ts';
import { fold } from '../text/fold.ts';
import { formatCount } from '../text/locale.ts';
import { closest } from './closest.ts';
import { type Condition, conditionLimits, depthOf, filtersOf, normalizeCondition } from './condition.ts';
import { betweenFilter, type Filter, fitsField, isFilterValue, readRange } from './filter.ts';
import { fieldOf, type Resource, systemFields } from './resource.ts';

/** A value as a dictionary understands it: its stored text, or why there is none. */
export type ReadValue =
  | { readonly value: string }
  /** `pending`: it is a name that only the server can resolve. */
  | { readonly message: string; readonly suggestion?: string; readonly pending?: boolean };

/**
 * The words of one language of conditions. There are two: that of addresses, with names and stored values
 * (`storedDictionary`), and that of people, with labels (`spanishDictionary`).
 */
export interface Dictionary {
  readonly resource: Resource;
  /** Name of the field somebody wrote; without one, the field he may have meant. What stands after it may tell which. */
  field(
    written: string,
    operator?: string,
  ): { readonly name: string } | { readonly suggestion: string | undefined };
  /** How a field is written. */
  fieldWord(name: string): string;
  read(name: string, field: Field, written: string): ReadValue;
  write(name: string, field: Field, value: string): string;
  /** Words for "or", "and", "not", folded; the first is the one that is written. */
  readonly or: readonly string[];
  readonly and: readonly string[];
  readonly not: readonly string[];
  /** May words stand alone, to be searched for? */
  readonly hasWords: boolean;
}

/** What is wrong, in Spanish, and the part of the text that it is about. */
export interface TextError {
  readonly message: string;
  readonly from: number;
  readonly to: number;
  /** Text that could stand there instead. */
  readonly suggestion?: string;
  /** The name of a record that has to be looked up: of which field, and what was written. */
  readonly pending?: { readonly field: string; readonly written: string };
}

export type ReadCondition =
  | { readonly ok: true; readonly condition: Condition | null; readonly words: string }
  | { readonly ok: false; readonly errors: readonly TextError[] };

const fieldsOf = (resource: Resource): Readonly<Record<string, Field>> => ({
  ...systemFields,
  ...resource.fields,
});

/** Names of the fields that conditions may be about. */
export const filterableFields = (resource: Resource): string[] =>
  Object.entries({ ...resource.fields, ...systemFields })
    .filter(([, field]) => field.kind.family !== 'none')
    .map(([name]) => name);

/** Names and stored values: what an address carries and the server reads. */
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

/** Written without quotes, a value is read back as it is. */
const isPlain = (text: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_.@+/&*#%;~|-]*$/u.test(text);

const quote = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;
const asValue = (text: string): string => (isPlain(text) ? text : quote(text));

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

/** Words to search for, as they can stand in a text beside conditions. */
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

/** Brackets that may stand inside each other while a text is read; what remains of them is limited apart. */
const mostBrackets = 40;

class Wrong extends Error {
  readonly error: TextError;
  constructor(error: TextError) {
    super(error.message);
    this.error = error;
  }
}

interface Atom {
  readonly text: string;
  readonly quoted: boolean;
  /** `=` or `^` before it. */
  readonly sign: '' | '=' | '^';
  readonly from: number;
  readonly to: number;
}

/** A word to search for; only at the top of a text. */
interface Word {
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

type Part = Condition | Word;

const isWord = (part: Part): part is Word => 'word' in part;
const isCondition = (part: Part): part is Condition => !isWord(part);

/**
 * Reads the text of a condition: terms beside each other must all hold, `or` binds weaker, `-` or `not` negates,
 * brackets group. Every text gets an answer; nothing is thrown.
 *
 * | Term | Meaning |
 * |---|---|
 * | `field:a,b` | one of these |
 * | `field:abc` `field:=abc` `field:^abc` | contains, is, starts with |
 * | `field:"two words"` | quotes around what has spaces or signs; `\"` inside them |
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
  // Faults of single values; the text around them can still be read.
  const errors: TextError[] = [];
  try {
    return readWhole(text, dictionary, errors);
  } catch (error) {
    if (error instanceof Wrong) return { ok: false, errors: [...errors, error.error] };
    throw error;
  }
}

function readWhole(text: string, dictionary: Dictionary, errors: TextError[]): ReadCondition {
  let at = 0;
  let brackets = 0;

  const fail = (message: string, from: number, to: number, suggestion?: string): never => {
    throw new Wrong({ message, from, to, ...(suggestion !== undefined && { suggestion }) });
  };
  const skip = (): void => {
    while (/\s/.test(text.charAt(at))) at += 1;
  };
  const bare = (pattern: RegExp): string => {
    const start = at;
    while (at < text.length && pattern.test(text.charAt(at))) at += 1;
    return text.slice(start, at);
  };
  const quoted = (): string => {
    const start = at;
    let inner = '';
    at += 1;
    while (text.charAt(at) !== '"') {
      if (text.charAt(at) === '\\') at += 1;
      if (at >= text.length) fail('Falta cerrar las comillas.', start, text.length);
      inner += text.charAt(at);
      at += 1;
    }
    at += 1;
    return inner;
  };
  /** Takes one of these words if it stands here by itself. */
  const takeWord = (words: readonly string[]): boolean => {
    const word = /^[^\s()":<>=]+(?=[\s()]|$)/.exec(text.slice(at))?.[0];
    if (word === undefined || !words.includes(fold(word))) return false;
    at += word.length;
    return true;
  };

  const readOr = (): Part[][] => {
    const alternatives: Part[][] = [];
    for (;;) {
      const start = at;
      const faults = errors.length;
      const parts = readAnd();
      if (parts.length === 0 && errors.length === faults && (alternatives.length > 0 || takesOr()))
        fail(`Falta una condición junto a «${dictionary.or[0]}».`, Math.max(0, start - 1), at);
      alternatives.push(parts);
      skip();
      if (!takeWord(dictionary.or)) return alternatives;
    }
  };
  const takesOr = (): boolean => {
    const before = at;
    const takes = takeWord(dictionary.or);
    at = before;
    return takes;
  };
  const readAnd = (): Part[] => {
    const parts: Part[] = [];
    for (;;) {
      skip();
      if (at >= text.length || text.charAt(at) === ')' || takesOr()) return parts;
      if (takeWord(dictionary.and)) continue;
      parts.push(...readOne());
    }
  };
  const together = (alternatives: readonly Part[][]): Condition => {
    const conditions = alternatives.map((parts): Condition => {
      const word = parts.find(isWord);
      if (word)
        return fail('Las palabras sueltas van fuera de los paréntesis y sin «o».', word.from, word.to);
      return { all: parts.filter(isCondition) };
    });
    return { any: conditions };
  };
  const readOne = (): Part[] => {
    const start = at;
    const dash = text.charAt(at) === '-';
    if (dash) at += 1;
    if (dash || takeWord(dictionary.not)) {
      skip();
      if (at >= text.length || text.charAt(at) === ')')
        fail('Falta la condición que se niega.', start, Math.max(start + 1, at));
      brackets += 1;
      if (brackets > mostBrackets) fail('Hay demasiadas negaciones o paréntesis.', start, at);
      const parts = readOne();
      brackets -= 1;
      return parts.map((part) =>
        isWord(part)
          ? fail('Solo se niega una condición, por ejemplo «-estado:activo».', part.from, part.to)
          : { not: part },
      );
    }
    if (text.charAt(at) === '(') {
      brackets += 1;
      if (brackets > mostBrackets) fail('Hay demasiados paréntesis.', start, at + 1);
      at += 1;
      const inner = readOr();
      if (text.charAt(at) !== ')') fail('Falta cerrar un paréntesis.', start, start + 1);
      at += 1;
      brackets -= 1;
      return [together(inner)];
    }
    return readTerm();
  };

  const readTerm = (): Part[] => {
    const start = at;
    const isQuoted = text.charAt(at) === '"';
    const word = isQuoted ? quoted() : bare(/[^\s()":<>=]/);
    const end = at;
    const [operator] = /^(>=|<=|[:<>=])/.exec(text.slice(at)) ?? [];
    if (operator === undefined) {
      if (word === '' && !isQuoted)
        return fail(`«${text.charAt(at)}» no se entiende aquí.`, start, start + 1);
      if (dictionary.hasWords) return word.trim() === '' ? [] : [{ word: word.trim(), from: start, to: end }];
      return fail(`Falta un valor para «${word}», por ejemplo «${word}:valor».`, start, end);
    }
    const found = dictionary.field(word, operator);
    at += operator.length;
    if (!('name' in found)) {
      readRaw();
      const { suggestion } = found;
      errors.push({
        message: `No hay ningún dato «${word}».${suggestion === undefined ? '' : ` ¿Quiso decir «${suggestion}»?`}`,
        from: start,
        to: end,
        ...(suggestion !== undefined && { suggestion }),
      });
      return [];
    }
    const field = fieldOf(dictionary.resource, found.name);
    if (field.kind.family === 'none') {
      return fail(`No se puede filtrar por «${field.label}».`, start, end);
    }
    return readValues({ name: found.name, field, operator, start });
  };

  /** The text of a value up to the next space or bracket, quotes respected. */
  const readRaw = (): string => {
    const start = at;
    while (at < text.length && !/[\s()]/.test(text.charAt(at))) {
      if (text.charAt(at) === '"') quoted();
      else at += 1;
    }
    return text.slice(start, at);
  };
  const readAtoms = (): Atom[] => {
    const atoms: Atom[] = [];
    for (;;) {
      const from = at;
      const [sign] = /^[=^]/.exec(text.slice(at)) ?? [''];
      at += sign.length;
      const isQuoted = text.charAt(at) === '"';
      const inner = isQuoted ? quoted() : bare(/[^\s(),"]/);
      atoms.push({ text: inner, quoted: isQuoted, sign: sign as Atom['sign'], from, to: at });
      if (text.charAt(at) !== ',') {
        if (at < text.length && !/[\s()]/.test(text.charAt(at)))
          fail('Escriba un espacio entre las condiciones.', from, at + 1);
        return atoms;
      }
      at += 1;
    }
  };

  interface Term {
    readonly name: string;
    readonly field: Field;
    readonly operator: string;
    readonly start: number;
  }
  const readValue = ({ name, field }: Term, written: string, from: number, to: number): string | null => {
    const read = dictionary.read(name, field, written);
    if ('value' in read) return read.value;
    const { message, suggestion, pending } = read;
    errors.push({
      message: suggestion === undefined ? message : `${message} ¿Quiso decir «${suggestion}»?`,
      from,
      to,
      ...(suggestion !== undefined && { suggestion: asValue(suggestion) }),
      ...(pending && { pending: { field: name, written } }),
    });
    return null;
  };
  const readValues = (term: Term): Part[] => {
    const { name, field, operator, start } = term;
    const { family } = field.kind;
    const word = dictionary.fieldWord(name);
    const compares = operator !== ':' && operator !== '=';
    if (compares && family !== 'range')
      return fail(`«${field.label}» no se compara con ${operator}; escriba «${word}:valor».`, start, at);
    const from = at;
    if (text.charAt(at) === '-' && /^([\s()]|$)/.test(text.slice(at + 1)) && !compares) {
      at += 1;
      return [{ field: name, operator: 'empty' }];
    }
    if (at >= text.length || /[\s()]/.test(text.charAt(at)))
      return fail(`Falta el valor después de «${text.slice(start, at)}».`, start, at);
    if (family === 'range') {
      const raw = readRaw();
      const range = readRange(compares ? `${operator}${raw}` : raw);
      if (!range) {
        errors.push({ message: `«${raw}» no es un rango; escriba «desde..hasta».`, from, to: at });
        return [];
      }
      const [first, last] = [range.from, range.to].map((end) =>
        end === null ? null : readValue(term, end, from, at),
      );
      return checked(
        field,
        betweenFilter(name, field, { ...range, from: first ?? null, to: last ?? null }),
        from,
      );
    }
    const atoms = readAtoms();
    if (family === 'choice') {
      const values = atoms.map((atom) =>
        readValue(term, `${atom.sign === '=' ? '' : atom.sign}${atom.text}`, atom.from, atom.to),
      );
      return values.includes(null)
        ? []
        : checked(
            field,
            { field: name, operator: 'in', values: values.filter((value) => value !== null) },
            from,
          );
    }
    const alternatives = atoms.flatMap(({ sign, text: value, ...place }) =>
      checked(
        field,
        {
          field: name,
          operator:
            sign === '=' || (sign === '' && operator === '=') ? 'is' : sign === '^' ? 'starts' : 'contains',
          value,
        },
        place.from,
      ),
    );
    return alternatives.length === 0 ? [] : [{ any: alternatives.filter(isCondition) }];
  };
  const checked = (field: Field, filter: Filter, from: number): Part[] => {
    if (fitsField(field, filter)) return [filter];
    if (errors.at(-1)?.from !== from)
      errors.push({ message: `El valor no sirve para «${field.label}».`, from, to: at });
    return [];
  };

  const alternatives = readOr();
  if (at < text.length) fail('Sobra un paréntesis.', at, at + 1);
  const [only = [], ...others] = alternatives;
  const words = others.length === 0 ? only.filter(isWord) : [];
  const read = others.length === 0 ? { all: only.filter(isCondition) } : together(alternatives);
  if (errors.length > 0) return { ok: false, errors };
  const condition = normalizeCondition(read);
  if (condition && filtersOf(condition).length > conditionLimits.terms)
    fail(`Use como máximo ${conditionLimits.terms} condiciones.`, 0, text.length);
  if (condition && depthOf(condition) > conditionLimits.depth)
    fail(`Use como máximo ${conditionLimits.depth} niveles de paréntesis.`, 0, text.length);
  return { ok: true, condition, words: words.map(({ word }) => word).join(' ') };
}
