import sql from 'sql-template-tag';
import { type Database, systemChange } from '../platform/database/database.ts';
import type { JobKind, JobWork } from '../platform/jobs/job.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { openMail } from './mail-queue.ts';
import { MailError, type Mailer } from './smtp.ts';

interface Log {
  warn(fields: object, message: string): void;
}

export interface SendingOptions {
  readonly database: Database;
  readonly box: SecretBox;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly from: string;
  readonly log: Log;
}

interface WaitingMail {
  to_address: string;
  subject: string;
  sealed_body: Buffer;
}

/** The row of `mails` to send. */
export interface MailPayload {
  readonly id: string;
}

/** Sends a mail; after a temporary refusal it is retried, ten times in about three and a half hours. */
export const sendMail: JobKind<MailPayload> = { name: 'send_mail', attempts: 10, keyOf: ({ id }) => id };

const isWaiting = sql`sent_at IS NULL AND failed_at IS NULL AND expires_at > now()`;

/** Adds jobs for waiting mails without one, from a time without a mail server or from an earlier version. */
export const addMissingMails = async (database: Database, jobs: Jobs): Promise<void> => {
  const waiting = await database.query<MailPayload>(sql`SELECT id FROM mails WHERE ${isWaiting} ORDER BY id`);
  for (const { id } of waiting) await jobs.addMissing(database, sendMail, { id });
};

/** The handler of {@link sendMail}: does nothing when the mail was withdrawn, sent or became outdated. */
export const workOnMail =
  ({ database, box, mailer, from, log }: SendingOptions): JobWork<MailPayload> =>
  async ({ id }, { isLastAttempt }) => {
    const note = (change: ReturnType<typeof sql>) =>
      database.transaction(systemChange('mail'), (tx) => tx.one<WaitingMail>(change));
    const mail = await note(sql`
      UPDATE mails SET attempts = attempts + 1 WHERE id = ${id} AND ${isWaiting}
      RETURNING to_address, subject, sealed_body`);
    if (!mail) return;
    const { to_address: to, subject } = mail;
    try {
      await mailer.send({ id, from, to, subject, ...openMail(box, to, mail.sealed_body) });
    } catch (error) {
      const reason = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
      const isFinal = isLastAttempt || (error instanceof MailError && error.isFinal);
      await note(
        isFinal
          ? sql`UPDATE mails SET failed_at = now(), sealed_body = NULL, last_error = ${reason} WHERE id = ${id} AND sent_at IS NULL`
          : sql`UPDATE mails SET last_error = ${reason} WHERE id = ${id} AND sent_at IS NULL AND failed_at IS NULL`,
      );
      // For example, the body was encrypted with another key. A retry would fail the same way, so an administrator has
      // to investigate.
      if (!(error instanceof MailError)) log.warn({ err: error, mail: id }, 'a mail could not be handled');
      if (!isFinal) throw error;
      log.warn({ mail: id, reason }, 'a mail was not taken');
      return;
    }
    await note(
      sql`UPDATE mails SET sent_at = now(), sealed_body = NULL, last_error = NULL WHERE id = ${id} AND failed_at IS NULL`,
    );
  };
