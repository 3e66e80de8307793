import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import { opportunityMoves } from '@pauta/domain/sales/opportunities/opportunity-move.ts';
import { forecastSnapshots } from '@pauta/domain/sales/pipeline/forecast-snapshot.ts';
import type { Area } from '../platform/area.ts';
import type { CommandHandler } from '../resource/commands/handler.ts';
import { mountResource } from '../resource/mount-resource.ts';
import { opportunityConstraints } from './opportunities/constraints.ts';
import { opportunityHooks } from './opportunities/hooks.ts';
import { boardRoutes } from './pipeline/board-routes.ts';
import { commitForecast } from './pipeline/commit-forecast.ts';
import { forecastRoutes } from './pipeline/forecast-routes.ts';
import { probabilityRoutes } from './pipeline/probability-routes.ts';

/** Opportunities and what follows from them. */
export const salesArea: Area = (app) => {
  app.database.explainConstraints(opportunityConstraints);
  mountResource(app, opportunities, opportunityHooks);
  mountResource(app, opportunityMoves);
  mountResource(app, forecastSnapshots, { commands: { commit: commitForecast as CommandHandler } });
  boardRoutes(app);
  forecastRoutes(app);
  probabilityRoutes(app);
};
