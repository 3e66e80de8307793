import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Mailer } from '../../mail/mail-area.ts';
import { withdrawMails } from '../../mail/mail-queue.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { invitationEmail, invitationSubject, resetEmail, resetSubject } from '../emails.ts';
import { tokenHash } from '../sessions/tokens.ts';

/** Purpose of a link for choosing a password. */
export type LinkPurpose = 'invitation' | 'reset';

const purposes = {
  invitation: {
    hours: 168,
    page: '/login#invitacion=',
    subject: invitationSubject,
    content: invitationEmail,
  },
  reset: { hours: 1, page: '/login#restablecer=', subject: resetSubject, content: resetEmail },
} as const;

/** The user that a link was created for. */
export interface LinkOwner {
  id: string;
  full_name: string;
  email: string;
}

/** A link, as returned to the administrator who created it. */
export interface IssuedLink {
  /** The mail with the link is in the queue of a mail server. */
  sent: boolean;
  /** Page and token, shown once, only while there is no mail server; null when it was mailed. */
  path: string | null;
  expires_at: string;
}

export const issuedLinkSchema = {
  type: 'object',
  required: ['sent', 'path', 'expires_at'],
  properties: {
    sent: { type: 'boolean', description: 'El correo está en camino' },
    path: {
      type: ['string', 'null'],
      description: 'Sin servidor de correo, el enlace para entregar a la persona; no se vuelve a mostrar',
    },
    expires_at: { type: 'string', format: 'date-time' },
  },
} as const;

const shape = /^[A-Za-z0-9_-]{43}$/;

/** The hash of a link's token, as the database stores it; null when the text cannot be a token. */
export const linkHash = (token: string): Buffer | null => (shape.test(token) ? tokenHash(token) : null);

/** Invalidates all open links of a user. */
export const revokeLinks = async (tx: Queryable, userId: string): Promise<void> => {
  await tx.query(sql`
    UPDATE password_links SET revoked_at = now()
    WHERE user_id = ${userId} AND used_at IS NULL AND revoked_at IS NULL`);
  for (const { subject } of Object.values(purposes)) await withdrawMails(tx, userId, subject);
};

/**
 * Creates a link of 32 random bytes, valid once and for a limited time, replacing any earlier one, and queues its mail.
 * The token is in the fragment (`#`), which browsers do not send to servers; its SHA-256 is stored.
 */
export const sendPasswordLink = async (
  tx: Transaction,
  mailer: Mailer,
  owner: LinkOwner,
  purpose: LinkPurpose,
): Promise<IssuedLink> => {
  const { hours, page, content } = purposes[purpose];
  // Serializes concurrent requests, so that the last link is the valid one.
  await tx.query(sql`SELECT 1 FROM users WHERE id = ${owner.id} FOR NO KEY UPDATE`);
  await revokeLinks(tx, owner.id);
  const token = randomBytes(32).toString('base64url');
  const made = await tx.one<{ expires_at: string }>(sql`
    INSERT INTO password_links (token_hash, user_id, purpose, created_by, expires_at)
    VALUES (${tokenHash(token)}, ${owner.id}, ${purpose}, ${tx.change.actorId}, now() + make_interval(hours => ${hours}))
    RETURNING expires_at`);
  if (!made) throw new Error('the link was not written');
  const path = `${page}${token}`;
  await mailer.queue(tx, {
    userId: owner.id,
    to: owner.email,
    content: content(owner, await mailer.address(tx, path)),
    goodForHours: hours,
  });
  return { sent: mailer.hasServer, path: mailer.hasServer ? null : path, expires_at: made.expires_at };
};
