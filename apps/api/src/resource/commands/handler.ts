import type { Reason } from '@pauta/domain/resource/command.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import type { Context, HandlerContext } from './context.ts';

/**
 * What a command does on the server, in the transaction that runs it. The record (null for a collection) is locked
 * and has passed the guards; `input` has passed the fields of the command and, where it takes a selection, carries
 * its `ids`. May run again when the transaction is repeated, so it has no effect outside it.
 */
export interface CommandHandler<
  Plan = unknown,
  R extends AnyRecord | null = AnyRecord | null,
  C extends Context = HandlerContext,
> {
  /** JSON schemas of what it tells, by property, for the OpenAPI document. */
  readonly answer?: Readonly<Record<string, object>>;
  /** Why it was done, for the audit log. */
  reason?(input: Values): string | undefined;
  /** Guards that need the database, for a page of records in one statement: reasons by id. */
  refuse?(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, readonly Reason[]>>;
  /**
   * Works out what is to be done and writes nothing.
   *
   * @throws Problem to refuse
   */
  plan?(context: C, record: R, input: Values): Promise<Plan>;
  /** What a person is told of a plan, before and after; the plan itself if absent. */
  tell?(context: C, plan: Plan): Promise<object> | object;
  /** What the dry run answers, where it is not the plan. */
  preview?(context: C, record: R, input: Values): Promise<object>;
  /**
   * Does it.
   *
   * @returns of a state change, further columns to set with the state; of any other command, what is told besides the
   *   plan, or `made`: the id of a new record of the resource, which is then the answer
   * @throws Problem to refuse
   */
  run(context: C, record: R, input: Values, plan: Plan): Promise<void> | Promise<Values | undefined>;
}

/** The effect of a state change, where it is all there is to its handler. */
export type StateChangeHandler<C extends Context = HandlerContext> = (
  context: C,
  record: AnyRecord,
  input: Values,
) => Promise<void> | Promise<Values | undefined>;

/** A handler as hooks name it: a function is its `run`. */
export type Handler = StateChangeHandler | CommandHandler;

type AnyHandler = CommandHandler<unknown, AnyRecord | null, Context>;

/** The handler of a command by its name; undefined where the definition says it all. */
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
