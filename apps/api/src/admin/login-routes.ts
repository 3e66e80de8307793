import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../platform/access.ts';
import { changeOf, command } from '../platform/command.ts';
import { invalid, Problem } from '../platform/problem.ts';
import { beginLogin } from './login-throttle.ts';
import type { Passwords } from './passwords.ts';
import { openSession, originOf, revokeSessions } from './sessions.ts';
import { readUser, userSchema } from './user-document.ts';
import { recordUserEvent, type UserEvent } from './user-event.ts';

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

export const loginRoutes = (app: FastifyInstance, passwords: Passwords): void => {
  const { database } = app;

  const record = (request: FastifyRequest, event: UserEvent) =>
    database.transaction(changeOf(request), (tx) => recordUserEvent(tx, event));

  app.post<{ Body: { email: string; password: string } }>(
    '/api/login',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Iniciar sesión',
        description:
          'Un correo desconocido y una contraseña equivocada tienen la misma respuesta (422). Tras varios intentos fallidos, 429 con `Retry-After` y `retry_at`.',
        body: {
          type: 'object',
          required: ['email', 'password'],
          additionalProperties: false,
          properties: {
            email: { type: 'string', minLength: 1, maxLength: 254 },
            password: { type: 'string', minLength: 1, maxLength: 1024 },
          },
        },
        response: { 200: signedInSchema },
      },
    },
    async (request) => {
      const { password } = request.body;
      const email = request.body.email.trim().toLowerCase();
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
      const renewedHash = verdict.isOutdated ? await passwords.hash(password) : account.password_hash;

      return command(
        request,
        async (tx) => {
          // Locks the user: who was suspended or given another password meanwhile does not slip in.
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
      config: { access: 'signed-in', whilePending: true },
      schema: {
        summary: 'El usuario de la sesión',
        response: { 200: { type: 'object', required: ['user'], properties: { user: userSchema } } },
      },
    },
    async (request) => ({ user: await readUser(database, actorOf(request).userId) }),
  );
};
