import { expect, test } from 'vitest';
import { permissions } from './admin/roles/permissions.ts';
import { permissionLabel } from './permission-label.ts';

test('every permission has the label that the database has', () => {
  for (const { name, label } of permissions) expect(permissionLabel(name), name).toBe(label);
  expect(permissionLabel('nothing.at_all')).toBe('nothing.at_all');
});
