import { mostAccountRoomDays } from '@pauta/domain/billing/account-rooms/account-room.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Resource, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { tokenHash } from '../../admin/sessions/tokens.ts';
import { readLetterhead } from '../../admin/settings/letterhead.ts';
import { type EmailContent, paragraphsOf } from '../../mail/email.ts';
import { invalid } from '../../platform/http/problem.ts';
import { newLinkToken } from '../../public-pages/link-token.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { tableOf } from '../../resource/table.ts';

/** Where the page of a token is. */
export const accountPath = (token: string): string => `/cuenta/${token}`;

const shareEmail = (
  company: string,
  mail: {
    readonly name: string;
    readonly account: string;
    readonly message: string | null;
    readonly until: string;
    readonly url: string;
  },
): EmailContent => ({
  subject: `Su cuenta con ${company}`.slice(0, 200),
  name: mail.name,
  paragraphs: [
    ...paragraphsOf(mail.message ?? ''),
    `${company} le da acceso a la cuenta de ${mail.account}: sus facturas en PDF y XML, sus pagos y su balance. La página se abre hasta el ${mail.until}.`,
  ],
  action: { label: 'Ver la cuenta', url: mail.url },
  note: 'El enlace es solo para usted: quien lo tenga ve la cuenta. Si no lo esperaba, no haga nada.',
});

const daysOf = (expires: string): void => {
  const today = companyToday();
  if (expires < today) throw invalid({ expires_on: ['Elija hoy o un día posterior.'] });
  const last = addDays(today, mostAccountRoomDays);
  if (expires > last)
    throw invalid({ expires_on: [`Elija como máximo el ${formatCivilDate(last)}: después se abre otra.`] });
};

/** Opens the page of an account by a link, which is answered once, and mails it. The actor must see the account. */
export const shareAccount: CommandHandler<unknown, null> = {
  answer: {
    path: { type: 'string', description: 'Ruta de la página de cuenta; no se vuelve a mostrar' },
    recipient: { type: 'string' },
    expires_on: { type: 'string', format: 'date' },
    mailed_to: { type: ['string', 'null'], description: 'A quién se envía por correo' },
  },
  run: async ({ tx, server, actor, isDry }, _record, input: Values) => {
    const clientId = referenceId(input.client_id);
    const agencyId = referenceId(input.agency_id);
    if ((clientId === null) === (agencyId === null))
      throw invalid({ client_id: ['Elija un cliente o una agencia, no los dos.'] });
    daysOf(String(input.expires_on));
    const account = (clientId === null ? agencies : clients) as Resource;
    const { trade_name } = parseRecord(
      await readRecord(tx, tableOf(account), clientId ?? agencyId ?? '', actor),
    );
    const token = newLinkToken();
    const { recipient, email, expires_on } = input;
    await tx.query(sql`
      INSERT INTO account_rooms (recipient, email, client_id, agency_id, expires_on, token_hash, created_by)
      VALUES (${recipient}, ${email}, ${clientId}::uuid, ${agencyId}::uuid, ${expires_on}::date, ${tokenHash(token)},
        ${tx.change.actorId}::uuid)`);
    if (input.sends_mail === true && !isDry) {
      const { name } = await readLetterhead(server, [], tx);
      await server.mailer.queue(tx, {
        userId: null,
        to: String(email),
        content: shareEmail(name, {
          name: String(recipient),
          account: String(trade_name),
          message: (input.message as string | null | undefined) ?? null,
          until: formatCivilDate(String(expires_on)),
          url: await server.mailer.address(tx, accountPath(token)),
        }),
        goodForHours: 72,
      });
    }
    return {
      path: accountPath(token),
      recipient,
      expires_on,
      mailed_to: input.sends_mail === true ? email : null,
    };
  },
};
