import type { Reason } from '@pauta/domain/approval/reason.ts';
import { subtract } from '@pauta/domain/money/arithmetic.ts';
import { type CurrencyAmount, formatAmount } from '@pauta/domain/money/currency-amount.ts';

/** The credit limit of an account; the amount is null if none is set. */
export interface PresentLimit {
  readonly amount: string | null;
  readonly currency: string;
}

/** A formatted limit. @example formatLimit({ amount: '50000.00', currency: 'DOP' }) // 'RD$50,000.00' */
export const formatLimit = ({ amount, currency }: PresentLimit): string =>
  amount === null ? 'sin límite indicado' : formatAmount({ currency, amount });

/** The approved content: a new limit for one account. Migration 0038 generates the same content. */
export const creditContent = (accountId: string, { amount, currency }: CurrencyAmount) => ({
  account: accountId,
  currency,
  limit: amount,
});

/** Why a new limit needs an approval, with the difference as its effect; in another currency, with the whole limit. */
export const creditReasons = (present: PresentLimit, proposed: CurrencyAmount): readonly Reason[] => [
  {
    code: 'credit_limit',
    text: `Límite de crédito de ${formatLimit(present)} a ${formatLimit(proposed)}.`,
    effect: {
      amount:
        present.amount !== null && present.currency === proposed.currency
          ? subtract(proposed.amount, present.amount)
          : proposed.amount,
      currency: proposed.currency,
    },
    permission: 'clients.credit_limit',
  },
];
