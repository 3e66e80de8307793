import { airLogs } from '@pauta/domain/postsales/air-logs/air-log.ts';
import { loggedSpots } from '@pauta/domain/postsales/air-logs/logged-spot.ts';
import { evidenceItems } from '@pauta/domain/postsales/evidence/evidence-item.ts';
import { evidenceObjections } from '@pauta/domain/postsales/evidence/evidence-objection.ts';
import { evidenceReports } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import { makegoodOffers } from '@pauta/domain/postsales/makegoods/makegood-offer.ts';
import { owedCredits } from '@pauta/domain/postsales/owed-credits/owed-credit.ts';
import { placingPlans } from '@pauta/domain/postsales/placing/placing-plan.ts';
import { placements } from '@pauta/domain/postsales/quotas/placement.ts';
import { quotas } from '@pauta/domain/postsales/quotas/quota.ts';
import { specialDays } from '@pauta/domain/postsales/special-days/special-day.ts';
import { techSheets } from '@pauta/domain/postsales/tech-sheets/tech-sheet.ts';
import { techSheetItems } from '@pauta/domain/postsales/tech-sheets/tech-sheet-item.ts';
import type { Area } from '../platform/area.ts';
import { addCheckedKind } from '../public-pages/checked-papers.ts';
import { mountResource } from '../resource/mount-resource.ts';
import { accountDeliveryRoutes } from './account/routes.ts';
import { airLogHooks } from './air-logs/log-hooks.ts';
import { loggedSpotHooks } from './air-logs/spot-hooks.ts';
import { takeLogRoute } from './air-logs/take-log.ts';
import { deliveryConstraints } from './constraints.ts';
import { contractRoomRoute } from './contract-room-route.ts';
import { dailyLogRoutes } from './daily-log/routes.ts';
import { acceptSilentInTime } from './evidence/accept-silent.ts';
import { checkedEvidence } from './evidence/document/checked-evidence.ts';
import { evidenceReportHooks } from './evidence/evidence-hooks.ts';
import { evidenceItemHooks } from './evidence/item-hooks.ts';
import { evidenceObjectionHooks } from './evidence/objections/objection-hooks.ts';
import { originalsRoute } from './evidence/originals.ts';
import { evidencePages } from './evidence/room/room-routes.ts';
import { evidenceStaffRoutes } from './evidence/staff-routes.ts';
import { makegoodOfferHooks } from './makegoods/offer-hooks.ts';
import { proposeMissedInTime } from './makegoods/propose-missed.ts';
import { makegoodPages } from './makegoods/room/room-routes.ts';
import { materialHandlers } from './material-room/material-commands.ts';
import { materialRoomPages } from './material-room/room-routes.ts';
import { owedCreditHooks } from './owed-credits/owed-credit-hooks.ts';
import { createPlacer } from './placing/placer.ts';
import { placingPlanHooks } from './placing/plan-hooks.ts';
import { placingResultRoute } from './placing/result-route.ts';
import { ledgerRoute } from './quotas/ledger-route.ts';
import { placementHooks } from './quotas/placement-hooks.ts';
import { quotaHooks } from './quotas/quota-hooks.ts';
import { effectsRoute } from './special-days/effects-route.ts';
import { specialDayHooks } from './special-days/special-day-hooks.ts';
import { readSpotFileRoute } from './spot-files/read-route.ts';
import { techSheetItemHooks } from './tech-sheets/item-hooks.ts';
import { techSheetHooks } from './tech-sheets/sheet-hooks.ts';
import { trafficRoutes } from './traffic/routes.ts';
import { transmissionOrderRoute } from './transmission/routes.ts';

/** What happens between the signature and the invoice: placements, technical sheets, air logs and evidence. */
export const postsalesArea: Area = async (app) => {
  app.database.explainConstraints(deliveryConstraints);
  mountResource(app, quotas, quotaHooks);
  ledgerRoute(app);
  mountResource(app, placements, placementHooks);
  trafficRoutes(app);
  readSpotFileRoute(app);
  mountResource(app, specialDays, specialDayHooks);
  effectsRoute(app);
  mountResource(app, makegoodOffers, makegoodOfferHooks);
  contractRoomRoute(
    app,
    makegoodOffers,
    'makegood_links',
    'La página de compensaciones del contrato: enlaces y visitas',
  );
  await makegoodPages(app);
  proposeMissedInTime(app);
  mountResource(app, techSheets, {
    ...techSheetHooks,
    commands: { ...techSheetHooks.commands, ...materialHandlers },
  });
  contractRoomRoute(
    app,
    techSheets,
    'material_links',
    'La página de material del contrato: enlaces y visitas',
  );
  await materialRoomPages(app);
  dailyLogRoutes(app);
  transmissionOrderRoute(app);
  const placer = createPlacer(app);
  app.addHook('onClose', async () => placer.close());
  mountResource(app, placingPlans, placingPlanHooks(placer));
  placingResultRoute(app);
  mountResource(app, techSheetItems, techSheetItemHooks);
  mountResource(app, evidenceReports, evidenceReportHooks);
  mountResource(app, evidenceItems, evidenceItemHooks);
  mountResource(app, evidenceObjections, evidenceObjectionHooks);
  mountResource(app, owedCredits, owedCreditHooks);
  accountDeliveryRoutes(app);
  originalsRoute(app);
  evidenceStaffRoutes(app);
  await evidencePages(app);
  addCheckedKind(app, checkedEvidence);
  acceptSilentInTime(app);
  takeLogRoute(app);
  mountResource(app, airLogs, airLogHooks);
  mountResource(app, loggedSpots, loggedSpotHooks);
};
