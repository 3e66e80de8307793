import { createTransport } from 'nodemailer';
import type { EmailBody } from './email.ts';

/** A complete mail with its envelope. */
export interface OutgoingMail extends EmailBody {
  id: string;
  from: string;
  to: string;
  subject: string;
}

/** Sends mails through a mail server. */
export interface Mailer {
  /** @throws MailError if the server refused the mail */
  send(mail: OutgoingMail): Promise<void>;
  /** Connects and signs in without sending a mail. @throws MailError */
  verify(): Promise<void>;
  close(): void;
}

/** Why a mail was refused; `isFinal` if a retry cannot succeed (the address does not exist). */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

const isLoopback = (host: string): boolean => /^(localhost|127\.|\[?::1)/.test(host);

// Reduces the error: its message quotes the server's answer, which may quote the mail.
const reasonOf = (error: unknown): MailError => {
  const { code, responseCode, command } = (error ?? {}) as {
    code?: string;
    responseCode?: number;
    command?: string;
  };
  const text = [code, responseCode, command].filter((part) => part !== undefined).join(' ');
  const isRefusal = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH';
  return new MailError(text || 'unknown', isRefusal && command !== 'CONN');
};

/** Sends through the server of an `smtp://` or `smtps://` address. Never signs in over an unencrypted connection. */
export const openSmtp = (url: string): Mailer => {
  const { username, hostname } = new URL(url);
  const transport = createTransport({
    url,
    requireTLS: username !== '' && !isLoopback(hostname),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ id, from, to, subject, text, html, attachments = [] }) => {
      const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
      try {
        await transport.sendMail({
          from,
          // As an object it is exactly one address, whatever characters it contains.
          to: { name: '', address: to },
          subject,
          text,
          html,
          attachments: attachments.map(({ name, type, content }) => ({
            filename: name,
            contentType: type,
            content: Buffer.from(content, 'base64'),
          })),
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw reasonOf(error);
      }
    },
    verify: async () => {
      try {
        await transport.verify();
      } catch (error) {
        throw reasonOf(error);
      }
    },
    close: () => transport.close(),
  };
};
