import { formatCivilDate } from '../kinds/date.ts';
import type { Period } from './period.ts';
import type { Unit } from './report.ts';
import type { ReportAnswer, ReportCell, ReportFigure } from './report-answer.ts';

/** A column of figures: a measure of a column of the report or of its total, of one of the two periods. */
export interface TableColumn {
  readonly key: string;
  readonly label: string;
  /** Position in the report's columns; null is the total. */
  readonly column: number | null;
  /** Position in the report's measures. */
  readonly measure: number;
  readonly unit: Unit;
  readonly isBefore: boolean;
}

export interface TableRow {
  readonly key: string;
  readonly label: string;
  readonly isTotal: boolean;
  /** One for each column; undefined where no row of the list counts. */
  readonly figures: readonly (ReportFigure | undefined)[];
}

export interface ReportTable {
  readonly columns: readonly TableColumn[];
  /** The total of all rows is the last one. */
  readonly rows: readonly TableRow[];
}

/** A period in words. */
export const periodText = ({ from, to }: Period): string =>
  `${formatCivilDate(from)} – ${formatCivilDate(to)}`;

/** The rows of a report as a table; screen, chart and file are made of it. */
export function reportTable(answer: ReportAnswer): ReportTable {
  const { measures, compared } = answer;
  const isSingle = measures.length === 1;
  const members = [
    ...(answer.columns ?? []).map(({ label }, place) => ({ column: place, label })),
    // Figures of several days have no total.
    ...(answer.columns === null || answer.cells.some(({ column }) => column === null)
      ? [{ column: null, label: answer.columns === null ? '' : 'Total' }]
      : []),
  ];
  const columns = members.flatMap(({ column, label }) =>
    measures.flatMap((measure, place) =>
      [false, ...(compared ? [true] : [])].map((isBefore): TableColumn => {
        const name = label === '' ? measure.label : isSingle ? label : `${label} · ${measure.label}`;
        return {
          key: `${column ?? 'total'}-${measure.name}${isBefore ? '-before' : ''}`,
          label: isBefore ? `${name} (antes)` : name,
          column,
          measure: place,
          unit: measure.unit,
          isBefore,
        };
      }),
    ),
  );
  const cells = new Map(answer.cells.map((cell) => [`${cell.row} ${cell.column}`, cell]));
  const figureOf = (cell: ReportCell | undefined, column: TableColumn): ReportFigure | undefined =>
    (column.isBefore ? cell?.before : cell?.figures)?.[column.measure];
  const rowOf = (row: number | null, key: string, label: string): TableRow => ({
    key,
    label,
    isTotal: row === null,
    figures: columns.map((column) => figureOf(cells.get(`${row} ${column.column}`), column)),
  });
  return {
    columns,
    rows: [
      ...answer.rows.map(({ value, label }, place) => rowOf(place, value ?? '-', label)),
      ...(answer.cells.some(({ row }) => row === null) ? [rowOf(null, 'total', 'Total')] : []),
    ],
  };
}
