import sql from 'sql-template-tag';
import { type Database, systemChange } from '../platform/database/database.ts';
import { startRegularWork } from '../platform/regular-work.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { openMail } from './mail-queue.ts';
import { MailError, type Mailer } from './smtp.ts';

interface Log {
  warn(fields: object, message: string): void;
}

export interface MailWorkerOptions {
  database: Database;
  box: SecretBox;
  mailer: Pick<Mailer, 'send'>;
  from: string;
  log: Log;
  /** Milliseconds between two looks at an empty queue. */
  pause?: number;
}

interface DueMail {
  id: string;
  to_address: string;
  subject: string;
  sealed_body: Buffer;
  attempts: number;
}

const mostAttempts = 12;

/** Seconds until the next try: half a minute, a minute, two … at most an hour. */
const delayAfter = (attempts: number): number => Math.min(3600, 30 * 2 ** (attempts - 1));

/**
 * Takes one mail that is due, for three minutes: longer than sending can last. A process that dies meanwhile leaves it
 * due again afterwards. Two processes never take the same one.
 */
const take = (database: Database): Promise<DueMail | undefined> =>
  database.transaction(systemChange('mail'), (tx) =>
    tx.one<DueMail>(sql`
      UPDATE mails SET attempts = attempts + 1, due_at = now() + interval '3 minutes'
      WHERE id = (
        SELECT id FROM mails
        WHERE sent_at IS NULL AND failed_at IS NULL AND due_at <= now() AND expires_at > now()
        ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id, to_address, subject, sealed_body, attempts`),
  );

/** Sends what is due and returns how many mails it took. */
export const sendDueMails = async ({
  database,
  box,
  mailer,
  from,
  log,
}: Omit<MailWorkerOptions, 'pause'>): Promise<number> => {
  const note = (change: ReturnType<typeof sql>) =>
    database.transaction(systemChange('mail'), (tx) => tx.query(change));
  for (let taken = 0; ; taken += 1) {
    const mail = await take(database);
    if (!mail) return taken;
    const { id, to_address: to, subject, attempts } = mail;
    try {
      await mailer.send({ id, from, to, subject, ...openMail(box, to, mail.sealed_body) });
      await note(
        sql`UPDATE mails SET sent_at = now(), sealed_body = NULL, last_error = NULL WHERE id = ${id} AND failed_at IS NULL`,
      );
    } catch (error) {
      if (!(error instanceof MailError)) {
        // Sealed with another key, or the note of the sending failed: the next try tells.
        log.warn({ err: error, mail: id }, 'a mail could not be handled; it is tried again');
      }
      const reason = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
      const isFinal = (error instanceof MailError && error.isFinal) || attempts >= mostAttempts;
      log.warn({ mail: id, attempts, reason, isFinal }, 'a mail was not taken');
      await note(
        isFinal
          ? sql`UPDATE mails SET failed_at = now(), sealed_body = NULL, last_error = ${reason} WHERE id = ${id} AND sent_at IS NULL`
          : sql`UPDATE mails SET due_at = now() + make_interval(secs => ${delayAfter(attempts)}), last_error = ${reason}
              WHERE id = ${id} AND sent_at IS NULL AND failed_at IS NULL`,
      );
    }
  }
};

/** Sends mails as they come; returns what stops it, after the mail in hand. */
export const startMailWorker = ({ pause = 1000, ...options }: MailWorkerOptions): (() => Promise<void>) =>
  startRegularWork(options.log, {
    failure: 'the mail queue could not be read',
    pause,
    work: async () => {
      await sendDueMails(options);
      return undefined;
    },
  });
