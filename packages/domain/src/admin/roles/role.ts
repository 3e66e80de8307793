import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { defineResource } from '../../resource/resource.ts';

/**
 * A named set of permissions (domain §1.9). Which permissions it has is its own document (`GET /api/roles/matrix`,
 * `PUT /api/roles/{id}/permissions`). Roles that ship with the product can be renamed and changed, not archived.
 */
export const roles = defineResource({
  name: 'roles',
  screen: 'gestion/roles',
  label: { one: 'Rol', many: 'Roles', gender: 'm' },
  fields: {
    display_name: text('Nombre', { max: 80, required: true, sortable: true, width: 'wide' }),
    description: longText('Descripción', {
      max: 300,
      hint: 'Para quién es: ayuda a elegir el rol correcto al dar acceso.',
    }),
    name: text('Nombre interno', {
      max: 40,
      required: true,
      sortable: true,
      readOnly: true,
      hint: 'Lo usa el sistema; no cambia aunque el rol cambie de nombre.',
    }),
    is_system: yesNo('Del sistema', { readOnly: true }),
  },
  title: 'display_name',
  code: 'name',
  open: true,
  search: ['name', 'display_name'],
  order: 'display_name',
  columns: ['display_name', 'description', 'name', 'is_system'],
  operations: ['create', 'update', 'archive'],
  permissions: {
    viewAll: 'users.view_all',
    create: 'roles.update',
    updateAll: 'roles.update',
    archive: 'roles.update',
  },
});
