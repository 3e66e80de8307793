import { businessPermissions, managingLabel } from './business-permissions.ts';
import { resourceIndex } from './resource-index.ts';

/**
 * Label of a permission, without loading definitions. A name that no permission has is its own label.
 *
 * @example permissionLabel('contracts.sign') // 'Registrar la firma de contratos'
 * @example permissionLabel('catalogs.countries.manage') // 'Administrar países'
 */
export const permissionLabel = (name: string): string => {
  const catalogue = /^catalogs\.(\w+)\.manage$/.exec(name)?.[1];
  const of = resourceIndex.find((one) => one.name === catalogue);
  return of ? managingLabel(of.label) : (businessPermissions.find((one) => one.name === name)?.label ?? name);
};
