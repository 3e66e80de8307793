import type { Area } from '../platform/area.ts';
import { attachmentRoutes } from './attachment-routes.ts';
import { commentRoutes } from './comment-routes.ts';

/** Comments and attachments of records, readable by everyone who may see the record. */
export const notesArea: Area = (app) => {
  commentRoutes(app);
  attachmentRoutes(app);
};
