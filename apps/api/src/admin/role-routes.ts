import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { notFound } from '../platform/problem.ts';

export const roleRoutes = (app: FastifyInstance): void => {
  const { database } = app;

  app.get<{ Params: { id: string } }>(
    '/api/roles/:id/permissions',
    {
      config: { access: { permission: 'users.view_all' } },
      schema: {
        summary: 'Permisos de un rol',
        params: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } },
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
                    name: { type: 'string' },
                    module: { type: 'string' },
                    label: { type: 'string' },
                  },
                },
              },
            },
          },
        },
      },
    },
    async (request) => {
      const { id } = request.params;
      if (!(await database.one(sql`SELECT 1 AS one FROM roles WHERE id = ${id}`))) throw notFound();
      const data = await database.query(sql`
        SELECT p.name, p.module, p.label FROM role_permissions g JOIN permissions p ON p.name = g.permission
        WHERE g.role_id = ${id} ORDER BY p.module, p.label`);
      return { data };
    },
  );
};
