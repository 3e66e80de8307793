import { longText, text } from '../kinds/text.ts';
import { yesNo } from '../kinds/yes-no.ts';
import { defineResource } from '../resource/resource.ts';

/** A named set of permissions. */
export const roles = defineResource({
  name: 'roles',
  screen: 'gestion/roles',
  label: { one: 'Rol', many: 'Roles', gender: 'm' },
  fields: {
    name: text('Nombre interno', { max: 40, required: true, sortable: true, readOnly: true }),
    display_name: text('Nombre', { max: 80, required: true, sortable: true, readOnly: true }),
    description: longText('Descripción', { max: 300, readOnly: true }),
    is_system: yesNo('Del sistema', { readOnly: true }),
  },
  title: 'display_name',
  search: ['name', 'display_name'],
  order: 'display_name',
  operations: [],
  permissions: {
    viewAll: 'users.view_all',
    create: 'roles.update',
    updateAll: 'roles.update',
    archive: 'roles.update',
  },
});
