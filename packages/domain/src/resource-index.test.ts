import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { indexed } from './resource/indexed.ts';
import { resourceIndex } from './resource-index.ts';
import { resources } from './resources.ts';
import { entryOf, indexText } from './testing/index-text.ts';

test('the index equals the definitions; `npm run resource-index` rewrites it', () => {
  expect(readFileSync(new URL('./resource-index.ts', import.meta.url), 'utf8')).toBe(indexText());
  const entries = resources.map(entryOf).sort((a, b) => (a.name < b.name ? -1 : 1));
  expect(resourceIndex).toEqual(entries);
});

test('a known name is found, an unknown one throws', () => {
  expect(indexed('clients').screen).toBe('crm/clientes');
  expect(() => indexed('client')).toThrow(/client/);
});
