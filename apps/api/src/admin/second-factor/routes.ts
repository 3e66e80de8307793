import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { type Answer, command } from '../../platform/command.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, notFound } from '../../platform/http/problem.ts';
import { type IdParams, idParams } from '../../resource/route.ts';
import { secondFactorEmail } from '../emails.ts';
import { requirePassword } from '../passwords/check.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { secondFactorIsRequired } from '../sessions/pending-step.ts';
import { revokeSessions } from '../sessions/sessions.ts';
import { recordUserEvent } from '../user-event.ts';
import { requireWithinOwn } from '../within-own.ts';
import { countCodeAttempt, forgetCodeAttempts, refuseCode } from './attempts.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  spendCode,
} from './second-factor.ts';

/** The second factor of the signed-in user. */
export interface SecondFactorDocument {
  enabled: boolean;
  confirmed_at: string | null;
  recovery_codes_left: number;
  /** One of the user's roles requires it: it can be renewed, not turned off. */
  required: boolean;
}

const passwordSchema = { type: 'string', minLength: 1, maxLength: 1024 } as const;
const codeSchema = { type: 'string', minLength: 1, maxLength: 40 } as const;

const bodyOf = (properties: Record<string, object>) => ({
  type: 'object',
  required: Object.keys(properties),
  additionalProperties: false,
  properties,
});

const answerOf = (properties: Record<string, object>) => ({
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'object', properties } },
});

const codesAnswer = answerOf({
  recovery_codes: {
    type: 'array',
    items: { type: 'string' },
    description: 'Cada uno vale una vez; no se vuelven a mostrar',
  },
});

