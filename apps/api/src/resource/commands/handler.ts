import type { Reason } from '@pauta/domain/resource/command.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import type { Context, HandlerContext } from './context.ts';

/**
 * The server side of a command, run in the command's transaction. The record (null for a collection) is locked and has
 * passed the guards; `input` is validated against the fields of the command and, if it takes a selection, carries its
 * `ids`. The transaction may be retried, so a handler must have no effect outside it.
 */
export interface CommandHandler<
  Plan = unknown,
  R extends AnyRecord | null = AnyRecord | null,
  C extends Context = HandlerContext,
> {
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
  tell?(context: C, plan: Plan): Promise<object> | object;
  /** The answer of the dry run, where it is not the plan. */
  preview?(context: C, record: R, input: Values): Promise<object>;
  /**
   * Executes the command.
   *
   * @returns for a state change, further columns to set with the state; for any other command, what is answered besides
   *   the plan, or `made`: the id of a new record of the resource, which is then the answer
   * @throws Problem to refuse
   */
  run(context: C, record: R, input: Values, plan: Plan): Promise<void> | Promise<Values | undefined>;
}

/** A state change whose handler only has an effect. */
export type StateChangeHandler<C extends Context = HandlerContext> = (
  context: C,
  record: AnyRecord,
  input: Values,
) => Promise<void> | Promise<Values | undefined>;

/** A handler as hooks register it: a plain function is its `run`. */
export type Handler = StateChangeHandler | CommandHandler;

type AnyHandler = CommandHandler<unknown, AnyRecord | null, Context>;

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
