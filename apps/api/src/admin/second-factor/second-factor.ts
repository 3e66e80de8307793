import { randomInt } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { SecretBox } from '../../platform/secret-box.ts';

/** Validity of a code in seconds (RFC 6238; assumed by every authenticator app). */
const period = 30;

/** Number of recovery codes. */
export const recoveryCodeCount = 10;

// Without characters that are easily confused on paper: no 0 O 1 l i.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** How the second factor was verified. */
export type ProvenBy = 'app' | 'recovery_code';

const newRecoveryCode = (): string => {
  const part = () => Array.from({ length: 4 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return `${part()}-${part()}-${part()}`;
};

/** Normalizes a recovery code for comparison. */
const plain = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * Starts the setup: a new secret of 160 bits, which has no effect until a first code confirms it.
 *
 * @returns the secret as text, and as the address for a QR code; undefined when a second factor is already active
 */
export const beginSecondFactor = async (
  tx: Queryable,
  box: SecretBox,
  user: { id: string; email: string },
): Promise<{ secret: string; uri: string } | undefined> => {
  const secret = generateSecret();
  const begun = await tx.one(sql`
    INSERT INTO second_factors AS f (user_id, sealed_secret) VALUES (${user.id}, ${box.seal('second-factor', user.id, secret)})
    ON CONFLICT (user_id) DO UPDATE SET sealed_secret = excluded.sealed_secret, created_at = now(), last_step = NULL
    WHERE f.confirmed_at IS NULL RETURNING 1 AS one`);
  return begun ? { secret, uri: generateURI({ issuer: 'Pauta', label: user.email, secret }) } : undefined;
};

interface StoredFactor {
  sealed_secret: Buffer;
  confirmed_at: string | null;
}

/**
 * Accepts a code of the app, of the current 30 seconds or the ones before or after (clock differences), once: it and
 * all earlier ones are refused from then on, also for a concurrent request, which waits for the row lock.
 */
const spendAppCode = async (
  tx: Queryable,
  { userId, secret, code }: { userId: string; secret: string; code: string },
): Promise<boolean> => {
  const checked = verifySync({ secret, token: code, epochTolerance: period });
  if (!checked.valid) return false;
  const step = Math.floor(Date.now() / 1000 / period) + checked.delta;
  const spent = await tx.one(sql`
    UPDATE second_factors SET last_step = ${step}
    WHERE user_id = ${userId} AND (last_step IS NULL OR last_step < ${step}) RETURNING 1 AS one`);
  return spent !== undefined;
};

/**
 * Accepts a code of a user with an active second factor: six digits of the app, or one of the recovery codes, each
 * once. Runs in the transaction of the action, so that a code is consumed only if the action succeeds.
 */
export const spendCode = async (
  tx: Queryable,
  box: SecretBox,
  { userId, code }: { userId: string; code: string },
): Promise<ProvenBy | undefined> => {
  const factor = await tx.one<StoredFactor>(sql`
    SELECT sealed_secret, confirmed_at FROM second_factors WHERE user_id = ${userId} AND confirmed_at IS NOT NULL`);
  if (!factor) return undefined;
  const typed = plain(code);
  if (/^\d{6}$/.test(typed)) {
    const secret = box.open('second-factor', userId, factor.sealed_secret);
    return (await spendAppCode(tx, { userId, secret, code: typed })) ? 'app' : undefined;
  }
  if (typed.length !== 12) return undefined;
  const spent = await tx.one(sql`
    UPDATE recovery_codes SET used_at = now()
    WHERE user_id = ${userId} AND code_hash = ${box.mac('recovery-code', userId, typed)} AND used_at IS NULL
    RETURNING 1 AS one`);
  return spent ? 'recovery_code' : undefined;
};

/** Activates the second factor with the first correct code; false when the code is wrong, or no setup was started. */
export const confirmSecondFactor = async (
  tx: Queryable,
  box: SecretBox,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> => {
  const factor = await tx.one<StoredFactor>(sql`
    SELECT sealed_secret, confirmed_at FROM second_factors
    WHERE user_id = ${userId} AND confirmed_at IS NULL AND created_at > now() - interval '1 hour' FOR UPDATE`);
  if (!factor || !/^\d{6}$/.test(plain(code))) return false;
  const secret = box.open('second-factor', userId, factor.sealed_secret);
  if (!(await spendAppCode(tx, { userId, secret, code: plain(code) }))) return false;
  await tx.query(sql`UPDATE second_factors SET confirmed_at = now() WHERE user_id = ${userId}`);
  return true;
};

/** Creates ten recovery codes, replacing the earlier ones. Only their hashes are stored. */
export const renewRecoveryCodes = async (
  tx: Queryable,
  box: SecretBox,
  userId: string,
): Promise<readonly string[]> => {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  const hashes = codes.map((code) => box.mac('recovery-code', userId, plain(code)));
  await tx.query(sql`DELETE FROM recovery_codes WHERE user_id = ${userId}`);
  await tx.query(
    sql`INSERT INTO recovery_codes (code_hash, user_id) SELECT hash, ${userId}::uuid FROM unnest(${hashes}::bytea[]) AS hash`,
  );
  return codes;
};

/** Deletes the second factor and its recovery codes; returns false if there was none. */
export const removeSecondFactor = async (tx: Queryable, userId: string): Promise<boolean> => {
  const removed = await tx.one<{ was_on: boolean }>(sql`
    DELETE FROM second_factors WHERE user_id = ${userId} RETURNING confirmed_at IS NOT NULL AS was_on`);
  await tx.query(sql`DELETE FROM recovery_codes WHERE user_id = ${userId}`);
  await tx.query(sql`DELETE FROM login_challenges WHERE user_id = ${userId}`);
  return removed?.was_on === true;
};
