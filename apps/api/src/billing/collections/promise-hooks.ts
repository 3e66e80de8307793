import { payerOf } from '@pauta/domain/billing/account-party.ts';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { round } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { invalid } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';

interface PromisedInvoice {
  readonly bill_to: string;
  readonly client_id: string;
  readonly agency_id: string | null;
  readonly currency_code: string;
  readonly balance: string;
}

/** @throws Problem for an invoice that the account does not owe, or of which less is owed than promised */
const checkInvoice = async ({ tx }: HandlerContext, values: Values, amount: string): Promise<void> => {
  const id = referenceId(values.invoice_id);
  if (id === null) return;
  // The lock orders two promises for the same invoice, and a promise and a payment.
  const invoice = await tx.one<PromisedInvoice>(sql`
    SELECT i.bill_to, coalesce(c.merged_into_id, i.client_id) AS client_id, coalesce(a.merged_into_id, i.agency_id) AS agency_id,
      i.currency_code, i.balance::text
    FROM invoices i JOIN clients c ON c.id = i.client_id LEFT JOIN agencies a ON a.id = i.agency_id
    WHERE i.id = ${id}::uuid AND i.balance > 0 FOR NO KEY UPDATE OF i`);
  if (!invoice) throw invalid({ invoice_id: ['De esa factura no se debe nada.'] });
  const payer = payerOf({ ...invoice });
  if (payer.id !== referenceId(values[`${payer.of}_id`]))
    throw invalid({ invoice_id: ['Esa factura la debe otra cuenta.'] });
  if (invoice.currency_code !== values.currency_code)
    throw invalid({ currency_code: [`La factura está en ${invoice.currency_code}.`] });
  const { promised } = (await tx.one<{ promised: boolean }>(sql`
    SELECT EXISTS (
      SELECT FROM payment_promises p
      WHERE p.invoice_id = ${id}::uuid AND p.status = 'open' AND p.promised_on >= business_date()) AS promised`)) ?? {
    promised: false,
  };
  if (promised)
    throw invalid({
      invoice_id: ['Esa factura ya tiene una promesa abierta: retírela antes de registrar otra.'],
    });
  if (compareDecimals(amount, invoice.balance) > 0)
    throw invalid({
      amount: [
        `De la factura se deben ${formatAmount({ currency: invoice.currency_code, amount: invoice.balance })}.`,
      ],
    });
};

const withdraw: StateChangeHandler = async (_context, _promise, { reason }) => ({ withdrawn_reason: reason });

/** Server code of promises of payment. */
export const promiseHooks: ResourceHooks = {
  beforeCreate: async (context, values) => {
    const day = String(values.promised_on);
    if (day < companyDay(context.now.getTime()))
      throw invalid({ promised_on: ['La fecha de la promesa no puede ser pasada.'] });
    const amount = round(String(values.amount), 2);
    await checkInvoice(context, values, amount);
    return {
      name: `${formatAmount({ currency: String(values.currency_code), amount })} · ${formatCivilDate(day)}`,
      status: 'open',
      received: '0.00',
    };
  },
  commands: { withdraw },
};
