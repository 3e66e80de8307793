import Big from 'big.js';

/** A separate constructor, so that these settings do not affect other users of the library. */
const Decimal = Big();

// A JavaScript number may already have lost cents, so it is refused.
Decimal.strict = true;
// Half-up, away from zero for negative amounts too, as PostgreSQL's round(numeric).
Decimal.RM = Decimal.roundHalfUp;
// A quotient is rounded here and again to the requested decimals. For two numbers of 18 digits it is never nearer than
// 10^-32 to a half of the sixth decimal without being exactly one, so the first rounding cannot change the second.
Decimal.DP = 40;
// Never uses exponents, which neither PostgreSQL nor users write.
Decimal.NE = -1_000_000;
Decimal.PE = 1_000_000;

const decimalText = /^-?\d+(?:\.(\d+))?$/;

/**
 * Parses a decimal text for calculation; the inverse is `writeDecimal`.
 *
 * @throws TypeError for anything else, such as `''`, `1,5`, `1e3`, `.5` or `NaN`
 * @example readDecimal('1234.50')
 */
export function readDecimal(text: string): Big {
  if (typeof text !== 'string' || !decimalText.test(text))
    throw new TypeError(`not a decimal as text: ${typeof text === 'string' ? `'${text}'` : typeof text}`);
  return new Decimal(text);
}

/**
 * Text of a decimal with exactly `digits` digits after the point, rounded half-up away from zero; never `-0`.
 *
 * @example writeDecimal(readDecimal('-2.345'), 2) // '-2.35'
 */
export function writeDecimal(value: Big, digits: number): string {
  const text = value.toFixed(digits);
  return text.startsWith('-') && !/[1-9]/.test(text) ? text.slice(1) : text;
}

/**
 * Number of decimals of a decimal text, including zeros.
 *
 * @example digitsOf('1234.50') // 2
 */
export const digitsOf = (text: string): number => decimalText.exec(text)?.[1]?.length ?? 0;
