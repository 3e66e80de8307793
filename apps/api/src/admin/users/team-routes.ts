import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';

/** A user in the reporting tree. */
export interface TeamMember {
  id: string;
  full_name: string;
  job_position: string | null;
  status: string;
  reports_to_id: string | null;
  /** For `If-Match`, when the user is moved (`PATCH /api/users/{id}`). */
  row_version: number;
}

/** The reporting tree; the database ensures that it has no cycles. */
export const teamRoutes = (app: FastifyInstance): void => {
  app.get(
    '/api/users/team',
    {
      config: { access: { permission: 'users.view_all' } },
      schema: {
        summary: 'Quién reporta a quién',
        description: 'Todas las personas que no están inactivas, hasta 5,000.',
        response: {
          200: {
            type: 'object',
            required: ['data'],
            properties: {
              data: {
                type: 'array',
                items: {
                  type: 'object',
                  properties: {
                    id: { type: 'string', format: 'uuid' },
                    full_name: { type: 'string' },
                    job_position: { type: ['string', 'null'] },
                    status: { type: 'string' },
                    reports_to_id: { type: ['string', 'null'] },
                    row_version: { type: 'integer' },
                  },
                },
              },
            },
          },
        },
      },
    },
    async () => ({
      data: await app.database.query<TeamMember>(sql`
        SELECT u.id, u.full_name, p.name AS job_position, u.status, u.reports_to_id, u.row_version
        FROM users u LEFT JOIN job_positions p ON p.id = u.job_position_id
        WHERE u.status <> 'inactive' ORDER BY sort_key(u.full_name) COLLATE "C", u.id LIMIT 5000`),
    }),
  );
};
