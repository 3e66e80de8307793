import sql from 'sql-template-tag';
import { readLetterhead } from '../../../admin/settings/letterhead.ts';
import { conflict } from '../../../platform/http/problem.ts';
import type { Context } from '../../../resource/commands/context.ts';
import type { AccountQuery } from '../read-account.ts';
import { printStatement, statementName } from './print-statement.ts';
import { readStatement } from './read-statement.ts';
import { statementEmail } from './statement-email.ts';

/**
 * Queues the statement of an account as a mail to its billing contact.
 *
 * @returns the name of the contact
 * @throws Problem 409 if nobody can be reached by mail
 */
export const sendStatement = async (
  { tx, server, isDry }: Pick<Context, 'tx' | 'server' | 'isDry'>,
  { of, id }: AccountQuery,
  message: string | null,
): Promise<string> => {
  const contact = await tx.one<{ name: string; email: string | null }>(sql`
    SELECT p.full_name AS name, CASE WHEN NOT p.email_bounced THEN p.primary_email END AS email FROM contacts p
    WHERE p.id = usual_billing_contact(${of === 'client' ? id : null}::uuid, ${of === 'agency' ? id : null}::uuid, ${of})`);
  if (!contact?.email)
    throw conflict(
      'unreachable_billing_contact',
      contact
        ? `${contact.name} no tiene un correo que llegue: agréguelo en Contactos.`
        : 'La cuenta no tiene un contacto con correo: agregue uno de facturación en Contactos.',
    );
  const statement = await readStatement(tx, { of, id });
  if (isDry) return contact.name;
  const document = await printStatement(server, statement);
  const { name: company } = await readLetterhead(server, statement.companies, tx);
  await server.mailer.queue(tx, {
    userId: null,
    to: contact.email,
    content: statementEmail(statement, {
      name: contact.name,
      company,
      message,
      attachments: [
        {
          name: `${statementName(statement)}.pdf`,
          type: 'application/pdf',
          content: document.toString('base64'),
        },
      ],
    }),
    goodForHours: 72,
  });
  return contact.name;
};
