import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import type { Attachment, EmailContent } from '../../../mail/email.ts';
import { paragraphsOf } from '../../../mail/email.ts';
import type { ReadStatement } from './read-statement.ts';

/** To the billing contact: what the account owes, with the statement. */
export const statementEmail = (
  { name: account, today, currencies }: ReadStatement,
  mail: {
    readonly name: string;
    readonly company: string;
    readonly message: string | null;
    readonly attachments: readonly Attachment[];
  },
): EmailContent => {
  const owed = currencies.map(({ currency, balance }) => formatAmount({ currency, amount: balance.total }));
  return {
    subject: `Estado de cuenta de ${account}`,
    name: mail.name,
    paragraphs: [
      ...paragraphsOf(mail.message ?? ''),
      `${mail.company} le envía el estado de cuenta de ${account} al ${formatCivilDate(today)}.`,
      ...(owed.length > 0
        ? [`Pendiente: ${owed.join(' · ')}. El detalle está en el documento adjunto.`]
        : []),
    ],
    note: 'Si ya pagó, responda a su ejecutivo con el comprobante para que lo apliquemos.',
    attachments: mail.attachments,
  };
};
