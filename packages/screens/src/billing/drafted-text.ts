import type { DueContract } from '@pauta/domain/billing/invoices/due-contract.ts';
import { isZero } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';

/** What of a contract is in drafts already; null if nothing is. */
export const draftedText = ({ currency, drafted }: DueContract): string | null =>
  isZero(drafted) ? null : `En borrador: ${formatAmount({ currency, amount: drafted })}`;
