import { payments } from '@pauta/domain/billing/payments/payment.ts';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { add, round } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import sql from 'sql-template-tag';
import { invalid } from '../../platform/http/problem.ts';
import { servedOf } from '../../resource/commands/served-of.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { parseRecord } from '../../resource/reading/read-record.ts';
import { createRecord } from '../../resource/writing/change-record.ts';
import { applyPayment } from '../payments/apply-payment.ts';
import { lockPayable } from '../payments/payer-invoices.ts';

/**
 * Hooks of barter receipts: a new one makes the payment by barter of its total, which settles the open invoices of the
 * client's barter contracts, the earliest due first. The rest is the balance of the client.
 */
export const barterHooks: ResourceHooks = {
  beforeCreate: async (context, receipt) => {
    const { tx, server, now } = context;
    const today = companyDay(now.getTime());
    if (String(receipt.issued_on) > today) throw invalid({ issued_on: ['La fecha no puede ser futura.'] });
    const client = await tx.one<{ tax_id: string }>(
      sql`SELECT tax_id FROM clients WHERE id = ${referenceId(receipt.client_id)}::uuid`,
    );
    const total = add(round(String(receipt.amount), 2), round(String(receipt.tax ?? '0'), 2));
    const terms = {
      company_id: referenceId(receipt.company_id),
      client_id: referenceId(receipt.client_id),
      method: 'barter',
      received_on: receipt.received_on,
      currency_code: receipt.currency_code,
      amount: total,
    };
    // Invoices are locked before the counters that the entry and the number of the payment take.
    const open = await lockPayable(tx, terms);
    const payment = parseRecord(
      await createRecord(context, servedOf(server, payments.name), {
        input: {
          ...terms,
          reference: receipt.fiscal_number,
          notes: String(receipt.description).slice(0, 1000),
        },
      }),
    );
    if (open.length > 0) await applyPayment(tx, payment, today);
    return {
      name: `${receipt.fiscal_number} · ${formatAmount({ currency: String(receipt.currency_code), amount: total })}`.slice(
        0,
        100,
      ),
      supplier_tax_id: client?.tax_id,
      payment_id: payment.id,
    };
  },
};
