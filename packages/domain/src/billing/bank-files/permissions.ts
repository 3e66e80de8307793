import type { ResourcePermissions } from '../../resource/resource.ts';

/** Permissions of bank files and of their movements. */
export const bankFilePermissions: ResourcePermissions = {
  viewAll: 'bank_files.view_all',
  create: 'bank_files.create',
  updateAll: 'bank_files.update_all',
  archive: 'bank_files.update_all',
  export: 'bank_files.export',
};
