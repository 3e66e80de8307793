import type { Line } from '@pauta/domain/document/document.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import { partNames } from '@pauta/domain/presales/planning/budget-comparison.ts';
import { monthNames } from '@pauta/domain/presales/planning/months.ts';

/** A cell whose stored value differs. */
export interface CellChange {
  readonly row: string;
  readonly column: string;
  /** The new value as it is shown. */
  readonly text: string;
}

const labelOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'label' in value ? `«${String(value.label)}»` : 'vacío';
const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;

/** The cells of lines in both versions whose values differ. */
export function changedCells(before: readonly Line[], after: readonly Line[]): readonly CellChange[] {
  const known = new Map(before.map((line) => [line.id, line]));
  return after.flatMap((line): readonly CellChange[] => {
    const was = known.get(line.id);
    if (!was) return [];
    const cells: CellChange[] = [];
    const add = (column: string, text: string): void => {
      cells.push({ row: line.id, column, text });
    };
    if (was.description !== line.description) add('description', `«${String(line.description)}»`);
    for (const name of partNames) if (idOf(was[name]) !== idOf(line[name])) add(name, labelOf(line[name]));
    for (const name of monthNames)
      if (was[name] !== line[name]) add(name, formatMoney(String(line[name] ?? '0.00'), '', 2));
    return cells;
  });
}
