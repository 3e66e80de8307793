import { type Field, type FieldOptions, factory, type Kind, type Parsed, parsed, rejected } from './kind.ts';

export interface TextOptions extends FieldOptions {
  /** Longest text in characters (UTF-16 units, as the database counts them for the Spanish alphabet). */
  readonly max: number;
  readonly min?: number;
  /** Pattern the whole text must match, and what to say when it does not. */
  readonly pattern?: RegExp;
  readonly patternMessage?: string;
  /** Stored in capitals (codes). */
  readonly upperCase?: boolean;
  /** Kept exactly as typed: in a password every space counts. */
  readonly verbatim?: boolean;
}

/** NUL is refused by PostgreSQL, a lone surrogate by UTF-8. */
const unstorable = (text: string): boolean => text.includes('\0') || !text.isWellFormed();

/**
 * What no keyboard types and no screen shows: control characters, and marks that hide in a name or turn its letters
 * around. They come along with what is pasted. One of them joins the parts of an emoji.
 */
const unseen = /[^\P{Cc}\s]|(?!\u200D)\p{Cf}/gu;

const tidy = (input: string, lines: boolean): string =>
  input
    .replace(unseen, '')
    .replace(lines ? /\r\n?/g : /\s+/g, lines ? '\n' : ' ')
    .trim();

/** Refuses a text that has become longer than its field. */
export const fitting = (text: string, { max }: Pick<TextOptions, 'max'>): Parsed<string> =>
  text.length > max ? rejected(`Use como máximo ${max} caracteres; tiene ${text.length}.`) : parsed(text);

/**
 * Checks and tidies a text: outer spaces and what nobody sees go, inner line breaks stay only where `lines` allows them.
 */
export function parseText(input: unknown, options: TextOptions, lines = false) {
  if (typeof input !== 'string') return rejected('Escriba un texto.');
  if (unstorable(input)) return rejected('El texto tiene caracteres que no se pueden guardar.');
  const trimmed = options.verbatim ? input : tidy(input, lines);
  const text = options.upperCase ? trimmed.toLocaleUpperCase('es') : trimmed;
  const fits = fitting(text, options);
  if (!fits.ok) return fits;
  if (options.min !== undefined && text.length < options.min) {
    return rejected(`Use al menos ${options.min} caracteres.`);
  }
  if (options.pattern && !options.pattern.test(text)) {
    return rejected(options.patternMessage ?? 'El formato no es válido.');
  }
  return parsed(text);
}

const collator = new Intl.Collator('es');

export const textKind: Kind<string, TextOptions> = {
  name: 'text',
  family: 'text',
  align: 'start',
  parse: (input, options) => parseText(input, options),
  format: (value) => value,
  wire: (value) => value,
  compare: (a, b) => collator.compare(a, b),
  column: () => 'text',
  schema: ({ max }) => ({ type: 'string', maxLength: max }),
};

export const longTextKind: Kind<string, TextOptions> = {
  ...textKind,
  name: 'longText',
  parse: (input, options) => parseText(input, options, true),
};

/** One line of text. @example text('Razón social', { max: 160, required: true }) */
export const text = factory(textKind);

/** Several lines of text. */
export const longText: (label: string, options?: Partial<TextOptions>) => Field<string, TextOptions> = (
  label,
  options,
) => factory(longTextKind)(label, { max: 4000, width: 'full', ...options });
