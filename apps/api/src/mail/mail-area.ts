import type { MailStatus } from '@pauta/domain/mail/mail-status.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { Area } from '../platform/area.ts';
import type { Config } from '../platform/config.ts';
import type { Queryable } from '../platform/database/database.ts';
import { openSecretBox, type SecretBox } from '../platform/secret-box.ts';
import { watchMail } from './mail-check.ts';
import { type QueuedMail, queueMail } from './mail-queue.ts';
import { addMissingMails, sendMail, workOnMail } from './send-mail.ts';
import { MailError, type OutgoingMail, openSmtp } from './smtp.ts';

/** The interface of mail for other areas. */
export interface Mailer {
  /**
   * Whether a mail server is configured. If not, mails stay in the local outbox, and an administrator hands over links
   * personally.
   */
  readonly hasServer: boolean;
  /** Queues a mail, in the transaction of the change that causes it. @returns its id */
  queue(tx: Queryable, mail: QueuedMail): Promise<string>;
  /** The operator configured the address that links begin with; the setting `public_url` has no effect then. */
  readonly hasFixedAddress: boolean;
  /** The address of a page, for a mail. @example await mailer.address(tx, '/login#invitacion=…') */
  address(database: Queryable, path: string): Promise<string>;
  /** The last known state of the connection to the mail server; never waits for it. */
  standing(): MailStatus;
  /** Sends a mail immediately, bypassing the queue. @throws MailError */
  sendNow(mail: Omit<OutgoingMail, 'from'>): Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    secretBox: SecretBox;
    mailer: Mailer;
  }
}

const ownAddress = ({ host, port }: Config): string =>
  `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`;

const hour = 3_600_000;

const forgetOld = async ({ database, log }: FastifyInstance): Promise<void> => {
  try {
    await database.query(sql`
      UPDATE mails SET sealed_body = NULL, failed_at = coalesce(failed_at, now()), last_error = coalesce(last_error, 'expired')
      WHERE sent_at IS NULL AND sealed_body IS NOT NULL AND expires_at < now()`);
    await database.query(sql`DELETE FROM mails WHERE created_at < now() - interval '30 days'`);
  } catch (error) {
    log.warn({ err: error }, 'forgetting old mails failed; it is tried again');
  }
};

/** The mail queue, the job that sends mails, and the key that encrypts small secrets. */
export const mailArea: Area = (app) => {
  const { settings, database, jobs, log } = app;
  const box = openSecretBox(settings);
  const mailer = settings.smtpUrl === undefined ? undefined : openSmtp(settings.smtpUrl);
  app.decorate('secretBox', box);
  app.decorate('mailer', {
    hasServer: settings.smtpUrl !== undefined,
    queue: async (tx, mail) => {
      const id = await queueMail(tx, box, mail);
      if (mailer) await jobs.add(tx, sendMail, { id });
      return id;
    },
    hasFixedAddress: settings.publicUrl !== undefined,
    address: async (tx, path) => `${(await app.engine.publicAddress(tx)) ?? ownAddress(settings)}${path}`,
    standing: watchMail(mailer),
    sendNow: async (mail) => {
      if (!mailer) throw new MailError('ECONNECTION', false);
      await mailer.send({ ...mail, from: settings.mailFrom });
    },
  } satisfies Mailer);

  const timer = setInterval(() => forgetOld(app), hour);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  if (!mailer) return;
  jobs.handle(sendMail, workOnMail({ database, box, mailer, from: settings.mailFrom, log }));
  app.addHook('onListen', () => addMissingMails(database, jobs));
  app.addHook('onClose', async () => mailer.close());
};
