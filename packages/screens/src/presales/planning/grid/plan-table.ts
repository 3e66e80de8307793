import { formatField } from '@pauta/domain/kinds/kind.ts';
import { subtract } from '@pauta/domain/money/arithmetic.ts';
import { monthLabels, monthNames } from '@pauta/domain/presales/planning/months.ts';
import { type AnyRecord, fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { formatAmount } from '@pauta/ui/grid/grid-line.tsx';
import type { GridColumn, GridFootRow, GridRow } from '@pauta/ui/grid/model/grid-types.ts';
import { cellValue, totalsOf } from '@pauta/ui/grid/model/sums.ts';
import type { CellEdit } from './plan-edits.ts';

/** How the rows of a kind of plan are shown in its grid. */
export interface PlanTable {
  readonly resource: Resource;
  /** Title of the page, and the accessible name of the grid. */
  readonly title: string;
  readonly description: string;
  /** The field that names a row, and the others that tell rows apart; those without any value are left out. */
  readonly names: readonly [string, ...string[]];
  /** The figure with which the year is compared, and the label of what is missing. */
  readonly compared: { readonly field: string; readonly missing: string };
  /** Fields by which rows are grouped with subtotals. */
  readonly groups: readonly string[];
  /** Fields of rows whose sums make sense together. */
  readonly summed: readonly string[];
  readonly isCount: (record: AnyRecord) => boolean;
  /** Why no month of the row is written, for these permissions. */
  readonly isClosed: (record: AnyRecord, has: (permission: string) => boolean) => boolean;
}

/** The text of a field in a row. */
export const textOf = (resource: Resource, record: AnyRecord, name: string): string => {
  // The code of a currency is enough in a column.
  if (name === 'currency_code') return String(record[name] ?? '');
  const text = formatField(fieldOf(resource, name), record[name], record);
  return text === '—' ? '' : text;
};

const widths: Readonly<Record<string, number>> = { fiscal_year: 72, currency_code: 88 };

const isUsed = (records: readonly AnyRecord[], name: string): boolean =>
  records.some((record) => record[name] !== null && record[name] !== undefined);

/** The columns: what names a row, the months, the total, and what it is compared with. */
export const planColumns = (
  { resource, names, compared }: PlanTable,
  records: readonly AnyRecord[],
  isCompared: boolean,
): readonly GridColumn[] => [
  ...names
    .filter((name, at) => at === 0 || isUsed(records, name))
    .map(
      (name, at): GridColumn => ({
        name,
        label: fieldOf(resource, name).label,
        kind: 'text',
        readOnly: true,
        width: at === 0 ? 200 : (widths[name] ?? 128),
      }),
    ),
  ...monthNames.map(
    (name): GridColumn => ({ name, label: monthLabels[name], kind: 'amount', isPeriod: true, width: 112 }),
  ),
  { name: 'total', label: 'Total', kind: 'sum', of: monthNames, width: 132 },
  ...(isCompared
    ? [
        {
          name: compared.field,
          label: fieldOf(resource, compared.field).label,
          kind: 'amount' as const,
          readOnly: true,
          width: 132,
        },
        { name: 'missing', label: compared.missing, kind: 'amount' as const, readOnly: true, width: 132 },
      ]
    : []),
];

/** Name of a row in messages: what comes first in the columns. */
export const rowLabel = ({ resource, names }: PlanTable, record: AnyRecord): string =>
  names
    .slice(0, 2)
    .map((name) => textOf(resource, record, name))
    .filter((text) => text !== '')
    .join(', ');

const idOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : String(value ?? '');

/** A row of the grid: the stored record with its unsaved months. */
export function planRow(
  table: PlanTable,
  record: AnyRecord,
  cells: ReadonlyMap<string, CellEdit> | undefined,
  figure: string | undefined,
  locked: readonly string[] | undefined,
): GridRow {
  const { resource, names, compared, groups, isCount } = table;
  const months = Object.fromEntries(
    monthNames.map((name) => [name, cells?.get(name)?.after ?? String(record[name] ?? '0.00')]),
  );
  const texts = Object.fromEntries(names.map((name) => [name, textOf(resource, record, name)]));
  const row: GridRow = {
    id: record.id,
    label: rowLabel(table, record),
    values: {
      // A group is known by its value; its text is in the column of the same name.
      ...Object.fromEntries(groups.map((name) => [`by ${name}`, idOf(record[name])])),
      ...texts,
      ...months,
    },
    ...(locked && locked.length > 0 && { locked }),
    ...(isCount(record) && { isCount: true }),
  };
  if (figure === undefined) return row;
  const total = cellValue(row, totalColumn);
  return { ...row, values: { ...row.values, [compared.field]: figure, missing: subtract(total, figure) } };
}

const totalColumn: GridColumn = { name: 'total', label: 'Total', kind: 'sum', of: monthNames };

/** The values of a record that must be alike for its amounts to be summed with others, as text. */
export const kindOf = ({ resource, summed, isCount }: PlanTable, record: AnyRecord): string =>
  summed
    // A number of things has no currency.
    .filter((name) => !(name === 'currency_code' && isCount(record)))
    .map((name) => textOf(resource, record, name))
    .join(', ');

/** Rows with the sums of all rows of a kind, such as a currency. */
export function totalRows(
  rows: readonly GridRow[],
  columns: readonly GridColumn[],
  kinds: ReadonlyMap<string, string>,
): readonly GridFootRow[] {
  const groups = Map.groupBy(rows, ({ id }) => kinds.get(id) ?? '');
  return [...groups]
    .map(([kind, own]): GridFootRow => {
      const sums = totalsOf(own, columns);
      const isCount = own.every((row) => row.isCount === true);
      const say = (amount: string): string =>
        isCount ? formatAmount(amount).replace(/\.00$/, '') : formatAmount(amount);
      return {
        id: kind,
        label: groups.size === 1 ? `Total (${kind})` : `Total, ${kind}`,
        cells: Object.fromEntries(Object.entries(sums).map(([name, amount]) => [name, say(amount)])),
      };
    })
    .sort((a, b) => a.label.localeCompare(b.label, 'es'));
}
