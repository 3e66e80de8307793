import { expect, test } from 'vitest';
import { permissions } from './permissions.ts';
import { changeBetween, describePermission, matchesPermission } from './role-permissions.ts';

test('a permission is found by its words, ignoring case and accents', () => {
  const [first] = permissions.filter(({ name }) => name === 'clients.credit_hold');
  expect(first && matchesPermission(first, 'CREDITO retener')).toBe(true);
  expect(first && matchesPermission(first, 'credit_hold')).toBe(true);
  expect(first && matchesPermission(first, 'factura')).toBe(false);
});

test('every permission has a unique name, a label and a module', () => {
  expect(new Set(permissions.map(({ name }) => name)).size).toBe(permissions.length);
  for (const { name, label, module } of permissions) {
    expect(name).toMatch(/^[a-z_]+(\.[a-z_]+)+$/);
    expect(label).toMatch(/^[A-ZÁÉÍÓÚÑ]/);
    expect(module).not.toBe('');
    expect(describePermission(name) ?? 'Dice.').toMatch(/\.$/);
  }
});

test('a change lists granted and revoked permissions', () => {
  expect(changeBetween(['a', 'b'], ['b', 'c'])).toEqual({ grant: ['c'], revoke: ['a'] });
  expect(changeBetween(['a'], ['a'])).toEqual({ grant: [], revoke: [] });
});
