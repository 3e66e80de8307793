import type { FastifyRequest } from 'fastify';
import { type AttemptLimit, forgetAttempts, takeAttempt } from '../../platform/attempts.ts';
import { changeOf } from '../../platform/command.ts';
import { invalid, locked } from '../../platform/http/problem.ts';
import { recordUserEvent } from '../user-event.ts';

const limitOf = (userId: string): AttemptLimit => ({
  purpose: 'second-factor',
  subject: [userId],
  most: 5,
  seconds: 900,
});

export const wrongCode = () =>
  invalid({
    code: ['El código no es correcto o ya se usó. Escriba el que muestra ahora su aplicación.'],
  });

/**
 * Counts an attempt before the code is checked: five in fifteen minutes per account, from any address, because six
 * digits can be guessed. The password was already verified.
 *
 * @throws Problem 423 with `Retry-After` and `retry_at`
 */
export const countCodeAttempt = async (request: FastifyRequest, userId: string): Promise<void> => {
  const { wait } = await takeAttempt(request.server.database, limitOf(userId));
  if (wait === 0) return;
  const retryAt = new Date(Date.now() + wait * 1000);
  throw locked('Demasiados códigos equivocados. Espere unos minutos e intente de nuevo.', {
    headers: { 'retry-after': String(wait) },
    extra: { retry_after: wait, retry_at: retryAt.toISOString() },
  });
};

/** After a correct code, earlier failures no longer count. */
export const forgetCodeAttempts = (request: FastifyRequest, userId: string): Promise<void> =>
  forgetAttempts(request.server.database, limitOf(userId));

/** Logs the failed attempt in a separate transaction, because its own is rolled back, and refuses. */
export const refuseCode = async (request: FastifyRequest, userId: string): Promise<never> => {
  await request.server.database.transaction(changeOf(request), (tx) =>
    recordUserEvent(tx, { action: 'second_factor_failed', userId }),
  );
  throw wrongCode();
};
