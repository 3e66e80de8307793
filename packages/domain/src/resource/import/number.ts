/** The decimal separator of a column of numbers. */
export type DecimalSign = '.' | ',';

const number =
  /^([+\-−]?)(?:[A-Za-z]{0,3}\$|\p{Sc}|[A-Z]{3})?([+\-−]?)([\d.,]*\d[.,]?)(?:%|\p{Sc}|[A-Z]{3})?$/u;

/** Digits and separators of a possible number, and whether it is negative; spaces and currency are removed. */
function partsOf(text: string): { negative: boolean; digits: string } | null {
  const tight = text.normalize('NFKC').replace(/[\s'’]/g, '');
  const enclosed = /^\((.*)\)$/.exec(tight)?.[1];
  const match = number.exec(enclosed ?? tight);
  if (!match) return null;
  const [, before = '', after = '', digits = ''] = match;
  const signs = `${before}${after}`;
  if (signs.length > 1 || (enclosed !== undefined && signs !== '')) return null;
  return { negative: enclosed !== undefined || /[-−]/.test(signs), digits };
}

/** The decimal separator that a number proves; null when it is ambiguous. */
function evidence(digits: string): DecimalSign | null {
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')];
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ',';
  if (point < 0 && comma < 0) return null;
  const sign = point >= 0 ? '.' : ',';
  const other = sign === '.' ? ',' : '.';
  const groups = digits.split(sign);
  if (groups.length > 2) return other;
  // "1.234" is ambiguous; "12.5", "0.125" and "1234.567" are not.
  const [whole = '', rest = ''] = groups;
  return rest.length === 3 && whole.length <= 3 && !/^0*$/.test(whole) ? null : sign;
}

/**
 * Collects evidence from the numbers of a column, so that the separator is decided for the column and not for each
 * cell.
 */
export class NumberEvidence {
  private readonly seen = { '.': 0, ',': 0 };

  add(text: string): void {
    const sign = evidence(partsOf(text)?.digits ?? '');
    if (sign) this.seen[sign] += 1;
  }

  /** Without evidence it is the point, as is usual in the product's countries. */
  get decimal(): DecimalSign {
    return this.seen[','] > this.seen['.'] ? ',' : '.';
  }
}

/**
 * A number as text with a decimal point and without groups, or null when it is invalid with this separator.
 *
 * @param whole the field takes whole numbers only: any separator can only separate groups of three
 * @example plainNumber('RD$1.234,56', ',') // '1234.56'
 */
export function plainNumber(text: string, decimal: DecimalSign, whole = false): string | null {
  const parts = partsOf(text);
  if (!parts) return null;
  const { negative, digits } = parts;
  const minus = negative ? '-' : '';
  if (whole && /^\d{1,3}([.,])\d{3}(?:\1\d{3})*$/.test(digits)) return minus + digits.replace(/[.,]/g, '');
  const group = decimal === '.' ? ',' : '.';
  const [before = '', after, ...more] = digits.split(decimal);
  if (more.length > 0 || after?.includes(group)) return null;
  const groups = before.split(group);
  const grouped =
    groups.length === 1 || groups.every((one, i) => (i === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(one));
  if (!grouped) return null;
  const integer = groups.join('') || '0';
  if (whole) return /^0*$/.test(after ?? '') ? minus + integer : null;
  return minus + integer + (after ? `.${after}` : '');
}
