import type { ResourcePermissions } from '../resource/resource.ts';

const reading = {
  viewAll: 'work_orders.view_all',
  viewTeam: 'work_orders.view_team',
  viewOwn: 'work_orders.view_own',
  export: 'work_orders.export',
} as const;

/** Permissions of work orders. */
export const workOrderPermissions: ResourcePermissions = {
  ...reading,
  create: 'work_orders.create',
  updateAll: 'work_orders.update_all',
  archive: 'work_orders.delete',
};

/** Permissions of the steps and photos of work orders, which whoever does the work adds. */
export const fieldWorkPermissions: ResourcePermissions = {
  ...reading,
  create: 'work_orders.execute',
  updateAll: 'work_orders.execute',
  archive: 'work_orders.delete',
};

/** Permissions of crews and checklists: everybody who signs in may choose among them. */
export const workSetupPermissions: ResourcePermissions = {
  viewAll: null,
  create: 'work_orders.configure',
  updateAll: 'work_orders.configure',
  archive: 'work_orders.configure',
};
