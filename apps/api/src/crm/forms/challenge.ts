import { createHash, createHmac, randomInt } from 'node:crypto';
import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { PublicForm } from './public-form.ts';

const lifetimeMs = 10 * 60_000;
/** Minimum time in seconds: no person fills in the form faster. */
const leastMs = 3_000;
/**
 * Number of hashes to compute, random within these limits: a third of a second on a computer, a few seconds on an old
 * phone, while the visitor is typing. Unlike a search for leading zeros it is bounded.
 */
const work = { least: 12_000, most: 36_000 } as const;

const secrets = ({ secret }: PublicForm) => ({
  hmacSignatureSecret: createHmac('sha256', secret).update('challenge').digest('hex'),
  hmacKeySignatureSecret: createHmac('sha256', secret).update('solution').digest('hex'),
});

/** A new proof of work for one registration on the form; valid for ten minutes and one use. */
export const newChallenge = (form: PublicForm, now = Date.now()): Promise<Challenge> =>
  createChallenge({
    algorithm: 'SHA-256',
    cost: 1,
    counter: randomInt(work.least, work.most),
    deriveKey,
    expiresAt: Math.floor((now + lifetimeMs) / 1000),
    data: { form: form.key, issued_at: now, min_seconds: leastMs / 1000 },
    ...secrets(form),
  });

const parsePayload = (text: string): Payload | undefined => {
  try {
    const payload = JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as Partial<Payload> | null;
    const { challenge, solution } = payload ?? {};
    const isUsable =
      typeof challenge?.signature === 'string' &&
      typeof challenge.parameters === 'object' &&
      challenge.parameters !== null &&
      typeof solution === 'object' &&
      solution !== null;
    return isUsable ? (payload as Payload) : undefined;
  } catch {
    return undefined;
  }
};

const refused = (message: string) => invalid({ altcha: [message] });

/**
 * Accepts the solved challenge of a form, once: it is consumed in the transaction it was solved for.
 *
 * @param text base64 of `{ challenge, solution }`
 * @throws Problem 422 at `altcha`: missing, forged, expired, wrong, used before, or solved faster than a person fills
 * in a form
 */
export const spendChallenge = async (
  tx: Transaction,
  form: PublicForm,
  text: string | null,
): Promise<void> => {
  if (text === null) {
    throw refused(
      'Falta la verificación de seguridad. Espere un minuto y envíe el formulario otra vez; si se repite, recargue la página.',
    );
  }
  const payload = parsePayload(text);
  const stale = refused('La verificación de seguridad venció. Envíe el formulario otra vez.');
  if (!payload) throw refused('No se pudo verificar el formulario. Recargue la página e inténtelo de nuevo.');
  const result = await verifySolution({ ...payload, deriveKey, ...secrets(form) }).catch(() => null);
  if (result?.expired) throw stale;
  const { data } = payload.challenge.parameters;
  if (!result?.verified || data?.form !== form.key) {
    throw refused('No se pudo verificar el formulario. Recargue la página e inténtelo de nuevo.');
  }
  if (Date.now() - Number(data.issued_at) < leastMs) {
    throw refused('El formulario se envió demasiado rápido. Espere unos segundos y envíelo otra vez.');
  }
  const hash = createHash('sha256')
    .update(payload.challenge.signature ?? '')
    .digest();
  const spent = await tx.one(sql`
    INSERT INTO spent_challenges (signature_hash, expires_at)
    VALUES (${hash}, ${new Date(Date.now() + lifetimeMs).toISOString()})
    ON CONFLICT DO NOTHING RETURNING 1 AS one`);
  if (!spent) throw stale;
  // Deletes a few at a time, skipping those that a concurrent registration is deleting, to avoid waiting.
  await tx.query(sql`
    DELETE FROM spent_challenges WHERE signature_hash IN (
      SELECT signature_hash FROM spent_challenges WHERE expires_at < now() LIMIT 100 FOR UPDATE SKIP LOCKED)`);
};
