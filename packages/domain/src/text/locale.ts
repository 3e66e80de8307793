/**
 * Locale of every number, amount and date on screen. Plain `es` leaves out the grouping of four-digit
 * numbers and writes a decimal comma; the product's users read `1,234.50`.
 */
export const locale = 'es-DO';

/** A number of things, as people read it. @example formatCount(12345) // '12,345' */
export const formatCount = (count: number): string => count.toLocaleString(locale);
