import type { Field } from '../../kinds/kind.ts';
import { fold } from '../../text/fold.ts';
import type { Values } from '../resource.ts';
import { type CellStyle, isNamed, readCell } from './cell.ts';
import { foldHeader } from './columns.ts';
import { DateEvidence, readMoment } from './date.ts';
import { NumberEvidence } from './number.ts';
import { readSheetText } from './sheet-text.ts';

/** A field of a line that a pasted column may fill. */
export interface PastedField {
  readonly name: string;
  readonly field: Field;
  readonly label: string;
}

/** A row of pasted cells as a line. */
export interface PastedLine {
  /** Values by field. */
  readonly values: Values;
  /** Names of records that have to be looked up, by field. */
  readonly names: Readonly<Record<string, string>>;
  /** Cells that could not be read, in words for the user. */
  readonly problems: readonly string[];
}

/** Rows of pasted cells that are not empty. */
const pastedCells = (text: string): readonly (readonly string[])[] =>
  readSheetText(text).filter((row) => row.some((one) => one !== ''));

/** The part of a field that a column fills: a period takes two columns. */
interface Target {
  readonly to: PastedField;
  readonly end?: 'from' | 'to';
}

const isRange = ({ field }: PastedField): boolean => field.kind.name === 'dateRange';
const fromTitle = /^(?:desde|inicio|fecha (?:de )?inicio|del|primer dia)$/;
const toTitle = /^(?:hasta|fin|final|fecha (?:de )?(?:fin|final)|al|ultimo dia)$/;

/** Fields of the columns by their titles; null if the row is none of titles. */
const byTitles = (
  row: readonly string[],
  fields: readonly PastedField[],
): readonly (Target | null)[] | null => {
  const period = fields.find(isRange);
  const targets = row.map((cell): Target | null => {
    const title = foldHeader(cell);
    if (title === '') return null;
    const to = fields.find(({ label, name }) => foldHeader(label) === title || name === title);
    if (to) return { to };
    if (period && fromTitle.test(title)) return { to: period, end: 'from' };
    return period && toTitle.test(title) ? { to: period, end: 'to' } : null;
  });
  const found = targets.filter((target) => target !== null).length;
  return found >= 2 && found * 2 > row.filter((cell) => cell !== '').length ? targets : null;
};

const isNumber = (text: string): boolean => /^[\s$%RDUSrdus.,\d()-]*\d[\s%.,\d)]*$/.test(text);
const isDate = (text: string): boolean => !/^\d+$/.test(text) && readMoment(text, true) !== null;

/** Whether the cells of a column can be values of a field, judged by their form. */
const accepts = ({ field }: PastedField, cells: readonly string[], style: CellStyle): boolean => {
  switch (field.kind.name) {
    case 'date':
    case 'dateTime':
    case 'dateRange':
      return cells.every((cell) => isDate(cell) || readCell(field, cell, style).ok);
    case 'integer':
    case 'decimal':
    case 'percent':
    case 'money':
      return cells.every(isNumber);
    case 'text':
    case 'longText':
    case 'reference':
    case 'references':
    case 'tags':
      return !cells.every((cell) => isNumber(cell) || isDate(cell));
    case 'choices':
    case 'choice':
    case 'yesNo':
      return cells.every((cell) => readCell(field, cell, style).ok);
    default:
      return false;
  }
};

/** Fields of the columns in their order, from the field of the cell in which the user pasted; one that does not fit is passed. */
const byOrder = (
  columns: readonly (readonly string[])[],
  fields: readonly PastedField[],
  styles: readonly CellStyle[],
): readonly (Target | null)[] => {
  let next = 0;
  let open: PastedField | null = null;
  return columns.map((cells, index): Target | null => {
    const filled = cells.filter((cell) => cell !== '');
    const style = styles[index] as CellStyle;
    // The second column of days is the end of the period that the first began.
    if (open && filled.length > 0 && filled.every(isDate)) {
      const to = open;
      open = null;
      return { to, end: 'to' };
    }
    open = null;
    if (filled.length === 0) return null;
    const at = fields.findIndex((one, place) => place >= next && accepts(one, filled, style));
    const to = fields[at];
    if (!to) return null;
    next = at + 1;
    if (isRange(to) && filled.every(isDate)) {
      open = to;
      return { to, end: 'from' };
    }
    return { to };
  });
};

const styleOf = (cells: readonly string[]): CellStyle => {
  const [numbers, dates] = [new NumberEvidence(), new DateEvidence()];
  for (const cell of cells) {
    numbers.add(cell);
    dates.add(cell);
  }
  return { decimal: numbers.decimal, dayFirst: dates.dayFirst };
};

/**
 * Reads cells that were copied from a spreadsheet as lines: by the titles in the first row, or without them in the order of
 * the fields, of which each takes a column that it can hold. Two columns of days are the two ends of a period.
 *
 * @param fields those that may be filled, from the one in which the user pasted
 * @example readPastedLines('Cuña\\t3', fields)[0]?.values // { description: 'Cuña', quantity: '3' }
 */
export function readPastedLines(
  text: string,
  fields: readonly PastedField[],
  all: readonly PastedField[] = fields,
): readonly PastedLine[] {
  const cells = pastedCells(text);
  const titles = byTitles(cells[0] ?? [], all);
  const rows = titles ? cells.slice(1) : cells;
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const columns = Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? ''));
  const styles = columns.map(styleOf);
  const targets = titles ?? byOrder(columns, fields, styles);
  return rows.map((row): PastedLine => {
    const values: Record<string, unknown> = {};
    const names: Record<string, string> = {};
    const problems: string[] = [];
    for (const [column, cell] of row.entries()) {
      const target = targets[column];
      const style = styles[column];
      if (cell === '' || !style) continue;
      if (!target) {
        problems.push(`«${cell}» no tiene columna.`);
        continue;
      }
      const {
        to: { name, field, label },
        end,
      } = target;
      if (isNamed(field)) {
        names[name] = cell;
        continue;
      }
      if (end) {
        const moment = readMoment(cell, style.dayFirst);
        if (moment)
          values[name] = { from: null, to: null, ...(values[name] as object | undefined), [end]: moment.day };
        else problems.push(`${label}: «${cell}» no es una fecha.`);
        continue;
      }
      const read = readCell(field, fold(cell) === '-' ? null : cell, style);
      if (read.ok) {
        if (read.value !== null) values[name] = read.value;
      } else problems.push(`${label}: ${read.message}`);
    }
    return { values, names, problems };
  });
}
