import { payments } from '@pauta/domain/billing/payments/payment.ts';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { isZero, negate } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { asAction } from '../../platform/as-action.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, forbidden, Problem } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import { servedOf } from '../../resource/commands/served-of.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { createRecord } from '../../resource/writing/change-record.ts';
import { applyPayment } from '../payments/apply-payment.ts';
import { lockPayable } from '../payments/payer-invoices.ts';
import { returnPayment } from '../payments/payment-hooks.ts';

/** What a settled movement no longer has: a proposal. */
export const decided = { proposal: null, grade: null, why: null, problem: null };

/** Payments that change here are not released by the trigger that follows them. */
export const deciding = async <T>(tx: Transaction, work: () => Promise<T>): Promise<T> => {
  await tx.query(sql`SELECT set_config('pauta.deciding', 'on', true)`);
  const done = await work();
  await tx.query(sql`SELECT set_config('pauta.deciding', '', true)`);
  return done;
};

const isIn = (movement: AnyRecord): boolean => compareDecimals(String(movement.amount ?? '0'), '0') > 0;

export const reconcile = (tx: Transaction, id: string): Promise<unknown> =>
  asAction(tx, 'reconcile', () =>
    tx.query(sql`UPDATE payments SET status = 'reconciled' WHERE id = ${id}::uuid AND status = 'registered'`),
  );

/** Locks a payment that the user may see. */
export const lockPayment = async ({ tx, server, actor }: HandlerContext, id: string): Promise<AnyRecord> =>
  parseRecord(await readRecord(tx, servedOf(server, payments.name).table, id, actor, { lock: true }));

/**
 * Makes a movement a payment that is registered already: the payment is reconciled, or returned when the money left the
 * account.
 *
 * @param refuse the problem with the payment, as the caller answers it
 * @returns columns of the settled movement
 */
export const linkPayment = async (
  context: HandlerContext,
  movement: AnyRecord,
  paymentId: string,
  refuse: (message: string) => Problem,
): Promise<Values> => {
  const { tx } = context;
  const payment = await lockPayment(context, paymentId);
  if (referenceId(payment.bank_account_id) !== referenceId(movement.bank_account_id))
    throw refuse('Ese cobro no entró en esta cuenta.');
  const comes = isIn(movement);
  const amount = comes ? String(movement.amount) : negate(String(movement.amount));
  if (compareDecimals(String(payment.amount), amount) !== 0)
    throw refuse(
      `Ese cobro es de ${formatAmount({ currency: String(payment.currency_code), amount: String(payment.amount) })}: el importe tiene que ser el del banco.`,
    );
  const other = await tx.one(sql`
    SELECT FROM bank_movements WHERE payment_id = ${paymentId}::uuid AND status = 'settled' AND (amount > 0) = ${comes}
      AND id <> ${movement.id}::uuid`);
  if (other || payment.status === 'voided')
    throw refuse('Ese cobro ya es de otro movimiento, o está anulado.');
  if (comes) await reconcile(tx, paymentId);
  else if (payment.status !== 'returned') {
    if (!context.actor.permissions.has('payments.reverse')) throw forbidden('payments.reverse');
    await asAction(tx, 'return', () => deciding(tx, () => returnPayment(context, payment)));
  }
  return { ...decided, payment_id: paymentId, outcome: comes ? 'reconciled' : 'returned' };
};

interface NewPayment {
  readonly clientId: string | null;
  readonly agencyId: string | null;
  readonly method: string;
  readonly reference?: string | null;
  readonly receivedOn?: string | null;
}

/** The reference of a payment whose movement has none: banks give some movements no number. */
const ownReference = ({ id }: AnyRecord): string => `MOV-${id.replaceAll('-', '').slice(-12).toUpperCase()}`;

/**
 * Registers the payment that a movement is, applies it and reconciles it.
 *
 * @param invoices to which it is applied; `oldest`: to the open ones of the payer; none: it is an advance
 * @returns columns of the settled movement, and what remains unapplied
 */
