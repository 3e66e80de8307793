/**
 * Locale of every number, amount and date on screen. Plain `es` omits the grouping of four-digit numbers and uses a
 * decimal comma; the product's users read `1,234.50`.
 */
export const locale = 'es-DO';

/** A formatted count. @example formatCount(12345) // '12,345' */
export const formatCount = (count: number): string => count.toLocaleString(locale);
