import type { ResourcePermissions } from '../../resource/resource.ts';

/** Permissions of reports of evidence and of the evidence in them. */
export const evidencePermissions: ResourcePermissions = {
  viewAll: 'evidence_reports.view_all',
  viewTeam: 'evidence_reports.view_team',
  viewOwn: 'evidence_reports.view_own',
  create: 'evidence_reports.create',
  updateAll: 'evidence_reports.update_all',
  archive: 'evidence_reports.delete',
  export: 'evidence_reports.export',
};
