import { catalogues } from '@pauta/domain/catalogues/catalogues.ts';
import { clients } from '@pauta/domain/crm/client.ts';
import { clientRegistrations } from '@pauta/domain/crm/client-registration.ts';
import type { Area } from '../platform/area.ts';
import { mountResource } from '../resource/mount-resource.ts';
import { clientRoutes } from './client-routes.ts';
import { explainCrmConstraints } from './constraints.ts';
import { homeRoutes } from './home-routes.ts';
import { publicFormRoutes } from './public-form-routes.ts';
import { registrationHooks } from './registration-hooks.ts';
import { registrationRoutes } from './registration-routes.ts';

/** Clients and the requests to become one, the catalogues they use, the form for guests, and what awaits one. */
export const crmArea: Area = async (app) => {
  explainCrmConstraints();
  for (const catalogue of catalogues) mountResource(app, catalogue);
  mountResource(app, clients);
  clientRoutes(app);
  mountResource(app, clientRegistrations, registrationHooks);
  registrationRoutes(app);
  homeRoutes(app);
  await publicFormRoutes(app);
};
