import { hash, randomInt, timingSafeEqual } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import { takeAttempt } from '../platform/attempts.ts';
import type { ChangeContext, Database, Transaction } from '../platform/database/database.ts';
import { conflict, invalid } from '../platform/http/problem.ts';

/** A link whose recipient proves by a mailed code that they read its mail: its table and its id. */
export interface CodeLink {
  readonly table: 'quote_links' | 'signing_links';
  readonly linkId: string;
}

/** Minutes for which a mailed code is good. */
export const codeMinutes = 15;
/** Wrong codes after which the code is no longer good. */
const mostAttempts = 5;
/** Codes that one link mails in an hour. */
const mostCodes = 5;

const codeHash = (linkId: string, code: string): Buffer => hash('sha256', `${linkId}:${code}`, 'buffer');

/** Counts a code that is to be mailed. @throws Problem 422 `code` after too many */
export const takeCode = async (database: Database, { linkId }: CodeLink): Promise<void> => {
  const taken = await takeAttempt(database, {
    purpose: 'link-code',
    subject: [linkId],
    most: mostCodes,
    seconds: 3600,
  });
  if (!('at' in taken))
    throw invalid({
      code: [`Ya se enviaron ${mostCodes} códigos. Espere ${Math.ceil(taken.wait / 60)} min y pida otro.`],
    });
};

/** Gives an open link a new code, in place of an earlier one, and answers it to be mailed. */
export const newCode = async (tx: Transaction, { table, linkId }: CodeLink): Promise<string> => {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await tx.query(sql`
    UPDATE ${raw(table)} SET code_hash = ${codeHash(linkId, code)},
      code_until = now() + make_interval(mins => ${codeMinutes}), code_attempts = 0
    WHERE id = ${linkId}::uuid AND closed_at IS NULL`);
  return code;
};

/**
 * Compares a code with the mailed one. The attempt is counted in a transaction of its own, so that a refusal counts too.
 *
 * @param onWrong writes a wrong code into the log
 * @returns the hash of the code, to be used by `useCode` in the transaction of the act
 * @throws Problem 422 `code`
 */
export const checkCode = async (
  database: Database,
  { table, linkId }: CodeLink,
  change: ChangeContext,
  { code, onWrong }: { readonly code: string; readonly onWrong: (tx: Transaction) => Promise<unknown> },
): Promise<Buffer> => {
  const tried = await database.transaction(change, (tx) =>
    tx.one<{ code_hash: Buffer; left: number }>(sql`
      UPDATE ${raw(table)} SET code_attempts = code_attempts + 1
      WHERE id = ${linkId}::uuid AND closed_at IS NULL AND code_until > now() AND code_attempts < ${mostAttempts}
      RETURNING code_hash, ${mostAttempts} - code_attempts AS left`),
  );
  if (!tried) throw invalid({ code: ['El código venció o se intentó demasiadas veces. Pida otro.'] });
  if (timingSafeEqual(tried.code_hash, codeHash(linkId, code.replaceAll(/\D/g, '')))) return tried.code_hash;
  await database.transaction(change, onWrong);
  throw invalid({
    code: [
      tried.left > 0
        ? `El código no es ese. Le ${tried.left === 1 ? 'queda un intento' : `quedan ${tried.left} intentos`}.`
        : 'El código no es ese, y ya no vale. Pida otro.',
    ],
  });
};

/**
 * Uses a code up, in the transaction of the act that it proves and after the lock of what that act changes: of two acts at
 * once one uses it, and the other finds it used.
 *
 * @throws Problem 409
 */
export const useCode = async (tx: Transaction, { table, linkId }: CodeLink, known: Buffer): Promise<void> => {
  const used = await tx.one(sql`
    UPDATE ${raw(table)} SET code_hash = NULL, code_until = NULL
    WHERE id = ${linkId}::uuid AND code_hash = ${known} AND closed_at IS NULL AND expires_on >= business_date()
    RETURNING 1 AS one`);
  if (!used) throw conflict('code_used', 'El código ya se usó o el enlace se retiró. Pida otro código.');
};
