import { payments } from '@pauta/domain/billing/payments/payment.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { round, sum } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import { servedOf } from '../../resource/commands/served-of.ts';
import { rowVisibility } from '../../resource/reading/row-scope.ts';
import { decided, lockPayment, payerOf, reconcile, registerPayment } from './settle-movement.ts';

/** A row of the input: a payment that is registered already, or an invoice that a new one pays. */
interface Part {
  readonly receipt?: string | null;
  readonly invoice?: string | null;
  readonly amount?: string | null;
  readonly reference?: string | null;
}

/** A payment that the deposit registers: of one payer, by one cheque. */
interface NewPart {
  readonly clientId: string | null;
  readonly agencyId: string | null;
  readonly reference: string | null;
  readonly invoices: readonly { readonly invoice: string; readonly amount: string }[];
}

const refuse = (message: string) => invalid({ parts: [message] });

const nameOf = (text: string | null | undefined): string => (text ?? '').trim().toLocaleUpperCase('es');

/** The registered payments of the account that rows name, locked in the order of their ids. @throws Problem 422 at `parts` */
const lockNamed = async (
  context: HandlerContext,
  movement: AnyRecord,
  receipts: readonly string[],
): Promise<readonly AnyRecord[]> => {
  const { tx, server, actor } = context;
  if (new Set(receipts).size < receipts.length) throw refuse('Un recibo está dos veces.');
  const { resource } = servedOf(server, payments.name).table;
  const found = await tx.query<{ id: string; receipt_no: string }>(sql`
    SELECT p.id, p.receipt_no FROM payments p
    WHERE p.bank_account_id = ${referenceId(movement.bank_account_id)}::uuid AND p.receipt_no = ANY(${receipts}::text[])
      AND p.status IN ('registered', 'reconciled') AND ${rowVisibility(resource, actor, 'p')}
    ORDER BY p.id`);
  const missing = receipts.find((receipt) => !found.some(({ receipt_no }) => receipt_no === receipt));
  if (missing !== undefined)
    throw refuse(`«${missing}» no es un cobro vigente que haya entrado en esta cuenta.`);
  const locked: AnyRecord[] = [];
  for (const { id } of found) locked.push(await lockPayment(context, id));
  const used = await tx.one<{ receipt: string }>(sql`
    SELECT p.receipt_no AS receipt FROM payments p
    WHERE p.id = ANY(${found.map(({ id }) => id)}::uuid[]) AND (
      EXISTS (SELECT FROM bank_movement_payments l WHERE l.payment_id = p.id)
      OR EXISTS (SELECT FROM bank_movements m WHERE m.payment_id = p.id AND m.status = 'settled' AND m.amount > 0)) LIMIT 1`);
  if (used) throw refuse(`El cobro ${used.receipt} ya es de otro movimiento del banco.`);
  return locked;
};

/** The invoices that rows name, locked in the order of their ids, with who pays them. @throws Problem 422 at `parts` */
const lockInvoices = async (
  tx: Transaction,
  movement: AnyRecord,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const found = await tx.query<{ id: string; internal_no: string; fiscal_number: string }>(sql`
    SELECT i.id, i.internal_no, i.fiscal_number FROM invoices i JOIN bank_accounts b ON b.company_id = i.company_id
    WHERE b.id = ${referenceId(movement.bank_account_id)}::uuid AND i.balance > 0
      AND (i.internal_no = ANY(${names}::text[]) OR i.fiscal_number = ANY(${names}::text[]))
    ORDER BY i.id FOR NO KEY UPDATE OF i`);
  return new Map(
    names.map((name) => {
      const invoice = found.find((one) => one.internal_no === name || one.fiscal_number === name);
      if (!invoice) throw refuse(`«${name}» no es una factura pendiente de la compañía de esta cuenta.`);
      return [name, invoice.id];
    }),
  );
};

/** The new payments of a deposit: the rows of one payer with the same reference are one. */
const newParts = async (tx: Transaction, movement: AnyRecord, rows: readonly Part[]): Promise<NewPart[]> => {
  const names = rows.map(({ invoice }) => nameOf(invoice));
  if (new Set(names).size < names.length) throw refuse('Una factura está dos veces.');
  const invoices = await lockInvoices(tx, movement, names);
  const parts = new Map<string, NewPart>();
  for (const [place, { amount, reference }] of rows.entries()) {
    const name = names[place] ?? '';
    const payer = await payerOf(tx, invoices.get(name) ?? null);
    const key = `${payer.clientId} ${payer.agencyId} ${nameOf(reference)}`;
    const before = parts.get(key);
    parts.set(key, {
      ...payer,
      reference: before ? before.reference : reference?.trim() || null,
      invoices: [...(before?.invoices ?? []), { invoice: name, amount: round(String(amount), 2) }],
    });
  }
  return [...parts.values()];
};

/**
 * Settles a movement that is several payments, such as a deposit of cheques: those that are registered are reconciled, and
 * the others are registered, applied to their invoices and reconciled. Payments are locked before invoices, and all of them
 * before the counters that new payments take.
 */
export const settleDeposit: StateChangeHandler = async (context, record, input): Promise<Values> => {
  const { tx } = context;
  const movement = record as AnyRecord;
  const rows = (input.parts ?? []) as readonly Part[];
  const known = await lockNamed(
    context,
    movement,
    rows.flatMap(({ receipt }) => (receipt ? [nameOf(receipt)] : [])),
  );
  const parts = await newParts(
    tx,
    movement,
    rows.filter(({ receipt }) => !receipt),
  );
  const amountOf = ({ invoices }: NewPart): string => sum(invoices.map(({ amount }) => amount));
  const total = sum([...known.map(({ amount }) => String(amount)), ...parts.map(amountOf)]);
  const money = (amount: string): string =>
    formatAmount({ currency: String(movement.currency_code), amount });
  if (known.length + parts.length < 2)
    throw refuse('Es un solo cobro: use «Registrar el cobro» o «Elegir un cobro».');
  if (compareDecimals(total, String(movement.amount)) !== 0)
    throw refuse(`Suman ${money(total)}, y el banco recibió ${money(String(movement.amount))}.`);
  const made: string[] = [];
  for (const part of parts) {
    const { columns } = await registerPayment(
      context,
      { ...movement, amount: amountOf(part) },
      { ...part, method: String(input.method), receivedOn: input.received_on as string | null },
      part.invoices,
    );
    made.push(referenceId(columns.payment_id) ?? '');
  }
  for (const { id } of known) await reconcile(tx, id);
  await tx.query(sql`
    INSERT INTO bank_movement_payments (bank_movement_id, payment_id, is_registered)
    SELECT ${movement.id}::uuid, id, false FROM unnest(${known.map(({ id }) => id)}::uuid[]) AS id
    UNION ALL SELECT ${movement.id}::uuid, id, true FROM unnest(${made}::uuid[]) AS id`);
  return { ...decided, outcome: 'several', payment_id: null, invoice_id: null, invoice_numbers: null };
};
