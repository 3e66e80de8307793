import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import type { Row } from '../insert-rows.ts';
import type { Random } from '../random.ts';
import type { DemoInvoice } from './make-documents.ts';

/** The promise of what was paid of an invoice, on the day of the payment that keeps it. */
export const promiseOf = (
  random: Random,
  {
    at,
    day,
    invoice,
    payer,
    currency,
    settled,
  }: {
    readonly at: Date;
    readonly day: string;
    readonly invoice: DemoInvoice;
    readonly payer: { readonly clientId: string | null; readonly agencyId: string | null };
    readonly currency: string;
    readonly settled: string;
  },
): Row => ({
  id: random.id(at),
  name: `${formatAmount({ currency, amount: settled })} · ${formatCivilDate(day)}`,
  client_id: payer.clientId,
  agency_id: payer.agencyId,
  invoice_id: invoice.id,
  currency_code: currency,
  amount: settled,
  promised_on: day,
  said_by: 'Cuentas por pagar',
  created_at: new Date(`${addDays(day, -8)}T14:00:00Z`),
});
