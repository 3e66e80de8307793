import { isCivilDate } from '../../calendar/civil-date.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { fold } from '../../text/fold.ts';
import type { BeneficiaryKind } from '../commissions/beneficiary.ts';
import { type OpeningColumns, type OpeningPart, openingParts } from './opening-part.ts';

/** A row of a file: its cells by column. Days are `YYYY-MM-DD` and amounts plain decimals where they could be read. */
export type OpeningCells = Readonly<Record<string, string>>;

/** What is wrong in a row, and in which of its columns. */
export interface OpeningProblem {
  readonly part: OpeningPart;
  /** Row of the file, from 1; null for the file as a whole. */
  readonly line: number | null;
  readonly header: string | null;
  readonly message: string;
}

/** Largest amount that a document may have. */
const largest = '1000000000000000';

const wrongAmount = (value: string, zero: boolean): string | null => {
  if (!/^\d+(\.\d+)?$/.test(value)) return `«${value}» no es un importe.`;
  if (!/^\d+(\.\d{1,2}0*)?$/.test(value)) return `«${value}» tiene más de dos decimales.`;
  if (!zero && compareDecimals(value, '0') <= 0) return 'Debe ser mayor que cero.';
  return compareDecimals(value, largest) < 0 ? null : 'Es demasiado grande.';
};

/** What is wrong with each cell of a row by itself, by column. */
const wrongCells = (columns: OpeningColumns, cells: OpeningCells): Map<string, string> => {
  const wrong = new Map<string, string>();
  for (const [name, { cell, required, max, zero = false }] of Object.entries(columns)) {
    const value = cells[name] ?? '';
    const message = ((): string | null => {
      if (value === '') return required ? 'Falta.' : null;
      if (cell === 'day') return isCivilDate(value) ? null : `«${value}» no es una fecha.`;
      if (cell === 'month')
        return isCivilDate(value) && value.endsWith('-01') ? null : `«${value}» no es un mes, como 2026-09.`;
      if (cell === 'amount') return wrongAmount(value, zero);
      if (cell === 'count') return /^[1-9]\d{0,9}$/.test(value) ? null : `«${value}» no es un número entero.`;
      return max !== undefined && value.length > max ? `Tiene más de ${max} caracteres.` : null;
    })();
    if (message !== null) wrong.set(name, message);
  }
  return wrong;
};

const invoiceRules = (cells: OpeningCells, openedOn: string): [string, string][] => {
  const {
    number = '',
    fiscal_number = '',
    issued_on = '',
    due_on = '',
    total = '',
    tax = '',
    balance = '',
  } = cells;
  return [
    ...(issued_on > openedOn ? [['issued_on', 'Es posterior a la apertura.'] as [string, string]] : []),
    ...(due_on < issued_on ? [['due_on', 'Vence antes de su fecha.'] as [string, string]] : []),
    ...(total !== '' && compareDecimals(balance, total) > 0
      ? [['balance', 'Supera el total.'] as [string, string]]
      : []),
    ...(tax !== '' && compareDecimals(tax, total || balance) >= 0
      ? [['tax', 'Debe ser menor que el total.'] as [string, string]]
      : []),
    ...(fiscal_number === '' && number.length > 19
      ? [['number', 'Sin NCF, tiene como máximo 19 caracteres.'] as [string, string]]
      : []),
  ];
};

const onePayerRules = (cells: OpeningCells): [string, string][] => [
  ...((cells.client ?? '') === '' && (cells.agency ?? '') === ''
    ? [['client', 'Indique el cliente o la agencia.'] as [string, string]]
    : []),
  ...((cells.client ?? '') !== '' && (cells.agency ?? '') !== ''
    ? [['agency', 'Indique el cliente o la agencia, no los dos.'] as [string, string]]
    : []),
];

const notAfter = (column: string, cells: OpeningCells, openedOn: string): [string, string][] =>
  (cells[column] ?? '') > openedOn ? [[column, 'Es posterior a la apertura.']] : [];

const advanceRules = (cells: OpeningCells, openedOn: string): [string, string][] => [
  ...notAfter('received_on', cells, openedOn),
  ...onePayerRules(cells),
];

/** The tax that a cell names; null for none. @example withheldTax('Isr') // 'isr' */
export const withheldTax = (cell: string): 'itbis' | 'isr' | null => {
  const name = fold(cell).trim();
  return name === 'itbis' || name === 'isr' ? name : null;
};

const withholdingRules = (cells: OpeningCells, openedOn: string): [string, string][] => [
  ...notAfter('withheld_on', cells, openedOn),
  ...onePayerRules(cells),
  ...(withheldTax(cells.tax ?? '') === null
    ? [['tax', `«${cells.tax}» no es ITBIS ni ISR.`] as [string, string]]
    : []),
  ...(compareDecimals(cells.pct || '0', '100') > 0 ? [['pct', 'Es más de 100.'] as [string, string]] : []),
];

const kindNames: Readonly<Record<string, BeneficiaryKind>> = {
  agencia: 'agency',
  ejecutivo: 'seller',
  vendedor: 'seller',
  referente: 'referrer',
  referido: 'referrer',
};

/** The kind of beneficiary that a cell names; null for none. @example beneficiaryKindOf('Vendedor') // 'seller' */
export const beneficiaryKindOf = (cell: string): BeneficiaryKind | null =>
  kindNames[fold(cell).trim()] ?? null;

const commissionRules = (cells: OpeningCells, openedOn: string): [string, string][] => [
  ...notAfter('earned_on', cells, openedOn),
  ...(beneficiaryKindOf(cells.kind ?? '') === null
    ? [['kind', `«${cells.kind}» no es Agencia, Ejecutivo ni Referente.`] as [string, string]]
    : []),
  ...(cells.base && compareDecimals(cells.amount ?? '0', cells.base) > 0
    ? [['amount', 'Supera su base.'] as [string, string]]
    : []),
];

/** Months of sales that an opening takes over. */
const mostMonths = 24;

const monthsBetween = (from: string, to: string): number => {
  const count = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return count(to) - count(from);
};

const salesRules = ({ month = '' }: OpeningCells, openedOn: string): [string, string][] => {
  const age = monthsBetween(month, openedOn);
  if (age < 0) return [['month', 'Es posterior a la apertura.']];
  return age > mostMonths ? [['month', `Es de más de ${mostMonths} meses antes de la apertura.`]] : [];
};

const rulesOf: Readonly<Record<OpeningPart, (cells: OpeningCells, openedOn: string) => [string, string][]>> =
  {
    invoices: invoiceRules,
    advances: advanceRules,
    withholdings: withholdingRules,
    commissions: commissionRules,
    sequences: () => [],
    sales: salesRules,
  };

/**
 * What is wrong in a row of a file, without looking anything up.
 *
 * @param openedOn day of the opening, `YYYY-MM-DD`
 */
export const openingRowProblems = (
  part: OpeningPart,
  line: number,
  cells: OpeningCells,
  openedOn: string,
): OpeningProblem[] => {
  const columns: OpeningColumns = openingParts[part].columns;
  const wrong = wrongCells(columns, cells);
  const rules = rulesOf[part](cells, openedOn);
  // A rule that compares columns has nothing to say while one of them is wrong.
  if (wrong.size === 0) for (const [name, message] of rules) wrong.set(name, message);
  return [...wrong].map(([name, message]) => ({
    part,
    line,
    header: columns[name]?.header ?? null,
    message,
  }));
};
