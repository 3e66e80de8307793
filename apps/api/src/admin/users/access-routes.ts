import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { notFound } from '../../platform/http/problem.ts';
import { type IdParams, idParams } from '../../resource/route.ts';
import { ownPermissionsCover } from '../within-own.ts';

/** How a user signs in, as an administrator sees it. */
export interface UserAccessDocument {
  has_password: boolean;
  second_factor: boolean;
  must_change_password: boolean;
  /** Whether the user has permissions that the reader lacks; then the reader may not change them. */
  is_beyond: boolean;
  /** The last link sent to the user and its expiry; null if there is none. */
  link: { purpose: 'invitation' | 'reset'; expires_at: string } | null;
}

/** Returns how an account is protected, without any secret. */
export const userAccessRoutes = (app: FastifyInstance): void => {
  app.get<{ Params: IdParams }>(
    '/api/users/:id/access',
    {
      config: { access: { permission: 'users.update_all' } },
      schema: {
        summary: 'Cómo entra un usuario',
        params: idParams,
        response: {
          200: {
            type: 'object',
            required: ['data'],
            properties: {
              data: {
                type: 'object',
                properties: {
                  has_password: { type: 'boolean' },
                  second_factor: { type: 'boolean' },
                  must_change_password: { type: 'boolean' },
                  is_beyond: { type: 'boolean', description: 'Tiene permisos que usted no tiene' },
                  link: {
                    type: ['object', 'null'],
                    properties: {
                      purpose: { type: 'string', enum: ['invitation', 'reset'] },
                      expires_at: { type: 'string', format: 'date-time' },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    async (request) => {
      const data = await app.database.one<UserAccessDocument>(sql`
        SELECT u.must_change_password,
          NOT ${ownPermissionsCover(actorOf(request).userId, sql`u.id`)} AS is_beyond,
          EXISTS (SELECT FROM credentials c WHERE c.user_id = u.id) AS has_password,
          EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS second_factor,
          (SELECT jsonb_build_object('purpose', l.purpose, 'expires_at', l.expires_at) FROM password_links l
            WHERE l.user_id = u.id AND l.used_at IS NULL AND l.revoked_at IS NULL AND l.expires_at > now()) AS link
        FROM users u WHERE u.id = ${request.params.id}`);
      if (!data) throw notFound();
      return { data };
    },
  );
};
