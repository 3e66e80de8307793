import { add } from '../../money/arithmetic.ts';
import { formatAmount } from '../../money/currency-amount.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import type { Reason } from '../../resource/command.ts';
import { creditHold, type Payer } from './credit-hold.ts';

/** The credit of the account that pays. */
export interface PayerCredit extends Payer {
  /** Null: no limit. */
  readonly limit: string | null;
  /** Currency of the limit and of both amounts. */
  readonly currency: string;
  /** What it already owes or will owe for signed contracts. */
  readonly exposure: string;
}

/**
 * Why an account may not owe another amount: its credit is held (domain §2.3, I17), or the amount would exceed its
 * limit. Null if it may.
 *
 * @param amount in the currency of the limit, with tax
 * @example creditObstacle({ name: 'Ferretería Sol', path, status: 'active', limit: '100.00', currency: 'DOP',
 *   exposure: '80.00' }, '30.00')?.code // 'credit_limit'
 */
export function creditObstacle(payer: PayerCredit, amount: string): Reason | null {
  const { name, path, limit, currency, exposure } = payer;
  const held = creditHold(payer);
  if (held) return held;
  if (limit === null || compareDecimals(add(exposure, amount), limit) <= 0) return null;
  const shown = (value: string): string => formatAmount({ currency, amount: value });
  return {
    code: 'credit_limit',
    text:
      `${name} tiene un límite de crédito de ${shown(limit)} y ya debe o deberá ${shown(exposure)}: ` +
      `este contrato suma ${shown(amount)}. Proponga otro límite o reduzca el contrato.`,
    fix: { label: 'Ver el crédito', path },
  };
}
