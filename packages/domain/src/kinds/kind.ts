import type { Beginning } from '../resource/beginning.ts';

/** Result of checking one value: the value (`null` is "empty"), or what is wrong in Spanish. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

export const parsed = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const rejected = (message: string): Parsed<never> => ({ ok: false, message });

/** Names of the kinds; the user interface has one face (cell, input, filter) for each. */
export type KindName =
  | 'text'
  | 'longText'
  | 'integer'
  | 'decimal'
  | 'percent'
  | 'money'
  | 'yesNo'
  | 'date'
  | 'dateTime'
  | 'dateRange'
  | 'time'
  | 'choice'
  | 'choices'
  | 'reference'
  | 'references'
  | 'email'
  | 'phone'
  | 'url'
  | 'taxId'
  | 'tags'
  | 'file'
  | 'json';

/**
 * How a list filters a kind, which fixes the grammar of `f.<field>=` (see `resource/query.ts`):
 * `choice` one of a few values, `text` a part of the text, `range` from–to.
 */
export type FilterFamily = 'choice' | 'text' | 'range' | 'none';

/**
 * How one value of a filter is read and written: one of several choices, or an end of a range. Its stored text is
 * what an address carries. What a kind leaves out follows from `parse`.
 */
export interface FilterValues<O extends FieldOptions = FieldOptions> {
  /** Is this stored text a value? Without it: whatever `parse` takes. */
  accepts?(text: string, options: O): boolean;
  /** Stored text of what a person wrote; `null` when it is no value. Without it: the text, if accepted. */
  read?(text: string, options: O): string | null;
  /** Stored text as a person writes it: the inverse of `read`. Without it: the text. */
  write?(text: string, options: O): string;
  /**
   * Ends of one range as they are stored beside each other, where one says something for the other (its currency);
   * `null` when they contradict each other.
   */
  together?(ends: readonly string[]): readonly string[] | null;
}

/** What the totals of a list say of a column: `sum` and `average` of its values, how many are `yes`, least and most. */
export type Aggregate = 'sum' | 'average' | 'yes' | 'extent';

/** How rows are grouped by a column: by its `value`, by the `month` of a day, or under `each` of its values. */
export type Grouping = 'value' | 'month' | 'each';

/** What every field may say besides its kind and label. */
export interface FieldOptions {
  /** Must have a value. With `when`, only while the condition holds. */
  readonly required?: boolean;
  /** Computed by the server or changed only by a command: shown, never accepted in a body. */
  readonly readOnly?: boolean;
  /**
   * Not stored: a function of the row in the database, named like the field (`sla(client_registrations)`). Filtered like
   * a column; read-only always.
   */
  readonly computed?: true;
  /** One line of help under the input. */
  readonly hint?: string;
  readonly placeholder?: string;
  /** Width the input deserves in a form of twelve columns. */
  readonly width?: 'short' | 'medium' | 'wide' | 'full';
  /** The field exists only while another field has one of these values, or any. */
  readonly when?: { readonly field: string; readonly is: readonly unknown[] | 'given' };
  /** Settings that rename the field, give its placeholder or its value in a new record, or hide it. */
  readonly setting?: {
    readonly label?: string;
    readonly placeholder?: string;
    readonly visible?: string;
    /** Gives the value of a new record, instead of `initial`. */
    readonly initial?: string;
  };
  /** May a list be ordered by it? Each such column has an index. */
  readonly sortable?: boolean;
  /** Value of a new record. */
  readonly initial?: unknown;
  /** Where that value comes from when it is no constant; goes before `initial`. */
  readonly begins?: Beginning;
  /** What totals say of it instead of what its kind says; `null` where a total means nothing. */
  readonly aggregate?: Aggregate | null;
  /** No two records have the same value: it is not given to several at once. */
  readonly unique?: boolean;
  /** Command that alone changes it once the record exists, because it asks for more: a reason. */
  readonly changedBy?: string;
  /** Permission needed to write the field; without it the field is read-only. */
  readonly writePermission?: string;
  /** While the field `by` of the record has a value, only who holds the permission changes this one. */
  readonly frozen?: { readonly by: string; readonly permission: string; readonly reason: string };
  /** Fields of the record that its cell shows with it: a list that answers it answers them too. */
  readonly besides?: readonly string[];
  /** Follows from other facts: a change of it alone is no change of the record, and undoing looks past it. */
  readonly derived?: boolean;
}

