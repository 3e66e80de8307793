import { hash, randomInt, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import type { EmailContent } from '../mail/email.ts';
import { takeAttempt } from '../platform/attempts.ts';
import type { ChangeContext, Database, Transaction } from '../platform/database/database.ts';
import { conflict, invalid } from '../platform/http/problem.ts';
import { logAct, type RoomLink } from './room-log.ts';
import type { Visitor } from './visitor.ts';

/** Minutes for which a mailed code is good. */
export const codeMinutes = 15;
/** Wrong codes after which the code is no longer good. */
const mostAttempts = 5;
/** Codes that one link mails in an hour. */
const mostCodes = 5;

const codeHash = (linkId: string, code: string): Buffer => hash('sha256', `${linkId}:${code}`, 'buffer');

/** Counts a code that is to be mailed. @throws Problem 422 `code` after too many */
const takeCode = async (database: Database, { linkId }: RoomLink): Promise<void> => {
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
const newCode = async (tx: Transaction, { table, linkId }: RoomLink): Promise<string> => {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await tx.query(sql`
    UPDATE ${raw(table)} SET code_hash = ${codeHash(linkId, code)},
      code_until = now() + make_interval(mins => ${codeMinutes}), code_attempts = 0
    WHERE id = ${linkId}::uuid AND closed_at IS NULL`);
  return code;
};

/**
 * Mails a code to the recipient of a link, in place of an earlier one.
 *
 * @param contentOf the mail with the code
 * @throws Problem 422 `code` after too many codes
 */
export const mailCode = async (
  { database, mailer }: FastifyInstance,
  link: RoomLink,
  { change, visitor }: { readonly change: ChangeContext; readonly visitor: Visitor },
  { to, contentOf }: { readonly to: string; readonly contentOf: (code: string) => EmailContent },
): Promise<void> => {
  await takeCode(database, link);
  await database.transaction(change, async (tx) => {
    const code = await newCode(tx, link);
    await logAct(tx, link, 'code_sent', visitor);
    await mailer.queue(tx, { userId: null, to, content: contentOf(code), goodForHours: 1 });
  });
};

/**
 * Compares a code with the mailed one. The attempt is counted in a transaction of its own, so that a refusal counts too; a
 * wrong code is logged.
 *
 * @returns the hash of the code, to be used by `useCode` in the transaction of the act
 * @throws Problem 422 `code`
 */
export const checkCode = async (
  database: Database,
  link: RoomLink,
  { change, visitor }: { readonly change: ChangeContext; readonly visitor: Visitor },
  code: string,
): Promise<Buffer> => {
  const { table, linkId } = link;
  const tried = await database.transaction(change, (tx) =>
    tx.one<{ code_hash: Buffer; left: number }>(sql`
      UPDATE ${raw(table)} SET code_attempts = code_attempts + 1
      WHERE id = ${linkId}::uuid AND closed_at IS NULL AND code_until > now() AND code_attempts < ${mostAttempts}
      RETURNING code_hash, ${mostAttempts} - code_attempts AS left`),
  );
  if (!tried) throw invalid({ code: ['El código venció o se intentó demasiadas veces. Pida otro.'] });
  if (timingSafeEqual(tried.code_hash, codeHash(linkId, code.replaceAll(/\D/g, '')))) return tried.code_hash;
  await database.transaction(change, (tx) => logAct(tx, link, 'code_wrong', visitor));
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
export const useCode = async (tx: Transaction, { table, linkId }: RoomLink, known: Buffer): Promise<void> => {
  const used = await tx.one(sql`
    UPDATE ${raw(table)} SET code_hash = NULL, code_until = NULL
    WHERE id = ${linkId}::uuid AND code_hash = ${known} AND closed_at IS NULL AND expires_on >= business_date()
    RETURNING 1 AS one`);
  if (!used) throw conflict('code_used', 'El código ya se usó o el enlace se retiró. Pida otro código.');
};
