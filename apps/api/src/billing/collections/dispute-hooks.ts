import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { round } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { invalid } from '../../platform/http/problem.ts';
import type { CommandHandler, StateChangeHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { prepareCreditNote } from '../invoices/prepare-credit-note.ts';
import { insertDispute } from './insert-dispute.ts';

const accept: StateChangeHandler = async (context, record, input) => {
  const dispute = record as AnyRecord;
  const invoice = { id: referenceId(dispute.invoice_id) ?? '' } as AnyRecord;
  const note = await prepareCreditNote.run(context, invoice, input, undefined);
  return {
    credit_note_id: note?.createdId,
    resolution: input.resolution ?? null,
    resolved_on: companyDay(context.now.getTime()),
  };
};

const reject: StateChangeHandler = async ({ now }, _dispute, { resolution }) => ({
  resolution,
  resolved_on: companyDay(now.getTime()),
});

/** Opens a dispute of an invoice, for what is owed of it outside of its other disputes or less. */
export const openDispute: CommandHandler<unknown, AnyRecord> = {
  answer: { disputed: { type: 'string', description: 'Importe en disputa.' } },
  run: async ({ tx }, invoice, input) => {
    const currency = String(invoice.currency_code);
    const row = await tx.one<{ left: string }>(sql`
      SELECT collectable(i)::text AS left FROM invoices i WHERE i.id = ${invoice.id}::uuid`);
    const left = row?.left ?? '0.00';
    const amount = input.amount ? round(String(input.amount), 2) : left;
    if (compareDecimals(amount, left) > 0 || compareDecimals(amount, '0') <= 0)
      throw invalid({
        amount: [
          `De la factura se deben ${formatAmount({ currency, amount: left })} fuera de otras disputas.`,
        ],
      });
    await insertDispute(tx, {
      invoiceId: invoice.id,
      number: String(invoice.fiscal_number ?? invoice.internal_no),
      reasonId: referenceId(input.reason_id),
      resolverId: referenceId(input.resolver_id),
      currency,
      amount,
      detail: (input.detail as string | null | undefined) ?? null,
    });
    return { disputed: amount };
  },
};

/** Server code of disputes of invoices. */
export const disputeHooks: ResourceHooks = { commands: { accept, reject } };
