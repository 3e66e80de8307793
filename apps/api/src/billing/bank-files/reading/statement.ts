import type { StatementMeaning } from '@pauta/domain/billing/bank-files/statement-columns.ts';
import type { StatementColumn } from '@pauta/domain/billing/bank-files/statement-table.ts';
import type { Cell } from '@pauta/domain/resource/import/cell.ts';

/** Formats of bank files. */
export type StatementFormat = 'table' | 'ofx' | 'camt' | 'mt940';

/** An account as a statement names it. */
export interface StatedAccount {
  readonly number: string;
  readonly currency: string | null;
}

/** A statement of one account, as its file has it. */
export interface StatedMovements {
  readonly account: StatedAccount;
  /** Values in the order of `fixedColumns`: date, amount, reference, description, payer, identifier. */
  readonly rows: readonly (readonly Cell[])[];
}

/** What is known of the columns of earlier statements of the account, by folded header. */
export interface StatementLayout {
  readonly meanings: Readonly<Record<string, StatementMeaning>>;
  readonly monthFirst: readonly string[];
  readonly withComma: readonly string[];
}

/** What is passed to the thread that reads a statement. */
export interface StatementOptions {
  readonly layout: StatementLayout;
  /** The number of the own account, which a file that names its account has to be of. */
  readonly accountNo: string;
  readonly currency: string;
}

/** The content of a statement besides its rows. */
export interface ReadStatement {
  readonly format: StatementFormat;
  readonly headerLine: number;
  readonly columns: readonly StatementColumn[];
  readonly count: number;
}

/** Rows of a statement; a busy account has some hundreds a day. */
export const mostMovements = 50_000;
