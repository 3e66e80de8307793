import Big from 'big.js';

/** A constructor of its own: the settings of `Big` itself belong to whoever else uses the library. */
const Decimal = Big();

// A number of JavaScript has lost its cents before it gets here: it is refused.
Decimal.strict = true;
// Half-up, away from zero for negative amounts too, as PostgreSQL's round(numeric).
Decimal.RM = Decimal.roundHalfUp;
// A quotient is rounded here and again to the digits that were asked for. Of two numbers of 18 digits it is
// never nearer than 10^-32 to a half of the sixth decimal without being one: the first rounding cannot change
// the second.
Decimal.DP = 40;
// Exponents are nothing that PostgreSQL or a form would write.
Decimal.NE = -1_000_000;
Decimal.PE = 1_000_000;

const decimalText = /^-?\d+(?:\.(\d+))?$/;

/**
 * A decimal as it stands on the wire, ready to be calculated with; `writeDecimal` is the way back.
 *
 * @throws TypeError what is no text, or text like `''`, `1,5`, `1e3`, `.5` or `NaN`
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
 * Digits after the point of a decimal as text, zeros included.
 *
 * @example digitsOf('1234.50') // 2
 */
export const digitsOf = (text: string): number => decimalText.exec(text)?.[1]?.length ?? 0;
