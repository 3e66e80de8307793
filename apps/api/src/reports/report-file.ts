import { Readable } from 'node:stream';
import { dimensionLabel, type Report, type Unit } from '@pauta/domain/reports/report.ts';
import type { ReportAnswer } from '@pauta/domain/reports/report-answer.ts';
import { periodText, reportTable } from '@pauta/domain/reports/report-table.ts';
import { byteOrderMark, csvLine } from '../import-export/export/csv.ts';
import { cellStyles, type SheetCell, xlsxOf } from '../import-export/export/xlsx-writer.ts';

export type FileFormat = 'csv' | 'xlsx';

export const fileTypes: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Name of the file of a report: `Ventas firmadas – 01/01/2026 – 31/12/2026 – DOP.xlsx`, without what no name may have. */
export const reportFileName = (report: Report, answer: ReportAnswer, format: FileFormat): string => {
  const parts = [
    report.label,
    periodText(answer.period),
    ...(answer.currency === null ? [] : [answer.currency]),
  ];
  return `${parts.join(' – ').replaceAll('/', '-')}.${format}`;
};

const styleOf = (unit: Unit): number =>
  unit === 'money' || unit === 'percent' ? cellStyles.amount : cellStyles.plain;

/** A report as a file: the rows of its table, with numbers as numbers. */
export const reportFile = (
  report: Report,
  answer: ReportAnswer,
  rowsBy: string,
  format: FileFormat,
): Readable => {
  const { columns, rows } = reportTable(answer);
  const head = [
    dimensionLabel(report, rowsBy),
    ...columns.map(({ label, unit }) =>
      unit === 'money' && answer.currency !== null
        ? `${label} (${answer.currency})`
        : unit === 'percent'
          ? `${label} (%)`
          : label,
    ),
  ];
  if (format === 'csv') {
    const lines = rows.map(({ label, figures }) =>
      csvLine([label, ...figures.map((figure) => (figure?.value == null ? '' : { digits: figure.value }))]),
    );
    return Readable.from([byteOrderMark + csvLine(head), ...lines]);
  }
  const sheet = rows.map(({ label, figures }): SheetCell[] => [
    { text: label },
    ...figures.map((figure, place): SheetCell => {
      const column = columns[place];
      return figure?.value == null || !column ? null : { digits: figure.value, style: styleOf(column.unit) };
    }),
  ]);
  const widths = head.map((header, place) => ({
    header,
    width: place === 0 ? 36 : Math.max(14, header.length + 2),
  }));
  async function* batches() {
    yield sheet;
  }
  return Readable.from(xlsxOf(report.label, widths, batches()));
};
