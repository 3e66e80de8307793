import { expect, test } from 'vitest';
import { hasAnyRole, hasPermission, hasRole } from './permissions.ts';

const user = {
  permissions: ['clients.view', 'clients.create'],
  roles: [
    { id: 1, name: 'seller', display_name: 'Ejecutivo de ventas' },
    { id: 2, name: 'billing', display_name: 'Facturación' },
  ],
};

test('a permission is tested by name', () => {
  expect(hasPermission(user, 'clients.create')).toBe(true);
  expect(hasPermission(user, 'clients')).toBe(false);
  expect(hasPermission(user, 'clients.delete')).toBe(false);
});

test('a role is tested by name, not by display name or id', () => {
  expect(hasRole(user, 'seller')).toBe(true);
  expect(hasRole(user, 'Facturación')).toBe(false);
  expect(hasRole(user, '1')).toBe(false);
});

test('any of several role names is enough; an empty list of names never matches', () => {
  expect(hasAnyRole(user, ['admin', 'billing'])).toBe(true);
  expect(hasAnyRole(user, ['admin', 'manager'])).toBe(false);
  expect(hasAnyRole(user, [])).toBe(false);
});

test.each([
  [null],
  [undefined],
  [{}],
  [{ roles: null, permissions: null }],
  [{ roles: [], permissions: [] }],
])('false without a user or a list (%j)', (nobody) => {
  expect(hasPermission(nobody, 'clients.view')).toBe(false);
  expect(hasRole(nobody, 'seller')).toBe(false);
  expect(hasAnyRole(nobody, ['seller'])).toBe(false);
});
