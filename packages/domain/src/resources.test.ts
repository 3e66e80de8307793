import { describe, expect, test } from 'vitest';
import { permissions } from './admin/roles/permissions.ts';
import { seedRoles } from './admin/roles/roles.ts';
import type { ReferenceOptions } from './kinds/reference.ts';
import { permissionsOf } from './resource/command.ts';
import { sortNames } from './resource/query/query.ts';
import { fieldOf } from './resource/resource.ts';
import { resources } from './resources.ts';

const known = new Set(permissions.map((permission) => permission.name));

test('names, paths and screens are unique', () => {
  for (const key of ['name', 'path', 'screen'] as const) {
    const values = resources.map((resource) => resource[key]);
    expect(new Set(values).size).toBe(values.length);
  }
});

describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (_, resource) => {
  test('refers only to fields that exist', () => {
    const named = [
      resource.title,
      ...resource.search,
      ...resource.columns,
      ...(resource.subtitle ? [resource.subtitle] : []),
      ...(resource.brief ?? []),
      ...Object.values(resource.orders).flatMap((order) => order.of),
      ...resource.filters,
      ...resource.owners,
      ...(resource.state ? [resource.state] : []),
      ...resource.sections.flatMap((section) => section.fields),
      ...Object.values(resource.fields).flatMap(({ options }) => options.besides ?? []),
    ];
    for (const name of named) expect(() => fieldOf(resource, name)).not.toThrow();
    expect(sortNames(resource)).toContain(resource.order.replace('-', ''));
  });

  test('every writable field is in exactly one section of the form', () => {
    const writable = Object.keys(resource.fields).filter((name) => !fieldOf(resource, name).options.readOnly);
    const placed = resource.sections.flatMap((section) => section.fields);
    if (resource.operations.length > 0)
      expect(placed.filter((name) => writable.includes(name)).sort()).toEqual(writable.sort());
  });

  test('refers only to permissions that exist', () => {
    const asked = [
      ...(resource.permissions.viewAll ? [resource.permissions.viewAll] : []),
      ...(resource.operations.includes('create') ? [resource.permissions.create] : []),
      ...(resource.operations.includes('update') ? [resource.permissions.updateAll] : []),
      ...Object.values(resource.commands).flatMap((command) => permissionsOf(resource, command)),
      ...Object.values(resource.fields).flatMap((field) => field.options.writePermission ?? []),
    ];
    for (const name of asked) expect(known).toContain(name);
  });

  test('refers to resources that exist', () => {
    for (const field of Object.values(resource.fields)) {
      if (field.kind.name !== 'reference' && field.kind.name !== 'references') continue;
      expect(resources).toContain((field.options as unknown as ReferenceOptions).to());
    }
  });
});

test('the fourteen roles grant only permissions that exist; the pending one grants none', () => {
  expect(seedRoles).toHaveLength(14);
  for (const role of seedRoles) for (const name of role.permissions) expect(known).toContain(name);
  expect(seedRoles.find((role) => role.name === 'pending')?.permissions).toEqual([]);
  expect(seedRoles.find((role) => role.name === 'admin')?.permissions).toHaveLength(permissions.length);
});
