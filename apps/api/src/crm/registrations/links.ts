import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { tokenHash } from '../../admin/sessions/tokens.ts';
import { readSetting } from '../../admin/settings/store.ts';
import type { Mailer } from '../../mail/mail-area.ts';
import { withdrawMailsTo } from '../../mail/mail-queue.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { infoEmail, infoSubject } from './emails.ts';

/** The recipient and the purpose of a link. */
export interface LinkedRegistration {
  readonly id: string;
  readonly folio: string;
  readonly legal_name: string;
  readonly contact_first_name: string;
  readonly contact_last_name: string;
  readonly contact_email: string;
}

/** An open link and the registration it opens. */
export interface OpenLink {
  readonly id: string;
  readonly client_registration_id: string;
  readonly message: string;
  readonly expires_at: string;
}

const shape = /^[A-Za-z0-9_-]{43}$/;

/**
 * The same answer for a link that never existed, was used, was replaced or expired: it reveals nothing about the
 * registration.
 */
export const badLink = (): Problem =>
  new Problem(
    422,
    'link_invalid',
    'Este enlace ya se usó, venció o fue reemplazado por otro más reciente. Busque el último correo que recibió o escriba a quien atiende su registro.',
  );

/** Invalidates the open link of a registration and withdraws its mail, if it was not sent yet. */
export const revokeLink = async (tx: Queryable, record: LinkedRegistration): Promise<void> => {
  await tx.query(sql`
    UPDATE client_registration_links SET revoked_at = now()
    WHERE client_registration_id = ${record.id}::uuid AND used_at IS NULL AND revoked_at IS NULL`);
  await withdrawMailsTo(tx, record.contact_email, infoSubject(record.folio));
};

/**
 * Creates a link of 32 random bytes for the contact of a registration, valid for some days, replacing any earlier one,
 * and queues its mail. The token is in the fragment (`#`), which browsers do not send to servers; its SHA-256 is
 * stored.
 */
export const sendLink = async (
  tx: Transaction,
  mailer: Mailer,
  record: LinkedRegistration,
  message: string,
): Promise<void> => {
  await revokeLink(tx, record);
  const days = Number(await readSetting(tx, 'registration_link_days'));
  const token = randomBytes(32).toString('base64url');
  await tx.query(sql`
    INSERT INTO client_registration_links (token_hash, client_registration_id, message, created_by, expires_at)
    VALUES (${tokenHash(token)}, ${record.id}::uuid, ${message}, ${tx.change.actorId}, now() + make_interval(days => ${days}))`);
  const { folio, legal_name: company } = record;
  await mailer.queue(tx, {
    userId: null,
    to: record.contact_email,
    content: infoEmail(
      { name: `${record.contact_first_name} ${record.contact_last_name}`, folio, company },
      { message, days, url: await mailer.address(tx, `/client-registration#continuar=${token}`) },
    ),
    goodForHours: days * 24,
  });
};

/**
 * The link of a token, while it is valid and its registration waits for the visitor.
 *
 * @throws Problem 422 `link_invalid`
 */
export const findLink = async (
  database: Queryable,
  token: unknown,
  { lock = false }: { lock?: boolean } = {},
): Promise<OpenLink> => {
  const hash = typeof token === 'string' && shape.test(token) ? tokenHash(token) : null;
  const open = sql`
    SELECT l.id, l.client_registration_id, l.message, l.expires_at
    FROM client_registration_links l JOIN client_registrations r ON r.id = l.client_registration_id
    WHERE l.token_hash = ${hash} AND l.used_at IS NULL AND l.revoked_at IS NULL AND l.expires_at > now()
      AND r.status = 'info_requested'`;
  // Locks the registration first, as every change of it does, and reads the link in a separate statement.
  if (lock && hash) {
    await database.query(sql`
      SELECT 1 AS one FROM client_registrations r
      WHERE r.id = (SELECT client_registration_id FROM client_registration_links WHERE token_hash = ${hash})
      FOR NO KEY UPDATE`);
  }
  const link = hash ? await database.one<OpenLink>(open) : undefined;
  if (!link) throw badLink();
  return link;
};
