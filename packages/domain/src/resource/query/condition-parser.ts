import { type Field, isFilterable } from '../../kinds/kind.ts';
import { fold } from '../../text/fold.ts';
import { fieldOf } from '../resource.ts';
import { type Condition, conditionLimits, depthOf, filtersOf, normalizeCondition } from './condition.ts';
import { createLexer, fail, type Lexer, type Token } from './condition-lexer.ts';
import { asValue, type Dictionary, type ReadCondition, type TextError } from './condition-text.ts';
import { betweenFilter, type Filter, fitsField, readRange } from './filter.ts';

/** Maximum bracket nesting while parsing; the depth of the resulting condition is limited separately. */
const mostBrackets = 40;

/** A search word; allowed only at the top level of a text. */
interface Word {
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

type Part = Condition | Word;

const isWord = (part: Part): part is Word => 'word' in part;
const isCondition = (part: Part): part is Condition => !isWord(part);

/** The state of the parser. */
interface Reading {
  readonly text: string;
  readonly lexer: Lexer;
  readonly dictionary: Dictionary;
  /** Errors of single values; the text around them is still parsed. */
  readonly errors: TextError[];
  /** Number of open brackets and negations. */
  readonly depth: number;
}

const isKeyword = ({ lexer }: Reading, token: Token, words: readonly string[]): boolean =>
  token.kind === 'word' && lexer.isAlone(token) && words.includes(fold(token.text));

/** Consumes one of these keywords if it is the next token and a separate word. */
const takeKeyword = (reading: Reading, words: readonly string[]): boolean => {
  const isNext = isKeyword(reading, reading.lexer.peek(), words);
  if (isNext) reading.lexer.take();
  return isNext;
};

/** Alternatives, each a list of parts that must all hold: `and-list { "or" and-list }`. */
const parseOr = (reading: Reading): Part[][] => {
  const { lexer, dictionary, errors } = reading;
  const alternatives: Part[][] = [];
  do {
    const start = lexer.at;
    const faults = errors.length;
    const parts = parseAnd(reading);
    const next = lexer.peek();
    const isMissing = parts.length === 0 && errors.length === faults;
    if (isMissing && (alternatives.length > 0 || isKeyword(reading, next, dictionary.or))) {
      fail(`Falta una condición junto a «${dictionary.or[0]}».`, Math.max(0, start - 1), next.from);
    }
    alternatives.push(parts);
  } while (takeKeyword(reading, dictionary.or));
  return alternatives;
};

/** `{ [ "and" ] one }` */
const parseAnd = (reading: Reading): Part[] => {
  const { lexer, dictionary } = reading;
  const parts: Part[] = [];
  for (;;) {
    const next = lexer.peek();
    if (next.kind === 'end' || next.kind === 'close' || isKeyword(reading, next, dictionary.or)) return parts;
    if (!takeKeyword(reading, dictionary.and)) parts.push(...parseOne(reading));
  }
};

/** `( "-" | "not" ) one | "(" or-list ")" | term` */
const parseOne = (reading: Reading): Part[] => {
  const { lexer, dictionary } = reading;
  const first = lexer.peek();
  if (first.kind === 'minus' || isKeyword(reading, first, dictionary.not)) {
    lexer.take();
    return parseNot(reading, first);
  }
  return first.kind === 'open' ? parseGroup(reading) : parseTerm(reading);
};

const parseNot = (reading: Reading, sign: Token): Part[] => {
  const next = reading.lexer.peek();
  if (next.kind === 'end' || next.kind === 'close') {
    fail('Falta la condición que se niega.', sign.from, Math.max(sign.from + 1, next.from));
  }
  const depth = reading.depth + 1;
  if (depth > mostBrackets) fail('Hay demasiadas negaciones o paréntesis.', sign.from, next.from);
  return parseOne({ ...reading, depth }).map((part) =>
    isWord(part)
      ? fail('Solo se niega una condición, por ejemplo «-estado:activo».', part.from, part.to)
      : { not: part },
  );
};

const parseGroup = (reading: Reading): Part[] => {
  const { lexer } = reading;
  const open = lexer.take();
  const depth = reading.depth + 1;
  if (depth > mostBrackets) fail('Hay demasiados paréntesis.', open.from, open.to);
  const inner = parseOr({ ...reading, depth });
  if (lexer.take().kind !== 'close') fail('Falta cerrar un paréntesis.', open.from, open.to);
  return [anyOf(inner)];
};

/** Alternatives as one condition; search words are not allowed in them. */
const anyOf = (alternatives: readonly Part[][]): Condition => ({
  any: alternatives.map((parts): Condition => {
    const word = parts.find(isWord);
    if (word) {
      return fail('Las palabras sueltas van fuera de los paréntesis y sin «o».', word.from, word.to);
    }
    return { all: parts.filter(isCondition) };
  }),
});

/** `[ word | quoted ] operator value | word | quoted` */
const parseTerm = (reading: Reading): Part[] => {
  const { lexer, dictionary, errors } = reading;
  const start = lexer.peek();
  const name = start.kind === 'operator' ? { ...start, text: '', to: start.from } : lexer.take();
  const next = lexer.peek();
  if (next.kind !== 'operator' || next.from !== name.to) return parseWord(dictionary, name);
  const operator = lexer.take().text;
  const found = dictionary.field(name.text, operator);
  if (!('name' in found)) {
    lexer.value();
    const { suggestion } = found;
    errors.push({
      message: `No hay ningún dato «${name.text}».${suggestion === undefined ? '' : ` ¿Quiso decir «${suggestion}»?`}`,
      from: name.from,
      to: name.to,
      ...(suggestion !== undefined && { suggestion }),
    });
    return [];
  }
  const field = fieldOf(dictionary.resource, found.name);
  if (!isFilterable(field)) {
    return fail(`No se puede filtrar por «${field.label}».`, name.from, name.to);
  }
  return parseValues(reading, { name: found.name, field, operator, start: name.from });
};

const parseWord = ({ hasWords }: Dictionary, { text, from, to }: Token): Part[] => {
  if (!hasWords) return fail(`Falta un valor para «${text}», por ejemplo «${text}:valor».`, from, to);
  return text.trim() === '' ? [] : [{ word: text.trim(), from, to }];
};

/** A field and its operator, followed by the value. */
interface Term {
  readonly name: string;
  readonly field: Field;
  readonly operator: string;
  readonly start: number;
}

const parseValues = (reading: Reading, term: Term): Part[] => {
  const { text, lexer, dictionary } = reading;
  const { name, field, operator, start } = term;
  const { family } = field.kind;
  const compares = operator !== ':' && operator !== '=';
  if (compares && family !== 'range') {
    const example = `${dictionary.fieldWord(name)}:valor`;
    fail(`«${field.label}» no se compara con ${operator}; escriba «${example}».`, start, lexer.at);
  }
  if (!lexer.hasValue()) fail(`Falta el valor después de «${text.slice(start, lexer.at)}».`, start, lexer.at);
  const sign = lexer.peek();
  if (sign.kind === 'minus' && lexer.isAlone(sign) && !compares) {
    lexer.take();
    return [{ field: name, operator: 'empty' }];
  }
  if (family === 'range') return parseRange(reading, term, compares);
  return family === 'choice' ? parseChoices(reading, term) : parseTexts(reading, term);
};

/** The stored text of a value; null, with an error recorded, where it is invalid. */
const storedValue = (
  { dictionary, errors }: Reading,
  { name, field }: Term,
  written: string,
  { from, to }: { readonly from: number; readonly to: number },
): string | null => {
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

/** The filter, if it is valid for its field. */
const checked = ({ lexer, errors }: Reading, field: Field, filter: Filter, from: number): Condition[] => {
  if (fitsField(field, filter)) return [filter];
  if (errors.at(-1)?.from !== from) {
    errors.push({ message: `El valor no sirve para «${field.label}».`, from, to: lexer.at });
  }
  return [];
};

const parseRange = (reading: Reading, term: Term, compares: boolean): Part[] => {
  const { lexer, errors } = reading;
  const { name, field, operator } = term;
  const from = lexer.at;
  const written = lexer.value();
  const place = { from, to: lexer.at };
  const range = readRange(compares ? `${operator}${written}` : written);
  if (!range) {
    errors.push({ message: `«${written}» no es un rango; escriba «desde..hasta».`, ...place });
    return [];
  }
  const stored = (end: string | null): string | null =>
    end === null ? null : storedValue(reading, term, end, place);
  const ends = { from: stored(range.from), to: stored(range.to) };
  return checked(reading, field, betweenFilter(name, field, { ...range, ...ends }), from);
};

const parseChoices = (reading: Reading, term: Term): Part[] => {
  const { name, field } = term;
  const from = reading.lexer.at;
  const values = reading.lexer
    .values()
    .map((one) => storedValue(reading, term, `${one.sign === '=' ? '' : one.sign}${one.text}`, one));
  return values.includes(null)
    ? []
    : checked(
        reading,
        field,
        { field: name, operator: 'in', values: values.filter((value) => value !== null) },
        from,
      );
};

const parseTexts = (reading: Reading, { name, field, operator }: Term): Part[] => {
  const usual = operator === '=' ? 'is' : 'contains';
  const alternatives = reading.lexer.values().flatMap(({ sign, text: value, from }) => {
    const how = sign === '=' ? 'is' : sign === '^' ? 'starts' : usual;
    return checked(reading, field, { field: name, operator: how, value }, from);
  });
  return alternatives.length === 0 ? [] : [{ any: alternatives }];
};

/**
 * Parses a whole text; see `readCondition`.
 *
 * @param errors receives the errors of single values
 * @throws ConditionFault where parsing cannot continue
 */
export const parseCondition = (text: string, dictionary: Dictionary, errors: TextError[]): ReadCondition => {
  const lexer = createLexer(text);
  const alternatives = parseOr({ text, lexer, dictionary, errors, depth: 0 });
  const rest = lexer.peek();
  if (rest.kind !== 'end') fail('Sobra un paréntesis.', rest.from, rest.to);
  const [only = [], ...others] = alternatives;
  const isOne = others.length === 0;
  const read = isOne ? { all: only.filter(isCondition) } : anyOf(alternatives);
  if (errors.length > 0) return { ok: false, errors };
  const condition = normalizeCondition(read);
  if (condition && filtersOf(condition).length > conditionLimits.terms) {
    fail(`Use como máximo ${conditionLimits.terms} condiciones.`, 0, text.length);
  }
  if (condition && depthOf(condition) > conditionLimits.depth) {
    fail(`Use como máximo ${conditionLimits.depth} niveles de paréntesis.`, 0, text.length);
  }
  const words = isOne ? only.filter(isWord).map(({ word }) => word) : [];
  return { ok: true, condition, words: words.join(' ') };
};
