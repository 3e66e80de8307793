import type { Area } from '../../platform/area.ts';
import { activityRoutes } from './activity-routes.ts';
import { auditRoutes } from './audit-routes.ts';
import { chainRoutes } from './chain-routes.ts';
import { usageRoutes } from './usage-routes.ts';

/** What was done (the audit log), what is going on, and how much each part is used. */
export const auditArea: Area = (app) => {
  auditRoutes(app);
  chainRoutes(app);
  activityRoutes(app);
  usageRoutes(app);
};
