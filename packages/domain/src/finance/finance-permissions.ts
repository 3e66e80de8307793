import type { ResourcePermissions } from '../resource/resource.ts';

/** Permissions that write the tables of fiscal and financial parameters; each adds who may read it. */
export const financePermissions = {
  create: 'finance.manage',
  updateAll: 'finance.manage',
  archive: 'finance.manage',
  import: 'finance.manage',
} satisfies Partial<ResourcePermissions>;
