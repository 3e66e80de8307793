import { dateTime } from '../kinds/date.ts';
import type { Field, Fields } from '../kinds/kind.ts';
import type { Label } from '../text/label.ts';
import type { Command } from './command.ts';
import type { Headline } from './headline.ts';
import type { TieOut } from './tie-out.ts';

/** Fields that every record has, besides those of its resource. */
export interface SystemFields {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** Optimistic lock: `If-Match` of every write. */
  readonly row_version: number;
  /** Set when the record was archived. */
  readonly archived_at?: string | null;
}

/** A record whose resource is known only at run time. */
export type AnyRecord = SystemFields & Readonly<Record<string, unknown>>;

/** Parsed values by field; absent ones were not given. */
export type Values = Readonly<Record<string, unknown>>;

/** Error messages by field, in Spanish. */
export type Errors = Record<string, string[]>;

/**
 * A rule over several fields. Runs in the browser and on the server, after each field passed its own check.
 *
 * @param values the record as it will be
 * @param current the record before the change; absent for a new one
 */
export type Rule = (values: Values, current?: Values) => Errors | null;

/** A section of a form or of a record's page. */
export interface Section {
  readonly label: string;
  readonly fields: readonly string[];
  /** Collapsed in a form until the user opens it; an error in it opens it. */
  readonly folded?: true;
}

/** A time limit on changing a record, counted from one of its timestamps. */
export interface TimeLimit {
  /** Field with the timestamp; while it is empty there is no limit. */
  readonly since: string;
  readonly hours: number;
  /** Message after the limit: the reason, and what to do instead. */
  readonly late: string;
}

/** Names of the permissions that protect a resource; `null` is "any signed-in active user". */
export interface ResourcePermissions {
  /** The widest of these that the caller holds decides which rows they see. */
  readonly viewAll: string | null;
  readonly viewTeam?: string;
  readonly viewOwn?: string;
  readonly create: string;
  readonly updateAll: string;
  readonly updateOwn?: string;
  readonly archive: string;
  /** Required to export rows, besides seeing them; absent: seeing them is enough. */
  readonly export?: string;
  /** Required to import, besides creating and changing; absent: import is not supported. */
  readonly import?: string;
}

/** The permission to export a resource; `null` is "whoever may see its rows". */
export const exportPermission = ({ permissions }: Resource): string | null => permissions.export ?? null;

/** The permission to import into a resource; `null`: import is not supported. */
export const importPermission = ({ permissions, operations }: Resource): string | null =>
  operations.includes('create') || operations.includes('update') ? (permissions.import ?? null) : null;

export type Operation = 'create' | 'update' | 'archive';

/** Records that make the record they refer to by `by` visible to their own owners. */
export interface SeenThrough {
  /** A function, so that two resources may refer to each other. */
  readonly part: () => Resource;
  readonly by: string;
}

/** A named order of a list that is not a single field. */
export interface Order {
  /** Display name, listing the groups in order. */
  readonly label: string;
  /** Columns that the database function takes, in order. */
  readonly of: readonly string[];
  /** SQL type of its result, which is never null. */
  readonly type: string;
}

/** How an import detects probable duplicates of existing records. */
export interface Likeness {
  /**
   * Fields with a name, each with the fields from which a new record builds it, such as `full_name` from `first_name`
   * and `last_name`.
   */
  readonly by: Readonly<Record<string, readonly string[]>>;
  /** Similar names count too, not only equal ones. The table needs the search text of `make_searchable`. */
  readonly similar?: true;
}

/** Fields of a resource of people that correspond to the properties of a vCard (RFC 6350). */
export interface VcardFields {
  readonly fullName: string;
  readonly firstName: string;
  readonly lastName: string;
  /** References, of which the first non-empty one is exported; a file contains the organisation's name. */
  readonly organizations: readonly string[];
  /** Text of the position, and a reference used where it is empty. */
  readonly title: string;
  readonly position: string;
  readonly phones: string;
  readonly emails: string;
  /** The first address, by which an existing person is matched. */
  readonly email: string;
  readonly birthday: string;
  readonly links: string;
  readonly categories: string;
  readonly note: string;
}