export const registerPayment = async (
  context: HandlerContext,
  movement: AnyRecord,
  { clientId, agencyId, method, reference, receivedOn }: NewPayment,
  invoices: readonly { readonly invoice: string; readonly amount?: string | null }[] | 'oldest' = [],
): Promise<{ readonly columns: Values; readonly isWhole: boolean; readonly left: string }> => {
  const { tx, server, now } = context;
  const account = referenceId(movement.bank_account_id);
  const bank = await tx.one<{ company_id: string }>(
    sql`SELECT company_id FROM bank_accounts WHERE id = ${account}::uuid`,
  );
  const terms = {
    company_id: bank?.company_id,
    client_id: clientId,
    agency_id: agencyId,
    currency_code: movement.currency_code,
    received_on: receivedOn ?? movement.booked_on,
  };
  // Invoices are locked before the counters that the entry and the number of the payment take.
  if (invoices === 'oldest') await lockPayable(tx, terms);
  else if (invoices.length > 0)
    await lockPayable(tx, terms, {
      named: invoices.map(({ invoice }) => invoice.trim().toLocaleUpperCase('es')),
    });
  const made = parseRecord(
    await createRecord(context, servedOf(server, payments.name), {
      input: {
        ...terms,
        method,
        bank_account_id: account,
        reference: reference || movement.reference || ownReference(movement),
        amount: movement.amount,
      },
    }),
  );
  let left = String(movement.amount);
  let isWhole = true;
  if (invoices === 'oldest' || invoices.length > 0) {
    const plan = await applyPayment(
      tx,
      made,
      companyDay(now.getTime()),
      invoices === 'oldest' ? undefined : invoices,
    );
    left = plan.left;
    isWhole = plan.applications.every(
      ({ amount, invoice }) => compareDecimals(amount, invoice.balance) === 0,
    );
  }
  await reconcile(tx, made.id);
  return { columns: { ...decided, payment_id: made.id, outcome: 'registered' }, isWhole, left };
};

/** The payer of an invoice as it is now, also if it was merged. */
export const payerOf = async (tx: Transaction, invoiceId: string | null) => {
  const payer = await tx.one<{ client: string | null; agency: string | null }>(sql`
    SELECT CASE WHEN i.bill_to <> 'agency' THEN coalesce(c.merged_into_id, c.id) END AS client,
      CASE WHEN i.bill_to = 'agency' THEN coalesce(a.merged_into_id, a.id) END AS agency
    FROM invoices i JOIN clients c ON c.id = i.client_id LEFT JOIN agencies a ON a.id = i.agency_id
    WHERE i.id = ${invoiceId}::uuid`);
  if (!payer) throw new Error(`a proposal names the invoice ${invoiceId}`);
  return { clientId: payer.client, agencyId: payer.agency };
};

const methods: readonly (readonly [RegExp, string])[] = [
  [/\b(cheque|ck|chq)\b/i, 'cheque'],
  [/\b(tarjeta|cardnet|azul|visanet)\b/i, 'card'],
  [/\bdep[oó]sito\b/i, 'deposit'],
];

/** The method that the text of a bank says; a transfer without a word of another. */
const methodOf = ({ description }: AnyRecord): string =>
  methods.find(([words]) => words.test(String(description)))?.[1] ?? 'transfer';

/** Does what a movement proposes. @returns columns of the settled movement @throws Problem 409 when it no longer holds */
export const followProposal = async (context: HandlerContext, movement: AnyRecord): Promise<Values> => {
  const { tx } = context;
  const refuse = (message: string): Problem => conflict('proposal_stale', message);
  const { proposal, grade } = movement;
  if (proposal === 'bank_charge') return { ...decided, outcome: 'bank_charge' };
  if (proposal === 'payment' || proposal === 'return')
    return linkPayment(context, movement, referenceId(movement.payment_id) ?? '', refuse);
  const payer = await payerOf(tx, referenceId(movement.invoice_id));
  const numbers = String(movement.invoice_numbers ?? '')
    .split(', ')
    .filter(Boolean);
  try {
    const { columns, isWhole, left } = await registerPayment(
      context,
      movement,
      { ...payer, method: methodOf(movement) },
      proposal === 'payer' ? 'oldest' : numbers.map((invoice) => ({ invoice })),
    );
    if (grade === 'sure' && !(isWhole && isZero(left)))
      throw refuse('El balance de sus facturas cambió: ya no es el importe. Decídalo a mano.');
    return columns;
  } catch (error) {
    // Its input is the proposal, so an error at a field has nowhere to be shown.
    if (error instanceof Problem && error.status === 422)
      throw conflict('proposal_stale', Object.values(error.errors ?? {}).flat()[0] ?? error.message);
    throw error;
  }
};
