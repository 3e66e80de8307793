import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { SigningState } from './signing-state.ts';

/**
 * A document is signed at the earliest on the day from which it can be, and at the latest today.
 *
 * @param signedOn civil day
 * @param why the reason for the earliest day, as the end of a sentence
 * @throws Problem 422
 */
export const requireSigningDay = (
  signedOn: string,
  {
    state: { earliest },
    now,
    why,
  }: { readonly state: SigningState; readonly now: Date; readonly why: string },
): void => {
  const today = companyDay(now);
  if (signedOn > today)
    throw invalid({ signed_on: [`La firma no puede ser posterior a hoy, ${formatCivilDate(today)}.`] });
  if (signedOn < earliest)
    throw invalid({
      signed_on: [`La firma no puede ser anterior al ${formatCivilDate(earliest)}: ${why}.`],
    });
};
