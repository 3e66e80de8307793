import { isCivilDate } from '@pauta/domain/calendar/civil-date.ts';
import { civilDays } from '@pauta/domain/calendar/civil-days.ts';
import { invalid } from '../../platform/http/problem.ts';

/** A period of days, both included, as `YYYY-MM-DD`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const day = { type: 'string', maxLength: 10, description: 'AAAA-MM-DD' } as const;

/** The JSON schema of the parameters of a period. */
export const periodParameters = { from: day, to: day } as const;

/** The JSON schema of a query that asks for a period and nothing else. */
export const periodQuery = {
  type: 'object',
  additionalProperties: false,
  required: ['from', 'to'],
  properties: periodParameters,
} as const;

/** The longest period that one answer covers, in days. */
const longest = 366;

/**
 * The period that a request asks for.
 *
 * @throws Problem 422 for days that do not exist, in the wrong order, or too many
 */
export const periodOf = ({ from, to }: { readonly from?: unknown; readonly to?: unknown }): Period => {
  if (typeof from !== 'string' || !isCivilDate(from)) throw invalid({ from: ['Indique el primer día.'] });
  if (typeof to !== 'string' || !isCivilDate(to)) throw invalid({ to: ['Indique el último día.'] });
  const count = civilDays(from, to).length;
  if (count === 0) throw invalid({ to: ['El último día debe ser igual o posterior al primero.'] });
  if (count > longest) throw invalid({ to: [`Pida como máximo ${longest} días.`] });
  return { from, to };
};
