import { isZero } from '../../money/arithmetic.ts';
import type { BillingReason } from '../runs/billing-reasons.ts';

/** What is due of a contract, with what it depends on. Amounts before tax, as decimal text. */
export interface DueContract {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly client: string;
  readonly payer: string;
  readonly billing_plan: string;
  readonly currency: string;
  readonly po_number: string | null;
  readonly lines: number;
  /** What can be billed now. */
  readonly due: string;
  /** Delivered, but without the accepted evidence that the settings ask for. */
  readonly unproved: string;
  /** Due by the plan of the contract: what is billed should not differ from it. */
  readonly planned: string;
  /** In drafts already. */
  readonly drafted: string;
  /** Day of the last instalment that is due; null where delivery decides. */
  readonly instalment: string | null;
  /** Everything that prevents its invoice or is to be known before it is billed. */
  readonly reasons: readonly BillingReason[];
}

/** Whether a draft can be made of it now. */
export const isBillable = ({ due, reasons }: DueContract): boolean =>
  !isZero(due) && !reasons.some(({ blocks }) => blocks === 'draft');
