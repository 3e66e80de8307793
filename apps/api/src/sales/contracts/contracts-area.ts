import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { contractVersions } from '@pauta/domain/sales/contracts/contract-version.ts';
import { cancellationProposals } from '@pauta/domain/sales/contracts/life/cancellation-proposal.ts';
import { orderLines } from '@pauta/domain/sales/contracts/order-line.ts';
import type { Area } from '../../platform/area.ts';
import { mountResource } from '../../resource/mount-resource.ts';
import { checkPages } from '../contract-proof/check-routes.ts';
import { proofStaffRoutes } from '../contract-proof/staff-routes.ts';
import { priceRoutes } from '../lines/price-routes.ts';
import { signingRoomPages } from '../signing-room/room-routes.ts';
import { signingStaffRoutes } from '../signing-room/staff-routes.ts';
import { contractConstraints } from './constraints.ts';
import { contractHooks } from './contract-hooks.ts';
import { asOfRoutes } from './life/as-of-routes.ts';
import { activateInTime, finishInTime } from './move-by-date.ts';
import { soldRoutes } from './sold/sold-routes.ts';

/** Contracts, the order lines that are in force, and the signed versions. */
export const contractsArea: Area = async (app) => {
  app.database.explainConstraints(contractConstraints);
  mountResource(app, contracts, contractHooks);
  priceRoutes(app, contracts);
  asOfRoutes(app);
  soldRoutes(app);
  mountResource(app, orderLines);
  mountResource(app, contractVersions);
  proofStaffRoutes(app);
  signingStaffRoutes(app, contracts);
  await signingRoomPages(app);
  checkPages(app);
  mountResource(app, cancellationProposals);
  activateInTime(app);
  finishInTime(app);
};
