import { expect, test } from 'vitest';
import { permissions } from './admin/roles/permissions.ts';
import { permissionLabel } from './permission-label.ts';
import { resourceIndex } from './resource-index.ts';

const catalogue = (name: string) => resourceIndex.find((one) => one.name === name)?.label;

test('every permission has the label that the database has', () => {
  for (const { name, label } of permissions) expect(permissionLabel(name, catalogue), name).toBe(label);
  expect(permissionLabel('nothing.at_all', catalogue)).toBe('nothing.at_all');
});
