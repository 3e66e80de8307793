import type { ResourcePermissions } from '../../resource/resource.ts';

/** Who sees, prepares and applies addenda. Their rows are those of their contracts. */
export const addendaPermissions: ResourcePermissions = {
  viewAll: 'addenda.view_all',
  viewTeam: 'addenda.view_team',
  viewOwn: 'addenda.view_own',
  create: 'addenda.create',
  updateAll: 'addenda.update_all',
  updateOwn: 'addenda.update_own',
  archive: 'addenda.update_all',
  export: 'addenda.export',
};
