/** Rows that a grid reads at once, and rows whose cells one request saves. */
export const mostGridRows = 5000;
export const mostSavedRows = 200;

/** Cells of one row to be saved, by month. */
export interface SavedRow {
  readonly id: string;
  /** The version that was read. */
  readonly row_version: number;
  /** Decimal text: what was read, and what is written. */
  readonly cells: Readonly<Record<string, { readonly before: string; readonly after: string }>>;
}

/** A cell that another person changed to another value since it was read. It is not saved. */
export interface CellConflict {
  readonly column: string;
  readonly theirs: string;
  readonly by: string;
  readonly at: string | null;
}

/** What became of the cells of one row: `POST /<path>/cells`. */
export interface GridOutcome {
  readonly id: string;
  /** Null if the record is out of reach. */
  readonly row_version: number | null;
  /** The months as they are stored now. */
  readonly months: Readonly<Record<string, string>>;
  readonly conflicts: readonly CellConflict[];
  /** Why a month was not saved, by month; under '' why none of the row was. */
  readonly problems: Readonly<Record<string, string>>;
}
