import { fold } from '../../../text/fold.ts';
import { factDuration } from '../header-facts.ts';
import type { OrderLine } from '../order.ts';
import { durationIn, readDuration } from '../read-cell.ts';
import { isBonusText, looksLikeStation, textOf } from './cell-texts.ts';
import { numbersOf } from './row-numbers.ts';
import type { TableBody } from './table-body.ts';

/** Reads the texts of the rows from above to below: what a row leaves out is what was written above it. */
export interface RowTexts {
  /** A text alone in a row, above the rows that it is about: a station, a programme, the bonuses. */
  title(text: string, at: { readonly row: number; readonly column: number }): void;
  /** A row with a programme and no units, above the rows of that programme. */
  programme(row: number): void;
  /** What a row asks for, without its units. */
  describe(row: number): Omit<OrderLine, 'rows' | 'units'>;
}

/** The texts of the rows of a table. */
export const rowTexts = (body: TableBody): RowTexts => {
  const { grid, columns, context, of, textAt } = body;
  const [prices, discounts] = [numbersOf(body, 'price'), numbersOf(body, 'discount')];
  let station = '';
  let programme = '';
  let section = '';
  let sectionDuration: number | null = null;
  let isBonusSection = false;
  return {
    title: (text, { row, column }) => {
      const isProgramme = of('programme').includes(column) && (grid.merge(row, column)?.columns ?? 1) < 2;
      if (isBonusText(text)) isBonusSection = true;
      else if (text.length <= 60 && !/^(?:nota|observ|aprob|firma|elabor)/.test(fold(text))) {
        sectionDuration = durationIn(text) ?? sectionDuration;
        if (/pagad|pauta regular/.test(fold(text))) isBonusSection = false;
        if (!isProgramme || looksLikeStation(text)) {
          section = text;
          station = '';
          isBonusSection = false;
          programme = '';
        }
      }
      if (isProgramme && !looksLikeStation(text)) programme = text;
    },
    programme: (row) => {
      programme = textAt(row, 'programme');
      station = textAt(row, 'station') || station;
    },
    describe: (row) => {
      station = textAt(row, 'station') || station;
      const ownProgramme = textAt(row, 'programme');
      if (ownProgramme !== '') programme = ownProgramme;
      else if (of('programme').length > 0 && programme !== '')
        context.doubt(
          row,
          of('programme')[0] ?? null,
          `No dice el programa: se tomó el de arriba, «${programme}».`,
        );
      const [durationColumn] = of('duration');
      const written = durationColumn === undefined ? null : grid.seen(row, durationColumn);
      const seconds = readDuration(written);
      if (written !== null && seconds === null)
        context.doubt(row, durationColumn ?? null, `«${textOf(written)}» no es una duración.`);
      const hasStationColumn = of('station').length > 0;
      if (programme === '' && station === '' && section === '' && textAt(row, 'time') === '')
        context.doubt(row, null, 'La fila no dice el programa ni la emisora.');
      return {
        programme: programme || context.facts.programme || '',
        station: station || (hasStationColumn ? '' : section) || context.facts.station || '',
        time: textAt(row, 'time', ' - '),
        duration_sec: seconds ?? durationIn(ownProgramme) ?? sectionDuration ?? factDuration(context.facts),
        price: prices.get(row) ?? null,
        discount_pct: discounts.get(row) ?? null,
        isBonus: isBonusSection || columns.some(({ column }) => isBonusText(textOf(grid.seen(row, column)))),
      };
    },
  };
};
