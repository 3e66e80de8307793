import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { attemptKey, takeAttempt, tooManyAttempts } from '../../platform/attempts.ts';
import { changeOf, command } from '../../platform/command.ts';
import { addressBlock } from '../../platform/http/address-block.ts';
import { conflict, type FieldErrors, invalid, notFound, Problem } from '../../platform/http/problem.ts';
import { type IdParams, idParams } from '../../resource/route.ts';
import { passwordChangedEmail } from '../emails.ts';
import { revokeSessions } from '../sessions/sessions.ts';
import { recordUserEvent } from '../user-event.ts';
import { requireWithinOwn } from '../within-own.ts';
import { issuedLinkSchema, type LinkPurpose, linkHash, sendPasswordLink } from './links.ts';
import { readPasswordMinimum } from './minimum.ts';
import type { Passwords } from './passwords.ts';
import { passwordFault } from './policy.ts';

interface OpenLink {
  id: string;
  user_id: string;
  purpose: LinkPurpose;
  full_name: string;
  email: string;
}

interface NewPassword {
  token: string;
  password: string;
  password_confirmation: string;
}

const badLink = () =>
  new Problem(
    422,
    'link_invalid',
    'Este enlace ya se usó, venció o fue reemplazado por otro más reciente. Pida uno nuevo.',
  );

const asked =
  'Si hay una cuenta con ese correo, en unos minutos recibirá un enlace para elegir una contraseña nueva.';

/** Minimum duration in milliseconds of a request for a link, so that it does not reveal whether the e-mail is known. */
const leastTime = 400;

const tokenSchema = { type: 'string', maxLength: 100 } as const;

