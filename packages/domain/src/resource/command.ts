import type { Fields } from '../kinds/kind.ts';
import type { Resource, TimeLimit, Values } from './resource.ts';

/** Why something cannot be done, and how to resolve it. */
export interface Reason {
  /** The reason in one sentence, in Spanish. */
  readonly text: string;
  /** Stable name for programs; `refused` if absent. */
  readonly code?: string;
  /** Where the obstacle can be removed: text of the link, and its path in the back office. */
  readonly fix?: { readonly label: string; readonly path: string };
  /** Name of the person who can help. */
  readonly who?: string;
}

/** The context in which a command is checked. */
export interface GuardContext {
  /** The company's civil day, `YYYY-MM-DD`. */
  readonly today: string;
  /** Id of the signed-in user; null for any other actor. */
  readonly userId: string | null;
}

/**
 * A reason against a command that depends on the record alone. The page checks it before it offers the command, and the
 * server again in the transaction that runs it.
 */
export interface Guard {
  /** Fields that it reads, because lists answer only the requested columns. */
  readonly needs: readonly string[];
  readonly why: (record: Values, context: GuardContext) => Reason | null;
}

/**
 * How a command is undone: from the audit log, either row by row as far as each row allows or as a `whole` (everything
 * or nothing); by another command; or never, with the reason.
 */
export type Undo =
  | { readonly by: 'log'; readonly whole?: true }
  | { readonly by: 'command'; readonly name: string }
  | { readonly never: string };

/**
 * An action on a record, or on a collection, other than creating, changing and archiving. From one definition follow
 * its route (`POST /api/<path>/{id}/<name>`, without `{id}` for a collection), its checks, its dry run
 * (`…/<name>/preview`), its audit log entry, its button, its dialog and its entry in the command palette.
 *
 * A command with `from` is a state change: it requires the version of the record (`If-Match`), writes the record and
 * answers it. One without `from` writes and answers whatever its handler does. One that `runs` as a job answers its run
 * (202), which the page follows at `/api/runs/{id}`.
 */
export interface Command {
  /** Text of the button. */
  readonly label: string;
  /** What was done, for the audit log and the notification: "Registro aprobado". */
  readonly done: string;
  /** Applies to one record, or to the resource as a whole; `record` by default. */
  readonly on?: 'record' | 'collection';
  /** Segment of the route, where it is not the name; `''` is the route of the collection itself. */
  readonly path?: string;
  /**
   * Kinds of actors that may run it: users by default; `client` from a page for people without an account, `system`
   * from a job.
   */
  readonly by?: readonly ('user' | 'client' | 'system')[];
  /** States from which it can be run. */
  readonly from?: readonly string[];
  /** The new state. Absent: the state stays and only the values set by the command change. */
  readonly to?: string;
  /** Required permission. Absent: the permission to change the record. */
  readonly permission?: string;
  /** Requires the permission to change the record, besides `permission`. */
  readonly changes?: true;
  /** Its input. */
  readonly fields?: Fields;
  /**
   * Input fields of a state change that are fields of the record: what is entered is written with the state, and an
   * empty one leaves the value. Bulk commands do not ask for them.
   */
  readonly fills?: readonly string[];
  /** The input field that the audit log stores as the reason; `reason` by default. */
  readonly reason?: string;
  /** Input fields that do not influence the result, so the dry run does not need them. */
  readonly remarks?: readonly string[];
  /** The command takes a selection of records of this resource, as `ids` or as the `query` of a list. */
  readonly selection?: () => Resource;
  readonly guards?: readonly Guard[];
  /** The server may have further reasons against it than the record shows: pages request them. */
  readonly checked?: true;
  /** It answers a secret, such as the token of a link, which is shown once and not stored in clear. */
  readonly secret?: true;
  /** It has a dry run: `plan` computes the result without writing, `rollback` runs it and rolls it back. */
  readonly preview?: 'plan' | 'rollback';
  /**
   * It takes minutes: the request only checks it, and a job executes it in chunks, with progress, and until it is
   * cancelled. Its dry run is a `plan`. It is not offered as a bulk command.
   */
  readonly runs?: 'job';
  /** Time limit after which it is no longer possible; the page shows the reason beforehand. */
  readonly within?: TimeLimit;
  readonly undo?: Undo;
  /** Appearance of the button; a page has one primary action at a time. */
  readonly tone?: 'primary' | 'neutral' | 'danger';
  /** What will happen, in one sentence, shown before it is run. */
  readonly explanation?: string;
  /** The input differs from record to record, so it is not offered as a bulk command. */
  readonly single?: boolean;
  /**
   * As a bulk command it changes each record in a transaction of its own, because it keeps locks that others wait for,
   * such as the counters of gapless numbers.
   */
  readonly oneByOne?: true;
  /** A frequent bulk command: its button is on the selection bar itself. */
  readonly atHand?: true;
  /** A rare command: it is in the menu of further actions and not beside the title. */
  readonly rare?: true;
}

/** The input fields of a command over several records. */
export const bulkInput = ({ fields = {}, fills = [] }: Pick<Command, 'fields' | 'fills'>): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !fills.includes(name)));

/** A command that changes the state of a record, or data that belongs to the state. */
export type StateChange = Command & { readonly from: readonly string[] };

export const isStateChange = (command: Command): command is StateChange => command.from !== undefined;

/** The commands that users run, by name: what the API has calls for. */
export const userCommands = ({ commands }: Resource): [string, Command][] =>
  Object.entries(commands).filter(([, { by }]) => by?.includes('user') ?? true);

/**
 * The commands that pages offer for a record by themselves. One that requires a value that no form asks for, such as the
 * signer of a contract, is offered only by the screen that gives the value.
 */
export const offeredCommands = (resource: Resource): [string, Command][] =>
  userCommands(resource).filter(
    ([, { fields = {} }]) =>
      !Object.values(fields).some(({ options }) => options.isInternal && options.required),
  );

/** State changes that pages offer from this state. */
export const commandsFrom = (resource: Resource, state: string): [string, Command][] =>
  offeredCommands(resource).filter(([, command]) => command.from?.includes(state));

/** Permissions of which the caller needs one. */
export const permissionsOf = ({ permissions }: Resource, { permission }: Command): readonly string[] =>
  permission !== undefined
    ? [permission]
    : [permissions.updateAll, permissions.updateOwn].filter((name) => name !== undefined);

/** The reasons of a command's guards against a record: all of them, not only the first. */
export const guardReasons = (
  { guards = [] }: Command,
  record: Values,
  context: GuardContext,
): readonly Reason[] => guards.flatMap(({ why }) => why(record, context) ?? []);
