import { payments } from '@pauta/domain/billing/payments/payment.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { asAction } from '../../platform/as-action.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { CommandHandler, StateChangeHandler } from '../../resource/commands/handler.ts';
import { servedOf } from '../../resource/commands/served-of.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { takePaymentBack } from '../payments/payment-hooks.ts';
import { settleDeposit } from './settle-deposit.ts';
import { deciding, followProposal, linkPayment, registerPayment } from './settle-movement.ts';

const register: StateChangeHandler = async (context, movement, input) => {
  const [clientId, agencyId] = [referenceId(input.client_id), referenceId(input.agency_id)];
  if ((clientId === null) === (agencyId === null))
    throw invalid({ client_id: ['Indique el cliente o la agencia que paga, solo uno de los dos.'] });
  const { columns } = await registerPayment(
    context,
    movement,
    {
      clientId,
      agencyId,
      method: String(input.method),
      reference: input.payment_reference as string | null,
      receivedOn: input.received_on as string | null,
    },
    (input.invoices ?? []) as { invoice: string; amount?: string | null }[],
  );
  return { ...columns, invoice_id: null, invoice_numbers: null };
};

const link: StateChangeHandler = (context, movement, { chosen_payment }) =>
  linkPayment(context, movement, referenceId(chosen_payment) ?? '', (message) =>
    invalid({ chosen_payment: [message] }),
  );

const dismiss: StateChangeHandler = async (_context, _movement, { what, note }) => ({
  outcome: what,
  remark: note ?? null,
  proposal: null,
  grade: null,
  why: null,
  problem: null,
  payment_id: null,
  invoice_id: null,
  invoice_numbers: null,
});

const day = 86_400_000;

/** Takes a payment back that a movement registered, and leaves one that it reconciled to be reconciled again. */
const letGo = async (context: HandlerContext, id: string, isRegistered: boolean): Promise<void> => {
  const { tx, server, actor, now } = context;
  const payment = parseRecord(
    await readRecord(tx, servedOf(server, payments.name).table, id, actor, { lock: true }),
  );
  if (!isRegistered) {
    await asAction(tx, 'unreconcile', () =>
      tx.query(
        sql`UPDATE payments SET status = 'registered' WHERE id = ${id}::uuid AND status = 'reconciled'`,
      ),
    );
    return;
  }
  if (payment.status !== 'registered' && payment.status !== 'reconciled') return;
  // As by hand: voided the day it was registered, else reversed.
  const isNew = now.getTime() - Date.parse(String(payment.created_at)) < day;
  await asAction(tx, isNew ? 'void' : 'return', () =>
    takePaymentBack(context, payment, isNew ? 'voided' : 'returned'),
  );
};

const release: CommandHandler<unknown, AnyRecord | null> = {
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{ id: string; is_read: boolean; outcome: string }>(sql`
      SELECT id, booked_on IS NOT NULL AS is_read, outcome FROM bank_movements WHERE id = ANY(${ids}::uuid[])`);
    const returned: Reason = {
      code: 'returned',
      text: 'El cobro se devolvió y sus facturas están reabiertas: registre otra vez el cobro si lo recibe.',
    };
    const unread: Reason = {
      code: 'unreadable',
      text: 'La fila no se pudo leer: corrija las columnas del archivo y busque los cobros otra vez.',
    };
    return new Map(
      rows.map((row) => [
        row.id,
        [...(row.outcome === 'returned' ? [returned] : []), ...(row.is_read ? [] : [unread])],
      ]),
    );
  },
  run: async (context, movement) => {
    const { tx } = context;
    const none = {
      outcome: null,
      payment_id: null,
      invoice_id: null,
      invoice_numbers: null,
      remark: null,
      problem: null,
    };
    const id = referenceId(movement?.payment_id);
    if (id !== null) {
      await deciding(tx, () => letGo(context, id, movement?.outcome === 'registered'));
      return none;
    }
    const parts = await tx.query<{ id: string; is_registered: boolean }>(sql`
      SELECT payment_id AS id, is_registered FROM bank_movement_payments
      WHERE bank_movement_id = ${movement?.id}::uuid ORDER BY payment_id`);
    if (parts.length === 0) return none;
    await tx.query(sql`DELETE FROM bank_movement_payments WHERE bank_movement_id = ${movement?.id}::uuid`);
    // Those that are voided lock invoices and then counters, so all invoices are locked first.
    await tx.query(sql`
      SELECT FROM payments WHERE id = ANY(${parts.map((part) => part.id)}::uuid[]) ORDER BY id FOR NO KEY UPDATE`);
    await tx.query(sql`
      SELECT FROM invoices WHERE id IN (
        SELECT invoice_id FROM payment_applications WHERE payment_id = ANY(${parts.map((part) => part.id)}::uuid[]))
      ORDER BY id FOR NO KEY UPDATE`);
    await deciding(tx, async () => {
      for (const part of parts) await letGo(context, part.id, part.is_registered);
    });
    return none;
  },
};

/** Server code of the movements of bank accounts: what each turned out to be. */
export const bankMovementHooks: ResourceHooks = {
  commands: { confirm: followProposal, register, link, several: settleDeposit, dismiss, release },
};
