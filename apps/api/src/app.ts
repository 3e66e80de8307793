import { auditEntries } from '@pauta/domain/admin/audit/audit-entry.ts';
import { auditFieldLabel, entityLabels } from '@pauta/domain/admin/audit/audit-labels.ts';
import { availabilityList } from '@pauta/domain/inventory/capacity/availability-list.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { resources } from '@pauta/domain/resources.ts';
import type { FastifyInstance } from 'fastify';
import { auditArea } from './admin/audit/audit.ts';
import { demonstrationArea } from './admin/demonstration/demonstration-area.ts';
import { identityArea, identityStart } from './admin/identity.ts';
import { publicAddress } from './admin/settings/public-address.ts';
import { readSetting, readSettings } from './admin/settings/store.ts';
import { takeNumber } from './admin/settings/take-number.ts';
import { people } from './admin/users/people.ts';
import { staffArea } from './admin/users/staff.ts';
import { approvalArea } from './approval/approval-area.ts';
import { documentApprovals } from './approval/document-approvals.ts';
import { billingArea } from './billing/billing-area.ts';
import { cataloguesArea } from './catalogues/catalogues-area.ts';
import { creditArea } from './credit/credit.ts';
import { afterCreditDecision } from './credit/credit-proposal-hooks.ts';
import { crmArea } from './crm/crm.ts';
import { registrationFiles } from './crm/registrations/files.ts';
import { logTransfer } from './crm/transfers/log.ts';
import { demoStart } from './demo/demo-start.ts';
import { filesArea } from './files/file-routes.ts';
import { financeArea } from './finance/finance-area.ts';
import { fiscalArea } from './fiscal/fiscal-area.ts';
import { homeArea } from './home/home-routes.ts';
import { implementationArea } from './implementation/implementation-area.ts';
import { transferArea, transferRoutes } from './import-export/routes.ts';
import { invariants } from './invariants.ts';
import { followedTables } from './inventory/availability/changed-spaces.ts';
import { afterHoldDecision } from './inventory/holds/hold-approval.ts';
import { inventoryArea } from './inventory/inventory-area.ts';
import { offerArea } from './inventory/offer-area.ts';
import { afterOverrideDecision } from './inventory/overrides/hooks.ts';
import { liveArea } from './live/live.ts';
import { mailArea } from './mail/mail-area.ts';
import { mediaArea } from './media/media-area.ts';
import { mediaTables, mediaVersionFiles } from './media/sharing/media-versions.ts';
import { notesArea } from './notes/notes.ts';
import type { Area } from './platform/area.ts';
import type { StartTask } from './platform/run.ts';
import { buildServer, type ServerOptions } from './platform/server.ts';
import { evidenceTables } from './postsales/evidence/room/room.ts';
import { makegoodTables } from './postsales/makegoods/room/room.ts';
import { materialTables } from './postsales/material-room/room.ts';
import { postsalesArea } from './postsales/postsales-area.ts';
import { endCoversOf } from './presales/covers.ts';
import { planningArea } from './presales/planning/planning.ts';
import { presalesArea } from './presales/presales.ts';
import { printingArea } from './printing/printing-area.ts';
import { proofsArea } from './proofs/proofs-area.ts';
import { reportsArea } from './reports/reports-area.ts';
import { createEngine, type EngineParts } from './resource/engine.ts';
import { runsArea } from './resource/runs/routes.ts';
import { undoArea } from './resource/undo/routes.ts';
import { addendaArea } from './sales/addenda/addenda-area.ts';
import { contractsArea } from './sales/contracts/contracts-area.ts';
import { roomTables } from './sales/quote-room/room.ts';
import { quotesArea } from './sales/quotes/quotes-area.ts';
import { salesArea } from './sales/sales-area.ts';
import { signingTables } from './sales/signing/signing-request.ts';
import { searchArea } from './search/search-routes.ts';
import { setupArea } from './setup/setup-area.ts';
import { viewsArea } from './views/view-routes.ts';

const areas: readonly Area[] = [
  mailArea,
  printingArea,
  identityArea({ endCovers: endCoversOf, logHandover: logTransfer }),
  staffArea,
  approvalArea({
    credit_proposal: afterCreditDecision,
    quotes: async () => {},
    contracts: async () => {},
    addenda: async () => {},
    price_lists: async () => {},
    holds: afterHoldDecision,
    capacity_overrides: afterOverrideDecision,
  }),
  cataloguesArea,
  crmArea,
  creditArea,
  salesArea,
  quotesArea,
  financeArea,
  fiscalArea,
  billingArea,
  contractsArea,
  addendaArea,
  homeArea,
  setupArea,
  demonstrationArea,
  presalesArea,
  planningArea,
  inventoryArea,
  offerArea,
  postsalesArea,
  implementationArea,
  mediaArea,
  filesArea,
  liveArea,
  notesArea,
  searchArea,
  undoArea,
  runsArea,
  viewsArea,
  reportsArea,
  transferArea,
  auditArea,
  proofsArea(invariants),
];

const partsOf = ({ settings }: FastifyInstance): EngineParts => ({
  resources,
  otherLists: [auditEntries, availabilityList],
  resourceRoutes: [transferRoutes],
  announced: ['settings'],
  hints: [{ name: 'availability', of: followedTables, permission: 'availability.view' }],
  partTables: {
    ...roomTables,
    ...signingTables,
    ...materialTables,
    ...makegoodTables,
    ...mediaTables,
    ...evidenceTables,
  },
  pointers: [{ table: 'approvals', resource: 'kind', record: 'record_id' }],
  settings: { readAll: readSettings, read: readSetting },
  people,
  names: { table: (name) => entityLabels[name], column: auditFieldLabel },
  takeNumber,
  approvals: documentApprovals,
  fileOwners: [registrationFiles, mediaVersionFiles],
  publicAddress: (database) => publicAddress(database, settings),
});

/** All areas, in the order in which they are registered. */
export const startTasks: readonly StartTask[] = [identityStart, demoStart];

/** Additional resources for tests, and the area that serves them. */
export interface FurtherResources {
  readonly resources: readonly Resource[];
  readonly area: Area;
}

/** Creates the engine with what the areas provide, and registers every area. */
export const registerAreas = async (app: FastifyInstance, more?: FurtherResources): Promise<void> => {
  const parts = partsOf(app);
  const known = { ...parts, resources: [...parts.resources, ...(more?.resources ?? [])] };
  app.decorate('engine', createEngine(app.database, known));
  for (const area of [...(more ? [more.area] : []), ...areas]) await area(app);
};

/** The whole API, ready to listen or to be called with `inject`. */
export const buildApp = async (options: ServerOptions): Promise<FastifyInstance> => {
  const app = await buildServer(options);
  await registerAreas(app);
  await app.ready();
  return app;
};
