import type { Field } from '../../kinds/kind.ts';
import { type IntegerOptions, integer } from '../../kinds/number.ts';

/** The fiscal year of a plan. */
export const planYear = (options: Partial<IntegerOptions> = {}): Field<number, IntegerOptions> =>
  integer('Año', { min: 2000, max: 2100, required: true, aggregate: null, isGrouped: false, ...options });
