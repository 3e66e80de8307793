import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { command } from '../../platform/command.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/problem.ts';
import { recordUserEvent } from '../user-event.ts';
import { deviceName } from './device.ts';
import { revokeSessions } from './sessions.ts';

/** An open session, as returned to its owner. */
export interface SessionDocument {
  id: string;
  device: string;
  ip: string | null;
  created_at: string;
  last_used_at: string;
  expires_at: string;
  /** Seconds until it ends without activity, independent of the browser's clock. */
  ends_in: number;
  /** Whether it is the calling session. */
  current: boolean;
}

const idSchema = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } } as const;
const revokedSchema = {
  type: 'object',
  required: ['revoked'],
  properties: { revoked: { type: 'integer', description: 'Sesiones que se cerraron' } },
} as const;

const sessionsSchema = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string', format: 'uuid' },
          device: { type: 'string' },
          ip: { type: ['string', 'null'] },
          created_at: { type: 'string' },
          last_used_at: { type: 'string', description: 'Con una precisión de cinco minutos' },
          expires_at: { type: 'string' },
          ends_in: { type: 'integer', description: 'Segundos que le quedan si no se usa' },
          current: { type: 'boolean' },
        },
      },
    },
  },
} as const;

/** Open sessions of a user, the calling one first. */
const openSessions = async (
  database: Queryable,
  userId: string,
  sessionId: string,
): Promise<SessionDocument[]> => {
  const rows = await database.query<Omit<SessionDocument, 'device'> & { user_agent: string | null }>(sql`
    SELECT id, user_agent, host(ip) AS ip, created_at, last_used_at, expires_at, id = ${sessionId} AS current,
      extract(epoch FROM least(expires_at, last_used_at + interval '12 hours') - now())::integer AS ends_in
    FROM sessions
    WHERE user_id = ${userId} AND revoked_at IS NULL
      AND expires_at > now() AND last_used_at > now() - interval '12 hours'
    ORDER BY id = ${sessionId} DESC, last_used_at DESC, id LIMIT 100`);
  return rows.map(({ user_agent, ...row }) => ({ ...row, device: deviceName(user_agent) }));
};

export const sessionRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  const config = { access: 'signed-in', whilePending: true } as const;

  app.get(
    '/api/profile/sessions',
    { config, schema: { summary: 'Mis sesiones abiertas', response: { 200: sessionsSchema } } },
    async (request) => {
      const { userId, sessionId } = actorOf(request);
      return { data: await openSessions(database, userId, sessionId) };
    },
  );

  app.delete<{ Params: { id: string } }>(
    '/api/profile/sessions/:id',
    {
      config,
      schema: {
        summary: 'Cerrar una de mis sesiones',
        params: idSchema,
        response: { 204: { type: 'null', description: 'Sesión cerrada' } },
      },
    },
    async (request) => {
      const { userId } = actorOf(request);
      const { id } = request.params;
      return command(request, async (tx) => {
        if ((await revokeSessions(tx, userId, { only: id })) === 0)
          throw notFound('Esa sesión ya no está abierta.');
        await recordUserEvent(tx, { action: 'session_closed', userId, details: { session_id: id } });
        return { status: 204 };
      });
    },
  );

  app.delete(
    '/api/profile/sessions',
    { config, schema: { summary: 'Cerrar mis demás sesiones', response: { 200: revokedSchema } } },
    async (request) => {
      const { userId, sessionId } = actorOf(request);
      return command(request, async (tx) => {
        const revoked = await revokeSessions(tx, userId, { except: sessionId });
        if (revoked > 0)
          await recordUserEvent(tx, { action: 'sessions_closed', userId, details: { revoked } });
        return { status: 200, body: { revoked } };
      });
    },
  );

  app.get<{ Params: { id: string } }>(
    '/api/users/:id/sessions',
    {
      config: { access: { permission: 'users.update_all' } },
      schema: {
        summary: 'Sesiones abiertas de un usuario',
        params: idSchema,
        response: { 200: sessionsSchema },
      },
    },
    async (request) => {
      const { id } = request.params;
      if (!(await database.one(sql`SELECT 1 AS one FROM users WHERE id = ${id}`))) throw notFound();
      return { data: await openSessions(database, id, actorOf(request).sessionId) };
    },
  );

  app.delete<{ Params: { id: string; sessionId: string } }>(
    '/api/users/:id/sessions/:sessionId',
    {
      config: { access: { permission: 'users.update_all' } },
      schema: {
        summary: 'Cerrar una sesión de un usuario',
        params: {
          type: 'object',
          properties: {
            id: { type: 'string', format: 'uuid' },
            sessionId: { type: 'string', format: 'uuid' },
          },
        },
        response: { 204: { type: 'null', description: 'Sesión cerrada' } },
      },
    },
    async (request) => {
      const { id, sessionId } = request.params;
      return command(request, async (tx) => {
        if ((await revokeSessions(tx, id, { only: sessionId })) === 0)
          throw notFound('Esa sesión ya no está abierta.');
        await recordUserEvent(tx, {
          action: 'session_closed',
          userId: id,
          details: { session_id: sessionId },
        });
        return { status: 204 };
      });
    },
  );

  app.delete<{ Params: { id: string } }>(
    '/api/users/:id/sessions',
    {
      config: { access: { permission: 'users.update_all' } },
      schema: {
        summary: 'Cerrar las sesiones de un usuario',
        params: idSchema,
        response: { 200: revokedSchema },
      },
    },
    async (request) => {
      const { id } = request.params;
      return command(request, async (tx) => {
        if (!(await tx.one(sql`SELECT 1 AS one FROM users WHERE id = ${id}`))) throw notFound();
        const revoked = await revokeSessions(tx, id);
        if (revoked > 0)
          await recordUserEvent(tx, { action: 'sessions_closed', userId: id, details: { revoked } });
        return { status: 200, body: { revoked } };
      });
    },
  );
};
