import { fold } from '../text/fold.ts';
import { type Field, type FieldOptions, type FilterValues, type Kind, parsed, rejected } from './kind.ts';

/** Colour family of a value shown as a badge. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly tone?: Tone;
}

export interface ChoiceOptions extends FieldOptions {
  readonly choices: readonly Choice[];
}

const labelOf = (value: string, choices: readonly Choice[]): string =>
  choices.find((choice) => choice.value === value)?.label ?? value;

const known = (input: unknown, { choices }: ChoiceOptions): input is string =>
  typeof input === 'string' && choices.some((choice) => choice.value === input);

const wrong = ({ choices }: ChoiceOptions) =>
  rejected(`Elija una de estas opciones: ${choices.map((choice) => choice.label).join(', ')}.`);

const spelled = (text: string): string => fold(text.replaceAll('_', ' '));

const filter: FilterValues<ChoiceOptions> = {
  accepts: known,
  read: (text, { choices }) =>
    (
      choices.find((choice) => spelled(choice.label) === spelled(text)) ??
      choices.find((choice) => fold(choice.value) === fold(text))
    )?.value ?? null,
  write: (value, { choices }) => labelOf(value, choices).toLocaleLowerCase('es'),
};

export const choiceKind: Kind<string, ChoiceOptions> = {
  name: 'choice',
  family: 'choice',
  align: 'start',
  filter,
  grouping: 'value',
  parse: (input, options) => (known(input, options) ? parsed(input) : wrong(options)),
  format: (value, { choices }) => labelOf(value, choices),
  wire: (value) => value,
  compare: (a, b) => (a < b ? -1 : Number(a > b)),
  column: () => 'text',
  schema: ({ choices }) => ({ type: 'string', enum: choices.map((choice) => choice.value) }),
};

export const choicesKind: Kind<readonly string[], ChoiceOptions> = {
  name: 'choices',
  family: 'choice',
  align: 'start',
  filter,
  grouping: 'each',
  parse: (input, options) =>
    Array.isArray(input) && input.every((one) => known(one, options))
      ? parsed([...new Set(input as string[])])
      : wrong(options),
  format: (value, { choices }) => value.map((one) => labelOf(one, choices)).join(', '),
  wire: (value) => value,
  compare: (a, b) => a.join().localeCompare(b.join()),
  column: () => 'text[]',
  schema: ({ choices }) => ({
    type: 'array',
    maxItems: choices.length,
    items: { type: 'string', enum: choices.map((choice) => choice.value) },
  }),
};

/**
 * One of a few fixed values, `value` stored and `label` shown.
 *
 * @example choice('Tipo de persona', { legal_entity: 'Jurídica', individual: 'Física' }, { required: true })
 */
export const choice = (
  label: string,
  choices: Readonly<Record<string, string | readonly [string, Tone]>>,
  options: FieldOptions = {},
): Field<string, ChoiceOptions> => ({
  kind: choiceKind,
  label,
  options: { width: 'medium', ...options, choices: toChoices(choices) },
});

/** Several of a few fixed values. */
export const choices = (
  label: string,
  of: Readonly<Record<string, string | readonly [string, Tone]>>,
  options: FieldOptions = {},
): Field<readonly string[], ChoiceOptions> => ({
  kind: choicesKind,
  label,
  options: { width: 'wide', ...options, choices: toChoices(of) },
});

const toChoices = (of: Readonly<Record<string, string | readonly [string, Tone]>>): Choice[] =>
  Object.entries(of).map(([value, entry]) =>
    typeof entry === 'string' ? { value, label: entry } : { value, label: entry[0], tone: entry[1] },
  );
