import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import { opportunityMoves } from '@pauta/domain/sales/opportunities/opportunity-move.ts';
import type { Area } from '../platform/area.ts';
import { mountResource } from '../resource/mount-resource.ts';
import { opportunityConstraints } from './opportunities/constraints.ts';
import { opportunityHooks } from './opportunities/hooks.ts';

/** Opportunities and what follows from them. */
export const salesArea: Area = (app) => {
  app.database.explainConstraints(opportunityConstraints);
  mountResource(app, opportunities, opportunityHooks);
  mountResource(app, opportunityMoves);
};
