import { dateTime } from '../kinds/date.ts';
import type { Field, Fields, ValueOf } from '../kinds/kind.ts';
import type { Label } from '../text/label.ts';
import type { Headline } from './headline.ts';

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
  /** In a form it is closed until somebody wants it; a fault in it opens it. */
  readonly folded?: true;
}

/** For how long something may be done with a record, counted from one of its moments. */
export interface TimeLimit {
  /** Field with the moment; while it is empty no time runs. */
  readonly since: string;
  readonly hours: number;
  /** What a person who comes too late reads: why not, and what to do instead. */
  readonly late: string;
}

/** A state change, or another command on one record: its own call, `POST /api/<path>/{id}/<name>`. */
export interface Transition {
  /** What the button says. */
  readonly label: string;
  /** What was done, for the audit log and the notice: "Registro aprobado". */
  readonly done: string;
  readonly from: readonly string[];
  /** Absent: the record stays in its state, and only what the command sets changes. */
  readonly to?: string;
  readonly permission: string;
  /** What must be given with it. */
  readonly fields?: Fields;
  /** How the button looks: one main action at a time. */
  readonly tone?: 'primary' | 'neutral' | 'danger';
  /** Possible only so long: what is over says so before it is tried. */
  readonly within?: TimeLimit;
  /** What happens, in one sentence, shown before it is done. */
  readonly explanation?: string;
  /** What is given with it differs from record to record: it is not done to several at once. */
  readonly single?: boolean;
  /**
   * All that it writes goes back as one, while nothing later stands on it: the state, what it changed elsewhere, and to
   * the archive what it created. Whoever may do it may undo it. Only of what is `single`.
   */
  readonly reversible?: true;
  /** Done often, to several too: it stands on the bar of the selection itself. */
  readonly atHand?: true;
  /** Done now and then: it stands in the menu of further actions and not beside the title. */
  readonly rare?: true;
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
  /** Needed, besides seeing the rows, to take them away as a file; absent: whoever sees them may. */
  readonly export?: string;
  /** Needed, besides creating and changing, to do so from a file; absent: nobody may. */
  readonly import?: string;
}

/** The permission to export a resource; `null` is "whoever sees its rows". */
export const exportPermission = ({ permissions }: Resource): string | null => permissions.export ?? null;

/** The permission to import into a resource; `null`: it takes no file. */
export const importPermission = ({ permissions, operations }: Resource): string | null =>
  operations.includes('create') || operations.includes('update') ? (permissions.import ?? null) : null;

export type Operation = 'create' | 'update' | 'archive';

/** Records that open the one they refer to by their field `by` to those they belong to. */
export interface SeenThrough {
  /** A thunk, so that two resources may refer to each other. */
  readonly part: () => Resource;
  readonly by: string;
}

/** An order of a list that no single field has. */
export interface Order {
  /** What one sees first, and then. */
  readonly label: string;
  /** Columns that the function takes, in their order. */
  readonly of: readonly string[];
  /** SQL type of what it gives, never null. */
  readonly type: string;
}

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
  /** Field that stands under the name in a list, unless it has a column of its own: a code. */
  readonly subtitle?: string;
  /** Fields that the search box looks into. */
  readonly search: readonly string[];
  /** Records of others by whose telephone or e-mail it is found too, as a client by those of its contacts. */
  readonly reachedThrough: readonly SeenThrough[];
  /** Default order: a field, with `-` for descending. */
  readonly order: string;
  /**
   * What a list may be ordered by besides its fields: a function in the database of some of its columns, named like the
   * record and the order (`activity_turn(status, scheduled_at, closed_at)`).
   */
  readonly orders: Readonly<Record<string, Order>>;
  /** Columns shown at first. */
  readonly columns: readonly string[];
  /** Columns that a card shows of a record on a telephone, besides its name and state; the first ones if absent. */
  readonly brief?: readonly string[];
  /** Filters offered, in this order. */
  readonly filters: readonly string[];
  readonly sections: readonly Section[];
  readonly operations: readonly Operation[];
  readonly permissions: ResourcePermissions;
  /** Columns that hold a user: "own" rows are those where one of them is the caller. */
  readonly owners: readonly string[];
  /** States in which nothing is left to do: such a record stays with its owner when his work passes to somebody else. */
  readonly finished: readonly string[];
  /**
   * Reference fields to records it is part of, as a brand is of its client: it is somebody's "own" when one of them
   * is, and its screen is a tab of theirs.
   */
  readonly partOf: readonly string[];
  /**
   * Records of others that are part of it: whoever one of them belongs to sees it too, as a seller sees the list that
   * holds an account of his. It does not become his own: he may not change it.
   */
  readonly alsoSeenBy: readonly SeenThrough[];
  /** Tables whose rows are part of its records: written with them, they are no use of the record by others. */
  readonly parts: readonly string[];
  /**
   * View `(record_id, user_id)` of rows that somebody sees for now besides his own, as those he covers for somebody;
   * they do not become his to change.
   */
  readonly lent?: string;
  /** Field with the state, when there are transitions. */
  readonly state?: string;
  readonly transitions: Readonly<Record<string, Transition>>;
  readonly rules: readonly Rule[];
  /** Until when a record changes at all, whoever wants it. */
  readonly changesWithin?: TimeLimit;
  /** Its records take comments and attached files. */
  readonly notes: boolean;
  /** Its records are people: files of vCards are imported and exported too. */
  readonly cards: boolean;
  /** What stands above the fields of a record's page. */
  readonly headline?: Headline;
  /** Whom of its records publicity may be sent to, as a file. */
  readonly mailing?: Mailing;
}

/**
 * A mailing list: of the resource's own records, those that a list with this query shows, in these columns, each `once`
 * by the field with the address; or of the people of another resource, by a column that both have.
 */
export type Mailing =
  | { readonly query: string; readonly columns: readonly string[]; readonly once: string }
  | { readonly of: () => Resource; readonly by: string };

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
  export: `${name}.export`,
  import: `${name}.import`,
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
    reachedThrough: [],
    order: '-created_at',
    columns: names.slice(0, 8),
    filters: names.filter((name) => filterable(definition.fields[name] as Field)),
    sections: [{ label: 'General', fields: names }],
    operations: ['create', 'update', 'archive'],
    permissions: usualPermissions(definition.name),
    owners: [],
    finished: [],
    partOf: [],
    alsoSeenBy: [],
    parts: [],
    orders: {},
    transitions: {},
    rules: [],
    notes: false,
    cards: false,
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

/**
 * Why it is too late to change a record, or to do this with it; undefined while there is time. Pages ask before they
 * offer it, the server before it does it.
 */
export const whyTooLate = (
  { changesWithin }: Resource,
  record: Values,
  transition?: Transition,
): string | undefined =>
  [changesWithin, transition?.within].find((limit) => {
    const since = limit === undefined ? undefined : record[limit.since];
    return limit && typeof since === 'string' && Date.now() - Date.parse(since) > limit.hours * 3_600_000;
  })?.late;

/** Fields every record has; a list may show and sort by them. */
export const systemFields: Fields = {
  created_at: dateTime('Creado', { readOnly: true, required: true }),
  updated_at: dateTime('Actualizado', { readOnly: true, required: true }),
};
