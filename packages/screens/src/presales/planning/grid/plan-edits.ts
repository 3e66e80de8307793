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

const withCell = (edits: PlanEdits, row: string, column: string, edit: CellEdit | null): PlanEdits => {
  const own = new Map(edits.get(row));
  if (edit) own.set(column, edit);
  else own.delete(column);
  const next = new Map(edits);
  if (own.size > 0) next.set(row, own);
  else next.delete(row);
  return next;
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
    if (cells.size > 0) rows.set(row, cells);
    else rows.delete(row);
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
  let next = edits;
  for (const { id, cells } of sent) {
    const outcome = answers.get(id);
    if (!outcome) continue;
    for (const [column, { after }] of Object.entries(cells)) {
      const edit = next.get(id)?.get(column);
      if (!edit) continue;
      const conflict = outcome.conflicts.find((one) => one.column === column);
      const problem = outcome.problems[column] ?? outcome.problems[''];
      if (conflict) {
        const { theirs, by } = conflict;
        const version = outcome.row_version ?? edit.version;
        next = withCell(next, id, column, { ...edit, conflict: { theirs, by, version } });
      } else if (problem !== undefined) next = withCell(next, id, column, { ...edit, problem });
      else if (edit.after === after) next = withCell(next, id, column, null);
      else
        next = withCell(next, id, column, {
          before: outcome.months[column] ?? edit.before,
          after: edit.after,
          version: outcome.row_version ?? edit.version,
        });
    }
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

/** The edits with each cell in conflict decided: the own value is saved next, or the other one stays. */
export const decided = (edits: PlanEdits, mine: boolean, only?: PlacedEdit): PlanEdits => {
  let next = edits;
  for (const one of only ? [only] : listed(edits)) {
    const { row, column, conflict, after } = one;
    if (!conflict) continue;
    const kept = { before: conflict.theirs, version: conflict.version, after };
    next = withCell(next, row, column, mine ? kept : null);
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
  let edits = noEdits;
  for (const [key, value] of Object.entries(inputs)) {
    const [row = '', column = ''] = key.split(separator);
    const { before, after, version } = (value ?? {}) as Partial<CellEdit>;
    if (!amount.test(String(before)) || !amount.test(String(after)) || typeof version !== 'number') continue;
    edits = withCell(edits, row, column, { before: String(before), after: String(after), version });
  }
  return edits;
};
