import { formatCount } from '@pauta/domain/text/locale.ts';
import { useState } from 'react';
import type { GridChange, GridColumn, GridRow, NewGridRow } from './model/grid-types.ts';
import { valueIn } from './model/grid-types.ts';
import {
  applicable,
  did,
  type History,
  inverse,
  noHistory,
  redid,
  type Step,
  undid,
} from './model/history.ts';
import { completed } from './model/paste.ts';

/** Takes back what was done; calling the result does it again. */
export type Reversal = () => Reversal;

interface GridStep extends Step {
  /** Rows that were added or removed: takes that back, or does it again. */
  readonly rows?: { turn: Reversal };
}

export interface StepOptions {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
  /** Indexes of the rows by id. */
  readonly places: ReadonlyMap<string, number>;
  readonly rowName: string;
  readonly onChange: ((changes: readonly GridChange[]) => void) | undefined;
  readonly onAdd: ((rows: readonly NewGridRow[]) => Reversal) | undefined;
  readonly onDrop: ((ids: readonly string[]) => Reversal) | undefined;
}

/** What is done to the rows of a grid, each step of which can be undone and repeated. */
export interface GridSteps {
  readonly mayUndo: boolean;
  readonly mayRedo: boolean;
  /** What the last step did, in words. */
  readonly said: string;
  say(text: string): void;
  /** @param done what is said; the name of the step and the number of its cells by default */
  change(name: string, changes: readonly GridChange[], done?: string): void;
  /** Adds rows and changes cells in one step. */
  add(added: readonly NewGridRow[], changes: readonly GridChange[], name: string, done: string): void;
  drop(rows: readonly GridRow[]): void;
  undo(): void;
  redo(): void;
}

/** A number of cells. @example cellsText(1) // '1 celda' */
export const cellsText = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'celda' : 'celdas'}`;

export function useSteps({
  columns,
  rows,
  places,
  rowName,
  onChange,
  onAdd,
  onDrop,
}: StepOptions): GridSteps {
  const [history, setHistory] = useState<History<GridStep>>(noHistory);
  const [said, say] = useState('');

  const valueAt = (row: string, column: string): string | undefined => {
    const line = rows[places.get(row) ?? -1];
    const own = columns.find(({ name }) => name === column);
    return line && own && valueIn(line, own);
  };
  const commit = (step: GridStep, done: string): void => {
    if (step.changes.length === 0 && !step.rows) {
      say('No hubo nada que cambiar.');
      return;
    }
    if (step.changes.length > 0) onChange?.(step.changes);
    setHistory((now) => did(now, step));
    say(done);
  };
  const travel = (step: GridStep | undefined, changes: readonly GridChange[], back: boolean): void => {
    if (!step) {
      say(back ? 'No hay nada que deshacer.' : 'No hay nada que rehacer.');
      return;
    }
    if (step.rows) step.rows.turn = step.rows.turn();
    const possible = applicable(changes, valueAt);
    if (possible.length > 0) onChange?.(possible);
    setHistory(back ? undid : redid);
    const kept = changes.length - possible.length;
    const rest =
      kept === 0
        ? ''
        : ` ${cellsText(kept)} ${kept === 1 ? 'cambió después y se dejó como está' : 'cambiaron después y se dejaron como están'}.`;
    say(`${back ? 'Se deshizo' : 'Se rehízo'}: ${step.label}.${rest}`);
  };
  return {
    mayUndo: history.done.length > 0,
    mayRedo: history.undone.length > 0,
    said,
    say,
    change: (name, changes, done = `${name}: ${cellsText(changes.length)}.`) =>
      commit({ label: name, changes }, done),
    add: (added, changes, name, done) => {
      const full = added.map((row) => completed(row, columns));
      const turn = full.length > 0 ? onAdd?.(full) : undefined;
      commit({ label: name, changes, ...(turn && { rows: { turn } }) }, done);
    },
    drop: (chosen) => {
      const ids = chosen.filter(({ isSubtotal }) => !isSubtotal).map(({ id }) => id);
      if (!onDrop || ids.length === 0) return;
      const turn = onDrop(ids);
      commit(
        { label: `quitar ${rowName}`, changes: [], rows: { turn } },
        `Se ${ids.length === 1 ? 'quitó 1 fila' : `quitaron ${formatCount(ids.length)} filas`}.`,
      );
    },
    undo: () => {
      const step = history.done.at(-1);
      travel(step, inverse(step?.changes ?? []), true);
    },
    redo: () => {
      const step = history.undone.at(-1);
      travel(step, step?.changes ?? [], false);
    },
  };
}
