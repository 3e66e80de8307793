import { add, subtract } from '../../money/arithmetic.ts';
import { compareDecimals, exactDecimal } from '../../money/exact-decimal.ts';
import type { Cell } from '../../resource/import/cell.ts';
import { readMoment } from '../../resource/import/date.ts';
import { plainNumber } from '../../resource/import/number.ts';
import { fold } from '../../text/fold.ts';
import type { StatementMeaning } from './statement-columns.ts';
import type { StatementColumn } from './statement-table.ts';

/** A movement of a bank account. */
export interface StatementMovement {
  /** `YYYY-MM-DD` */
  readonly booked_on: string;
  /** Decimal text with two decimals; negative: it left the account. */
  readonly amount: string;
  readonly reference: string | null;
  readonly description: string | null;
  readonly payer: string | null;
  readonly bank_id: string | null;
}

/** A row as it was read: a movement, no movement (a total, a remark, an empty row), or why it could not be read. */
export type ReadStatementRow =
  | { readonly movement: StatementMovement }
  | { readonly blank: true }
  | { readonly problem: string };

const textOf = (cell: Cell, longest: number): string | null => {
  const text = String(cell ?? '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return text === '' ? null : text.slice(0, longest).toWellFormed();
};

/** A reference that says nothing, such as `0000` or `-`, is none. */
const referenceOf = (cell: Cell): string | null => {
  const text = textOf(cell, 60);
  return text !== null && /[1-9a-z]/i.test(text) ? text : null;
};

/** A mark of the side before or after a number, as in `1,500.00 CR` and `DB 20.00`. */
const markBefore = /^(CR|DB|DR|C|D)\s+(?=\S)/i;
const markAfter = /(?<=[\d)\s])(CR|DB|DR|C|D)$/i;
const isDebit = (mark: string): boolean =>
  /^(d|db|dr|deb|debito|debit|cargo|retiro|salida|-)$/.test(fold(mark));
const isCredit = (mark: string): boolean =>
  /^(c|cr|cre|cred|credito|credit|abono|deposito|entrada|\+)$/.test(fold(mark));

/** A cell as decimal text with at most two decimals; null: empty; undefined: not a number. */
const numberOf = (cell: Cell, decimal: StatementColumn['decimal']): string | null | undefined => {
  if (cell === null || typeof cell === 'boolean') return null;
  // Spreadsheets hold binary numbers: 0.1 + 0.2 is a cent and not 0.30000000000000004.
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell.toFixed(2) : undefined;
  const text = cell.trim();
  if (text === '' || /^[-–—]$/.test(text)) return null;
  const mark = markBefore.exec(text)?.[1] ?? markAfter.exec(text)?.[1];
  const plain = plainNumber(text.replace(markBefore, '').replace(markAfter, ''), decimal);
  const exact = plain === null ? null : exactDecimal(plain, 2);
  if (exact === null) return undefined;
  return mark && isDebit(mark) && !exact.startsWith('-') ? subtract('0.00', exact) : exact;
};

const largest = '9999999999999.99';

/**
 * Reads a row of a bank statement.
 *
 * @example readStatementRow(['03/01/2026', '1,500.00'], [{ …, meaning: 'date' }, { …, meaning: 'amount' }])
 */
export const readStatementRow = (
  cells: readonly Cell[],
  columns: readonly StatementColumn[],
): ReadStatementRow => {
  const place = (meaning: StatementMeaning) => columns.findIndex((column) => column.meaning === meaning);
  const cell = (meaning: StatementMeaning): Cell => cells[place(meaning)] ?? null;
  const number = (meaning: 'amount' | 'credit' | 'debit') =>
    numberOf(cell(meaning), columns[place(meaning)]?.decimal ?? '.');
  const dated = cell('date');
  const moment =
    dated === null || typeof dated === 'boolean' || String(dated).trim() === ''
      ? null
      : readMoment(dated, columns[place('date')]?.day_first ?? true);
  const numbers = { amount: number('amount'), credit: number('credit'), debit: number('debit') };
  const hasNumber = Object.values(numbers).some((one) => one !== null && one !== undefined);
  // Totals and remarks of the bank have no date, or no amount.
  if (textOf(dated, 40) === null) return { blank: true };
  if (moment === null && !hasNumber) return { blank: true };
  if (moment === null) return { problem: `«${textOf(dated, 40)}» no es una fecha.` };
  for (const name of ['amount', 'credit', 'debit'] as const)
    if (numbers[name] === undefined) return { problem: `«${textOf(cell(name), 40)}» no es un importe.` };
  const size = (value: string | null | undefined): string => (value ?? '0.00').replace(/^-/, '');
  const side = textOf(cell('side'), 20);
  let amount = subtract(size(numbers.credit), size(numbers.debit));
  if (place('amount') >= 0) {
    amount = add(numbers.amount ?? '0.00', '0.00');
    if (side !== null && isDebit(side)) amount = subtract('0.00', size(amount));
    else if (side !== null && !isCredit(side))
      return { problem: `«${side}» no dice si el movimiento es débito o crédito.` };
  }
  if (compareDecimals(amount, '0') === 0) return { blank: true };
  if (compareDecimals(size(amount), largest) > 0) return { problem: 'El importe es demasiado grande.' };
  return {
    movement: {
      booked_on: moment.day,
      amount,
      reference: referenceOf(cell('reference')),
      description: textOf(cell('description'), 300),
      payer: textOf(cell('payer'), 160),
      bank_id: textOf(cell('bank_id'), 80),
    },
  };
};
