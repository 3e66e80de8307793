import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import type { ResourceHooks } from './hooks.ts';
import { readingRoutes } from './reading-routes.ts';
import { recordSchema } from './schemas.ts';
import { singular, tableOf } from './table.ts';
import { transitionRoutes } from './transition-routes.ts';
import { writingRoutes } from './writing-routes.ts';

/**
 * Serves a resource below `/api/<path>`: everything is derived from its definition, `hooks` add what only the server
 * knows.
 *
 * | Call | Answer |
 * |---|---|
 * | `GET /` | `{ data, next_cursor, total, total_is_estimate }`, see `parseQuery` |
 * | `GET /options?q=&ids=&limit=` | `{ data: [{ id, label, code }] }`: what a form offers |
 * | `GET /{id}` | `{ data }` with `ETag`, or 304 |
 * | `GET /{id}/history` | `{ data: HistoryEntry[] }` |
 * | `POST /` | 201 `{ data }` with `Location` and `ETag` |
 * | `PATCH /{id}`, `DELETE /{id}`, `POST /{id}/restore`, `POST /{id}/<transition>` | 200 `{ data }` with `ETag`; need `If-Match` |
 *
 * @example mountResource(app, clients, { beforeArchive: refuseWithContracts })
 */
export const mountResource = (app: FastifyInstance, resource: Resource, hooks: ResourceHooks = {}): void => {
  const table = tableOf(resource);
  const $id = singular(resource.name);
  app.addSchema({ $id, ...recordSchema(resource) });
  const recordRef = { $ref: `${$id}#` };
  readingRoutes(app, table, recordRef, hooks);
  writingRoutes(app, table, recordRef, hooks);
  transitionRoutes(app, table, recordRef, hooks);
};
