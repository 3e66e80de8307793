import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../platform/access.ts';

/** `GET /api/home`: what awaits the caller, as far as he may see it, in one query. */
export const homeRoutes = (app: FastifyInstance): void => {
  app.get(
    '/api/home',
    { config: { access: 'signed-in' }, schema: { summary: 'Lo que espera por usted' } },
    async (request) => {
      const actor = actorOf(request);
      const seesRegistrations = actor.permissions.has('client_registrations.view_all');
      const seesUsers = actor.permissions.has('users.approve');
      const row = await app.database.one(sql`
        SELECT
          CASE WHEN ${seesRegistrations} THEN (
            SELECT json_build_object(
              'received', count(*) FILTER (WHERE status = 'received'),
              'in_review', count(*) FILTER (WHERE status = 'in_review'),
              'info_requested', count(*) FILTER (WHERE status = 'info_requested'),
              'mine', count(*) FILTER (WHERE status = 'in_review' AND reviewer_id = ${actor.userId}::uuid),
              'oldest_received_at', to_char(min(received_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
            FROM client_registrations WHERE status IN ('received', 'in_review', 'info_requested')) END AS registrations,
          CASE WHEN ${seesUsers} THEN (
            SELECT json_build_object('pending', count(*),
              'oldest_created_at', to_char(min(created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
            FROM users WHERE status = 'pending') END AS users`);
      return { data: row };
    },
  );
};
