import type { ResourcePermissions } from '../../resource/resource.ts';

/** Permissions of technical sheets and of what they ask for. */
export const techSheetPermissions: ResourcePermissions = {
  viewAll: 'tech_sheets.view_all',
  viewTeam: 'tech_sheets.view_team',
  viewOwn: 'tech_sheets.view_own',
  create: 'tech_sheets.update_all',
  updateAll: 'tech_sheets.update_all',
  updateOwn: 'tech_sheets.update_own',
  archive: 'tech_sheets.update_all',
  export: 'tech_sheets.export',
};
