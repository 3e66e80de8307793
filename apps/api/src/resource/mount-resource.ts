import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import { bulkRoutes } from './bulk/routes.ts';
import { historyRoute } from './history/routes.ts';
import type { ResourceHooks } from './hooks.ts';
import { lineRoutes } from './reading/line-routes.ts';
import { pointRoutes } from './reading/points/routes.ts';
import { readingRoutes } from './reading/routes.ts';
import { summaryRoutes } from './reading/summary/routes.ts';
import { recordSchema, rowSchema, rowSchemaId } from './schemas.ts';
import { singular, tableOf } from './table.ts';
import { beginningRoute } from './writing/beginning.ts';
import { commandRoutes } from './writing/command-routes.ts';
import { approvalHooks } from './writing/lines/document-approval.ts';
import { documentConstraints } from './writing/lines/frozen.ts';
import { checkNumber } from './writing/lines/number-column.ts';
import { writingRoutes } from './writing/routes.ts';

/**
 * Serves a resource below `/api/<path>`: everything is derived from its definition; `hooks` add what needs the server.
 *
 * | Call | Answer |
 * |---|---|
 * | `GET /` | `{ data, next_cursor, total, total_is_estimate }`, see `parseQuery`; its rows have the fields of `fields=`, see `listedFields` |
 * | `GET /options?q=&ids=&limit=` | `{ data: [{ id, label, code }] }`: the options of a reference field |
 * | `GET /summary?group=&totals=` | `{ data: { groups, totals, amounts, count } }` of the rows of a list |
 * | `GET /points` | `{ points, total, missing, others, is_cut }` of the rows of a list, where records have a location |
 * | `GET /beginning?command=` | `{ data }`: the initial values of a new record or of a command, see `Beginning` |
 * | `GET /{id}` | `{ data }` with `ETag`, or 304 |
 * | `GET /{id}/history` | `{ data: HistoryEntry[] }` |
 * | `GET /{id}/<lines>` | lines that are not part of a document's body, paged like a list, see `lineRoutes` |
 * | `POST /` | 201 `{ data }` with `Location` and `ETag` |
 * | `PATCH /{id}`, `DELETE /{id}`, `POST /{id}/restore` | 200 `{ data }` with `ETag`; need `If-Match` |
 * | `POST /{id}/<command>`, `GET /{id}/commands` | see `commandRoutes` |
 * | `POST /export` | the rows of a list as CSV or XLSX, see `exportRoutes` |
 * | `POST /imports`, `GET /import-template` | uploads a file, see `importStartRoutes` |
 * | `POST /bulk`, `POST /bulk/preview` | the same change to several records, see `bulkRoutes` |
 *
 * @example mountResource(app, clients, { beforeArchive: refuseWithContracts })
 */
export const mountResource = (
  app: FastifyInstance,
  resource: Resource,
  ownHooks: ResourceHooks = {},
): void => {
  const table = tableOf(resource);
  const hooks = approvalHooks(table, ownHooks);
  checkNumber(resource);
  const $id = singular(resource.name);
  app.addSchema({ $id, ...recordSchema(resource) });
  app.addSchema({ $id: rowSchemaId(resource), ...rowSchema(resource) });
  const recordRef = { $ref: `${$id}#` };
  beginningRoute(app, table);
  readingRoutes(app, table, recordRef);
  historyRoute(app, table, hooks);
  summaryRoutes(app, table);
  pointRoutes(app, table);
  lineRoutes(app, table);
  if (table.lines.length > 0) app.database.explainConstraints(documentConstraints);
  writingRoutes(app, table, recordRef, hooks);
  commandRoutes(app, { table, hooks }, recordRef);
  bulkRoutes(app, table, hooks);
  for (const routes of app.engine.resourceRoutes) routes(app, table);
  app.engine.serve({ table, hooks, server: app });
};
