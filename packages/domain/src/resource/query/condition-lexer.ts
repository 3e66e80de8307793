import type { TextError } from './condition-text.ts';

/** A syntax error after which the rest of a text cannot be parsed. */
export class ConditionFault extends Error {
  readonly error: TextError;
  constructor(error: TextError) {
    super(error.message);
    this.error = error;
  }
}

/** @throws ConditionFault always: the error in Spanish, with its place in the text */
export const fail = (message: string, from: number, to: number): never => {
  throw new ConditionFault({ message, from, to });
};

/** A token of a condition, except the values after a field. */
export interface Token {
  readonly kind: 'end' | 'open' | 'close' | 'minus' | 'operator' | 'word' | 'quoted';
  /** The token as written; for quoted text, without the quotes. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** One of the values after a field: `^abc` of `name:^abc,"d e"`. */
export interface ValueToken {
  readonly text: string;
  /** Prefix `=` or `^`. */
  readonly sign: '' | '=' | '^';
  readonly from: number;
  readonly to: number;
}

/**
 * Splits a text into tokens, one at a time. The text after a field is split differently, depending on the field, so the
 * parser chooses: `value` reads a single value, `values` a list.
 */
export interface Lexer {
  /** End of the last token. */
  readonly at: number;
  /** The next token, without consuming it. */
  peek(): Token;
  /** @throws ConditionFault when quotes are not closed */
  take(): Token;
  /** Whether a space, a bracket or the end of the text follows the token directly. */
  isAlone(token: Token): boolean;
  /** Whether a value begins here, without a space before it. */
  hasValue(): boolean;
  /** A value as written, including quotes, up to the next space or bracket. */
  value(): string;
  /** The values of a comma-separated list. */
  values(): ValueToken[];
}

const signs: Readonly<Record<string, Token['kind']>> = { '(': 'open', ')': 'close', '-': 'minus' };

export const createLexer = (text: string): Lexer => {
  let at = 0;

  /** The match of a sticky pattern at a position; empty where there is none. */
  const match = (pattern: RegExp, from: number): string => {
    pattern.lastIndex = from;
    return pattern.exec(text)?.[0] ?? '';
  };
  const isEnd = (place: number): boolean => place >= text.length || /[\s()]/.test(text.charAt(place));

  /** The text of a quoted string that opens at a position, and its end; undefined where it is not closed. */
  const quotedAt = (from: number): { inner: string; to: number } | undefined => {
    const whole = match(/"(?:\\[\s\S]|[^"\\])*"/y, from);
    if (whole === '') return undefined;
    return { inner: whole.slice(1, -1).replace(/\\([\s\S])/g, '$1'), to: from + whole.length };
  };
  const closedAt = (from: number): { inner: string; to: number } =>
    quotedAt(from) ?? fail('Falta cerrar las comillas.', from, text.length);

  const peek = (): Token => {
    const from = at + match(/\s*/y, at).length;
    const sign = text.charAt(from);
    if (sign === '') return { kind: 'end', text: '', from, to: from };
    const kind = signs[sign];
    if (kind) return { kind, text: sign, from, to: from + 1 };
    if (sign === '"') {
      const { inner = '', to = text.length } = quotedAt(from) ?? {};
      return { kind: 'quoted', text: inner, from, to };
    }
    const operator = match(/>=|<=|[:<>=]/y, from);
    if (operator) return { kind: 'operator', text: operator, from, to: from + operator.length };
    const word = match(/[^\s()":<>=]+/y, from);
    return { kind: 'word', text: word, from, to: from + word.length };
  };

  return {
    get at() {
      return at;
    },
    peek,
    take: () => {
      const token = peek();
      if (token.kind === 'quoted') closedAt(token.from);
      at = token.to;
      return token;
    },
    isAlone: ({ to }) => isEnd(to),
    hasValue: () => !isEnd(at),
    value: () => {
      const from = at;
      while (!isEnd(at)) at = text.charAt(at) === '"' ? closedAt(at).to : at + 1;
      return text.slice(from, at);
    },
    values: () => {
      const found: ValueToken[] = [];
      for (;;) {
        const from = at;
        const sign = match(/[=^]/y, at) as ValueToken['sign'];
        const start = at + sign.length;
        const quoted = text.charAt(start) === '"' ? closedAt(start) : undefined;
        const inner = quoted?.inner ?? match(/[^\s(),"]*/y, start);
        at = quoted?.to ?? start + inner.length;
        found.push({ text: inner, sign, from, to: at });
        if (text.charAt(at) !== ',') {
          if (!isEnd(at)) fail('Escriba un espacio entre las condiciones.', from, at + 1);
          return found;
        }
        at += 1;
      }
    },
  };
};
