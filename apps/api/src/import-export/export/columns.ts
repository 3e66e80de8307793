import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { MoneyOptions } from '@pauta/domain/kinds/number.ts';
import { businessPlace, writeCell } from '@pauta/domain/resource/import/cell.ts';
import { momentIn } from '@pauta/domain/resource/import/date.ts';
import { lineColumns } from '@pauta/domain/resource/import/flat-rows.ts';
import { fieldOf, type Resource, systemFields } from '@pauta/domain/resource/resource.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { SettingValues } from '../../resource/engine.ts';
import type { CsvCell } from './csv.ts';
import { cellStyles, type SheetCell, type SheetColumn } from './xlsx-writer.ts';

/** A column of an export: a field with its label on screen. */
export interface ExportColumn {
  readonly name: string;
  readonly field: Field;
  readonly header: string;
}

/** The label of a field, which the company's settings may override. */
export const labelIn =
  (settings: SettingValues) =>
  ({ label, options }: Field): string => {
    const own = options.setting?.label === undefined ? undefined : settings[options.setting.label];
    return typeof own === 'string' && own.trim() !== '' ? own : label;
  };

/** Whether the settings hide the field. */
export const isShownIn =
  (settings: SettingValues) =>
  ({ options }: Field): boolean =>
    options.setting?.visible === undefined || settings[options.setting.visible] !== false;

/** Every column that can be exported, in the order of the definition. */
export const exportable = (resource: Resource, settings: SettingValues): ExportColumn[] => {
  const labelOf = labelIn(settings);
  return Object.entries({ ...resource.fields, ...systemFields })
    .filter(([, field]) => isShownIn(settings)(field))
    .map(([name, field]) => ({ name, field, header: labelOf(field) }));
};

/** Columns of a document's lines, for files with one row per line. */
export const lineExportColumns = (resource: Resource): ExportColumn[] =>
  lineColumns(resource).map(({ name, field }) => ({ name, field, header: field.label }));

/** The field with the currency of an amount field. */
const currencyOf = ({ kind, options }: Field): string | undefined =>
  kind.name === 'money' ? (options as MoneyOptions).currency : undefined;

/**
 * The requested columns, in order. Where the currency of an amount was not requested, its column is inserted beside the
 * first amount it belongs to, because a spreadsheet would otherwise add up different currencies.
 *
 * @throws Problem 422 for an unknown or repeated column
 */
export const chooseColumns = (
  resource: Resource,
  settings: SettingValues,
  names: readonly string[],
): ExportColumn[] => {
  const labelOf = labelIn(settings);
  const all = new Map(exportable(resource, settings).map((column) => [column.name, column]));
  const asked = new Set(names);
  const chosen = names.flatMap((name) => all.get(name) ?? []);
  if (chosen.length === 0 || chosen.length !== asked.size || names.length !== chosen.length) {
    throw invalid({ columns: ['Elija columnas que existan, cada una una vez.'] });
  }
  return chosen.flatMap((column) => {
    const name = currencyOf(column.field);
    if (name === undefined || asked.has(name)) return [column];
    asked.add(name);
    const field = fieldOf(resource, name);
    return [column, { name, field, header: labelOf(field) }];
  });
};

type Row = Readonly<Record<string, unknown>>;

const numeric: readonly string[] = ['integer', 'decimal', 'percent', 'money'];

export const csvCells = (columns: readonly ExportColumn[], row: Row): CsvCell[] =>
  columns.map(({ name, field }) => {
    const text = writeCell(field, row[name], row);
    return numeric.includes(field.kind.name) ? { digits: text } : text;
  });

const styleOf: Readonly<Record<string, number>> = { money: cellStyles.amount, percent: cellStyles.percent };

/** Spreadsheets store at most 15 digits of a number. */
const isExactInSheet = (digits: string): boolean => digits.replace(/\D/g, '').replace(/^0+/, '').length <= 15;

/** The typed value of a cell, so that numbers can be added up and dates sorted. */
export const sheetCellOf = (field: Field, value: unknown, row: Row): SheetCell => {
  const text = writeCell(field, value, row);
  if (text === '') return null;
  switch (field.kind.name) {
    case 'integer':
    case 'decimal':
    case 'percent':
    case 'money':
      return isExactInSheet(text)
        ? { digits: text, style: styleOf[field.kind.name] ?? cellStyles.plain }
        : { text };
    case 'yesNo':
      return { yes: value === true };
    case 'date':
      return { day: String(value), time: null };
    case 'dateTime':
      return momentIn(String(value), businessPlace.timeZone);
    default:
      return { text };
  }
};

export const sheetCells = (columns: readonly ExportColumn[], row: Row): SheetCell[] =>
  columns.map(({ name, field }) => sheetCellOf(field, row[name], row));

const widths: Readonly<Record<string, number>> = {
  integer: 12,
  yesNo: 10,
  date: 12,
  dateTime: 18,
  money: 18,
  longText: 48,
  url: 32,
  email: 32,
  references: 32,
  reference: 26,
};
const widthOf: Readonly<Record<string, number>> = { short: 14, medium: 24, wide: 36, full: 48 };

export const sheetColumns = (columns: readonly ExportColumn[]): SheetColumn[] =>
  columns.map(({ field, header }) => ({
    header,
    width: Math.min(
      60,
      Math.max(header.length + 4, widths[field.kind.name] ?? widthOf[field.options.width ?? 'medium'] ?? 20),
    ),
  }));
