import { workCrews } from '@pauta/domain/implementation/crews/work-crew.ts';
import { lateStarts } from '@pauta/domain/implementation/late-starts/late-start.ts';
import { workChecklists } from '@pauta/domain/implementation/work-orders/work-checklist.ts';
import { workOrders } from '@pauta/domain/implementation/work-orders/work-order.ts';
import { workOrderPhotos } from '@pauta/domain/implementation/work-orders/work-order-photo.ts';
import { workOrderSteps } from '@pauta/domain/implementation/work-orders/work-order-step.ts';
import type { Area } from '../platform/area.ts';
import { mountResource } from '../resource/mount-resource.ts';
import { implementationConstraints } from './constraints.ts';
import { guideRoutes } from './guide/routes.ts';
import { crewRouteRoutes } from './route/routes.ts';
import { workOrderStepHooks } from './work-orders/step-hooks.ts';
import { workInTime } from './work-orders/work-in-time.ts';
import { workOrderHooks } from './work-orders/work-order-hooks.ts';

/** Work orders: what puts sold units on the air. */
export const implementationArea: Area = (app) => {
  app.database.explainConstraints(implementationConstraints);
  crewRouteRoutes(app);
  guideRoutes(app);
  mountResource(app, workOrders, workOrderHooks);
  mountResource(app, workOrderSteps, workOrderStepHooks);
  mountResource(app, workOrderPhotos);
  mountResource(app, lateStarts, {
    commands: {
      accept: async (_context, _record, { decision }) => ({ decision: decision ?? null }),
      reject: async (_context, _record, { decision }) => ({ decision }),
      reopen: async () => ({ decision: null }),
    },
  });
  mountResource(app, workCrews);
  mountResource(app, workChecklists);
  workInTime(app);
};
