import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles } from './imports.mjs';
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

/** Words with two correct spellings, and the one that texts use. */
const spellings = [
  [/per\u00edodo/iu, 'periodo'],
  [/(?<!\p{L})s\u00f3lo(?!\p{L})/iu, 'solo'],
  [/(?<!\p{L})\u00e9st[aeo]s?(?!\p{L})/iu, 'este'],
];

/** Orders of agencies are written by others. */
const foreign = /^packages\/domain\/src\/sales\/orders\/fixtures\//;

test('a word is spelled in one way', () => {
  const found = folders
    .flatMap((folder) => sourceFiles(folder))
    .filter((file) => !foreign.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return spellings.flatMap(([wrong, right]) => (wrong.test(text) ? [`${file}: ${right}`] : []));
    });
  expect(found).toEqual([]);
});
