import type { ReportAnswer, ReportCell } from '@pauta/domain/reports/report-answer.ts';

const clients = ['Cervecería Nacional Dominicana', 'Banco Popular', 'Supermercados La Cadena'];
const months = ['enero de 2026', 'febrero de 2026', 'marzo de 2026'];

const cell = (row: number | null, column: number | null, value: number): ReportCell => ({
  row,
  column,
  figures: [
    { value: `${value}.00`, list: `f.status=active&f.signed_on=2026-01-01..2026-03-31&at=${row}-${column}` },
  ],
});

const cells = clients.flatMap((_, row) =>
  months.flatMap((__, column) =>
    row === 1 && column === 1 ? [] : [cell(row, column, (row + 1) * (column + 2) * 1250)],
  ),
);

const total = (row: number | null, column: number | null): ReportCell =>
  cell(
    row,
    column,
    cells
      .filter((one) => (row === null || one.row === row) && (column === null || one.column === column))
      .reduce((all, { figures }) => all + Number(figures[0]?.value), 0),
  );

/** Sales of three clients in three months. */
export const salesAnswer: ReportAnswer = {
  period: { from: '2026-01-01', to: '2026-12-31' },
  compared: null,
  as_of: null,
  currency: 'DOP',
  currencies: [
    { code: 'DOP', count: 8 },
    { code: 'USD', count: 2 },
  ],
  rows: clients.map((label, place) => ({ value: `0199f0a2-0000-7000-8000-00000000000${place}`, label })),
  columns: months.map((label, place) => ({ value: `2026-0${place + 1}`, label })),
  measures: [{ name: 'net', label: 'Neto', unit: 'money' }],
  cells: [
    ...cells,
    ...clients.map((_, row) => total(row, null)),
    ...months.map((_, column) => total(null, column)),
    total(null, null),
  ],
  more: { rows: 0, columns: 0 },
};
