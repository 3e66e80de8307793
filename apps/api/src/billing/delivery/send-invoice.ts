import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { deliverInvoice, recipientsOf } from './deliver-invoice.ts';

/** Mails an issued document to who pays it, or to an address that is given. */
export const sendInvoice: CommandHandler<unknown, AnyRecord> = {
  answer: { mailed_to: { type: 'array', items: { type: 'string' } } },
  run: async ({ tx, server, isDry }, invoice, { email, message }) => {
    const recipients = isEmpty(email)
      ? await recipientsOf(tx, invoice.id)
      : [{ name: String(invoice.payer_name), email: String(email) }];
    if (recipients.length === 0)
      throw conflict(
        'nobody_to_mail',
        `${String(invoice.payer_name)} no tiene un contacto de facturación con correo. Agréguelo, o escriba a qué correo se envía.`,
      );
    if (isDry) return { mailed_to: recipients.map((one) => one.email) };
    return {
      mailed_to: await deliverInvoice(server, tx, {
        invoiceId: invoice.id,
        recipients,
        origin: 'manual',
        message: isEmpty(message) ? null : String(message),
      }),
    };
  },
};
