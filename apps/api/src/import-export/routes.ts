import type { FastifyInstance } from 'fastify';
import type { Area } from '../platform/area.ts';
import type { ResourceTable } from '../resource/table.ts';
import { exportRoutes } from './export/routes.ts';
import { importFixRoutes } from './import/fix-routes.ts';
import { importListRoute } from './import/list-route.ts';
import { importRoutes } from './import/routes.ts';
import { startImportRunner } from './import/runner.ts';
import { importStartRoutes } from './import/start.ts';

/** Routes of each resource: its export, and the start of an import into it. */
export const transferRoutes = (app: FastifyInstance, table: ResourceTable): void => {
  exportRoutes(app, table);
  importStartRoutes(app, table);
};

/** Imports under way, and the work on them in the background. */
export const transferArea: Area = (app) => {
  const runner = startImportRunner(app);
  importListRoute(app);
  importRoutes(app, runner);
  importFixRoutes(app, runner);
  app.addHook('onClose', () => runner.stop());
};
