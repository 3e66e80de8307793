import type { FastifyInstance } from 'fastify';
import { identityArea, identityStart } from './admin/identity.ts';
import { crmArea } from './crm/crm.ts';
import { filesArea } from './files/file-routes.ts';
import type { Area } from './platform/area.ts';
import type { StartTask } from './platform/run.ts';
import { buildServer, type ServerOptions } from './platform/server.ts';
import { staffArea } from './resource/staff.ts';

const areas: readonly Area[] = [identityArea, staffArea, crmArea, filesArea];

/** In order. */
export const startTasks: readonly StartTask[] = [identityStart];

/** Registers every area. */
export const registerAreas = async (app: FastifyInstance): Promise<void> => {
  for (const area of areas) await area(app);
};

/** The whole API, ready to listen or to be called with `inject`. */
export const buildApp = async (options: ServerOptions): Promise<FastifyInstance> => {
  const app = await buildServer(options);
  await registerAreas(app);
  await app.ready();
  return app;
};
