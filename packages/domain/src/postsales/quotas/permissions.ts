import type { ResourcePermissions } from '../../resource/resource.ts';

/** Permissions of quotas and placements. */
export const placementPermissions: ResourcePermissions = {
  viewAll: 'placements.view_all',
  viewTeam: 'placements.view_team',
  viewOwn: 'placements.view_own',
  create: 'placements.create',
  updateAll: 'placements.update_all',
  archive: 'placements.update_all',
  export: 'placements.export',
};
