import type { Resource } from '../resource/resource.ts';
import { type Field, type FieldOptions, type Kind, parsed, rejected } from './kind.ts';

/**
 * Another record, as answers contain it. A body carries only the `id`.
 * `code` is included for catalogues, so that a rule can read the code of a country (`DO`) without another request.
 */
export interface Reference {
  readonly id: string;
  readonly label: string;
  readonly code?: string | null;
  /**
   * Archived or switched off: existing references stay, and it is not offered for new ones. Absent while it is active.
   */
  readonly inactive?: true;
  /** The reader may not see that record: the label says so instead of naming it. */
  readonly hidden?: true;
}

export interface ReferenceOptions extends FieldOptions {
  /** The target resource; a function, so that two resources may refer to each other. */
  readonly to: () => Resource;
  /** Only records whose field equals this field of the same form are offered. */
  readonly filter?: Readonly<Record<string, string>>;
  /**
   * Only records whose choice or yes/no fields have these values are offered, and accepted as a new value.
   *
   * @example reference('Motivo', () => reasons, { only: { kind: 'loss' } })
   */
  readonly only?: Readonly<Record<string, string>>;
  /**
   * API path of the options, in the form of `GET /<path>/options`, instead of the target's own: where only some records
   * are valid. The server validates the choice regardless.
   */
  readonly offeredBy?: string;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a value is the id of a record. */
export const isId = (input: unknown): input is string => typeof input === 'string' && uuid.test(input);

/** The id of a reference, given as in an answer or as in a body; null if it is empty. */
export const referenceId = (value: unknown): string | null => {
  const id = typeof value === 'object' && value !== null ? (value as Partial<Reference>).id : value;
  return typeof id === 'string' && id !== '' ? id : null;
};

function toReference(input: unknown): Reference | null {
  if (isId(input)) return { id: input, label: '' };
  if (typeof input !== 'object' || input === null) return null;
  const { id, label, code } = input as Partial<Reference>;
  return isId(id) ? { id, label: label ?? '', code: code ?? null } : null;
}

export const referenceKind: Kind<Reference, ReferenceOptions> = {
  name: 'reference',
  family: 'choice',
  align: 'start',
  filter: { accepts: isId },
  grouping: 'value',
  parse: (input) => {
    const value = toReference(input);
    return value ? parsed(value) : rejected('Elija una opción de la lista.');
  },
  format: (value) => value.label,
  wire: (value) => value.id,
  compare: (a, b) => a.label.localeCompare(b.label, 'es'),
  column: () => 'uuid',
  schema: () => ({ type: 'string', format: 'uuid' }),
};

export const referencesKind: Kind<readonly Reference[], ReferenceOptions> = {
  name: 'references',
  family: 'choice',
  align: 'start',
  filter: { accepts: isId },
  grouping: 'each',
  parse: (input) => {
    const values = Array.isArray(input) && input.length <= 200 ? input.map(toReference) : [null];
    return values.every((value) => value !== null)
      ? parsed([...new Map(values.map((value) => [value.id, value])).values()])
      : rejected('Elija opciones de la lista.');
  },
  format: (value) => value.map((one) => one.label).join(', '),
  wire: (value) => value.map((one) => one.id),
  compare: (a, b) => a.length - b.length,
  column: () => 'uuid[]',
  schema: () => ({ type: 'array', maxItems: 200, items: { type: 'string', format: 'uuid' } }),
};

/** One record of another resource. @example reference('Industria', () => industries, { required: true }) */
export const reference = (
  label: string,
  to: () => Resource,
  options: Omit<ReferenceOptions, 'to'> = {},
): Field<Reference, ReferenceOptions> => ({
  kind: referenceKind,
  label,
  options: { width: 'medium', ...options, to },
});

/** Several records of another resource, kept in a link table `<resource>_<field>`. */
export const references = (
  label: string,
  to: () => Resource,
  options: Omit<ReferenceOptions, 'to'> = {},
): Field<readonly Reference[], ReferenceOptions> => ({
  kind: referencesKind,
  label,
  options: { width: 'wide', ...options, to },
});
