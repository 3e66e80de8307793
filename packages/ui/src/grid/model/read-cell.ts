import { isZero, round } from '@pauta/domain/money/arithmetic.ts';
import { type DecimalSign, NumberEvidence, plainNumber } from '@pauta/domain/resource/import/number.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import { blankOf, type GridColumn } from './grid-types.ts';

/** The value of a typed or pasted text, or why it has none. */
export type ReadCell =
  | { readonly ok: true; readonly value: string; readonly isRounded: boolean }
  | { readonly ok: false; readonly problem: string };

/** Digits before the point that the database keeps of an amount. */
const mostDigits = 16;

const read = (value: string, isRounded = false): ReadCell => ({ ok: true, value, isRounded });
const refuse = (problem: string): ReadCell => ({ ok: false, problem });
const quoted = (text: string): string => `«${text.length > 40 ? `${text.slice(0, 39)}…` : text}»`;

/** The decimal separator that these texts prove together; without evidence it is the point. */
export function decimalOf(texts: readonly string[]): DecimalSign {
  const evidence = new NumberEvidence();
  for (const text of texts) evidence.add(text);
  return evidence.decimal;
}

function readAmount(column: GridColumn, text: string, decimal: DecimalSign): ReadCell {
  const { scale = 2 } = column;
  if (/^[-–—]$/.test(text)) return read(blankOf(column));
  if (text.endsWith('%')) return refuse(`${quoted(text)} es un porcentaje y aquí va un monto.`);
  const plain = plainNumber(text, decimal, scale === 0);
  if (plain === null) return refuse(`${quoted(text)} no es un número.`);
  if (plain.startsWith('-') && !isZero(plain)) return refuse(`${quoted(text)} es negativo.`);
  const positive = plain.replace(/^-/, '').replace(/^0+(?=\d)/, '');
  if ((positive.split('.')[0] ?? '').length > mostDigits)
    return refuse(`${quoted(text)} es demasiado grande.`);
  const rounded = round(positive, scale);
  const decimals = (positive.split('.')[1] ?? '').replace(/0+$/, '');
  return read(rounded, decimals.length > scale);
}

function readChoice({ options = [] }: GridColumn, text: string): ReadCell {
  const wanted = fold(text);
  const found = options.filter(
    ({ label, code }) => fold(label) === wanted || (code != null && fold(code) === wanted),
  );
  const [only] = found;
  if (only && found.length === 1) return read(only.id);
  return refuse(found.length > 1 ? `${quoted(text)} es el nombre de varios.` : `No hay ${quoted(text)}.`);
}

/**
 * Reads the text of a cell for a column. Amounts may have a currency sign and Spanish or English separators; they are
 * rounded half up to the decimals of the column.
 *
 * @param decimal the decimal separator of an amount that is ambiguous by itself, such as `1.234`
 * @example readCell(january, 'RD$ 1.234,56', ',') // { ok: true, value: '1234.56', isRounded: false }
 */
export function readCell(column: GridColumn, typed: string, decimal: DecimalSign): ReadCell {
  const text = typed.trim();
  if (text === '')
    return column.required && column.kind !== 'amount'
      ? refuse('No puede quedar vacío.')
      : read(blankOf(column));
  if (text.startsWith('=')) return refuse(`${quoted(text)} es una fórmula. Pegue o escriba su resultado.`);
  switch (column.kind) {
    case 'amount':
      return readAmount(column, text, decimal);
    case 'choice':
      return readChoice(column, text);
    case 'text':
      return text.length > (column.max ?? Number.POSITIVE_INFINITY)
        ? refuse(`${quoted(text)} pasa de ${column.max} letras.`)
        : read(text);
    case 'sum':
      return refuse('Se calcula y no se escribe.');
  }
}
