import type { FastifyInstance } from 'fastify';
import { identityArea, identityStart } from './admin/identity.ts';
import { auditArea } from './audit/audit.ts';
import { cataloguesArea } from './catalogues/catalogues-area.ts';
import { crmArea } from './crm/crm.ts';
import { demoStart } from './demo/demo-start.ts';
import { filesArea } from './files/file-routes.ts';
import { liveArea } from './live/live.ts';
import { mailArea } from './mail/mail-area.ts';
import { notesArea } from './notes/notes.ts';
import type { Area } from './platform/area.ts';
import type { StartTask } from './platform/run.ts';
import { buildServer, type ServerOptions } from './platform/server.ts';
import { presalesArea } from './presales/presales.ts';
import { staffArea } from './resource/staff.ts';
import { undoArea } from './resource/undo-routes.ts';
import { searchArea } from './search/search-routes.ts';
import { setupArea } from './setup/setup-area.ts';
import { transferArea } from './transfer/transfer.ts';
import { viewsArea } from './views/view-routes.ts';

const areas: readonly Area[] = [
  mailArea,
  identityArea,
  staffArea,
  cataloguesArea,
  crmArea,
  setupArea,
  presalesArea,
  filesArea,
  liveArea,
  notesArea,
  searchArea,
  undoArea,
  viewsArea,
  transferArea,
  auditArea,
];

/** In order. */
export const startTasks: readonly StartTask[] = [identityStart, demoStart];

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
