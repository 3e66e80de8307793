import { permissions } from '@pauta/domain/admin/roles/permissions.ts';
import { describePermission } from '@pauta/domain/admin/roles/role-permissions.ts';
import type { Matrix, RoleColumn } from './role-data.ts';

const uuid = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;

const role = (
  number: number,
  display_name: string,
  held: readonly string[],
  more: Partial<RoleColumn> = {},
) => ({
  id: uuid(number),
  name: `role_${number}`,
  display_name,
  description: null,
  is_system: true,
  row_version: 1,
  users: number,
  permissions: held,
  ...more,
});

const modules = ['Clientes', 'Administración'];
const known = permissions.filter(({ module }) => modules.includes(module));
const names = known.map(({ name }) => name);

/** A matrix of four roles, for tests and stories. */
export const matrix: Matrix = {
  permissions: known.map((permission) => ({
    ...permission,
    description: describePermission(permission.name),
    roles: 2,
  })),
  roles: [
    role(1, 'Administrador', names, { name: 'admin' }),
    role(2, 'Auditor', ['clients.view_all', 'audit.view']),
    role(3, 'Cobros', ['clients.view_all', 'clients.credit_hold']),
    role(4, 'Jefatura de Tráfico', [], { is_system: false, users: 0 }),
  ],
};

/** The permissions of an administrator. */
export const everything: readonly string[] = names;
