import { addenda } from '@pauta/domain/sales/addenda/addendum.ts';
import type { Area } from '../../platform/area.ts';
import { mountResource } from '../../resource/mount-resource.ts';
import { signingStaffRoutes } from '../signing-room/staff-routes.ts';
import { addendumHooks } from './addendum-hooks.ts';
import { addendaConstraints } from './constraints.ts';
import { addendumDocumentRoutes } from './document-routes.ts';
import { addendumTermsRoutes } from './terms-routes.ts';

/** Addenda: changes of signed contracts. */
export const addendaArea: Area = (app) => {
  app.database.explainConstraints(addendaConstraints);
  mountResource(app, addenda, addendumHooks);
  addendumTermsRoutes(app);
  signingStaffRoutes(app, addenda);
  addendumDocumentRoutes(app);
};
