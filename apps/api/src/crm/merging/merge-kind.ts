import type { Merging } from '@pauta/domain/crm/merging/merging.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { Sql } from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';

/** The two records of a merge once the one that stays has what was chosen. */
export interface MergedPair {
  readonly source: AnyRecord;
  readonly target: AnyRecord;
  /** Fields that were taken of the one that went. */
  readonly taken: readonly string[];
}

/** The server's part of merging records of a resource. */
export interface MergeKind extends Merging {
  /** Tables in which a duplicate row of the merged record can be dropped. */
  readonly folding?: ReadonlySet<string>;
  /** Tables of which a row that would be repeated stays with the record that goes: a list has each of its accounts once. */
  readonly staying?: ReadonlySet<string>;
  /** Rows that are part of the record and that `settle` gives to the other. */
  readonly parts?: readonly { readonly table: string; readonly column: string }[];
  /** Further columns of the record that goes: `, is_main_contact = false`. */
  readonly leaves?: Sql;
  /** @throws Problem when this one must not go */
  readonly check?: (context: HandlerContext, source: AnyRecord) => void;
  /** Further effects after everything moved; returns the number of affected rows. */
  readonly settle?: (tx: Transaction, pair: MergedPair) => Promise<number>;
}
