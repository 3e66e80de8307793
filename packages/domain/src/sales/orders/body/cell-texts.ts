import type { Cell } from '../../../resource/import/cell.ts';
import { fold } from '../../../text/fold.ts';

/** The text of a cell in one line; empty for a blank one. */
export const textOf = (cell: Cell): string =>
  cell === null || typeof cell === 'boolean' ? '' : String(cell).replace(/\s+/g, ' ').trim();

/** The number of a cell: a number, or a whole number as text. */
export const numberOf = (cell: Cell): number | null => {
  if (typeof cell === 'number') return cell;
  const text = textOf(cell).replace(/[,\s]/g, '');
  return /^\d+(\.0+)?$/.test(text) ? Number(text) : null;
};

/** Whether a text is the label of a row of totals. */
export const isTotal = (text: string): boolean =>
  /^[stg]/i.test(text) &&
  /^(?:sub ?-?total|gran total|total|totales|suma|sumas|tot)\b/.test(fold(text).replace(/[.:]/g, ' ').trim());

/** Whether the label of a row of totals is that of amounts or seconds instead of units. */
export const isMoneyTotal = (text: string): boolean =>
  /inversion|valor|monto|neto|bruto|seg|itbis|iva|pagar|rd\$|us\$|\$|importe|costo/.test(fold(text));

/** Whether a text says that what it is about is a bonus. */
export const isBonusText = (text: string): boolean =>
  /^(?:cunas? |spots? )?(?:bonific|bonus\b|bonif\b|cortesia|sin cargo|obsequio)/.test(fold(text));

/** Whether a text looks like the name of a station. */
export const looksLikeStation = (text: string): boolean =>
  /\b(?:fm|am|tv|canal|radio|emisora|television|medio)\b|\d\.\d/.test(fold(text));
