import type { ResourcePermissions } from '../../resource/resource.ts';

/** Permissions of air logs and of their rows. */
export const airLogPermissions: ResourcePermissions = {
  viewAll: 'air_logs.view_all',
  create: 'air_logs.create',
  updateAll: 'air_logs.update_all',
  archive: 'air_logs.update_all',
  export: 'air_logs.export',
};
