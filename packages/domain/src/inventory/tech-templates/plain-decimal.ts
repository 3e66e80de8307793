/** A decimal without the zeros at its end. @example plainDecimal('30.0000') // '30' */
export const plainDecimal = (value: string): string =>
  value.includes('.') ? value.replace(/\.?0+$/, '') : value;
