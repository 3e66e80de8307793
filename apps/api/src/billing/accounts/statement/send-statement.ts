import sql from 'sql-template-tag';
import { readLetterhead } from '../../../admin/settings/letterhead.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { conflict } from '../../../platform/http/problem.ts';
import type { Context } from '../../../resource/commands/context.ts';
import type { AccountQuery } from '../read-account.ts';
import { printStatement, statementName } from './print-statement.ts';
import { readStatement } from './read-statement.ts';
import { statementEmail } from './statement-email.ts';

/** Adds what was mailed to the contact history of an account, as an e-mail of whoever sent it. */
const addToHistory = (
  tx: Transaction,
  { of, id }: AccountQuery,
  contact: { readonly id: string; readonly name: string },
  message: string | null,
) =>
  tx.query(sql`
    INSERT INTO activities (kind, subject, status, client_id, agency_id, contact_id, assigned_to_id, starts_at, closed_at,
      closed_by_id, contact_result_id, notes)
    SELECT 'email', left(${`Estado de cuenta enviado a ${contact.name}`}, 160), 'done',
      ${of === 'client' ? id : null}::uuid, ${of === 'agency' ? id : null}::uuid, ${contact.id}::uuid,
      ${tx.change.actorId}::uuid, now(), now(), ${tx.change.actorId}::uuid, r.id, ${message}
    FROM contact_results r WHERE r.code = 'CUMPLIDA' AND ${tx.change.actorId}::uuid IS NOT NULL`);

/**
 * Queues the statement of an account as a mail to its billing contact, and adds it to the contact history of the account.
 *
 * @returns the name of the contact
 * @throws Problem 409 if nobody can be reached by mail
 */
export const sendStatement = async (
  { tx, server, isDry }: Pick<Context, 'tx' | 'server' | 'isDry'>,
  { of, id }: AccountQuery,
  message: string | null,
): Promise<string> => {
  const contact = await tx.one<{ id: string; name: string; email: string | null }>(sql`
    SELECT p.id, p.full_name AS name, CASE WHEN NOT p.email_bounced THEN p.primary_email END AS email FROM contacts p
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
  await addToHistory(tx, { of, id }, contact, message);
  return contact.name;
};
