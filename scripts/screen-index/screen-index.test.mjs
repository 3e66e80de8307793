import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { signedInRoutes } from '../../apps/backoffice/src/routes.ts';
import { auditEntries } from '../../packages/domain/src/admin/audit/audit-entry.ts';
import { permissions } from '../../packages/domain/src/admin/roles/permissions.ts';
import { availabilityList } from '../../packages/domain/src/inventory/capacity/availability-list.ts';
import { bulkFields } from '../../packages/domain/src/resource/bulk.ts';
import { userCommands } from '../../packages/domain/src/resource/command.ts';
import { exportPermission, importPermission } from '../../packages/domain/src/resource/resource.ts';
import { resources } from '../../packages/domain/src/resources.ts';
import { root } from '../lib/run.mjs';
import { screenIndex } from './screen-index.ts';

const lines = resources.flatMap((resource) => Object.values(resource.lines ?? {}).map(({ of }) => of()));
const resourceNamed = (name) =>
  [...resources, ...lines, auditEntries, availabilityList].find((one) => one.name === name);
const known = new Set(permissions.map(({ name }) => name));

/** The source texts of these files and folders without tests, stories and comments. */
const textsOf = (screens = []) => {
  const read = (path) =>
    statSync(path).isDirectory()
      ? readdirSync(path)
          .map((name) => read(join(path, name)))
          .join('\n')
      : /\.(test|stories)\.tsx?$|fixtures/.test(path)
        ? ''
        : readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return screens.map((path) => read(join(root, 'packages/screens/src', path))).join('\n');
};

/** What a list shows without a choice of its reader: the default columns, and the code below the name. */
const shown = ({ columns, subtitle, title }) => [...columns, subtitle, title].filter(Boolean);

/** Names that an entry may refer to. */
const kinds = {
  columns: shown,
  filters: ({ filters }) => filters,
  actions: (resource) => [
    ...userCommands(resource).map(([name]) => name),
    ...bulkFields(resource).map((name) => `bulk ${name}`),
    ...(resource.operations.includes('archive') ? ['archive'] : []),
    ...(resource.vcard ? ['vcard'] : []),
    ...(resource.mailing ? ['mailing'] : []),
    ...known,
  ],
  permissions: () => [...known, ...Array.from(known, (name) => name.split('.')[0])],
};

/** Why the route does not have this entry as listed; undefined if it has. */
const faultOf = (entry, kind, { resource, screens }) => {
  const names = kinds[kind];
  const own = resource && resourceNamed(resource);
  if (entry instanceof RegExp)
    return entry.test(kind === 'permissions' ? '' : textsOf(screens))
      ? undefined
      : `no text ${entry} on its page`;
  const missing = [entry].flat().filter((name) => {
    if (kind === 'permissions') return !names().includes(name);
    const [, other, rest] = /^([a-z_]+):(.+)$/.exec(name) ?? [];
    const of = other ? resourceNamed(other) : own;
    return !of || !names(of).includes(rest ?? name);
  });
  return missing.length > 0 ? `${missing} is missing` : undefined;
};

const built = signedInRoutes.filter(({ screen }) => screen);

test('every built route is listed, except single catalogues and pages outside of the menu', () => {
  const unlisted = built
    .map(({ path }) => path)
    .filter(
      (path) =>
        !(path in screenIndex) &&
        !/^gestion\/catalogos\/|^aprobaciones$|^gestion\/pruebas$|^multimedia\/archivos$|^reportes\/informes$/.test(
          path,
        ),
    );
  expect(unlisted).toEqual([]);
});

describe.each(built.filter(({ path }) => path in screenIndex))('/$path', ({ path }) => {
  const row = screenIndex[path];

  test.each(Object.keys(kinds))('%s are those of domain §1.14', (kind) => {
    const faults = Object.entries(row[kind])
      .map(([words, entry]) => [words, faultOf(entry, kind, row)])
      .filter(([, fault]) => fault)
      .map(([words, fault]) => `${words}: ${fault}`);
    expect(faults).toEqual([]);
  });

  if (row.resource)
    test('its rows can be exported and, where listed, imported', () => {
      const resource = resourceNamed(row.resource);
      if (row.exports !== false) expect(exportPermission(resource)).toBeTruthy();
      if (row.imports) expect(importPermission(resource)).toBeTruthy();
    });
});
