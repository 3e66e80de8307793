import type { Field } from '../../kinds/kind.ts';
import type { DecimalOptions } from '../../kinds/number.ts';
import { decimal } from '../../kinds/number.ts';
import { sum } from '../../money/arithmetic.ts';
import type { Values } from '../../resource/resource.ts';

/** Abbreviations of the months by the name of their field: `m01` is January. */
export const monthLabels = {
  m01: 'Ene',
  m02: 'Feb',
  m03: 'Mar',
  m04: 'Abr',
  m05: 'May',
  m06: 'Jun',
  m07: 'Jul',
  m08: 'Ago',
  m09: 'Sep',
  m10: 'Oct',
  m11: 'Nov',
  m12: 'Dic',
} as const;

export type MonthName = keyof typeof monthLabels;

/** Names of the fields of the twelve months, in order. */
export const monthNames = Object.keys(monthLabels) as readonly MonthName[];

/** The fields of the twelve months of a year, with two decimals; they are not totalled across records. */
export const monthFields = (
  options: Partial<DecimalOptions> = {},
): Readonly<Record<MonthName, Field<string, DecimalOptions>>> =>
  Object.fromEntries(
    Object.entries(monthLabels).map(([name, label]) => [
      name,
      decimal(label, { scale: 2, min: 0, required: true, initial: '0.00', aggregate: null, ...options }),
    ]),
  ) as Readonly<Record<MonthName, Field<string, DecimalOptions>>>;

/** The sum of the twelve months; a month without a value is zero. @example yearTotal({ m01: '5.00' }) // '5.00' */
export const yearTotal = (values: Values): string =>
  sum(['0.00', ...monthNames.map((name) => String(values[name] ?? '0.00'))]);
