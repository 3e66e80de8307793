import type { FilterValues } from '../kinds/kind.ts';
import { locale } from '../text/locale.ts';
import { companyCurrency } from './company-currency.ts';
import { currencies } from './currencies.ts';
import type { CurrencyAmount } from './currency-amount.ts';
import { exactDecimal } from './exact-decimal.ts';

/** Digits after the point that a filter may have, whatever the column holds. */
export const filterScale = 6;

/** A number as people type it, without its groups of thousands. */
export const withoutGroups = (text: string): string =>
  /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text;

const signOf = (code: string, currencyDisplay: 'symbol' | 'narrowSymbol' = 'symbol'): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: code, currencyDisplay })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? code;

let codes: ReadonlyMap<string, string> | undefined;

/** The currency of a code or of a sign that only one currency has: `$` is the sign of many. */
const codeOf = (sign: string): string | undefined => {
  codes ??= new Map(
    [
      ...Map.groupBy(Object.keys(currencies), (code) => signOf(code, 'narrowSymbol')),
      ...Map.groupBy(Object.keys(currencies), (code) => signOf(code)),
      ...Object.keys(currencies).map((code) => [code, [code]] as const),
    ].flatMap(([text, [code, ...others]]) =>
      code !== undefined && others.length === 0 ? [[text.toLocaleUpperCase(locale), code] as const] : [],
    ),
  );
  return codes.get(sign.toLocaleUpperCase(locale));
};

const stored = /^([A-Z]{3})?([+-]?\d.*)$/;
const written = /^([^\d+-]*)([+-]?[\d,.]+)([^\d]*)$/;

/**
 * The parts of a stored end of a filter on an amount; one without a currency is of the company's. `null` when it is
 * no amount.
 *
 * @example readAmount('USD1500.50') // { currency: 'USD', amount: '1500.50' }
 */
export function readAmount(text: string): CurrencyAmount | null {
  const [, currency = companyCurrency, amount = ''] = stored.exec(text) ?? [];
  return Object.hasOwn(currencies, currency) && exactDecimal(amount, filterScale) !== null
    ? { currency, amount }
    : null;
}

/** Stored text of an end of a filter: the inverse of `readAmount`. */
export const storedAmount = ({ currency, amount }: CurrencyAmount): string => `${currency}${amount}`;

/**
 * Filters on amounts are of one currency, which stands before the digits of each end: `USD1500..USD2000`. A person
 * also writes its sign or writes it after them (`US$1,500`, `1500USD`), or leaves it out: then it is that of the
 * other end, or the company's.
 */
export const amountFilter: FilterValues = {
  accepts: (text) => readAmount(text) !== null,
  read: (text) => {
    const [, before = '', digits = '', after = ''] = written.exec(text.trim()) ?? [];
    if (before !== '' && after !== '') return null;
    const sign = (before + after).trim();
    const code = sign === '' ? '' : codeOf(sign);
    const plain = withoutGroups(digits);
    return code === undefined || exactDecimal(plain, filterScale) === null ? null : code + plain;
  },
  write: (text) => {
    const read = readAmount(text);
    return read ? `${signOf(read.currency)}${read.amount}` : text;
  },
  together: (ends) => {
    const [first = companyCurrency, ...others] = new Set(ends.flatMap((end) => stored.exec(end)?.[1] ?? []));
    if (others.length > 0) return null;
    return ends.map((end) => (stored.exec(end)?.[1] === undefined ? `${first}${end}` : end));
  },
};
