import { portfolioRules } from '@pauta/domain/presales/portfolio-rule.ts';
import type { Area } from '../platform/area.ts';
import { mountResource } from '../resource/mount-resource.ts';
import { boardRoutes } from './board-routes.ts';
import { coverRoutes } from './cover-routes.ts';
import { simulationRoutes } from './simulation/simulation-routes.ts';

const tooMuch =
  'Las partes de un cliente deben sumar 100 % cada día, y estas pasan. ' +
  'Revise la del segundo vendedor y las de sus coberturas.';

/** Planning before the sale: the assignment of clients to sellers. */
export const presalesArea: Area = (app) => {
  app.database.explainConstraints({
    portfolio_assignments_one_cover: {
      message: 'Alguno de estos clientes ya tiene una cobertura en esas fechas.',
    },
    // The principal gets the remainder, so shares above 100 % would make it negative.
    portfolio_assignments_split_pct_check: { message: tooMuch },
    portfolio_assignments_splits: { message: tooMuch },
    portfolio_freezes_once: { message: 'Esta cuenta ya está congelada.' },
    portfolio_rules_band: {
      field: 'sales_below',
      message: 'Escriba un monto mayor que el de «desde».',
    },
    portfolio_rules_assignee: { field: 'user_id', message: 'Elija a una persona.' },
  });
  mountResource(app, portfolioRules);
  boardRoutes(app);
  coverRoutes(app);
  simulationRoutes(app);
};
