import { rebatePaymentPostings } from '@pauta/domain/billing/ledger/rebate-postings.ts';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { payingAccount } from '../commissions/paying-account.ts';
import { postEntry, reverseEntries } from '../ledger/post.ts';
import { computeRebate } from './compute-rebate.ts';
import { creditRebate } from './credit-rebate.ts';
import { entryTerms } from './entry-terms.ts';

const termsOf = ({ id, company_id, currency_code, name }: AnyRecord, postedOn: string, what: string) => ({
  id,
  companyId: referenceId(company_id) ?? '',
  currency: String(currency_code),
  postedOn,
  description: `${what} · ${name}`,
});

const approve: StateChangeHandler = async ({ actor }) => ({ approved_by_id: actor.userId });

const pay: StateChangeHandler = async ({ tx, now }, rebate: AnyRecord, input) => {
  const day = String(input.paid_on);
  if (day > companyDay(now.getTime())) throw invalid({ paid_on: ['La fecha no puede ser futura.'] });
  const bank = await payingAccount(tx, rebate, input);
  await postEntry(tx, {
    ...(await entryTerms(tx, termsOf(rebate, day, 'Pago de bonificación'))),
    postings: rebatePaymentPostings(String(rebate.amount), bank, referenceId(rebate.agency_id)),
  });
  return {
    paid_on: day,
    bank_account_id: referenceId(input.bank_account_id),
    payment_reference: input.payment_reference,
  };
};

const voidRebate: StateChangeHandler = async ({ tx, now }, rebate: AnyRecord, input) => {
  const today = companyDay(now.getTime());
  await reverseEntries(
    tx,
    { kinds: ['rebate'], id: rebate.id },
    await entryTerms(tx, termsOf(rebate, today, 'Anulación de bonificación')),
  );
  return { void_reason: input.reason };
};

/** Server code of volume rebates. */
export const rebateHooks: ResourceHooks = {
  commands: { compute: computeRebate, approve, credit: creditRebate, pay, void: voidRebate },
};
