import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { collectDeclarations } from './declarations.mjs';

let root;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'declarations-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Declarations in the output of tsc: source path → text. */
function collect(declarations) {
  for (const [path, text] of Object.entries(declarations)) {
    const file = join(root, 'tree', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return collectDeclarations({
    root,
    tree: join(root, 'tree'),
    packageDir: join(root, 'packages/shop'),
    entries: ['./src/index.ts'],
    external: ['react'],
    workspaceSource: (specifier) =>
      specifier.startsWith('@pauta/domain/')
        ? join(root, specifier.replace('@pauta/domain', 'packages/domain/src'))
        : undefined,
  });
}
const built = (path) => readFileSync(join(root, 'packages/shop', path), 'utf8');

test('only declarations that the entries refer to are published, and their imports end in .js', () => {
  const written = collect({
    'packages/shop/src/index.d.ts':
      "export { Cart } from './cart/cart.tsx';\nexport type Node = import('react').ReactNode;\n",
    'packages/shop/src/cart/cart.d.ts':
      "import type { Line } from '../line.ts';\nexport declare const Cart: Line;\n",
    'packages/shop/src/line.d.ts': 'export type Line = string;\n',
    'packages/shop/src/private.d.ts': 'export type Private = string;\n',
  });
  expect(written.sort()).toEqual(['dist/cart/cart.d.ts', 'dist/index.d.ts', 'dist/line.d.ts']);
  expect(built('dist/index.d.ts')).toContain("from './cart/cart.js'");
  expect(built('dist/index.d.ts')).toContain("import('react')");
  expect(built('dist/cart/cart.d.ts')).toContain("from '../line.js'");
});

test('types of a bundled workspace package are included', () => {
  collect({
    'packages/shop/src/index.d.ts': "export type { Client } from '@pauta/domain/crm/client.ts';\n",
    'packages/domain/src/crm/client.d.ts':
      "import type { Id } from '../id.ts';\nexport type Client = { id: Id };\n",
    'packages/domain/src/id.d.ts': 'export type Id = string;\n',
  });
  expect(built('dist/index.d.ts')).toContain("from './types/domain/crm/client.js'");
  expect(built('dist/types/domain/crm/client.d.ts')).toContain("from '../id.js'");
  expect(built('dist/types/domain/id.d.ts')).toContain('Id');
});

test('types of packages that users would not have installed are refused', () => {
  expect(() => collect({ 'packages/shop/src/index.d.ts': "export { Deck } from 'deck/cards';\n" })).toThrow(
    /«deck»/,
  );
});