/** A JSON Schema of the subset that OpenAPI 3.1 and Ajv share. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * The only place that knows how one kind of value is checked, written, compared, filtered, stored and
 * described. A kind has no state and no options of its own: each field passes its options in.
 *
 * `T` is the value as code sees it and as JSON carries it in answers. What a body carries is `wire(value)`.
 */
export interface Kind<T = unknown, O extends FieldOptions = FieldOptions> {
  readonly name: KindName;
  readonly family: FilterFamily;
  /** Numbers and dates of a column stand at the end. */
  readonly align: 'start' | 'end';
  /** Checks a JSON value of a body, an import or a form. Never sees `null`, `undefined` or `''`. */
  parse(input: unknown, options: O): Parsed<T>;
  /** Value → text for a person. `record` is the whole record, for kinds that need a neighbour. */
  format(value: T, options: O, record?: Readonly<Record<string, unknown>>): string;
  /** Value → JSON of a request body. */
  wire(value: T): unknown;
  /** Values of its filters, where `parse` does not already say how they are read. */
  readonly filter?: FilterValues<O>;
  /** What totals say of it; absent when nothing can be said. */
  readonly aggregate?: Aggregate;
  /** How rows are grouped by it; absent when they cannot be. */
  readonly grouping?: Grouping;
  /** Order of two values, as the database orders them. */
  compare(a: T, b: T): number;
  /** SQL type of the column. */
  column(options: O): string;
  /** JSON Schema of the value in a request body. */
  schema(options: O): JsonSchema;
}

/** Kind + Spanish label + options: everything that is known of one value of a record. */
export interface Field<T = unknown, O extends FieldOptions = FieldOptions> {
  readonly kind: Kind<T, O>;
  readonly label: string;
  readonly options: O;
}

/** Fields by column name, in the order of the form. */
export type Fields = { readonly [name: string]: Field };

/**
 * Makes the factory of a kind.
 *
 * @example const text = factory(textKind); text('Razón social', { max: 160, required: true })
 */
export const factory =
  <T, O extends FieldOptions>(kind: Kind<T, O>) =>
  (label: string, options: O): Field<T, O> => ({ kind, label, options });

/**
 * The same field with other options, for a form that shows it differently.
 *
 * @example withOptions(fieldOf(users, 'phone'), { width: 'full' })
 */
export const withOptions = (field: Field, options: FieldOptions): Field => ({
  ...field,
  options: { ...field.options, ...options },
});

/**
 * Why this field of a record cannot be changed by who holds these permissions; `null` when it can.
 *
 * @example whyFrozen(fieldOf(clients, 'tax_id'), client, (name) => actor.permissions.has(name))
 */
export function whyFrozen(
  { options: { frozen } }: Field,
  record: Readonly<Record<string, unknown>> | undefined,
  holds: (permission: string) => boolean,
): string | null {
  if (!frozen || !record || isEmpty(record[frozen.by])) return null;
  return holds(frozen.permission) ? null : frozen.reason;
}

/** A value that counts as "nothing was given". */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'string' && value.trim() === '');

/**
 * Checks one value with its field: emptiness, then the kind's own rule.
 *
 * @example parseField(text('Nombre', { required: true }), '') // { ok: false, message: 'Escriba el dato.' }
 */
export function parseField<T>(field: Field<T>, input: unknown): Parsed<T | null> {
  if (isEmpty(input)) {
    return field.options.required ? rejected(requiredMessage(field)) : parsed(null);
  }
  const checked = field.kind.parse(input, field.options);
  // Of a text may be left what nobody sees.
  return checked.ok && checked.value === '' ? parseField(field, '') : checked;
}

function requiredMessage(field: Field): string {
  switch (field.kind.family) {
    case 'choice':
      return field.kind.name === 'yesNo' ? 'Indique sí o no.' : 'Elija una opción.';
    case 'none':
      return 'Agregue este dato.';
    default:
      return 'Este dato es obligatorio.';
  }
}

/** Text of a value for a person; an em dash stands for "nothing". */
export function formatField<T>(
  field: Field<T>,
  value: T | null | undefined,
  record?: Readonly<Record<string, unknown>>,
): string {
  return isEmpty(value) ? '—' : field.kind.format(value as T, field.options, record);
}
