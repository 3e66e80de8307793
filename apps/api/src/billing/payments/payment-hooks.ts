import { type PostedTo, paymentPostings } from '@pauta/domain/billing/ledger/postings.ts';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { round, sum } from '@pauta/domain/money/arithmetic.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { takeNumber } from '../../admin/settings/take-number.ts';
import { requireOpenPeriod } from '../../finance/open-period.ts';
import { requireRate } from '../../finance/require-rate.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { Context } from '../../resource/commands/context.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { postEntry, reverseEntries } from '../ledger/post.ts';
import { alertSellers } from './alert-sellers.ts';
import {
  applyChosen,
  applyOldest,
  type TakenBack,
  takeBackApplications,
  takenBackAnswer,
  unapply,
} from './apply-payment.ts';

interface Bank {
  readonly company_id: string;
  readonly currency_code: string;
  readonly gl_account_id: string | null;
}

/** The bank account of a payment; null without one. @throws Problem 422 for one of another company or currency */
const readBank = async (tx: Transaction, payment: Values): Promise<Bank | null> => {
  const id = referenceId(payment.bank_account_id);
  if (id === null) return null;
  const bank = await tx.one<Bank>(
    sql`SELECT company_id, currency_code, gl_account_id FROM bank_accounts WHERE id = ${id}::uuid`,
  );
  if (bank?.company_id !== referenceId(payment.company_id))
    throw invalid({ bank_account_id: ['Esa cuenta es de otra compañía.'] });
  if (bank?.currency_code !== payment.currency_code)
    throw invalid({ bank_account_id: ['Esa cuenta está en otra moneda que el cobro.'] });
  return bank ?? null;
};

/** The account that a payment reaches: what is bartered is owed in goods and is not money. */
const receivingAccount = ({ method }: Values, bank: Bank | null): PostedTo => {
  if (method === 'barter') return { role: 'barter' };
  return bank?.gl_account_id ? { accountId: bank.gl_account_id } : { role: 'bank' };
};

const withheldOf = ({ withholdings }: Values): string =>
  sum(((withholdings ?? []) as { amount: string }[]).map(({ amount }) => round(amount, 2)));

/**
 * Takes a payment back: its applications, and then the payment itself by the opposite entry.
 */
export const takePaymentBack = async (
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  payment: AnyRecord,
  status: 'returned' | 'voided',
): Promise<TakenBack> => {
  const day = companyDay(now.getTime());
  const companyId = referenceId(payment.company_id) ?? '';
  await requireOpenPeriod(tx, companyId, day);
  const taken = await takeBackApplications(tx, payment, day);
  await reverseEntries(
    tx,
    { kinds: ['payment'], id: payment.id },
    {
      companyId,
      postedOn: day,
      description: `Reverso del cobro ${payment.receipt_no}`,
      source: { kind: 'reversal', id: payment.id },
      currency: String(payment.currency_code),
      fxRate: (payment.fx_rate as string | null) ?? null,
    },
  );
  // Written here and not by the engine: taking applications back has already made another version of the record.
  await tx.query(
    sql`UPDATE payments SET status = ${status}, closed_on = ${day}::date WHERE id = ${payment.id}::uuid`,
  );
  return taken;
};

/** Returns a payment that the bank returned, and tells the sellers of what it had settled. */
export const returnPayment = async (
  context: Pick<Context, 'tx' | 'now'>,
  payment: AnyRecord,
): Promise<TakenBack> => {
  const taken = await takePaymentBack(context, payment, 'returned');
  await alertSellers(context, payment);
  return taken;
};

/** Hooks of payments: number, entry and rate of a new one, and its commands. */
export const paymentHooks: ResourceHooks = {
  beforeCreate: async ({ tx, now }, payment) => {
    const day = String(payment.received_on);
    if (day > companyDay(now.getTime())) throw invalid({ received_on: ['La fecha no puede ser futura.'] });
    const companyId = referenceId(payment.company_id) ?? '';
    const currency = String(payment.currency_code);
    await requireOpenPeriod(tx, companyId, day);
    const bank = await readBank(tx, payment);
    const company = await tx.one<{ currency_code: string }>(
      sql`SELECT currency_code FROM companies WHERE id = ${companyId}::uuid`,
    );
    const fx =
      company && company.currency_code !== currency
        ? await requireRate(tx, currency, company.currency_code, day)
        : null;
    const row = await tx.one<{ id: string }>(sql`SELECT new_id() AS id`);
    if (!row) throw new Error('a constant query answers one row');
    const amount = round(String(payment.amount), 2);
    const withheld = withheldOf(payment);
    const receipt = await takeNumber(tx, { series: 'receipt', company: companyId });
    await postEntry(tx, {
      companyId,
      postedOn: day,
      description: `Cobro ${receipt}`,
      source: { kind: 'payment', id: row.id },
      currency,
      fxRate: fx?.rate ?? null,
      postings: paymentPostings({ amount, withheld }, receivingAccount(payment, bank), {
        clientId: referenceId(payment.client_id),
        agencyId: referenceId(payment.agency_id),
      }),
    });
    return { id: row.id, receipt_no: receipt, withheld, fx_rate: fx?.rate ?? null };
  },
  commands: {
    apply_oldest: applyOldest,
    apply: applyChosen,
    unapply,
    return: {
      answer: takenBackAnswer,
      run: async (context, payment) => ({ ...(await returnPayment(context, payment as AnyRecord)) }),
    },
    void: {
      answer: takenBackAnswer,
      run: async (context, payment) => ({
        ...(await takePaymentBack(context, payment as AnyRecord, 'voided')),
      }),
    },
  },
};
