import type { Cell } from '../../resource/import/cell.ts';
import { DateEvidence } from '../../resource/import/date.ts';
import { type DecimalSign, NumberEvidence } from '../../resource/import/number.ts';
import { guessStatementColumns, type StatementMeaning } from './statement-columns.ts';

/** A column of a statement as its file shows it. */
export interface StatementColumn {
  readonly header: string | null;
  readonly samples: string | null;
  readonly day_first: boolean;
  readonly decimal: DecimalSign;
  readonly meaning: StatementMeaning;
}

/** Rows in which a header is looked for: banks write the holder, the account and the period above it. */
export const headRows = 40;

const isEmpty = (cell: Cell | undefined): boolean =>
  cell === null || cell === undefined || String(cell).trim() === '';

/** The header as it is kept: one line of at most 200 characters. */
const headerText = (cell: Cell | undefined): string =>
  isEmpty(cell) ? '' : String(cell).replaceAll(/\s+/g, ' ').trim().slice(0, 200);

/**
 * The number, from 1, of the row with the titles of the columns: the one whose titles say most; 0 if none does, and the
 * first row is a movement.
 *
 * @example findHeader([['Cuenta 123'], ['Fecha', 'Monto'], ['01/01/2026', '5']], {}) // 2
 */
export const findHeader = (
  rows: readonly (readonly Cell[])[],
  learnt: Readonly<Record<string, StatementMeaning>>,
): number => {
  let best = 0;
  let most = 1;
  for (const [index, cells] of rows.slice(0, headRows).entries()) {
    const meanings = guessStatementColumns(cells.map(headerText), learnt);
    const score = meanings.filter((meaning) => meaning !== 'none').length;
    if (score > most) {
      most = score;
      best = index + 1;
    }
  }
  return best;
};

const sampleCount = 4;
const sampledRows = 2000;

/**
 * The columns of a statement, with examples, how its dates and numbers are written, and what each means.
 *
 * @param header number of the row with the titles, from 1; 0: none
 */
export const describeStatement = (
  rows: readonly (readonly Cell[])[],
  header: number,
  learnt: Readonly<Record<string, StatementMeaning>>,
): readonly StatementColumn[] => {
  const below = rows.slice(header, header + sampledRows);
  const heads = rows[header - 1] ?? [];
  const width = below.reduce(
    (most, cells) => Math.max(most, cells.findLastIndex((cell) => !isEmpty(cell)) + 1),
    heads.findLastIndex((cell) => !isEmpty(cell)) + 1,
  );
  const headers = Array.from({ length: width }, (_, index) => headerText(heads[index]));
  const meanings = guessStatementColumns(headers, learnt);
  return headers.map((text, index) => {
    const samples = new Set<string>();
    const numbers = new NumberEvidence();
    const dates = new DateEvidence();
    for (const cells of below) {
      const cell = cells[index];
      if (isEmpty(cell)) continue;
      const value = String(cell).trim();
      if (samples.size < sampleCount) samples.add(value.slice(0, 80));
      if (typeof cell !== 'string' || value.length > 40) continue;
      numbers.add(value);
      dates.add(value);
    }
    return {
      header: text === '' ? null : text,
      samples: [...samples].join(' · ').slice(0, 400) || null,
      day_first: dates.dayFirst,
      decimal: numbers.decimal,
      meaning: meanings[index] ?? 'none',
    };
  });
};

/** Columns of what is read from formats with a meaning of their own (OFX, camt.053, MT940), in this order. */
const fixedMeanings = ['date', 'amount', 'reference', 'description', 'payer', 'bank_id'] as const;

/** The columns of a statement whose format says what each value means. */
export const fixedColumns: readonly StatementColumn[] = fixedMeanings.map((meaning) => ({
  header: null,
  samples: null,
  day_first: true,
  decimal: '.',
  meaning,
}));
