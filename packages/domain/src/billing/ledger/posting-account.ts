import { glAccounts } from '../../catalogues/finance.ts';
import { platforms } from '../../catalogues/inventory.ts';
import { financePermissions } from '../../finance/finance-permissions.ts';
import { choice } from '../../kinds/choice.ts';
import { reference } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { defineResource } from '../../resource/resource.ts';
import { postingRoles } from './posting-role.ts';

/**
 * The account of each use in automatic entries. The rows are given by the migration: one for each use, and one for the
 * income of each platform; a platform without one has the general income account.
 */
export const postingAccounts = defineResource({
  name: 'posting_accounts',
  screen: 'gestion/configuracion/cuentas-de-asientos',
  label: { one: 'Cuenta de asientos', many: 'Cuentas de asientos', gender: 'f' },
  fields: {
    name: text('Uso', { max: 200, required: true, readOnly: true, sortable: true, width: 'wide' }),
    role: choice('Clase', postingRoles, { required: true, readOnly: true }),
    platform_id: reference('Plataforma', () => platforms, { readOnly: true }),
    gl_account_id: reference('Cuenta contable', () => glAccounts, {
      only: { is_postable: 'true' },
      hint: 'Debe recibir asientos. Sin ella no se emite ni se cobra lo que la necesita.',
    }),
    notes: text('Nota', { max: 200, width: 'wide' }),
  },
  title: 'name',
  likeness: { by: {} },
  search: ['name'],
  order: 'name',
  columns: ['name', 'platform_id', 'gl_account_id'],
  filters: ['role', 'platform_id', 'gl_account_id'],
  sections: [{ label: 'Cuenta', fields: ['name', 'role', 'platform_id', 'gl_account_id', 'notes'] }],
  operations: ['update'],
  permissions: { ...financePermissions, viewAll: 'journal_entries.view_all' },
});
