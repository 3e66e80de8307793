import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { changeOf, command } from '../../platform/command.ts';
import { invalid, Problem } from '../../platform/http/problem.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { countCodeAttempt, forgetCodeAttempts, refuseCode } from '../second-factor/attempts.ts';
import { spendCode } from '../second-factor/second-factor.ts';
import { openSession, originOf, revokeSessions } from '../sessions/sessions.ts';
import { isToken, newToken, tokenHash } from '../sessions/tokens.ts';
import { recordUserEvent, type UserEvent } from '../user-event.ts';
import { readUser, userSchema } from '../users/user-document.ts';
import { beginLogin } from './login-throttle.ts';

export const signedInSchema = {
  type: 'object',
  required: ['user', 'token'],
  properties: { user: userSchema, token: { type: 'string' } },
} as const;

const wrongCredentials = () =>
  invalid({ email: ['Correo o contraseña incorrectos'] }, 'Correo o contraseña incorrectos');

const closedAccount = (status: string) =>
  status === 'suspended'
    ? new Problem(403, 'account_suspended', 'Su cuenta está suspendida. Comuníquese con un administrador.')
    : new Problem(403, 'account_inactive', 'Su cuenta está inactiva. Comuníquese con un administrador.');

const mayEnter = (status: string) => status === 'active' || status === 'pending';

interface Account {
  id: string;
  status: string;
  password_hash: string | null;
}

const challengeExpired = () =>
  new Problem(
    422,
    'challenge_expired',
    'Pasó demasiado tiempo desde que escribió su contraseña. Escríbala de nuevo.',
  );

/** Either the first step of a sign-in or, with a second factor, the second one. */
interface LoginBody {
  email?: string;
  password?: string;
  challenge?: string;
  code?: string;
}

