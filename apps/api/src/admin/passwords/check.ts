import type { LoggedAction } from '@pauta/domain/admin/audit/audit-labels.ts';
import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { type AttemptLimit, forgetAttempts, takeAttempt, tooManyAttempts } from '../../platform/attempts.ts';
import { changeOf } from '../../platform/command.ts';
import { invalid } from '../../platform/http/problem.ts';
import { recordUserEvent } from '../user-event.ts';
import type { Passwords } from './passwords.ts';

export const wrongPassword = () => invalid({ current_password: ['La contraseña actual no es correcta.'] });

/**
 * Requires the password of the signed-in user, because a stolen token must allow neither changing how the account is
 * protected nor guessing its password.
 *
 * @param action event in the audit log when the password is wrong
 * @returns the stored hash that the password matches
 * @throws Problem 422 at `current_password`, 429 after five attempts in a minute
 */
export const requirePassword = async (
  request: FastifyRequest,
  passwords: Passwords,
  { password, action }: { password: string; action: LoggedAction },
): Promise<string> => {
  const { database } = request.server;
  const { userId } = actorOf(request);
  const limit: AttemptLimit = { purpose: 'password', subject: [userId], most: 5, seconds: 60 };
  const { wait } = await takeAttempt(database, limit);
  if (wait > 0) throw tooManyAttempts(wait);
  const stored = await database.one<{ password_hash: string }>(sql`
    SELECT password_hash FROM credentials WHERE user_id = ${userId}`);
  const { matches } = await passwords.verify(password, stored?.password_hash ?? null);
  if (!stored || !matches) {
    await database.transaction(changeOf(request), (tx) => recordUserEvent(tx, { action, userId }));
    throw wrongPassword();
  }
  await forgetAttempts(database, limit);
  return stored.password_hash;
};
