import { add, subtract } from '@pauta/domain/money/arithmetic.ts';
import { exactDecimal } from '@pauta/domain/money/exact-decimal.ts';
import { FileRefused } from '../../../import-export/reading/file-text.ts';
import type { StatedMovements } from './statement.ts';

/** Whether the text is a customer statement of SWIFT: an opening balance and lines, each with its tag. */
export const isMt940 = (text: string): boolean => /^:20:/m.test(text) && /^:60[FM]:/m.test(text);

interface Tagged {
  readonly tag: string;
  readonly lines: string[];
}

const tagsOf = (text: string): Tagged[] => {
  const tags: Tagged[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, tag, rest = ''] = /^:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? [];
    if (tag !== undefined) tags.push({ tag, lines: [rest] });
    // `-` or `-}` ends a message; blocks of its envelope have no tag.
    else if (!/^(-\}?|\{.*)$/.test(line.trim())) tags.at(-1)?.lines.push(line);
  }
  return tags;
};

// Value date, entry date, mark, letter of the currency, amount, type, reference of the owner, reference of the bank.
const entry = /^(\d{2})(\d{2})(\d{2})(\d{4})?(RC|RD|C|D)([A-Z])?(\d{1,13},\d{0,2})([A-Z][A-Z0-9]{3})(.*)$/;

/** Information to the owner: either text, or parts as `?20text?32name`. */
const informationOf = (lines: readonly string[]): { text: string; payer: string } => {
  const all = lines.join('');
  const parts = [...all.matchAll(/\?(\d{2})([^?]*)/g)].map(([, code, part = '']) => ({
    code: Number(code),
    part,
  }));
  if (parts.length === 0) return { text: lines.map((line) => line.trim()).join(' '), payer: '' };
  const joined = (from: number, to: number): string =>
    parts.flatMap(({ code, part }) => (code >= from && code <= to ? [part] : [])).join('');
  return { text: `${joined(20, 29)}${joined(60, 63)}` || joined(0, 0), payer: joined(32, 33) };
};

/** The day of the entry is in the year of its value date, or across the turn of the year. */
const bookedOn = (year: string, month: string, day: string, entered: string | undefined): string => {
  const full = 2000 + Number(year);
  if (entered === undefined) return `${full}-${month}-${day}`;
  const enteredMonth = entered.slice(0, 2);
  const turn = month === '12' && enteredMonth === '01' ? 1 : month === '01' && enteredMonth === '12' ? -1 : 0;
  return `${full + turn}-${enteredMonth}-${entered.slice(2)}`;
};

/**
 * Reads the statements of an MT940 file.
 *
 * @throws FileRefused with the line that is wrong
 */
export const readMt940 = (text: string): readonly StatedMovements[] => {
  const statements = new Map<
    string,
    { account: { number: string; currency: string | null }; rows: string[][] }
  >();
  let current: { account: { number: string; currency: string | null }; rows: string[][] } | undefined;
  let row: string[] | undefined;
  for (const { tag, lines } of tagsOf(text)) {
    const [first = ''] = lines;
    if (tag === '25' || tag === '25P') {
      const number = first.trim();
      // A long statement continues in further messages of the same account.
      current = statements.get(number) ?? { account: { number, currency: null }, rows: [] };
      statements.set(number, current);
      row = undefined;
    } else if (/^60[FM]$/.test(tag)) {
      const [, currency] = /^[CD]\d{6}([A-Z]{3})[\d,]+/.exec(first.trim()) ?? [];
      if (currency === undefined || !current)
        throw new FileRefused('El archivo MT940 está dañado: su saldo inicial no se puede leer.');
      current.account.currency = currency;
    } else if (tag === '61') {
      const [, year, month, day, entered, mark, , digits = '', , rest = ''] = entry.exec(first.trim()) ?? [];
      const amount = exactDecimal(digits.replace(',', '.').replace(/\.$/, ''), 2);
      if (!current || year === undefined || month === undefined || day === undefined || amount === null)
        throw new FileRefused(
          `El archivo MT940 está dañado: el movimiento «${first.trim().slice(0, 60)}» no se puede leer.`,
        );
      const [own = '', bank = ''] = rest.split('//');
      const isIn = mark === 'C' || mark === 'RD';
      row = [
        bookedOn(year, month, day, entered),
        isIn ? add(amount, '0.00') : subtract('0.00', amount),
        /^NONREF$/i.test(own.trim()) ? bank.trim() : own.trim(),
        lines.slice(1).join(' ').trim() || bank.trim(),
        '',
        // A reference of the bank is not an identifier: several entries of a day may have the same.
        '',
      ];
      current.rows.push(row);
    } else if (tag === '86' && row) {
      const { text: said, payer } = informationOf(lines);
      if (said !== '') row[3] = said;
      row[4] = payer;
      row = undefined;
    }
  }
  if (statements.size === 0) throw new FileRefused('El archivo MT940 no dice de qué cuenta es.');
  return [...statements.values()];
};
