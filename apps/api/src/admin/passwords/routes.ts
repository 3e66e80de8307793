import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { command } from '../../platform/command.ts';
import { type FieldErrors, invalid } from '../../platform/http/problem.ts';
import { passwordChangedEmail } from '../emails.ts';
import { revokeSessions } from '../sessions/sessions.ts';
import { recordUserEvent } from '../user-event.ts';
import { requirePassword, wrongPassword } from './check.ts';
import { revokeLinks } from './links.ts';
import { readPasswordMinimum } from './minimum.ts';
import type { Passwords } from './passwords.ts';
import { passwordFault } from './policy.ts';

interface PasswordChange {
  current_password: string;
  password: string;
  password_confirmation: string;
}

export const passwordRoutes = (app: FastifyInstance, passwords: Passwords): void => {
  const { mailer } = app;

  app.post<{ Body: PasswordChange }>(
    '/api/profile/password',
    {
      config: { access: 'signed-in', whilePending: true },
      schema: {
        summary: 'Cambiar mi contraseña',
        description: 'Cierra las demás sesiones; la que hace el cambio sigue abierta.',
        body: {
          type: 'object',
          required: ['current_password', 'password', 'password_confirmation'],
          additionalProperties: false,
          properties: {
            current_password: { type: 'string', minLength: 1, maxLength: 1024 },
            password: { type: 'string', maxLength: 1024 },
            password_confirmation: { type: 'string', maxLength: 1024 },
          },
        },
        response: { 204: { type: 'null', description: 'Contraseña cambiada' } },
      },
    },
    async (request) => {
      const { userId, sessionId, fullName, email } = actorOf(request);
      const { current_password, password, password_confirmation } = request.body;
      const errors: FieldErrors = {};
      const fault = passwordFault(
        password,
        { full_name: fullName, email },
        await readPasswordMinimum(request.server.database),
      );
      if (fault) errors.password = [fault];
      else if (password === current_password)
        errors.password = ['La contraseña nueva debe ser distinta de la actual.'];
      if (password !== password_confirmation)
        errors.password_confirmation = ['Las dos contraseñas no son iguales.'];
      if (Object.keys(errors).length > 0) throw invalid(errors);

      const storedHash = await requirePassword(request, passwords, {
        password: current_password,
        action: 'password_change_failed',
      });
      const passwordHash = await passwords.hash(password);

      return command(request, async (tx) => {
        await tx.query(sql`UPDATE users SET must_change_password = false WHERE id = ${userId}`);
        const changed = await tx.one(sql`
          UPDATE credentials SET password_hash = ${passwordHash}, changed_at = now()
          WHERE user_id = ${userId} AND password_hash = ${storedHash} RETURNING 1 AS one`);
        if (!changed) throw wrongPassword();
        const revoked = await revokeSessions(tx, userId, { except: sessionId });
        await revokeLinks(tx, userId);
        const content = passwordChangedEmail({ full_name: fullName });
        await mailer.queue(tx, { userId, to: email, content, goodForHours: 72 });
        await recordUserEvent(tx, {
          action: 'password_changed',
          userId,
          details: { sessions_closed: revoked },
        });
        return { status: 204 };
      });
    },
  );
};
