import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { crowdedFolders, folderCycles, importsOf, sourceFiles, specifiersOf } from './imports.mjs';
import { root } from './run.mjs';

const folders = [
  'apps/api/src',
  'apps/backoffice/src',
  'packages/client-registration-widget/src',
  'packages/core/src',
  'packages/domain/src',
  'packages/layout/src',
  'packages/screens/src',
  'packages/ui/src',
];

/** Folders of similar parts, which may have more files. */
const shelves = [
  'packages/domain/src/catalogues',
  'packages/domain/src/kinds',
  'packages/domain/src/sales/orders/fixtures',
  'packages/domain/src/tax-id',
  'packages/ui/src/controls',
  'packages/ui/src/field-components',
];

/** Definitions refer to each other because records do: a client has contacts, and a contact has a client. */
const definitions = /^packages\/domain\/src(\/(admin|catalogues|crm|inventory|presales|sales))?$/;

const areas = {
  'apps/api/src': [
    'admin',
    'approval',
    'billing',
    'catalogues',
    'credit',
    'crm',
    'demo',
    'finance',
    'fiscal',
    'home',
    'implementation',
    'inventory',
    'media',
    'postsales',
    'presales',
    'proofs',
    'reports',
    'sales',
    'setup',
  ],
  'packages/domain/src': [
    'admin',
    'approval',
    'billing',
    'catalogues',
    'crm',
    'finance',
    'fiscal',
    'home',
    'implementation',
    'inventory',
    'media',
    'postsales',
    'presales',
    'proofs',
    'reports',
    'sales',
  ],
  'packages/screens/src': [
    'access',
    'account',
    'activities',
    'admin',
    'approvals',
    'billing',
    'catalogues',
    'credit',
    'crm',
    'fiscal',
    'home',
    'implementation',
    'inventory',
    'media',
    'postsales',
    'presales',
    'proofs',
    'previews',
    'reports',
    'sales',
    'tech-sheets',
  ],
};

/** The public form: a separate package, and a part of the area that receives its submissions. */
const widget = 'packages/client-registration-widget/src/';

const files = folders.flatMap(sourceFiles);
const imports = importsOf(files);

const isOfArea = (file) =>
  file.startsWith(widget) ||
  Object.entries(areas).some(([floor, names]) => names.some((name) => file.startsWith(`${floor}/${name}/`)));

test('imports are parsed from a text, without types', () => {
  const text = `import type { A } from './a.ts';
import { type B, b } from './b.ts';
import './c.css';
export { d } from './d.ts';
const e = lazy(async () => import('./e.tsx'));`;
  expect(specifiersOf(text)).toEqual(['./b.ts', './c.css', './d.ts', './e.tsx']);
});

test('a cycle of folders is found, also through a subfolder; files next to the folders make none', () => {
  const found = folderCycles([
    { from: 'src/a/one.ts', to: 'src/b/deep/two.ts' },
    { from: 'src/b/three.ts', to: 'src/c/four.ts' },
    { from: 'src/c/four.ts', to: 'src/a/one.ts' },
    { from: 'src/main.ts', to: 'src/d/five.ts' },
    { from: 'src/d/five.ts', to: 'src/main.ts' },
    { from: 'src/d/six.ts', to: 'src/a/one.ts' },
  ]);
  expect(found).toEqual([{ in: 'src', folders: ['a', 'b', 'c'] }]);
});

test('the imports of the product are found', () => {
  expect(imports.length).toBeGreaterThan(3000);
  const known = new Set(files);
  const lost = imports.filter(
    ({ to }) => /\.tsx?$/.test(to) && !known.has(to) && !/fixture|testing\//.test(to),
  );
  expect(lost).toEqual([]);
});

test('no folders import one another in a cycle', () => {
  const isOfDefinitions = (cycle) =>
    definitions.test(cycle.in) && cycle.folders.every((name) => isOfArea(`${cycle.in}/${name}/`));
  expect(folderCycles(imports).filter((cycle) => !isOfDefinitions(cycle))).toEqual([]);
});

test('the engine imports no area; files that combine both are next to the folders', () => {
  const puts = (file) =>
    /^(apps\/(api|backoffice)\/src\/[^/]+|packages\/domain\/src\/resources\.ts|apps\/backoffice\/.*)$/.test(
      file,
    );
  const wrong = imports.filter(({ from, to }) => !isOfArea(from) && !puts(from) && isOfArea(to));
  expect(wrong).toEqual([]);
});

test('the engine gets definitions passed in, and imports no list of them', () => {
  const lists = ['packages/domain/src/resources.ts'];
  const wrong = imports.filter(
    ({ from, to }) =>
      lists.includes(to) && !isOfArea(from) && !/^apps\/(api\/src\/[^/]+$|backoffice\/)/.test(from),
  );
  expect(wrong).toEqual([]);
});

test('the engine names no table of an area in its SQL', () => {
  const index = readFileSync(join(root, 'packages/domain/src/resource-index.ts'), 'utf8');
  const tables = [...index.matchAll(/^\s*\["(\w+)"/gm)].map(([, name]) => name);
  expect(tables).toContain('clients');
  const ofAreas = [...tables, 'user_roles', 'sessions', 'settings'];
  const named = new RegExp(`\\b(FROM|JOIN|UPDATE|INTO) (${ofAreas.join('|')})\\b`);
  const statements = files.filter((file) => /^apps\/api\/src\/\w[\w-]*\//.test(file) && !isOfArea(file));
  const wrong = statements.flatMap((file) => {
    // Comments may name tables in examples.
    const code = readFileSync(join(root, file), 'utf8').replaceAll(/^\s*(\*|\/\/).*$/gm, '');
    const found = named.exec(code);
    return found ? [`${file}: ${found[0]}`] : [];
  });
  expect(wrong).toEqual([]);
});

test('a folder has at most fifteen files besides tests, stories and fixtures, unless it is listed in shelves', () => {
  expect(crowdedFolders(['a/1.ts', 'a/2.ts', 'b/3.ts'], 1)).toEqual([{ folder: 'a', files: 2 }]);
  const crowded = crowdedFolders(files, 15).map(({ folder }) => folder);
  expect(crowded.filter((folder) => !shelves.includes(folder))).toEqual([]);
});
