import type { ResourcePermissions } from '../../resource/resource.ts';

/** Who sees contracts, their effective lines and their versions. */
export const contractViewing: Pick<ResourcePermissions, 'viewAll' | 'viewTeam' | 'viewOwn' | 'export'> = {
  viewAll: 'contracts.view_all',
  viewTeam: 'contracts.view_team',
  viewOwn: 'contracts.view_own',
  export: 'contracts.export',
};

/** Permissions of the records that only signing and addenda write. */
export const writtenBySigning: ResourcePermissions = {
  ...contractViewing,
  create: 'contracts.sign',
  updateAll: 'contracts.sign',
  archive: 'contracts.sign',
};
