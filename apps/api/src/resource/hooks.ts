import type { Body } from '@pauta/domain/document/document.ts';
import type { AnyRecord, Rule, Values } from '@pauta/domain/resource/resource.ts';
import type { TiedOut } from '@pauta/domain/resource/tie-out.ts';
import type { Context, HandlerContext } from './commands/context.ts';
import type { Handler } from './commands/handler.ts';

/** What an area adds to the routes of a resource. Every hook runs in the transaction of the change. */
export interface ResourceHooks {
  /** Rules over several fields that need the server, besides those of the definition. */
  readonly rules?: readonly Rule[];
  /**
   * Before a new record is inserted, with its validated values. Returns further columns.
   *
   * @throws Problem to refuse
   */
  readonly beforeCreate?: (
    context: HandlerContext,
    values: Values,
  ) => Promise<void> | Promise<Values | undefined>;
  /** Before a change is written; `values` are the changed fields. */
  readonly beforeUpdate?: (
    context: HandlerContext,
    current: AnyRecord,
    values: Values,
  ) => Promise<void> | Promise<Values | undefined>;
  /**
   * After an import inserted a record, in its transaction; also when the import is checked, which is rolled back. Returns
   * what the record amounts to, if its definition has a `tieOut`.
   *
   * @throws Problem to refuse the record
   */
  readonly imported?: (context: HandlerContext, id: string) => Promise<TiedOut | undefined>;
  /**
   * Takes back a record that an import took over (`takenOver`), when the import is undone.
   *
   * @throws Problem to refuse, also for a missing permission
   */
  readonly withdrawTakenOver?: (context: HandlerContext, record: AnyRecord) => Promise<void>;
  /** Data that the totals of a document need besides its body, such as rates or prices: one query for all lines. */
  readonly tables?: (context: Context, body: Body) => Promise<unknown>;
  /**
   * Values that the reasons of an approval take besides those of the documents, such as limits of the actor; in the order
   * of the documents.
   */
  readonly approvalLimits?: (context: Context, bodies: readonly Values[]) => Promise<readonly Values[]>;
  /** Before a record is archived; throws to refuse. */
  readonly beforeArchive?: (context: HandlerContext, current: AnyRecord) => Promise<void>;
  /** Handlers of the commands by name; a state change without a handler only changes the state. */
  readonly commands?: Readonly<Record<string, Handler>>;
  /**
   * Before a change of records of the resource is undone as a whole (`recordCompoundChange`), with those records and its action
   * in the audit log. A returned function runs once everything is restored.
   *
   * @throws Problem to refuse, also for a missing permission
   */
  readonly undoCompoundChange?: (
    context: HandlerContext,
    records: readonly AnyRecord[],
    action: string,
  ) => Promise<void> | Promise<(() => Promise<void>) | undefined>;
  /** Titles of further actions in the audit log of the resource, shown in its history. */
  readonly events?: Readonly<Record<string, string>>;
}
