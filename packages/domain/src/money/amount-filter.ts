import type { FilterValues } from '../kinds/kind.ts';
import { locale } from '../text/locale.ts';
import { companyCurrency } from './company-currency.ts';
import { currencies } from './currencies.ts';
import type { CurrencyAmount } from './currency-amount.ts';
import { exactDecimal } from './exact-decimal.ts';
import { currencySign } from './format-money.ts';

/** Maximum number of decimals in a filter, regardless of the column. */
export const filterScale = 6;

/** A number as people type it, without its groups of thousands. */
export const withoutGroups = (text: string): string =>
  /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text;

let codes: ReadonlyMap<string, string> | undefined;

/** The currency of a code, or of a sign that belongs to one currency only: `$` belongs to many. */
const codeOf = (sign: string): string | undefined => {
  codes ??= new Map(
    [
      ...Map.groupBy(Object.keys(currencies), (code) => currencySign(code, 'narrowSymbol')),
      ...Map.groupBy(Object.keys(currencies), (code) => currencySign(code)),
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
 * Parses the stored end of a filter on an amount; without a currency it is in the company's. `null` when it is not an
 * amount.
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
 * A filter on amounts has one currency, which precedes the digits of each end: `USD1500..USD2000`. Users may also type
 * its sign, put it after the number (`US$1,500`, `1500USD`), or omit it: then the other end's currency applies, or the
 * company's.
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
    return read ? `${currencySign(read.currency)}${read.amount}` : text;
  },
  together: (ends) => {
    const [first = companyCurrency, ...others] = new Set(ends.flatMap((end) => stored.exec(end)?.[1] ?? []));
    if (others.length > 0) return null;
    return ends.map((end) => (stored.exec(end)?.[1] === undefined ? `${first}${end}` : end));
  },
};
