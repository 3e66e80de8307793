const decimalText = /^([+-]?)0*(\d+)(?:\.(\d*))?$/;

/**
 * A decimal as exact text with `scale` decimals, or `null` when the text is not a number or has more decimals. It is
 * never a float, which cannot represent cents exactly.
 *
 * @example exactDecimal('1234.5', 2) // '1234.50'
 */
export function exactDecimal(text: string, scale: number): string | null {
  const match = decimalText.exec(text.trim());
  if (!match) return null;
  const [, sign, whole = '0', fraction = ''] = match;
  const kept = fraction.replace(/0+$/, '');
  if (kept.length > scale || whole.length > 16 - Math.min(scale, 2)) return null;
  const digits = scale === 0 ? whole : `${whole}.${kept.padEnd(scale, '0')}`;
  return sign === '-' && /[1-9]/.test(digits) ? `-${digits}` : digits;
}

/**
 * Order of two decimals given as text, whatever digits each has: -1, 0 or 1.
 *
 * @example compareDecimals('9007199254740993', '9007199254740992.5') // 1
 */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  if (a === b) return 0;
  const scale = Math.max(...[a, b].map((text) => (text.split('.')[1] ?? '').length));
  const [first = 0n, second = 0n] = [a, b].map((text) => {
    const [whole = '0', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(scale, '0'));
  });
  return first < second ? -1 : first > second ? 1 : 0;
}
