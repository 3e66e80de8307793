import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apiReport, reportChanges } from './api-report.mjs';

let dist;

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'api-report-'));
});

afterEach(() => rmSync(dist, { recursive: true, force: true }));

/** Report of a package with these declarations: file → text. */
function report(declarations, entries = [{ key: '.', name: 'index' }]) {
  for (const [path, text] of Object.entries(declarations)) {
    mkdirSync(dirname(join(dist, path)), { recursive: true });
    writeFileSync(join(dist, path), text);
  }
  return apiReport({ name: 'shop', dist, entries });
}

const cart = {
  'index.d.ts':
    "export { Cart } from './cart/cart.js';\nexport type { Line as CartLine } from './line.js';\nexport * from './sum.js';\n",
  'cart/cart.d.ts':
    "import type { ReactElement } from 'react';\nimport type { Line } from '../line.js';\n/** A cart. */\nexport declare function Cart({ lines }: { readonly lines: readonly Line[] }): ReactElement;\nexport declare const unused: 1;\n",
  'line.d.ts':
    "type Price = import('./price.js').Price;\nexport interface Line {\n    /** In cents. */\n    readonly price: Price;\n}\n",
  'price.d.ts': 'export type Price = number;\n',
  'sum.d.ts': 'export declare function sum(a: number, b: number): number;\n',
};

test('every export is listed with the types it refers to, whatever their file; nothing else is', () => {
  const text = report(cart);
  expect(text).toContain('export function Cart(options: { readonly lines: readonly Line[] }): ReactElement;');
  expect(text).toContain("import { ReactElement } from 'react';");
  expect(text).toContain('interface Line {\n    readonly price: Price;\n}\nexport { Line as CartLine };');
  expect(text).toContain('type Price = number;');
  expect(text).toContain('export function sum(a: number, b: number): number;');
  expect(text).not.toContain('unused');
});

test('comments, files and names of destructured options are not part of the report', () => {
  const before = report(cart);
  const after = report({
    ...cart,
    'index.d.ts': cart['index.d.ts'].replace('cart/cart', 'basket'),
    'basket.d.ts': cart['cart/cart.d.ts']
      .replace('{ lines }', '{ lines: rows }')
      .replace('A cart', 'A basket')
      .replace('../', './'),
  });
  expect(after).toBe(before);
});

test.each([
  ['a lost export', { 'sum.d.ts': 'export {};\n' }, 'export function sum'],
  ['another type deep down', { 'price.d.ts': 'export type Price = string;\n' }, 'type Price = number'],
  [
    'a property that is asked for',
    { 'line.d.ts': cart['line.d.ts'].replace('}', '    readonly tax: Price;\n}') },
    undefined,
  ],
])('%s is reported', (_, change, lost) => {
  const changes = reportChanges(report(cart), report({ ...cart, ...change }));
  if (lost) expect(changes.lost.join('\n')).toContain(lost);
  else expect(changes).toEqual({ lost: [], added: ['    readonly tax: Price;'] });
});

test('declarations that two entries share are listed once', () => {
  const text = report({ ...cart, 'more.d.ts': "export { sum } from './sum.js';\nexport {};\n" }, [
    { key: '.', name: 'index' },
    { key: './more', name: 'more' },
  ]);
  expect(text.split('## `shop/more`')[1]).toContain('```ts\nexport { sum };\n```');
});
