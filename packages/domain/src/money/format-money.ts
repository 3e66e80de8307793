import { locale } from '../text/locale.ts';

const formatters = new Map<string, Intl.NumberFormat>();

const formatterOf = (currency: string, scale: number): Intl.NumberFormat => {
  const key = `${currency}${scale}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, {
    ...(currency !== '' && { style: 'currency', currency }),
    minimumFractionDigits: scale,
    maximumFractionDigits: scale,
  });
  formatters.set(key, made);
  return made;
};

/**
 * An exact amount for display, never rounded through a float; without a currency, only its digits.
 *
 * @example formatMoney('1234.50', 'DOP', 2) // 'RD$1,234.50'
 */
export const formatMoney = (amount: string, currency: string, scale: number): string =>
  // `Intl` accepts decimal text (ES2023), but its types do not declare that.
  formatterOf(currency, scale).format(amount as unknown as number);

/**
 * The sign of a currency as the product writes it; its code where it has none.
 *
 * @example currencySign('DOP') // 'RD$'
 */
export const currencySign = (code: string, currencyDisplay: 'symbol' | 'narrowSymbol' = 'symbol'): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: code, currencyDisplay })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? code;
