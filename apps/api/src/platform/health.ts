import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { unavailable } from './http/problem.ts';

const startedAt = Date.now();

/** `GET /api/health`: whether the API and its database respond; figures only with the permission `system.view`. */
export const installHealth = (app: FastifyInstance): void => {
  app.get(
    '/api/health',
    { config: { access: 'public' }, schema: { tags: ['sistema'], summary: 'Estado del servicio' } },
    async (request) => {
      const began = performance.now();
      const row = await app.database
        .one<{ version: string; migration: number; unsealed: number }>(sql`
          SELECT current_setting('server_version') AS version,
            (SELECT max(number) FROM schema_migrations) AS migration, audit_unsealed() AS unsealed`)
        .catch((error: unknown) => {
          throw unavailable(error);
        });
      if (!request.actor?.permissions.has('system.view')) return { status: 'ok' };
      return {
        status: 'ok',
        uptime_seconds: Math.round((Date.now() - startedAt) / 1000),
        memory_bytes: process.memoryUsage.rss(),
        database: { ...row, latency_ms: Math.round((performance.now() - began) * 10) / 10 },
      };
    },
  );
};