export const loginRoutes = (app: FastifyInstance, passwords: Passwords): void => {
  const { database, secretBox: box } = app;

  const record = (request: FastifyRequest, event: UserEvent) =>
    database.transaction(changeOf(request), (tx) => recordUserEvent(tx, event));

  /** The second step of a sign-in: the password was verified, now the code. */
  const withCode = async (
    request: FastifyRequest,
    challenge: string,
    code: string,
  ): Promise<FastifyReply> => {
    const hash = isToken(challenge) ? tokenHash(challenge) : null;
    const found = hash
      ? await database.one<{ user_id: string }>(sql`
          SELECT h.user_id FROM login_challenges h JOIN credentials c ON c.user_id = h.user_id
          WHERE h.token_hash = ${hash} AND h.expires_at > now() AND c.changed_at = h.password_changed_at`)
      : undefined;
    if (!hash || !found) throw challengeExpired();
    const { user_id: userId } = found;
    await countCodeAttempt(request, userId);
    const wrong = new Error('wrong code');
    try {
      const reply = await command(
        request,
        async (tx) => {
          // Consumed in the same transaction: of two concurrent requests one waits here and then finds it used.
          const spent = await tx.one(
            sql`DELETE FROM login_challenges WHERE token_hash = ${hash} RETURNING 1 AS one`,
          );
          if (!spent) throw challengeExpired();
          const provenBy = await spendCode(tx, box, { userId, code });
          if (!provenBy) throw wrong;
          const user = await tx.one<{ status: string }>(sql`
            UPDATE users SET last_login_at = now() WHERE id = ${userId} RETURNING status`);
          if (!user || !mayEnter(user.status)) throw closedAccount(user?.status ?? '');
          const token = await openSession(tx, userId, originOf(request));
          await recordUserEvent(tx, {
            action: 'login',
            userId,
            actorId: userId,
            details: { second_factor: provenBy },
          });
          return { status: 200, body: { user: await readUser(tx, userId), token } };
        },
        { secret: true },
      );
      await forgetCodeAttempts(request, userId);
      return reply;
    } catch (error) {
      if (error === wrong) return refuseCode(request, userId);
      throw error;
    }
  };

  /** @throws Problem 422 `second_factor_required` with the challenge, when the account has a second factor */
  const askForCode = async (userId: string): Promise<void> => {
    const challenge = newToken();
    const made = await database.one<{ expires_at: string }>(sql`
      INSERT INTO login_challenges (token_hash, user_id, password_changed_at)
      SELECT ${tokenHash(challenge)}, c.user_id, c.changed_at
      FROM credentials c JOIN second_factors f ON f.user_id = c.user_id AND f.confirmed_at IS NOT NULL
      WHERE c.user_id = ${userId} RETURNING expires_at`);
    if (!made) return;
    throw new Problem(
      422,
      'second_factor_required',
      'Escriba el código de 6 dígitos de su aplicación de autenticación.',
      { extra: { challenge, expires_at: made.expires_at } },
    );
  };

  app.post<{ Body: LoginBody }>(
    '/api/login',
    {
      config: {
        access: 'public',
        problems: { 403: 'La cuenta está suspendida o inactiva', 423: 'Demasiados códigos equivocados' },
      },
      schema: {
        summary: 'Iniciar sesión',
        description:
          'Un correo desconocido y una contraseña equivocada tienen la misma respuesta (422). Tras varios intentos fallidos, 429 con `Retry-After` y `retry_at`. Con verificación en dos pasos la contraseña correcta responde 422 `second_factor_required` con un `challenge` que vale 5 minutos; se repite la llamada con `challenge` y `code` (6 dígitos o un código de recuperación), y tras 5 códigos equivocados responde 423.',
        body: {
          type: 'object',
          additionalProperties: false,
          properties: {
            email: { type: 'string', minLength: 1, maxLength: 254 },
            password: { type: 'string', minLength: 1, maxLength: 1024 },
            challenge: { type: 'string', minLength: 1, maxLength: 100 },
            code: { type: 'string', minLength: 1, maxLength: 40 },
          },
          if: { required: ['challenge'] },
          // biome-ignore lint/suspicious/noThenProperty: it is the keyword of JSON Schema.
          then: { required: ['code'] },
          else: { required: ['email', 'password'] },
        },
        response: { 200: signedInSchema },
      },
    },
    async (request) => {
      const { password = '', challenge, code = '' } = request.body;
      if (challenge !== undefined) return withCode(request, challenge, code);
      const email = (request.body.email ?? '').trim().toLowerCase();
      const attempt = await beginLogin(database, { email, ip: request.ip });
      const account = await database.one<Account>(sql`
        SELECT u.id, u.status, c.password_hash FROM users u LEFT JOIN credentials c ON c.user_id = u.id
        WHERE u.email = ${email}`);
      const verdict = await passwords
        .verify(password, account?.password_hash ?? null)
        .catch(async (error: unknown) => {
          await attempt.cancelled();
          throw error;
        });
      if (!account || !verdict.matches) {
        await record(request, { action: 'login_failed', userId: account?.id ?? null, details: { email } });
        throw wrongCredentials();
      }
      await attempt.succeeded();
      if (!mayEnter(account.status)) {
        await record(request, {
          action: 'login_refused',
          userId: account.id,
          details: { status: account.status },
        });
        throw closedAccount(account.status);
      }
      await askForCode(account.id);
      const renewedHash = verdict.isOutdated ? await passwords.hash(password) : account.password_hash;

      return command(
        request,
        async (tx) => {
          // Locks the user, so that a concurrent suspension or password change is not missed.
          const user = await tx.one<{ status: string }>(sql`
            UPDATE users SET last_login_at = now() WHERE id = ${account.id} RETURNING status`);
          if (!user || !mayEnter(user.status)) throw closedAccount(user?.status ?? '');
          const proven = await tx.one(sql`
            UPDATE credentials SET password_hash = ${renewedHash}
            WHERE user_id = ${account.id} AND password_hash = ${account.password_hash} RETURNING 1 AS one`);
          if (!proven) throw wrongCredentials();
          const token = await openSession(tx, account.id, originOf(request));
          await recordUserEvent(tx, { action: 'login', userId: account.id, actorId: account.id });
          return { status: 200, body: { user: await readUser(tx, account.id), token } };
        },
        { secret: true },
      );
    },
  );

  app.post(
    '/api/logout',
    {
      config: { access: 'signed-in', whilePending: true },
      schema: {
        summary: 'Cerrar sesión',
        description: 'La sesión deja de valer de inmediato.',
        response: { 204: { type: 'null', description: 'Sesión cerrada' } },
      },
    },
    async (request) => {
      const { userId, sessionId } = actorOf(request);
      return command(request, async (tx) => {
        await revokeSessions(tx, userId, { only: sessionId });
        await recordUserEvent(tx, { action: 'logout', userId });
        return { status: 204 };
      });
    },
  );

  app.get(
    '/api/user',
    {
      config: { access: 'signed-in', whilePending: true, isUncounted: true },
      schema: {
        summary: 'El usuario de la sesión',
        response: { 200: { type: 'object', required: ['user'], properties: { user: userSchema } } },
      },
    },
    async (request) => ({ user: await readUser(database, actorOf(request).userId) }),
  );
};
