import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { Area } from '../platform/area.ts';
import type { Config } from '../platform/config.ts';
import type { Queryable } from '../platform/database.ts';
import { openSecretBox, type SecretBox } from '../platform/secret-box.ts';
import { type QueuedMail, queueMail } from './mail-queue.ts';
import { startMailWorker } from './mail-worker.ts';
import { outboxRoutes } from './outbox-routes.ts';
import { openSmtp } from './smtp.ts';

/** Mail as other areas use it. */
export interface Letterbox {
  /** Mail leaves the house. False: it stays in the local outbox, and an administrator hands links over himself. */
  readonly hasServer: boolean;
  /** Puts a mail into the queue, in the transaction of what it tells. */
  queue(tx: Queryable, mail: QueuedMail): Promise<void>;
  /** The address of a page, for a mail. @example letterbox.address('/login#invitacion=…') */
  address(path: string): string;
}

declare module 'fastify' {
  interface FastifyInstance {
    secretBox: SecretBox;
    letterbox: Letterbox;
  }
}

/** Never taken from a request: whoever asks could name another host in its `Host` header. */
const baseOf = ({ publicUrl, host, port }: Config): string =>
  publicUrl ?? `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`;

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

/** The queue of mails, who empties it, and the key that small secrets are kept with. */
export const mailArea: Area = (app) => {
  const { settings, database, log } = app;
  const box = openSecretBox(settings);
  app.decorate('secretBox', box);
  app.decorate('letterbox', {
    hasServer: settings.smtpUrl !== undefined,
    queue: (tx, mail) => queueMail(tx, box, mail),
    address: (path) => `${baseOf(settings)}${path}`,
  } satisfies Letterbox);
  outboxRoutes(app);

  const timer = setInterval(() => forgetOld(app), hour);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  if (settings.smtpUrl === undefined) return;
  const mailer = openSmtp(settings.smtpUrl);
  const stop = startMailWorker({ database, box, mailer, from: settings.mailFrom, log });
  app.addHook('onClose', async () => {
    await stop();
    mailer.close();
  });
};
