import { businessPermissions, managingLabel, type Permission } from '../../business-permissions.ts';
import { catalogues } from '../../catalogues/catalogues.ts';

/** All permissions; the database is seeded from this list. */
export const permissions: readonly Permission[] = [
  ...businessPermissions,
  ...catalogues.map(({ permissions: { updateAll }, label }) => ({
    name: updateAll,
    module: 'Catálogos',
    label: managingLabel(label),
  })),
];
