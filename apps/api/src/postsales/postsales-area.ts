import { evidenceItems } from '@pauta/domain/postsales/evidence/evidence-item.ts';
import { evidenceReports } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import { placements } from '@pauta/domain/postsales/quotas/placement.ts';
import { quotas } from '@pauta/domain/postsales/quotas/quota.ts';
import { techSheets } from '@pauta/domain/postsales/tech-sheets/tech-sheet.ts';
import { techSheetItems } from '@pauta/domain/postsales/tech-sheets/tech-sheet-item.ts';
import type { Area } from '../platform/area.ts';
import { mountResource } from '../resource/mount-resource.ts';
import { deliveryConstraints } from './constraints.ts';
import { evidenceReportHooks } from './evidence/evidence-hooks.ts';
import { placementHooks } from './quotas/placement-hooks.ts';
import { quotaHooks } from './quotas/quota-hooks.ts';
import { techSheetItemHooks } from './tech-sheets/item-hooks.ts';
import { techSheetHooks } from './tech-sheets/sheet-hooks.ts';

/** What happens between the signature and the invoice: placements, technical sheets and evidence. */
export const postsalesArea: Area = (app) => {
  app.database.explainConstraints(deliveryConstraints);
  mountResource(app, quotas, quotaHooks);
  mountResource(app, placements, placementHooks);
  mountResource(app, techSheets, techSheetHooks);
  mountResource(app, techSheetItems, techSheetItemHooks);
  mountResource(app, evidenceReports, evidenceReportHooks);
  mountResource(app, evidenceItems);
};
