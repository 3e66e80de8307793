import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { type EmailBody, type EmailContent, writeEmail } from './email.ts';

/** A mail to be sent once the transaction it is part of has ended well. */
export interface QueuedMail {
  /** Null: who gets it is no user. */
  userId: string | null;
  to: string;
  content: EmailContent;
  /** Hours after which it is not worth sending any more. */
  goodForHours: number;
}

/**
 * Queues a mail in the transaction of the change it is about. Its body may contain a link that opens an account, so it
 * is stored encrypted and deleted once it was sent.
 *
 * @returns its id
 */
export const queueMail = async (
  tx: Queryable,
  box: SecretBox,
  { userId, to, content, goodForHours }: QueuedMail,
): Promise<string> => {
  const sealed = box.seal('mail', to, JSON.stringify(writeEmail(content)));
  const row = await tx.one<{ id: string }>(sql`
    INSERT INTO mails (user_id, to_address, subject, sealed_body, expires_at)
    VALUES (${userId}, ${to}, ${content.subject}, ${sealed}, now() + make_interval(hours => ${goodForHours}))
    RETURNING id`);
  if (!row) throw new Error('an insert answers its row');
  return row.id;
};

/**
 * Takes back the mails to a person that were not sent yet and carry a link: another link took their place.
 */
export const withdrawMails = async (tx: Queryable, userId: string, subject: string): Promise<void> => {
  await tx.query(sql`
    UPDATE mails SET failed_at = now(), last_error = 'withdrawn', sealed_body = NULL
    WHERE user_id = ${userId} AND subject = ${subject} AND sent_at IS NULL AND failed_at IS NULL`);
};

/**
 * The same for a recipient who is not a user: withdraws every mail to the address with this subject, which names the
 * record.
 *
 * @returns the number of withdrawn mails
 */
export const withdrawMailsTo = async (tx: Queryable, to: string, subject: string): Promise<number> => {
  const withdrawn = await tx.query(sql`
    UPDATE mails SET failed_at = now(), last_error = 'withdrawn', sealed_body = NULL
    WHERE to_address = ${to} AND subject = ${subject} AND user_id IS NULL AND sent_at IS NULL AND failed_at IS NULL
    RETURNING 1`);
  return withdrawn.length;
};

export const openMail = (box: SecretBox, to: string, sealed: Buffer): EmailBody =>
  JSON.parse(box.open('mail', to, sealed)) as EmailBody;
