import { users } from '../../admin/users/user.ts';
import { companies } from '../../catalogues/organization.ts';
import { choice } from '../../kinds/choice.ts';
import { phone } from '../../kinds/contact.ts';
import { reference, references } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { workSetupPermissions } from '../permissions.ts';

/** Who a crew is made of. */
const crewKinds = { own: 'Personal propio', vendor: 'De un proveedor' } as const;

/** People, or a vendor, who do the work of orders together. Its members see its orders and their route of the day. */
export const workCrews: Resource = defineResource({
  name: 'work_crews',
  screen: 'implementacion/implementacion/cuadrillas',
  label: { one: 'Cuadrilla', many: 'Cuadrillas', gender: 'f' },
  fields: {
    name: text('Nombre', { max: 80, required: true, sortable: true, placeholder: 'Cuadrilla Norte' }),
    kind: choice('Clase', crewKinds, { required: true, initial: 'own' }),
    company_id: reference('Compañía', () => companies, { required: true, begins: { from: 'first' } }),
    vendor: text('Proveedor', { max: 120, sortable: true, hint: 'La empresa que pone la cuadrilla.' }),
    phone: phone('Teléfono'),
    member_ids: references('Integrantes', () => users, {
      hint: 'Ven las órdenes de la cuadrilla y su ruta del día en el teléfono.',
    }),
  },
  title: 'name',
  search: ['name', 'vendor'],
  order: 'name',
  columns: ['name', 'kind', 'vendor', 'phone', 'member_ids', 'company_id'],
  brief: ['vendor', 'phone'],
  filters: ['company_id', 'member_ids'],
  sections: [{ label: 'Cuadrilla', fields: ['name', 'kind', 'vendor', 'phone', 'company_id', 'member_ids'] }],
  permissions: workSetupPermissions,
});
