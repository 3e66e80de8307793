import { dateTime } from '../kinds/date.ts';
import type { Field, Fields } from '../kinds/kind.ts';
import type { Label } from '../text/label.ts';
import type { Command } from './command.ts';
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

/** How records of a file are recognised as copies of those that exist. */
export interface Likeness {
  /**
   * Fields with a name, each with the fields that a new record makes it of, as `full_name` of `first_name` and
   * `last_name`.
   */
  readonly by: Readonly<Record<string, readonly string[]>>;
  /** Similar names count too, not only equal ones. The table needs the search text of `make_searchable`. */
  readonly similar?: true;
}

/** Fields of a resource of people that the parts of a vCard (RFC 6350) are read into and written from. */
export interface VcardFields {
  readonly fullName: string;
  readonly firstName: string;
  readonly lastName: string;
  /** References, of which the first that is given is written; a file names its organisation in words. */
  readonly organizations: readonly string[];
  /** Text of the position, and a reference that stands in for it. */
  readonly title: string;
  readonly position: string;
  readonly phones: string;
  readonly emails: string;
  /** The first of the addresses, by which a person may be found again. */
  readonly email: string;
  readonly birthday: string;
  readonly links: string;
  readonly categories: string;
  readonly note: string;
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
  /** Field with a short code, shown beside the name where a record is chosen; `code` if there is one. */
  readonly code?: string;
  /** Fields by which a row of a file may name a record, besides its id and its title. */
  readonly keys: readonly string[];
  readonly likeness: Likeness;
  /** Field that stands under the name in a list, unless it has a column of its own: a code. */
  readonly subtitle?: string;
  /** Fields that the search box looks into. */
  readonly search: readonly string[];
  /** Ctrl+K finds its records; not those of a log, or parts that have no page of their own. */
  readonly searchable: boolean;
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
  /** States in which new records may refer to it; absent: in any. */
  readonly offeredIn?: readonly string[];
  /** Whoever is signed in may choose among its records, whatever he sees of its list. */
  readonly open: boolean;
  /**
   * Fields that say what became of an archived record, as the one it was merged into, each with the rest of the
   * sentence that begins with the field's label and its value.
   */
  readonly successors: Readonly<Record<string, string>>;
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
  /** Field with the state, when there are state changes. */
  readonly state?: string;
  /** What is done to its records beyond creating, changing and archiving them, by name. */
  readonly commands: Readonly<Record<string, Command>>;
  readonly rules: readonly Rule[];
  /** Until when a record changes at all, whoever wants it. */
  readonly changesWithin?: TimeLimit;
  /** Its records take comments and attached files. */
  readonly notes: boolean;
  /** Its records are people: files of vCards are imported and exported too. */
  readonly vcard?: VcardFields;
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

/** What has to be said of a resource; the rest is derived. */
export type Definition<F extends Fields> = Pick<
  Resource<F>,
  'name' | 'label' | 'screen' | 'fields' | 'title'
> &
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
    searchable: true,
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
    commands: {},
    rules: [],
    notes: false,
    open: definition.permissions?.viewAll === null,
    successors: {},
    keys: 'code' in definition.fields ? ['code'] : [],
    likeness: {
      by: definition.fields[definition.title]?.options.readOnly
        ? {}
        : { [definition.title]: [definition.title] },
    },
    ...('code' in definition.fields && definition.title !== 'code' && { code: 'code' }),
    ...definition,
  };
}

/** Field of a resource by name. @throws when there is none: a definition that names it is wrong. */
export function fieldOf(resource: Resource, name: string): Field {
  const field = resource.fields[name] ?? systemFields[name];
  if (!field) throw new Error(`${resource.name} has no field ${name}`);
  return field;
}

/**
 * Why it is too late to change a record, or to do this with it; undefined while there is time. Pages ask before they
 * offer it, the server before it does it.
 */
export const whyTooLate = (
  { changesWithin }: Resource,
  record: Values,
  command?: Command,
): string | undefined =>
  [changesWithin, command?.within].find((limit) => {
    const since = limit === undefined ? undefined : record[limit.since];
    return limit && typeof since === 'string' && Date.now() - Date.parse(since) > limit.hours * 3_600_000;
  })?.late;

/** Fields every record has; a list may show and sort by them. */
export const systemFields: Fields = {
  created_at: dateTime('Creado', { readOnly: true, required: true }),
  updated_at: dateTime('Actualizado', { readOnly: true, required: true }),
};
