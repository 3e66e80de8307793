import { dateTime } from '../kinds/date.ts';
import type { Field, Fields, ValueOf } from '../kinds/kind.ts';
import type { Label } from '../text/label.ts';

/** What the engine knows of every record, besides its fields. */
export interface SystemFields {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** Optimistic lock: `If-Match` of every write. */
  readonly row_version: number;
  /** Set when the record was archived. */
  readonly archived_at?: string | null;
}

/** A record as the API answers it. */
export type RecordOf<F extends Fields> = SystemFields & { readonly [K in keyof F]: ValueOf<F[K]> | null };

/** A record of a resource that is only known at run time. */
export type AnyRecord = SystemFields & Readonly<Record<string, unknown>>;

/** Values by field, checked; what is absent was not given. */
export type Values = Readonly<Record<string, unknown>>;

/** What is wrong, by field, in Spanish. */
export type Errors = Record<string, string[]>;

/**
 * A rule over several fields. Runs on both sides, after each field passed its own check.
 *
 * @param values the record as it will be
 * @param current the record before the change; absent for a new one
 */
export type Rule = (values: Values, current?: Values) => Errors | null;

/** Part of a form or of a record's page. */
export interface Section {
  readonly label: string;
  readonly fields: readonly string[];
}

/** A state change: its own command, `POST /api/<path>/{id}/<name>`. */
export interface Transition {
  /** What the button says. */
  readonly label: string;
  /** What was done, for the audit log and the notice: "Registro aprobado". */
  readonly done: string;
  readonly from: readonly string[];
  readonly to: string;
  readonly permission: string;
  /** What must be given with it. */
  readonly fields?: Fields;
  /** How the button looks: one main action at a time. */
  readonly tone?: 'primary' | 'neutral' | 'danger';
  /** What happens, in one sentence, shown before it is done. */
  readonly explanation?: string;
}

/** Permission names that guard a resource; `null` is "any signed-in active user". */
export interface ResourcePermissions {
  /** The widest of these that the caller has decides which rows he sees. */
  readonly viewAll: string | null;
  readonly viewTeam?: string;
  readonly viewOwn?: string;
  readonly create: string;
  readonly updateAll: string;
  readonly updateOwn?: string;
  readonly archive: string;
}

export type Operation = 'create' | 'update' | 'archive';

/** One definition from which routes, checks, list, form, detail and permissions are derived. */
export interface Resource<F extends Fields = Fields> {
  /** Table and permission prefix, plural snake_case. */
  readonly name: string;
  /** Segment of the API path, plural kebab-case. */
  readonly path: string;
  /** Path of the screen, without leading slash. */
  readonly screen: string;
  readonly label: Label;
  readonly fields: F;
  /** Field that names a record. */
  readonly title: string;
  /** Fields that the search box looks into. */
  readonly search: readonly string[];
  /** Default order: a field, with `-` for descending. */
  readonly order: string;
  /** Columns shown at first. */
  readonly columns: readonly string[];
  /** Filters offered, in this order. */
  readonly filters: readonly string[];
  readonly sections: readonly Section[];
  readonly operations: readonly Operation[];
  readonly permissions: ResourcePermissions;
  /** Columns that hold a user: "own" rows are those where one of them is the caller. */
  readonly owners: readonly string[];
  /** Field with the state, when there are transitions. */
  readonly state?: string;
  readonly transitions: Readonly<Record<string, Transition>>;
  readonly rules: readonly Rule[];
}

type Definition<F extends Fields> = Pick<Resource<F>, 'name' | 'label' | 'screen' | 'fields' | 'title'> &
  Partial<Omit<Resource<F>, 'name' | 'label' | 'screen' | 'fields' | 'title'>>;

const usualPermissions = (name: string): ResourcePermissions => ({
  viewAll: `${name}.view_all`,
  viewTeam: `${name}.view_team`,
  viewOwn: `${name}.view_own`,
  create: `${name}.create`,
  updateAll: `${name}.update_all`,
  updateOwn: `${name}.update_own`,
  archive: `${name}.delete`,
});

const filterable = (field: Field): boolean => field.kind.family === 'choice' || field.kind.family === 'range';

/**
 * Completes a definition with what can be derived from its fields.
 *
 * @example
 * const agencies = defineResource({
 *   name: 'agencies', screen: 'crm/agencias', label: { one: 'Agencia', many: 'Agencias', gender: 'f' },
 *   fields: { agency_code: text('Código', { max: 20, required: true }) }, title: 'agency_code',
 * });
 */
export function defineResource<F extends Fields>(definition: Definition<F>): Resource<F> {
  const names = Object.keys(definition.fields);
  return {
    path: definition.name.replaceAll('_', '-'),
    search: [definition.title],
    order: '-created_at',
    columns: names.slice(0, 8),
    filters: names.filter((name) => filterable(definition.fields[name] as Field)),
    sections: [{ label: 'General', fields: names }],
    operations: ['create', 'update', 'archive'],
    permissions: usualPermissions(definition.name),
    owners: [],
    transitions: {},
    rules: [],
    ...definition,
  };
}

/** Field of a resource by name. @throws when there is none: a definition that names it is wrong. */
export function fieldOf(resource: Resource, name: string): Field {
  const field = resource.fields[name] ?? systemFields[name];
  if (!field) throw new Error(`${resource.name} has no field ${name}`);
  return field;
}

/** Transitions that can start from this state. */
export const transitionsFrom = (resource: Resource, state: string): [string, Transition][] =>
  Object.entries(resource.transitions).filter(([, transition]) => transition.from.includes(state));

/** Fields every record has; a list may show and sort by them. */
export const systemFields: Fields = {
  created_at: dateTime('Creado', { readOnly: true, required: true }),
  updated_at: dateTime('Actualizado', { readOnly: true, required: true }),
};
