import type { Beginning } from '../resource/beginning.ts';

/** Result of parsing one value: the value (`null` is "empty"), or the error in Spanish. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

export const parsed = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const rejected = (message: string): Parsed<never> => ({ ok: false, message });

/** Names of the kinds; for each the user interface has a cell, an input and a filter. */
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
  | 'location'
  | 'json';

/**
 * How a list filters a kind, which fixes the grammar of `f.<field>=` (see `resource/query.ts`):
 * `choice` one of a few values, `text` a part of the text, `range` from–to.
 */
export type FilterFamily = 'choice' | 'text' | 'range' | 'none';

/**
 * How one value of a filter is parsed and formatted: one of several choices, or one end of a range. The stored text
 * appears in addresses. Omitted functions default to what `parse` does.
 */
export interface FilterValues<O extends FieldOptions = FieldOptions> {
  /** Whether this stored text is a valid value. Default: whatever `parse` accepts. */
  accepts?(text: string, options: O): boolean;
  /** Stored text for what a user typed; `null` when it is invalid. Default: the text, if accepted. */
  read?(text: string, options: O): string | null;
  /** Stored text as a user types it: the inverse of `read`. Default: the text. */
  write?(text: string, options: O): string;
  /**
   * Normalizes both ends of one range together, where one completes the other (its currency); `null` when they
   * contradict each other.
   */
  together?(ends: readonly string[]): readonly string[] | null;
}

/** How a list totals a column: `sum` or `average` of its values, the number of `yes`, or the minimum and maximum. */
export type Aggregate = 'sum' | 'average' | 'yes' | 'extent';

/** How rows are grouped by a column: by its `value`, by the `month` of a day, or under `each` of its values. */
export type Grouping = 'value' | 'month' | 'each';

/** View permissions of other data that a value is taken from, such as the invoices that an amount sums. */
export interface SeenBy {
  readonly viewAll: string;
  readonly viewTeam?: string;
  readonly viewOwn?: string;
}

/** Options of every field, besides its kind and label. */
export interface FieldOptions {
  /** Must have a value. With `when`, only while the condition holds. */
  readonly required?: boolean;
  /** Computed by the server or changed only by a command: displayed, and refused in a request body. */
  readonly readOnly?: boolean;
  /**
   * Not stored: a function of the row in the database, named like the field (`sla(client_registrations)`). It can be
   * filtered like a column and is always read-only.
   */
  readonly computed?: true;
  /**
   * Of a computed yes or no: the view `<resource>_<field>` lists the ids (`record_id`) of the rows that have it. Lists are
   * filtered by the view, because the function would be called for every row. Of a reference: the view
   * `<resource>_<field>_further` lists further rows (`record_id`), each with a record that it names besides (`target_id`),
   * and a filter by the reference finds those rows too.
   */
  readonly gathered?: true;
  /**
   * Of a computed field: it is this field of the record that the reference `by` names, and empty without one. Lists are filtered by the
   * ids of those records, because the function would be called for every row.
   */
  readonly through?: { readonly by: string; readonly field: string };
  /** View permissions that decide in which rows the value is answered, instead of those of the resource. */
  readonly seenBy?: SeenBy;
  /** One line of help under the input. */
  readonly hint?: string;
  readonly placeholder?: string;
  /** Input width in a form of twelve columns. */
  readonly width?: 'short' | 'medium' | 'wide' | 'full';
  /** The field applies only while another field has one of these values (of a reference, ids), or any value. */
  readonly when?: { readonly field: string; readonly is: readonly unknown[] | 'given' };
  /** An identifier or a part of another field, meant for programs: no page shows it. */
  readonly isInternal?: true;
  /** Only a file that is imported gives it, such as a balance in another system: no page shows it. */
  readonly importOnly?: true;
  /** Settings that rename the field, set its placeholder or its initial value, or hide it. */
  readonly setting?: {
    readonly label?: string;
    readonly placeholder?: string;
    readonly visible?: string;
    /** Gives the value of a new record, instead of `initial`. */
    readonly initial?: string;
  };
  /** Whether a list can be sorted by it. Each such column needs an index. */
  readonly sortable?: boolean;
  /** Value of a new record. */
  readonly initial?: unknown;
  /** Source of the initial value when it is not a constant; takes precedence over `initial`. */
  readonly begins?: Beginning;
  /** Overrides how its kind is totalled; `null` where a total makes no sense. */
  readonly aggregate?: Aggregate | null;
  /** No two records may have the same value, so it is excluded from bulk edit. */
  readonly unique?: boolean;
  /** The only command that changes it once the record exists, because it requires more input, such as a reason. */
  readonly changedBy?: string;
  /** Permission needed to write the field; without it the field is read-only. */
  readonly writePermission?: string;
  /** While the field `by` of the record has a value, only holders of the permission may change this field. */
  readonly frozen?: { readonly by: string; readonly permission: string; readonly reason: string };
  /** Fields of the record that its cell displays too, so a list that includes this field includes them. */
  readonly besides?: readonly string[];
  /** Computed from other data: its change alone is not a change of the record, and undo ignores it. */
  readonly derived?: boolean;
}

/** A JSON Schema of the subset that OpenAPI 3.1 and Ajv share. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * Defines how one kind of value is parsed, formatted, compared, filtered, stored and described; nothing else does. A
 * kind has no state and no options: each field passes its own.
 *
 * `T` is the value in code and in the JSON of answers. A request body carries `wire(value)`.
 */
export interface Kind<T = unknown, O extends FieldOptions = FieldOptions> {
  readonly name: KindName;
  readonly family: FilterFamily;
  /** Numbers and dates are aligned to the end of their column. */
  readonly align: 'start' | 'end';
  /** Checks a JSON value of a body, an import or a form. Never sees `null`, `undefined` or `''`. */
  parse(input: unknown, options: O): Parsed<T>;
  /** Formats a value for display. `record` is the whole record, for kinds that need another of its fields. */
  format(value: T, options: O, record?: Readonly<Record<string, unknown>>): string;
  /** Value → JSON of a request body. */
  wire(value: T): unknown;
  /** Parsing of its filter values, where it differs from `parse`. */
  readonly filter?: FilterValues<O>;
  /** How it is totalled; absent when it cannot be. */
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

/** Kind, Spanish label and options: the definition of one value of a record. */
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
 * Why the holder of these permissions cannot change this field of a record; `null` when they can.
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

/**
 * Whether lists can be filtered by the field. A value that not every reader may see is computed for the rows of a page;
 * only a view of its rows makes it a filter.
 */
export const isFilterable = ({ kind, options }: Field): boolean =>
  kind.family !== 'none' && (options.seenBy === undefined || options.gathered === true);

/** Whether a value counts as empty. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'string' && value.trim() === '');

/**
 * Parses one value for a field: the check for emptiness, then the kind's own rule.
 *
 * @example parseField(text('Nombre', { required: true }), '') // { ok: false, message: 'Escriba el dato.' }
 */
export function parseField<T>(field: Field<T>, input: unknown): Parsed<T | null> {
  if (isEmpty(input)) {
    return field.options.required ? rejected(requiredMessage(field)) : parsed(null);
  }
  const checked = field.kind.parse(input, field.options);
  // After removing invisible characters a text may be empty.
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

/** Text of a value for display; an em dash for an empty one. */
export function formatField<T>(
  field: Field<T>,
  value: T | null | undefined,
  record?: Readonly<Record<string, unknown>>,
): string {
  return isEmpty(value) ? '—' : field.kind.format(value as T, field.options, record);
}
