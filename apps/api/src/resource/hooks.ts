import type { Body } from '@pauta/domain/document/document.ts';
import type { AnyRecord, Rule, Values } from '@pauta/domain/resource/resource.ts';
import type { Context, HandlerContext } from './commands/context.ts';
import type { Handler } from './commands/handler.ts';

/** What an area adds to the routes of a resource. Everything runs in the transaction of the change. */
export interface ResourceHooks {
  /** Rules over several fields that only the server knows, besides those of the definition. */
  readonly rules?: readonly Rule[];
  /**
   * Before a new record is written, its values checked. What it answers are further columns.
   *
   * @throws Problem to refuse
   */
  readonly beforeCreate?: (
    context: HandlerContext,
    values: Values,
  ) => Promise<void> | Promise<Values | undefined>;
  /** Before a change is written; `values` are the fields that change. */
  readonly beforeUpdate?: (
    context: HandlerContext,
    current: AnyRecord,
    values: Values,
  ) => Promise<void> | Promise<Values | undefined>;
  /** What the totals of a document look up besides its body, as rates or prices: one query for all lines. */
  readonly tables?: (context: Context, body: Body) => Promise<unknown>;
  /** Before a record is archived, for what must not be. */
  readonly beforeArchive?: (context: HandlerContext, current: AnyRecord) => Promise<void>;
  /** What each command does, by its name; a state change without a handler only changes the state. */
  readonly commands?: Readonly<Record<string, Handler>>;
  /**
   * Before an act on records of the resource is undone as a whole (`recordWhole`), with the records it was about and
   * its name in the log. What it answers is done once everything is back.
   *
   * @throws Problem to refuse, also for want of a permission
   */
  readonly undoWhole?: (
    context: HandlerContext,
    records: readonly AnyRecord[],
    action: string,
  ) => Promise<void> | Promise<(() => Promise<void>) | undefined>;
  /** Titles of further actions in the audit log of the resource, for its history. */
  readonly events?: Readonly<Record<string, string>>;
}
