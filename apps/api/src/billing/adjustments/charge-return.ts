import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { isZero, round } from '@pauta/domain/money/arithmetic.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { readSetting } from '../../admin/settings/store.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { draftCharge } from './draft-charge.ts';

/** Prepares a debit note with the charge for a returned cheque, of the largest invoice that it had settled. */
export const chargeReturn: CommandHandler<unknown, AnyRecord> = {
  answer: { debit_note_id: { type: 'string', format: 'uuid' } },
  run: async ({ tx, now }, payment, input) => {
    const amount = round(String(input.amount ?? (await readSetting(tx, 'returned_cheque_charge'))), 2);
    if (isZero(amount))
      throw conflict(
        'no_charge',
        'No hay cargo por cheque devuelto. Escríbalo aquí, o fíjelo en Configuración General › Facturación y crédito.',
      );
    const invoice = await tx.one<AnyRecord>(sql`
      SELECT i.id, i.company_id, i.client_id, i.agency_id, i.bill_to, i.currency_code, i.fiscal_number
      FROM payment_applications a JOIN invoices i ON i.id = a.invoice_id AND i.status = 'issued'
      WHERE a.payment_id = ${payment.id}::uuid AND a.amount > 0 ORDER BY a.amount DESC, a.id LIMIT 1`);
    if (!invoice)
      throw conflict(
        'nothing_settled',
        'El cheque no había saldado ninguna factura que siga emitida. Haga la nota de débito en Facturación.',
      );
    return {
      debit_note_id: await draftCharge(tx, invoice, {
        kind: 'returned_cheque',
        concept: `Cheque devuelto ${payment.receipt_no}`,
        description: `Cargo por cheque devuelto, cobro ${payment.receipt_no}`,
        amount,
        until: companyDay(now.getTime()),
        paymentId: payment.id,
      }),
    };
  },
};
