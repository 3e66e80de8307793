import { isZero } from '../../money/arithmetic.ts';

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
  /** In drafts already. */
  readonly drafted: string;
  /** Day of the last instalment that is due; null where delivery decides. */
  readonly instalment: string | null;
  readonly credit_status: string;
  readonly is_suspended: boolean;
  /** Null: the company cannot issue. */
  readonly company_tax_id: string | null;
}

/** Whether a draft can be made of it now. */
export const isBillable = ({ due, company_tax_id }: DueContract): boolean =>
  !isZero(due) && company_tax_id !== null;
