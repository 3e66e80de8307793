import type { FastifyInstance } from 'fastify';
import type { Area } from '../platform/area.ts';
import type { ResourceTable } from '../resource/table.ts';
import { exportRoutes } from './export/routes.ts';
import { importFixRoutes } from './import/fix-routes.ts';
import { importListRoute } from './import/list-route.ts';
import { importRoutes } from './import/routes.ts';
import { importStartRoutes } from './import/start.ts';
import { addMissingImports, workOnImport, workOnImports } from './import/work-on-import.ts';

/** Routes of each resource: its export, and the start of an import into it. */
export const transferRoutes = (app: FastifyInstance, table: ResourceTable): void => {
  exportRoutes(app, table);
  importStartRoutes(app, table);
};

/** Current imports, and their background work. */
export const transferArea: Area = (app) => {
  importListRoute(app);
  importRoutes(app);
  importFixRoutes(app);
  app.jobs.handle(workOnImport, workOnImports(app));
  app.addHook('onListen', () => addMissingImports(app));
};