export const secondFactorRoutes = (app: FastifyInstance, passwords: Passwords): void => {
  const { database, secretBox: box, mailer } = app;
  const config = { access: 'signed-in', whilePending: true } as const;
  const guarded = { ...config, problems: { 423: 'Demasiados códigos equivocados' } } as const;

  const nowOf = async (userId: string): Promise<SecondFactorDocument> => {
    const row = await database.one<SecondFactorDocument>(sql`
      SELECT f.confirmed_at IS NOT NULL AS enabled, f.confirmed_at, ${secondFactorIsRequired} AS required,
        (SELECT count(*) FROM recovery_codes c WHERE c.user_id = u.id AND c.used_at IS NULL)::integer AS recovery_codes_left
      FROM users u LEFT JOIN second_factors f ON f.user_id = u.id WHERE u.id = ${userId}`);
    return row ?? { enabled: false, confirmed_at: null, recovery_codes_left: 0, required: false };
  };

  /** Runs an action that requires a valid code, in the transaction that consumes the code. */
  const withCode = async (
    request: FastifyRequest,
    isRight: (tx: Transaction) => Promise<boolean>,
    work: (tx: Transaction) => Promise<Answer>,
  ): Promise<FastifyReply> => {
    const { userId } = actorOf(request);
    await countCodeAttempt(request, userId);
    const wrong = new Error('wrong code');
    try {
      const reply = await command(
        request,
        async (tx) => {
          if (!(await isRight(tx))) throw wrong;
          return work(tx);
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

  app.get(
    '/api/profile/second-factor',
    {
      config,
      schema: {
        summary: 'Mi verificación en dos pasos',
        response: {
          200: answerOf({
            enabled: { type: 'boolean' },
            confirmed_at: { type: ['string', 'null'] },
            recovery_codes_left: { type: 'integer' },
            required: { type: 'boolean', description: 'Un rol la exige' },
          }),
        },
      },
    },
    async (request) => ({ data: await nowOf(actorOf(request).userId) }),
  );

  app.post<{ Body: { current_password: string } }>(
    '/api/profile/second-factor',
    {
      config,
      schema: {
        summary: 'Empezar a activar la verificación en dos pasos',
        description: 'No protege nada hasta que se confirma con un primer código.',
        body: bodyOf({ current_password: passwordSchema }),
        response: {
          201: answerOf({
            secret: { type: 'string', description: 'Para escribirlo en la aplicación' },
            uri: { type: 'string', description: 'Para el código QR' },
          }),
        },
      },
    },
    async (request) => {
      const { userId, email } = actorOf(request);
      await requirePassword(request, passwords, {
        password: request.body.current_password,
        action: 'second_factor_setup_failed',
      });
      return command(
        request,
        async (tx) => {
          const data = await beginSecondFactor(tx, box, { id: userId, email });
          if (!data) throw conflict('already_on', 'La verificación en dos pasos ya está activa.');
          return { status: 201, body: { data } };
        },
        { secret: true },
      );
    },
  );

  app.post<{ Body: { code: string } }>(
    '/api/profile/second-factor/confirm',
    {
      config: guarded,
      schema: {
        summary: 'Activar la verificación en dos pasos con un primer código',
        description: 'Entrega los códigos de recuperación y cierra las demás sesiones.',
        body: bodyOf({ code: codeSchema }),
        response: { 200: codesAnswer },
      },
    },
    async (request) => {
      const { userId, sessionId, fullName, email } = actorOf(request);
      const { code } = request.body;
      return withCode(
        request,
        (tx) => confirmSecondFactor(tx, box, { userId, code }),
        async (tx) => {
          const recovery_codes = await renewRecoveryCodes(tx, box, userId);
          await revokeSessions(tx, userId, { except: sessionId });
          await recordUserEvent(tx, { action: 'second_factor_on', userId });
          const content = secondFactorEmail({ full_name: fullName }, 'on');
          await mailer.queue(tx, { userId, to: email, content, goodForHours: 72 });
          return { status: 200, body: { data: { recovery_codes } } };
        },
      );
    },
  );

  const proof = bodyOf({ current_password: passwordSchema, code: codeSchema });

  app.post<{ Body: { current_password: string; code: string } }>(
    '/api/profile/second-factor/recovery-codes',
    {
      config: guarded,
      schema: {
        summary: 'Nuevos códigos de recuperación',
        description: 'Los anteriores dejan de valer.',
        body: proof,
        response: { 200: codesAnswer },
      },
    },
    async (request) => {
      const { userId } = actorOf(request);
      const { current_password: password, code } = request.body;
      await requirePassword(request, passwords, { password, action: 'second_factor_change_failed' });
      return withCode(
        request,
        async (tx) => (await spendCode(tx, box, { userId, code })) !== undefined,
        async (tx) => {
          const recovery_codes = await renewRecoveryCodes(tx, box, userId);
          await recordUserEvent(tx, { action: 'recovery_codes_renewed', userId });
          return { status: 200, body: { data: { recovery_codes } } };
        },
      );
    },
  );

  app.post<{ Body: { current_password: string; code: string } }>(
    '/api/profile/second-factor/disable',
    {
      config: guarded,
      schema: {
        summary: 'Desactivar mi verificación en dos pasos',
        body: proof,
        response: { 204: { type: 'null', description: 'Desactivada' } },
      },
    },
    async (request) => {
      const { userId, fullName, email } = actorOf(request);
      const { current_password: password, code } = request.body;
      if ((await nowOf(userId)).required) {
        throw conflict(
          'second_factor_required',
          'Su rol exige la verificación en dos pasos: no se desactiva.',
        );
      }
      await requirePassword(request, passwords, { password, action: 'second_factor_change_failed' });
      return withCode(
        request,
        async (tx) => (await spendCode(tx, box, { userId, code })) !== undefined,
        async (tx) => {
          await removeSecondFactor(tx, userId);
          await recordUserEvent(tx, { action: 'second_factor_off', userId });
          const content = secondFactorEmail({ full_name: fullName }, 'off');
          await mailer.queue(tx, { userId, to: email, content, goodForHours: 72 });
          return { status: 204 };
        },
      );
    },
  );

  app.post<{ Params: IdParams; Body: { reason: string } }>(
    '/api/users/:id/second-factor/reset',
    {
      config: { access: { permission: 'users.update_all' } },
      schema: {
        summary: 'Quitar la verificación en dos pasos de un usuario',
        description:
          'Para quien perdió su teléfono y sus códigos. Cierra sus sesiones y le avisa por correo.',
        params: idParams,
        body: bodyOf({ reason: { type: 'string', minLength: 5, maxLength: 500 } }),
        response: { 204: { type: 'null', description: 'Quitada' } },
      },
    },
    async (request) => {
      const { userId: actorId } = actorOf(request);
      const { id } = request.params;
      return command(
        request,
        async (tx) => {
          const user = await tx.one<{ full_name: string; email: string }>(
            sql`SELECT full_name, email FROM users WHERE id = ${id} FOR NO KEY UPDATE`,
          );
          if (!user) throw notFound();
          if (id === actorId) {
            throw conflict(
              'own_account',
              'La suya se desactiva en Mi Perfil, con su contraseña y un código.',
            );
          }
          await requireWithinOwn(tx, actorId, id);
          if (!(await removeSecondFactor(tx, id)))
            throw conflict('not_on', 'Este usuario no tiene activa la verificación en dos pasos.');
          const revoked = await revokeSessions(tx, id);
          await recordUserEvent(tx, {
            action: 'second_factor_reset',
            userId: id,
            details: { sessions_closed: revoked },
          });
          const content = secondFactorEmail(user, 'reset');
          await mailer.queue(tx, { userId: id, to: user.email, content, goodForHours: 72 });
          return { status: 204 };
        },
        { reason: request.body.reason.trim() },
      );
    },
  );
};
