import type { Area } from '../platform/area.ts';
import { attachmentRoutes } from './attachment-routes.ts';
import { commentRoutes } from './comment-routes.ts';

/** What people write about a record and attach to it: read by whoever sees the record. */
export const notesArea: Area = (app) => {
  commentRoutes(app);
  attachmentRoutes(app);
};
