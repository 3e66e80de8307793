import type { Merging } from '@pauta/domain/crm/merging/merging.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { Sql } from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';

/** The two records of a merge, after the remaining one has the chosen values. */
export interface MergedPair {
  readonly source: AnyRecord;
  readonly target: AnyRecord;
  /** Fields whose value was taken from the merged record. */
  readonly taken: readonly string[];
}

/** Server part of the merging of a resource's records. */
export interface MergeKind extends Merging {
  /** Tables in which a duplicate row of the merged record can be dropped. */
  readonly folding?: ReadonlySet<string>;
  /** Tables in which a row that would be duplicated stays with the merged record: a list contains each account once. */
  readonly staying?: ReadonlySet<string>;
  /** Rows that are part of the record and that `settle` moves. */
  readonly parts?: readonly { readonly table: string; readonly column: string }[];
  /** Further columns of the merged record to set: `, is_main_contact = false`. */
  readonly leaves?: Sql;
  /** @throws Problem if this record must not be merged into another */
  readonly check?: (context: HandlerContext, source: AnyRecord) => void;
  /** Further effects after everything moved; returns the number of affected rows. */
  readonly settle?: (tx: Transaction, pair: MergedPair) => Promise<number>;
}