/** The definition from which routes, validation, list, form, detail and permissions are derived. */
export interface Resource<F extends Fields = Fields> {
  /** Table and permission prefix, plural snake_case. */
  readonly name: string;
  /** Segment of the API path, plural kebab-case. */
  readonly path: string;
  /** Path of the screen, without leading slash. */
  readonly screen: string;
  readonly label: Label;
  readonly fields: F;
  /** Field with the record's name. */
  readonly title: string;
  /** Field with a short code, shown beside the name in selection boxes; `code` if that field exists. */
  readonly code?: string;
  /** Fields by which a row of a file may identify a record, besides its id and its title. */
  readonly keys: readonly string[];
  /**
   * The field with the identity that a record has in another system. An import takes such a record over as it is there,
   * once: another import that names it changes nothing.
   */
  readonly takenOver?: string;
  /** Sums that an import of records with such an identity shows beside those of the file. */
  readonly tieOut?: TieOut;
  readonly likeness: Likeness;
  /** Field shown under the name in a list, unless it has a column of its own: a code. */
  readonly subtitle?: string;
  /** Fields that the search box searches. */
  readonly search: readonly string[];
  /** Ctrl+K finds its records; false for logs, and for parts without a page of their own. */
  readonly searchable: boolean;
  /** Related records by whose telephone or e-mail it is found too, such as a client by those of its contacts. */
  readonly reachedThrough: readonly SeenThrough[];
  /** Default order: a field, with `-` for descending. */
  readonly order: string;
  /**
   * Further orders of a list besides its fields: a database function of some columns, named after the record and the
   * order (`activity_turn(status, scheduled_at, closed_at)`).
   */
  readonly orders: Readonly<Record<string, Order>>;
  /** Default columns. */
  readonly columns: readonly string[];
  /** Columns shown on a record's card on a telephone, besides its name and state; by default the first ones. */
  readonly brief?: readonly string[];
  /** Filters offered, in order. */
  readonly filters: readonly string[];
  readonly sections: readonly Section[];
  readonly operations: readonly Operation[];
  readonly permissions: ResourcePermissions;
  /** Columns that hold a user: "own" rows are those where one of them is the caller. */
  readonly owners: readonly string[];
  /** States in which new records may refer to it; absent: in any. */
  readonly offeredIn?: readonly string[];
  /** Any signed-in user may choose among its records, regardless of list permissions. */
  readonly open: boolean;
  /**
   * Fields that say what replaced an archived record, such as the one it was merged into, each with the rest of the
   * sentence that begins with the field's label and its value.
   */
  readonly successors: Readonly<Record<string, string>>;
  /** States without further work: such a record stays with its owner when their work is transferred to another user. */
  readonly finished: readonly string[];
  /** Amount of an open record that is shown where its owner changes, such as the expected amount of an opportunity. */
  readonly worth?: string;
  /**
   * Reference fields to records that it is part of, as a brand is of its client: it is a user's "own" when one of them
   * is, and its screen is a tab of theirs.
   */
  readonly partOf: readonly string[];
  /**
   * Related records whose owners may see it too, as a seller sees the list that contains one of their accounts. They
   * may not change it.
   */
  readonly alsoSeenBy: readonly SeenThrough[];
  /** Tables whose rows are part of its records: they are written with them, and do not count as uses of the record. */
  readonly parts: readonly string[];
  /**
   * View `(record_id, user_id)` of rows that a user may see temporarily besides their own, such as those of a user they
   * stand in for; it gives no permission to change them.
   */
  readonly lent?: string;
  /** Field with the state, when there are state changes. */
  readonly state?: string;
  /** Its commands by name: everything done to its records besides creating, changing and archiving them. */
  readonly commands: Readonly<Record<string, Command>>;
  readonly rules: readonly Rule[];
  /** Time limit on any change, whoever makes it. */
  readonly changesWithin?: TimeLimit;
  /**
   * Its records never change what they refer to: merging the referenced record into another leaves them as they are, as
   * it leaves frozen documents.
   */
  readonly keepsReferences?: true;
  /** Its records have comments and attachments. */
  readonly notes: boolean;
  /** Its records are people: vCard files can be imported and exported. */
  readonly vcard?: VcardFields;
  /** The data shown above the fields of a record's page. */
  readonly headline?: Headline;
  /** The recipients for mailings, exported as a file. */
  readonly mailing?: Mailing;
}

/**
 * A mailing list: either the rows of this resource that match a query, in these columns, each address `once`; or the
 * people of another resource, matched by a column that both have.
 */
export type Mailing =
  | { readonly query: string; readonly columns: readonly string[]; readonly once: string }
  | { readonly of: () => Resource; readonly by: string };

/** The required and optional parts of a definition; the rest is derived. */
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

/** Field of a resource by name. @throws when there is none, which is an error in the definition */
export function fieldOf(resource: Resource, name: string): Field {
  const field = resource.fields[name] ?? systemFields[name];
  if (!field) throw new Error(`${resource.name} has no field ${name}`);
  return field;
}

/**
 * The reason why it is too late to change a record, or to run this command on it; undefined while there is time. Pages
 * check it before they offer the action, the server before it runs it.
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

/** Fields that every record has; a list may show them and sort by them. */
export const systemFields: Fields = {
  created_at: dateTime('Creado', { readOnly: true, required: true }),
  updated_at: dateTime('Actualizado', { readOnly: true, required: true }),
};
