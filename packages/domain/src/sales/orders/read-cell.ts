import type { Cell } from '../../resource/import/cell.ts';
import { NumberEvidence, plainNumber } from '../../resource/import/number.ts';
import { fold } from '../../text/fold.ts';

/** Units in a cell of a day, and why they may be wrong. */
export interface ReadUnits {
  readonly units: number;
  readonly doubt?: string;
  /** Seconds, where the cell has a duration instead of a count. */
  readonly seconds?: number;
}

const none: ReadUnits = { units: 0 };
/** More spots of one line on one day than any plan has. */
const most = 200;
const marks = /^[xX✓✔✗✘●•○■□◼▪*✕×√/|+]+$/u;
const usualSeconds = new Set([5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 60, 75, 90, 120]);

/** Whether a number may be the seconds of a spot instead of a count. */
export const isUsualDuration = (seconds: number): boolean => usualSeconds.has(seconds);

const unread = (text: string): ReadUnits => ({
  units: 0,
  doubt: `«${text.slice(0, 40)}» no se entendió: no se contó.`,
});

const counted = (units: number, shown: string): ReadUnits => {
  if (units === 0) return none;
  if (!Number.isInteger(units) || units < 0)
    return { units: 0, doubt: `«${shown}» no es un número de cuñas: no se contó.` };
  return units > most
    ? { units: 0, doubt: `«${shown}» son demasiadas cuñas para un día: no se contaron.` }
    : { units };
};

/**
 * Units in the cell of a day: a number, crosses (`X` is one, `XX` two), `2x`, `3 cuñas`. What is not certain has a doubt,
 * and what cannot be read counts as none, with a doubt.
 */
export function readUnits(cell: Cell): ReadUnits {
  if (cell === null || cell === false) return none;
  if (cell === true) return { units: 1 };
  if (typeof cell === 'number') return counted(cell, String(cell));
  if (cell === 'X' || cell === 'x') return { units: 1 };
  const text = cell.trim();
  // A word is no count, whatever follows.
  if (/^[a-zà-ÿ](?![a-z]?\d?$|[/ x]|i$|o$)/i.test(text) && !/^x/i.test(text)) return unread(text);
  const plain = fold(text);
  if (/^[-–—_.0\s]*$/.test(plain) || plain === 'n/a' || plain === 'no') return none;
  if (/^\d+(?:[.,]0+)?$/.test(plain)) return counted(Number(plain.replace(/[.,]0+$/, '')), text);
  const tight = text.replace(/\s/g, '');
  if (marks.test(tight)) {
    const units = [...tight].length;
    return units > 20
      ? { units: 0, doubt: `«${text.slice(0, 20)}» no se entendió: no se contó.` }
      : { units };
  }
  if (plain === 'si') return { units: 1 };
  const [, before, after] =
    /^(?:(\d{1,3}) ?(?:x|cunas?|spots?|avisos?|inserciones|menciones|salidas)\.?|x ?(\d{1,3}))$/.exec(
      plain,
    ) ?? [];
  if (before ?? after) return counted(Number(before ?? after), text);
  const [, count, seconds] =
    /^(\d{1,3}) ?(?:x|de|\*|\/) ?(\d{1,3}) ?(?:"|''|s|seg|segs)?\.?$/.exec(plain) ?? [];
  if (count !== undefined && isUsualDuration(Number(seconds)))
    return {
      units: Number(count),
      seconds: Number(seconds),
      doubt: `«${text}» se entendió como ${count} de ${seconds} s.`,
    };
  const [, only] = /^:?(\d{1,3}) ?(?:"|''|”|s|seg|segs|segundos)\.?$/.exec(plain) ?? [];
  if (only !== undefined)
    return { units: 1, seconds: Number(only), doubt: `«${text}» se entendió como una de ${only} s.` };
  if (/^\d{1,2}[:.]\d{2}(?::\d{2})? ?(?:[ap]\.? ?m\.?)?$/.test(plain))
    return { units: 1, doubt: `«${text}» se entendió como una a esa hora.` };
  if (/^[a-z]\d?$/.test(plain))
    return { units: 1, doubt: `«${text}» se entendió como una; puede ser una versión o un código.` };
  const sum = /^\d{1,2}(?: ?\+ ?\d{1,2})+$/.test(plain)
    ? plain.split('+').reduce((total, one) => total + Number(one), 0)
    : null;
  if (sum !== null) return { units: sum, doubt: `«${text}» se entendió como ${sum}.` };
  return unread(text);
}

/** Seconds in a text that names them; null if it does not. @example durationIn('Cuña de 30"') // 30 */
export function durationIn(text: string): number | null {
  if (!/\d ?(?:["'”]|s|m)/i.test(text)) return null;
  const plain = fold(text);
  const [, seconds] =
    /(?<![\d:.])(\d{1,3}) ?(?:"|''|”|s(?![a-z])|segs?(?![a-z])|segundos?)/.exec(plain) ?? [];
  if (seconds !== undefined) return Number(seconds) || null;
  const [, minutes] = /(?<![\d:.])(\d{1,2}) ?(?:min(?:utos?)?(?![a-z])|'(?!'))/.exec(plain) ?? [];
  return minutes === undefined ? null : Number(minutes) * 60 || null;
}

/** Seconds in the cell of a duration: `30`, `30"`, `:30`, `0:30`, `1 min`, a time of a spreadsheet. */
export function readDuration(cell: Cell): number | null {
  if (typeof cell === 'boolean' || cell === null) return null;
  const inRange = (seconds: number): number | null =>
    Number.isInteger(seconds) && seconds >= 1 && seconds <= 7200 ? seconds : null;
  if (typeof cell === 'number') return inRange(cell < 1 ? Math.round(cell * 86_400) : cell);
  const plain = fold(cell);
  const [, hours, minutes, seconds] = /^(?:(\d{1,2}):)?(\d{0,2}):(\d{2})$/.exec(plain) ?? [];
  // A spreadsheet keeps 0:30 as half an hour; no spot is that long.
  if (seconds !== undefined) {
    const whole = Number(hours ?? 0) * 3600 + Number(minutes || 0) * 60 + Number(seconds);
    return inRange(hours !== undefined && whole >= 300 && seconds === '00' ? whole / 60 : whole);
  }
  if (/^\d{1,4}$/.test(plain)) return inRange(Number(plain));
  const named = durationIn(plain);
  return named === null ? null : inRange(named);
}

/** Numbers of a column as exact decimals; a text that is not a number is null. */
export function decimalsOf(cells: readonly Cell[]): readonly (string | null)[] {
  const evidence = new NumberEvidence();
  for (const cell of cells) if (typeof cell === 'string') evidence.add(cell);
  return cells.map((cell) => {
    if (typeof cell === 'number') return Number.isFinite(cell) ? plainOf(cell) : null;
    return typeof cell === 'string' ? plainNumber(cell.replace(/%$/, ''), evidence.decimal) : null;
  });
}

/** A number of a spreadsheet without the noise of binary fractions. */
const plainOf = (number: number): string =>
  Number.isInteger(number) && Math.abs(number) < 1e15
    ? String(number)
    : number.toFixed(6).replace(/\.?0+$/, '');
