import type { MailStatus } from '@pauta/domain/mail/mail-status.ts';
import { MailError, type Mailer } from './smtp.ts';

/** How long a result of the check is valid, in milliseconds; a failure is checked again sooner. */
const believed = { ok: 300_000, failed: 15_000 };

/** Why the mail server refused, as a message for users. */
export const mailProblem = (error: unknown): string => {
  const text = error instanceof MailError ? error.message : '';
  if (/EAUTH|\b53[0-5]\b/.test(text))
    return 'El servidor de correo rechazó el usuario o la clave de SMTP_URL.';
  if (/ETLS/.test(text)) return 'El servidor de correo no acepta una conexión cifrada. Revise SMTP_URL.';
  if (/EDNS|ENOTFOUND/.test(text))
    return 'No se encontró el servidor de correo. Revise su nombre en SMTP_URL.';
  if (/ETIMEDOUT|ECONN|ESOCKET/.test(text))
    return 'No se pudo conectar con el servidor de correo. Revise el servidor y el puerto de SMTP_URL.';
  if (/EENVELOPE|\b55\d\b/.test(text))
    return 'El servidor de correo no aceptó el remitente o el destinatario. Revise PAUTA_MAIL_FROM.';
  return 'El servidor de correo no aceptó la conexión. Revise SMTP_URL.';
};

/**
 * Checks the connection to the mail server in the background: the function returns the result of the last check, and
 * starts a new one if that is too old.
 *
 * @example const standing = watchMail(mailer); standing() // { state: 'checking' }
 */
export const watchMail = (mailer: Pick<Mailer, 'verify'> | undefined): (() => MailStatus) => {
  let last: MailStatus = { state: mailer ? 'checking' : 'absent' };
  let until = 0;
  let isTrying = false;
  return () => {
    if (mailer && !isTrying && Date.now() >= until) {
      isTrying = true;
      mailer
        .verify()
        .then(
          (): MailStatus => ({ state: 'ok' }),
          (error: unknown): MailStatus => ({ state: 'failed', reason: mailProblem(error) }),
        )
        .then((found) => {
          last = found;
          until = Date.now() + (found.state === 'ok' ? believed.ok : believed.failed);
          isTrying = false;
        });
    }
    return last;
  };
};
