import sql from 'sql-template-tag';
import { openMail } from '../mail/mail-queue.ts';
import type { TestApi } from './test-api.ts';

/** A queued mail, opened. */
export type SentMail = ReturnType<typeof openMail> & { readonly subject: string };

/** The mails to an address, the newest first. */
export const mailsTo = async (api: TestApi, email: string): Promise<readonly SentMail[]> => {
  const rows = await api.database.query<{ subject: string; sealed_body: Buffer }>(
    sql`SELECT subject, sealed_body FROM mails WHERE to_address = ${email} ORDER BY created_at DESC, id DESC`,
  );
  return rows.map(({ subject, sealed_body }) => ({
    subject,
    ...openMail(api.app.secretBox, email, sealed_body),
  }));
};

/** The code in the newest mail to an address; empty without one. */
export const codeTo = async (api: TestApi, email: string): Promise<string> =>
  /: (\d{6})\n/.exec((await mailsTo(api, email))[0]?.text ?? '')?.[1] ?? '';
