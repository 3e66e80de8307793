import type { Reason } from '@pauta/domain/resource/command.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import type { Context, HandlerContext } from './context.ts';

/** The parts of a handler that write nothing. */
interface CommandChecks<Plan, R extends AnyRecord | null, C extends Context> {
  /** JSON schemas of the properties it answers, for the OpenAPI document. */
  readonly answer?: Readonly<Record<string, object>>;
  /** The reason recorded in the audit log. */
  reason?(input: Values): string | undefined;
  /** Guards that need the database, for a page of records in one statement: reasons by record id. */
  refuse?(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, readonly Reason[]>>;
  /**
   * Computes what is to be done and writes nothing.
   *
   * @throws Problem to refuse
   */
  plan?(context: C, record: R, input: Values): Promise<Plan>;
  /** The part of a plan that is answered, in the dry run and after the run; the plan itself if absent. */
  toAnswer?(context: C, plan: Plan): Promise<object> | object;
  /** The answer of the dry run, where it is not the plan. */
  preview?(context: C, record: R, input: Values): Promise<object>;
}

/**
 * The server side of a command, run in the command's transaction. The record (null for a collection) is locked and has
 * passed the guards; `input` is validated against the fields of the command and, if it takes a selection, carries its
 * `ids`. The transaction may be retried, so a handler must have no effect outside it.
 */
export interface CommandHandler<
  Plan = unknown,
  R extends AnyRecord | null = AnyRecord | null,
  C extends Context = HandlerContext,
> extends CommandChecks<Plan, R, C> {
  /**
   * Executes the command.
   *
   * @returns for a state change, further columns to set with the state; for any other command, what is answered besides
   *   the plan, or `createdId`: the id of a new record of the resource, which is then the answer
   * @throws Problem to refuse
   */
  run(context: C, record: R, input: Values, plan: Plan): Promise<void> | Promise<Values | undefined>;
}

/** How far a run has come. */
export interface RunProgress {
  /** The position that the last chunk answered; null for the first chunk. */
  readonly position: unknown;
  readonly done: number;
  /** Null: not known. */
  readonly total: number | null;
}

/** The result of a chunk: how far the run has come with it, or the answer of the finished run. */
export type ChunkResult =
  | { readonly position: unknown; readonly done: number; readonly total?: number }
  | { readonly finished: Values };

/**
 * The server side of a command that `runs` as a job. The checks, also `plan`, are done by the request that starts it.
 */
export interface JobCommandHandler<
  Plan = unknown,
  R extends AnyRecord | null = AnyRecord | null,
  C extends Context = HandlerContext,
> extends CommandChecks<Plan, R, C> {
  /**
   * Executes one chunk, of at most a few seconds, because the record stays locked meanwhile. Its writes and the position
   * it answers are one transaction, which may be retried. Before each chunk the permission of the user who started the
   * run and the state of the record are checked again, but no guards, since they may refer to what earlier chunks
   * changed. The chunk that finishes a state change leaves the new state to the engine.
   *
   * @throws Problem to end the run with its message; an unexpected error makes the job retry the chunk
   * @example
   * const rows = await nextRows(tx, record.id, progress.position, 200);
   * const last = rows.at(-1);
   * if (!last) return { finished: { invoices: progress.done } };
   * await issue(tx, rows);
   * return { position: last.id, done: progress.done + rows.length };
   */
  runChunk(context: C, record: R, input: Values, progress: RunProgress): Promise<ChunkResult>;
}

/** A state change whose handler only has an effect. */
export type StateChangeHandler<C extends Context = HandlerContext> = (
  context: C,
  record: AnyRecord,
  input: Values,
) => Promise<void> | Promise<Values | undefined>;

/** A handler as hooks register it: a plain function is its `run`. */
export type Handler = StateChangeHandler | CommandHandler | JobCommandHandler;

type AnyHandler = Partial<
  CommandHandler<unknown, AnyRecord | null, Context> & JobCommandHandler<unknown, AnyRecord | null, Context>
>;

/** The handler of a command by name; undefined where the definition alone is enough. */
export const handlerOf = (
  handlers: Readonly<Record<string, Handler>> | undefined,
  name: string,
): AnyHandler | undefined => {
  // A handler is written for the actors that `by` of its command names; `runCommand` lets in no others.
  const handler = (handlers && Object.hasOwn(handlers, name) ? handlers[name] : undefined) as
    | AnyHandler
    | StateChangeHandler<Context>
    | undefined;
  return typeof handler === 'function'
    ? { run: (context, record, input) => handler(context, record as AnyRecord, input) }
    : handler;
};
