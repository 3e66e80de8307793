import type { Area } from '../../platform/area.ts';
import { activityRoutes } from './activity-routes.ts';
import { auditRoutes } from './audit-routes.ts';
import { chainRoutes } from './chain-routes.ts';
import { usageRoutes } from './usage-routes.ts';

/** The audit log, current activity, and usage statistics. */
export const auditArea: Area = (app) => {
  auditRoutes(app);
  chainRoutes(app);
  activityRoutes(app);
  usageRoutes(app);
};
