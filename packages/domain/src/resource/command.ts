import type { Fields } from '../kinds/kind.ts';
import type { Resource, TimeLimit, Values } from './resource.ts';

/** Why something cannot be done, and what helps. */
export interface Reason {
  /** One sentence in Spanish: why not. */
  readonly text: string;
  /** Stable name for programs; `refused` if absent. */
  readonly code?: string;
  /** Where the obstacle is removed: what the link says, and its path in the back office. */
  readonly fix?: { readonly label: string; readonly path: string };
  /** Who can help, by name. */
  readonly who?: string;
}

/** When and by whom a command is looked at. */
export interface GuardContext {
  /** The company's civil day, `YYYY-MM-DD`. */
  readonly today: string;
  /** Id of the signed-in user; null for everybody else. */
  readonly userId: string | null;
}

/**
 * What speaks against a command, as far as the record itself tells. Pages ask before they offer the command, the
 * server again in the transaction that runs it.
 */
export interface Guard {
  /** Fields that it reads: lists answer only the columns that are asked for. */
  readonly needs: readonly string[];
  readonly why: (record: Values, context: GuardContext) => Reason | null;
}

/**
 * How a command is taken back: by the audit log, row by row as far as each row allows, or `whole`, all of it or
 * nothing; by another command; or never, and why.
 */
export type Undo =
  | { readonly by: 'log'; readonly whole?: true }
  | { readonly by: 'command'; readonly name: string }
  | { readonly never: string };

/**
 * What is done to a record, or to a collection, beyond creating, changing and archiving it. One definition gives its
 * call (`POST /api/<path>/{id}/<name>`, without `{id}` for a collection), its checks, its dry run
 * (`…/<name>/preview`), its sentence in the log, its button, its dialog and its entry in the command palette.
 *
 * A command with `from` is a state change: it takes the version of the record (`If-Match`), writes the record and
 * answers it. One without `from` writes what its handler writes and answers what its handler tells.
 */
export interface Command {
  /** What the button says. */
  readonly label: string;
  /** What was done, for the audit log and the notice: "Registro aprobado". */
  readonly done: string;
  /** One record, or the resource as a whole; `record` if absent. */
  readonly on?: 'record' | 'collection';
  /** Segment of the call, where it is not the name; `''` is the address of the collection itself. */
  readonly path?: string;
  /**
   * Who may run it: users if absent; `client` from a page for people without an account, `system` from a job. A user
   * has a call for it, a job runs it by `runInJob` of the server.
   */
  readonly by?: readonly ('user' | 'client' | 'system')[];
  /** States that it starts from. */
  readonly from?: readonly string[];
  /** Absent: the record stays in its state, and only what the command sets changes. */
  readonly to?: string;
  /** Absent: whoever may change the record. */
  readonly permission?: string;
  /** Besides `permission`, the right to change the record. */
  readonly changes?: true;
  /** What must be given with it. */
  readonly fields?: Fields;
  /** Which of its fields is the reason that the audit log keeps; `reason` if absent. */
  readonly reason?: string;
  /** Fields that explain it and change nothing of what it does: its dry run goes without them. */
  readonly remarks?: readonly string[];
  /** Records of this resource are given with it, as `ids` or as the `query` of a list. */
  readonly selection?: () => Resource;
  readonly guards?: readonly Guard[];
  /** The server knows more that speaks against it than the record tells: pages ask for the reasons. */
  readonly checked?: true;
  /**
   * It can be tried before it is done: `plan` says what it would do without doing it, `rollback` does it and takes
   * it back.
   */
  readonly preview?: 'plan' | 'rollback';
  /** Possible only so long: what is over says so before it is tried. */
  readonly within?: TimeLimit;
  readonly undo?: Undo;
  /** How the button looks: one main action at a time. */
  readonly tone?: 'primary' | 'neutral' | 'danger';
  /** What happens, in one sentence, shown before it is done. */
  readonly explanation?: string;
  /** What is given with it differs from record to record: it is not done to several at once. */
  readonly single?: boolean;
  /** Done often, to several too: it stands on the bar of the selection itself. */
  readonly atHand?: true;
  /** Done now and then: it stands in the menu of further actions and not beside the title. */
  readonly rare?: true;
}

/** A command that changes the state of a record, or what belongs to its state. */
export type StateChange = Command & { readonly from: readonly string[] };

export const isStateChange = (command: Command): command is StateChange => command.from !== undefined;

/** The commands that users run, by name: what pages offer and what the API has calls for. */
export const userCommands = ({ commands }: Resource): [string, Command][] =>
  Object.entries(commands).filter(([, { by }]) => by?.includes('user') ?? true);

/** State changes that users can start from this state. */
export const commandsFrom = (resource: Resource, state: string): [string, Command][] =>
  userCommands(resource).filter(([, command]) => command.from?.includes(state));

/** Permissions of which the caller needs one. */
export const permissionsOf = ({ permissions }: Resource, { permission }: Command): readonly string[] =>
  permission !== undefined
    ? [permission]
    : [permissions.updateAll, permissions.updateOwn].filter((name) => name !== undefined);

/** What the guards of a command say of a record: every reason, not only the first. */
export const guardReasons = (
  { guards = [] }: Command,
  record: Values,
  context: GuardContext,
): readonly Reason[] => guards.flatMap(({ why }) => why(record, context) ?? []);
