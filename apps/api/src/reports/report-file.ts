import type { Readable } from 'node:stream';
import { dimensionLabel, type Report, type Unit } from '@pauta/domain/reports/report.ts';
import type { ReportAnswer } from '@pauta/domain/reports/report-answer.ts';
import { periodText, reportTable } from '@pauta/domain/reports/report-table.ts';
import { type TableColumn, type TableFormat, tableFile } from '../import-export/export/table-file.ts';

/** Name of the file of a report: `Ventas firmadas – 01/01/2026 – 31/12/2026 – DOP.xlsx`, without what no name may have. */
export const reportFileName = (report: Report, answer: ReportAnswer, format: TableFormat): string => {
  const parts = [
    report.label,
    periodText(answer.period),
    ...(answer.currency === null ? [] : [answer.currency]),
  ];
  return `${parts.join(' – ').replaceAll('/', '-')}.${format}`;
};

const isAmount = (unit: Unit): boolean => unit === 'money' || unit === 'percent';

/** A report as a file: the rows of its table, with numbers as numbers. */
export const reportFile = (
  report: Report,
  answer: ReportAnswer,
  rowsBy: string,
  format: TableFormat,
): Readable => {
  const { columns, rows } = reportTable(answer);
  const headOf = ({ label, unit }: (typeof columns)[number]): string => {
    if (unit === 'money' && answer.currency !== null) return `${label} (${answer.currency})`;
    return unit === 'percent' ? `${label} (%)` : label;
  };
  const figures = columns.map((column, place): TableColumn<(typeof rows)[number]> => {
    const header = headOf(column);
    return {
      header,
      width: Math.max(14, header.length + 2),
      cell: isAmount(column.unit) ? 'amount' : 'number',
      of: (row) => row.figures[place]?.value ?? null,
    };
  });
  const first = {
    header: dimensionLabel(report, rowsBy),
    width: 36,
    cell: 'text',
    of: ({ label }: (typeof rows)[number]) => label,
  } as const;
  return tableFile(format, report.label, [first, ...figures], rows);
};
