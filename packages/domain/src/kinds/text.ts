import { type Field, type FieldOptions, factory, type Kind, type Parsed, parsed, rejected } from './kind.ts';

export interface TextOptions extends FieldOptions {
  /** Maximum length in characters (UTF-16 units, which equal the database's count for the Spanish alphabet). */
  readonly max: number;
  readonly min?: number;
  /** Pattern that the whole text must match, and the error message. */
  readonly pattern?: RegExp;
  readonly patternMessage?: string;
  /** Stored in capitals (codes). */
  readonly upperCase?: boolean;
  /** Stored exactly as typed: in a password every space counts. */
  readonly verbatim?: boolean;
}

/** PostgreSQL refuses NUL, and UTF-8 refuses lone surrogates. */
const unstorable = (text: string): boolean => text.includes('\0') || !text.isWellFormed();

/**
 * Control characters and invisible formatting characters, such as direction marks, which arrive with pasted text and
 * can disguise a name. The zero-width joiner is excluded because emoji use it.
 */
const unseen = /[^\P{Cc}\s]|(?!\u200D)\p{Cf}/gu;

const tidy = (input: string, lines: boolean): string =>
  input
    .replace(unseen, '')
    .replace(lines ? /\r\n?/g : /\s+/g, lines ? '\n' : ' ')
    .trim();

/** Refuses a text that exceeds the length of its field after normalization. */
export const fitting = (text: string, { max }: Pick<TextOptions, 'max'>): Parsed<string> =>
  text.length > max ? rejected(`Use como máximo ${max} caracteres; tiene ${text.length}.`) : parsed(text);

/** Normalizes a text: removes outer spaces and invisible characters; keeps inner line breaks only with `lines`. */
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
