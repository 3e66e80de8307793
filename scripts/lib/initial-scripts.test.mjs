import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { initialScripts } from './initial-scripts.mjs';

let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'initial-'));
  mkdirSync(join(folder, 'assets'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('static imports are initial, lazy ones are not', () => {
  writeFileSync(
    join(folder, 'assets/main.js'),
    'import{a}from"./a.js";import"./b.js";()=>import("./lazy.js");',
  );
  writeFileSync(join(folder, 'assets/a.js'), 'export*from"./main.js";');
  for (const name of ['b', 'pre', 'lazy']) writeFileSync(join(folder, `assets/${name}.js`), '');
  const html =
    '<script type="module" crossorigin src="/assets/main.js"></script>' +
    '<link rel="modulepreload" crossorigin href="/assets/pre.js"><link rel="stylesheet" href="/assets/x.css">';
  const found = initialScripts(html, folder).map((file) => relative(folder, file));
  expect(found.sort()).toEqual(['assets/a.js', 'assets/b.js', 'assets/main.js', 'assets/pre.js']);
});
