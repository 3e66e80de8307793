import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint, readStamp, writeStamp } from './fingerprint.mjs';

let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fingerprint-'));
  write('app/src/main.ts', 'one');
  write('app/package.json', '{}');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (path, text) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const of = (...paths) => fingerprint(folder, paths);

test('a fresh checkout of the same content has the same fingerprint', () => {
  const before = of('app');
  utimesSync(join(folder, 'app/src/main.ts'), new Date(0), new Date(0));
  expect(of('app')).toBe(before);
});

test.each([
  ['a changed file', () => write('app/src/main.ts', 'two')],
  ['a new file', () => write('app/src/other.ts', '')],
  ['a removed file', () => rmSync(join(folder, 'app/package.json'))],
  [
    'content moved from one file to another',
    () => {
      write('app/package.json', '');
      write('app/src/main.ts', 'one{}');
    },
  ],
])('%s changes the fingerprint', (_, change) => {
  const before = of('app');
  change();
  expect(of('app')).not.toBe(before);
});

test('build output, dependencies and tests do not count', () => {
  const before = of('app');
  write('app/dist/main.js', 'built');
  write('app/node_modules/x/index.js', 'installed');
  write('app/src/main.test.ts', 'tested');
  write('app/src/main.stories.tsx', 'shown');
  expect(of('app')).toBe(before);
});

test('the order of the paths does not matter and a missing one is empty', () => {
  expect(of('app/src', 'app/package.json', 'none')).toBe(of('app/package.json', 'app/src'));
});

test('a stamp is read back, and is undefined before it is written', () => {
  const stamp = join(folder, 'cache/stamp');
  expect(readStamp(stamp)).toBeUndefined();
  writeStamp(stamp, 'abc');
  expect(readStamp(stamp)).toBe('abc');
});