export const passwordLinkRoutes = (app: FastifyInstance, passwords: Passwords): void => {
  const { database, mailer } = app;

  const findLink = async (token: string): Promise<OpenLink> => {
    const hash = linkHash(token);
    const link = hash
      ? await database.one<OpenLink>(sql`
          SELECT l.id, l.user_id, l.purpose, u.full_name, u.email
          FROM password_links l JOIN users u ON u.id = l.user_id
          WHERE l.token_hash = ${hash} AND l.used_at IS NULL AND l.revoked_at IS NULL AND l.expires_at > now()
            AND u.status = ANY (CASE l.purpose WHEN 'invitation' THEN ARRAY['invited'] ELSE ARRAY['active', 'pending'] END)`)
      : undefined;
    if (!link) throw badLink();
    return link;
  };

  const queueLink = (request: FastifyRequest, email: string): Promise<void> =>
    database.transaction(changeOf(request), async (tx) => {
      const user = await tx.one<{ id: string; full_name: string; email: string; status: string }>(sql`
        SELECT id, full_name, email, status FROM users
        WHERE email = ${email} AND status IN ('active', 'pending', 'invited')`);
      if (!user) return;
      // No mail is sent in this case: a link handed over by an administrator must not be replaced by anyone who knows
      // the address.
      const handedOver = sql`
        SELECT 1 AS one FROM password_links
        WHERE user_id = ${user.id} AND created_by IS NOT NULL AND used_at IS NULL AND revoked_at IS NULL AND expires_at > now()`;
      if (!mailer.hasServer && (await tx.one(handedOver))) return;
      await sendPasswordLink(tx, mailer, user, user.status === 'invited' ? 'invitation' : 'reset');
      await recordUserEvent(tx, { action: 'password_reset_asked', userId: user.id });
    });

  app.post<{ Body: { email: string } }>(
    '/api/password-links',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Pedir un enlace para elegir otra contraseña',
        description: 'Responde lo mismo, y tarda lo mismo, haya o no una cuenta con ese correo.',
        body: {
          type: 'object',
          required: ['email'],
          additionalProperties: false,
          properties: { email: { type: 'string', minLength: 3, maxLength: 254 } },
        },
        response: {
          202: {
            type: 'object',
            required: ['message'],
            properties: { message: { type: 'string' } },
          },
        },
      },
    },
    async (request, reply) => {
      const began = performance.now();
      const email = request.body.email.trim().toLowerCase();
      const block = addressBlock(request.ip);
      // Both limits count unknown e-mails too, so that a refusal does not reveal whether one is known.
      for (const limit of [
        { purpose: 'reset', subject: [block], most: 20, seconds: 600 },
        { purpose: 'reset', subject: ['email', email], most: 3, seconds: 900 },
      ]) {
        const { wait } = await takeAttempt(database, limit);
        if (wait > 0) throw tooManyAttempts(wait);
      }
      await queueLink(request, email);
      await sleep(Math.max(0, leastTime - (performance.now() - began)));
      reply.code(202);
      return { message: asked };
    },
  );

  app.post<{ Body: { token: string } }>(
    '/api/password-links/check',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Para quién es un enlace',
        body: {
          type: 'object',
          required: ['token'],
          additionalProperties: false,
          properties: { token: tokenSchema },
        },
        response: {
          200: {
            type: 'object',
            required: ['data'],
            properties: {
              data: {
                type: 'object',
                properties: {
                  purpose: { type: 'string', enum: ['invitation', 'reset'] },
                  full_name: { type: 'string' },
                  email: { type: 'string' },
                },
              },
            },
          },
        },
      },
    },
    async (request) => {
      const { purpose, full_name, email } = await findLink(request.body.token);
      return { data: { purpose, full_name, email } };
    },
  );

  app.post<{ Body: NewPassword }>(
    '/api/password-links/use',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Elegir la contraseña con un enlace',
        description:
          'El enlace vale una vez. Cierra todas las sesiones de la cuenta; después se inicia sesión con la contraseña.',
        body: {
          type: 'object',
          required: ['token', 'password', 'password_confirmation'],
          additionalProperties: false,
          properties: {
            token: tokenSchema,
            password: { type: 'string', maxLength: 1024 },
            password_confirmation: { type: 'string', maxLength: 1024 },
          },
        },
        response: {
          200: {
            type: 'object',
            required: ['data'],
            properties: { data: { type: 'object', properties: { email: { type: 'string' } } } },
          },
        },
      },
    },
    async (request) => {
      const { token, password, password_confirmation } = request.body;
      const link = await findLink(token);
      const errors: FieldErrors = {};
      const fault = passwordFault(password, link, await readPasswordMinimum(request.server.database));
      if (fault) errors.password = [fault];
      if (password !== password_confirmation)
        errors.password_confirmation = ['Las dos contraseñas no son iguales.'];
      if (Object.keys(errors).length > 0) throw invalid(errors);
      const passwordHash = await passwords.hash(password);

      return command(request, async (tx) => {
        const { user_id: userId, purpose, email } = link;
        // Locks the user against the concurrent creation of another link, and against suspension.
        const user = await tx.one<{ status: string }>(
          sql`SELECT status FROM users WHERE id = ${userId} FOR NO KEY UPDATE`,
        );
        const used = await tx.one(sql`
          UPDATE password_links SET used_at = now()
          WHERE id = ${link.id} AND used_at IS NULL AND revoked_at IS NULL AND expires_at > now() RETURNING 1 AS one`);
        const isExpected =
          purpose === 'invitation'
            ? user?.status === 'invited'
            : user?.status === 'active' || user?.status === 'pending';
        if (!used || !isExpected) throw badLink();
        await tx.query(sql`
          INSERT INTO credentials (user_id, password_hash) VALUES (${userId}, ${passwordHash})
          ON CONFLICT (user_id) DO UPDATE SET password_hash = excluded.password_hash, changed_at = now()`);
        const closed = await revokeSessions(tx, userId);
        await tx.query(sql`DELETE FROM login_challenges WHERE user_id = ${userId}`);
        await tx.query(sql`DELETE FROM login_failures WHERE key = ${attemptKey('login', [email])}`);
        await recordUserEvent(tx, {
          action: purpose === 'invitation' ? 'invitation_accepted' : 'password_reset',
          userId,
          actorId: userId,
          details: { sessions_closed: closed },
        });
        // After the event, which names what was done.
        await tx.query(sql`
          UPDATE users SET must_change_password = false,
            status = CASE status WHEN 'invited' THEN 'active' ELSE status END
          WHERE id = ${userId}`);
        if (purpose === 'reset')
          await mailer.queue(tx, {
            userId,
            to: email,
            content: passwordChangedEmail(link),
            goodForHours: 72,
          });
        return { status: 200, body: { data: { email } } };
      });
    },
  );

  app.post<{ Params: IdParams }>(
    '/api/users/:id/password-reset',
    {
      config: { access: { permission: 'users.update_all' } },
      schema: {
        summary: 'Enviar a un usuario un enlace para elegir otra contraseña',
        description: 'Sus sesiones se cierran cuando lo usa. 403 para quien puede más que uno mismo.',
        params: idParams,
        response: {
          200: { type: 'object', required: ['data'], properties: { data: issuedLinkSchema } },
        },
      },
    },
    async (request) => {
      const { userId: actorId } = actorOf(request);
      const { id } = request.params;
      return command(
        request,
        async (tx) => {
          const user = await tx.one<{ id: string; full_name: string; email: string; status: string }>(
            sql`SELECT id, full_name, email, status FROM users WHERE id = ${id} FOR NO KEY UPDATE`,
          );
          if (!user) throw notFound();
          await requireWithinOwn(tx, actorId, id);
          if (user.status !== 'active' && user.status !== 'pending') {
            throw conflict(
              'wrong_state',
              user.status === 'invited'
                ? 'Esta persona todavía no aceptó su invitación. Envíele la invitación otra vez.'
                : 'Solo se restablece la contraseña de una cuenta activa o pendiente.',
            );
          }
          const data = await sendPasswordLink(tx, mailer, user, 'reset');
          await recordUserEvent(tx, { action: 'password_reset_sent', userId: id });
          return { status: 200, body: { data } };
        },
        { secret: true },
      );
    },
  );
};
