import type { Field } from '../../kinds/kind.ts';
import { type DecimalOptions, decimal } from '../../kinds/number.ts';

/** The percentage by which a command changes amounts: from -100 on. */
export const changeInPercent = (hint: string): Field<string, DecimalOptions> =>
  decimal('Cambio en %', { scale: 2, min: -100, max: 1000, required: true, initial: '0.00', hint });
