import { businessPermissions, managingLabel } from './business-permissions.ts';
import type { Label } from './text/label.ts';

/**
 * Label of a permission. A name that no permission has is its own label.
 *
 * @param catalogue label of a catalogue, by name; handed over, so that a page does not load all of them
 * @example permissionLabel('contracts.sign', () => undefined) // 'Registrar la firma de contratos'
 * @example permissionLabel('catalogs.countries.manage', () => countries.label) // 'Administrar países'
 */
export const permissionLabel = (name: string, catalogue: (name: string) => Label | undefined): string => {
  const [, managed] = /^catalogs\.(\w+)\.manage$/.exec(name) ?? [];
  const label = managed === undefined ? undefined : catalogue(managed);
  return label ? managingLabel(label) : (businessPermissions.find((one) => one.name === name)?.label ?? name);
};
