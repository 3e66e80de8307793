import { locale } from '../text/locale.ts';

/**
 * The sign of a currency as the product writes it; its code where it has none.
 *
 * @example currencySign('DOP') // 'RD$'
 */
export const currencySign = (code: string, currencyDisplay: 'symbol' | 'narrowSymbol' = 'symbol'): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: code, currencyDisplay })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? code;
