import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { contractVersions } from '@pauta/domain/sales/contracts/contract-version.ts';
import { orderLines } from '@pauta/domain/sales/contracts/order-line.ts';
import type { Area } from '../../platform/area.ts';
import { mountResource } from '../../resource/mount-resource.ts';
import { priceRoutes } from '../lines/price-routes.ts';
import { contractConstraints } from './constraints.ts';
import { contractHooks } from './contract-hooks.ts';
import { activateInTime } from './move-by-date.ts';

/** Contracts, the order lines that are in force, and the signed versions. */
export const contractsArea: Area = (app) => {
  app.database.explainConstraints(contractConstraints);
  mountResource(app, contracts, contractHooks);
  priceRoutes(app, contracts);
  mountResource(app, orderLines);
  mountResource(app, contractVersions);
  activateInTime(app);
};
