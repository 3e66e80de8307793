import type { GridOutcome, SavedRow } from '@pauta/domain/presales/planning/plan-grid.ts';
import type { GridChange } from '@pauta/ui/grid/model/grid-types.ts';

/** A month of a plan that was written and is not saved. */
export interface CellEdit {
  /** The stored value that was seen when it was written, and its version. */
  readonly before: string;
  readonly version: number;
  readonly after: string;
  /** Another person saved this value meanwhile: the user decides which one stays. */
  readonly conflict?: { readonly theirs: string; readonly by: string; readonly version: number };
  /** Why it could not be saved. */
  readonly problem?: string;
}

/** Unsaved cells by row and column. The cells of a row are the same object while they are unchanged. */
export type PlanEdits = ReadonlyMap<string, ReadonlyMap<string, CellEdit>>;

/** A row as it is stored. */
export interface StoredMonths {
  readonly row_version: number;
  readonly months: Readonly<Record<string, string>>;
}

export const noEdits: PlanEdits = new Map();

/** The edits of a row with its cells replaced, in a map that is being built. */
const setCells = (
  edits: Map<string, ReadonlyMap<string, CellEdit>>,
  row: string,
  cells: ReadonlyMap<string, CellEdit>,
): void => {
  if (cells.size > 0) edits.set(row, cells);
  else edits.delete(row);
};

/** The edits after cells were written; a cell with its stored value is no longer one. */
export const written = (
  edits: PlanEdits,
  changes: readonly GridChange[],
  storedOf: (row: string) => StoredMonths | undefined,
): PlanEdits => {
  const rows = new Map(edits);
  for (const [row, own] of Map.groupBy(changes, (one) => one.row)) {
    const stored = storedOf(row);
    if (!stored) continue;
    const cells = new Map(rows.get(row));
    for (const { column, after } of own) {
      const before = stored.months[column] ?? '0.00';
      if (before === after) cells.delete(column);
      else cells.set(column, { before, after, version: stored.row_version });
    }
    setCells(rows, row, cells);
  }
  return rows;
};

/** What is sent to be saved: all but the cells about which the user has to decide. */
export const toSave = (edits: PlanEdits): readonly SavedRow[] =>
  [...edits].flatMap(([id, cells]) => {
    const sent = [...cells].filter(([, { conflict }]) => conflict === undefined);
    if (sent.length === 0) return [];
    return [
      {
        id,
        row_version: Math.min(...sent.map(([, { version }]) => version)),
        cells: Object.fromEntries(sent.map(([column, { before, after }]) => [column, { before, after }])),
      },
    ];
  });

/** The edits after some of them were saved. What was written since stays to be saved. */
export const settled = (
  edits: PlanEdits,
  sent: readonly SavedRow[],
  outcomes: readonly GridOutcome[],
): PlanEdits => {
  const answers = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
  const next = new Map(edits);
  for (const { id, cells } of sent) {
    const outcome = answers.get(id);
    if (!outcome) continue;
    const own = new Map(next.get(id));
    for (const [column, { after }] of Object.entries(cells)) {
      const edit = own.get(column);
      if (!edit) continue;
      const conflict = outcome.conflicts.find((one) => one.column === column);
      const problem = outcome.problems[column] ?? outcome.problems[''];
      const version = outcome.row_version ?? edit.version;
      if (conflict) {
        const { theirs, by } = conflict;
        own.set(column, { ...edit, conflict: { theirs, by, version } });
      } else if (problem !== undefined) own.set(column, { ...edit, problem });
      else if (edit.after === after) own.delete(column);
      else own.set(column, { before: outcome.months[column] ?? edit.before, after: edit.after, version });
    }
    setCells(next, id, own);
  }
  return next;
};

/** A cell, with what it would be saved as. */
export interface PlacedEdit extends CellEdit {
  readonly row: string;
  readonly column: string;
}

/** All edits in one list. */
export const listed = (edits: PlanEdits): readonly PlacedEdit[] =>
  [...edits].flatMap(([row, cells]) => [...cells].map(([column, edit]) => ({ ...edit, row, column })));

/** The edits with all cells in conflict decided: the own values are saved next, or the other ones stay. */
export const decided = (edits: PlanEdits, mine: boolean): PlanEdits => {
  const next = new Map(edits);
  for (const { row, column, conflict, after } of listed(edits)) {
    if (!conflict) continue;
    const own = new Map(next.get(row));
    if (mine) own.set(column, { before: conflict.theirs, version: conflict.version, after });
    else own.delete(column);
    setCells(next, row, own);
  }
  return next;
};

const separator = ' ';

/** The edits in the form of a draft. */
export const toInputs = (edits: PlanEdits): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    listed(edits).map(({ row, column, before, after, version }) => [
      `${row}${separator}${column}`,
      { before, after, version },
    ]),
  );

const amount = /^\d{1,16}\.\d{2}$/;

/** The edits of a draft; what is none is left out. */
export const fromInputs = (inputs: Readonly<Record<string, unknown>>): PlanEdits => {
  const edits = new Map<string, ReadonlyMap<string, CellEdit>>();
  for (const [key, value] of Object.entries(inputs)) {
    const [row = '', column = ''] = key.split(separator);
    const { before, after, version } = (value ?? {}) as Partial<CellEdit>;
    if (!amount.test(String(before)) || !amount.test(String(after)) || typeof version !== 'number') continue;
    edits.set(
      row,
      new Map(edits.get(row)).set(column, { before: String(before), after: String(after), version }),
    );
  }
  return edits;
};
