import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import { transferRoutes } from '../transfer/transfer.ts';
import { beginningRoute } from './beginning.ts';
import { bulkRoutes } from './bulk-routes.ts';
import type { ResourceHooks } from './hooks.ts';
import { readingRoutes } from './reading-routes.ts';
import { recordSchema } from './schemas.ts';
import { noteServed } from './served.ts';
import { summaryRoutes } from './summary-routes.ts';
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
 * | `GET /summary?group=&totals=` | `{ data: { groups, totals, amounts, count } }` of the rows of a list |
 * | `GET /beginning?command=` | `{ data }`: what a new record, or a command, begins with, see `Beginning` |
 * | `GET /{id}` | `{ data }` with `ETag`, or 304 |
 * | `GET /{id}/history` | `{ data: HistoryEntry[] }` |
 * | `POST /` | 201 `{ data }` with `Location` and `ETag` |
 * | `PATCH /{id}`, `DELETE /{id}`, `POST /{id}/restore`, `POST /{id}/<transition>` | 200 `{ data }` with `ETag`; need `If-Match` |
 * | `POST /export` | the rows of a list as CSV or XLSX, see `exportRoutes` |
 * | `POST /imports`, `GET /import-template` | takes a file, see `importStartRoutes` |
 * | `POST /bulk`, `POST /bulk/preview` | the same change to several records, see `bulkRoutes` |
 *
 * @example mountResource(app, clients, { beforeArchive: refuseWithContracts })
 */
export const mountResource = (app: FastifyInstance, resource: Resource, hooks: ResourceHooks = {}): void => {
  const table = tableOf(resource);
  const $id = singular(resource.name);
  app.addSchema({ $id, ...recordSchema(resource) });
  const recordRef = { $ref: `${$id}#` };
  beginningRoute(app, table);
  readingRoutes(app, table, recordRef, hooks);
  summaryRoutes(app, table);
  writingRoutes(app, table, recordRef, hooks);
  transitionRoutes(app, table, recordRef, hooks);
  bulkRoutes(app, table, hooks);
  transferRoutes(app, table);
  noteServed(app, { table, hooks });
};
