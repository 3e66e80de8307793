import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { type EmailBody, type EmailContent, writeEmail } from './email.ts';

/** A mail to be sent after the transaction has committed. */
export interface QueuedMail {
  /** Null if the recipient is not a user. */
  userId: string | null;
  to: string;
  content: EmailContent;
  /** Hours after which the mail is no longer sent. */
  goodForHours: number;
}

/**
 * Queues a mail in the transaction of the change that causes it. Its body may contain a link that opens an account, so
 * it is stored encrypted and deleted once it is sent.
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
 * Withdraws unsent mails with a link to a user, because another link replaces it.
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
