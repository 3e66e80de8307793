import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles } from './imports.mjs';
import { root } from './run.mjs';

const folders = ['apps/backoffice/src', 'packages/layout/src', 'packages/screens/src', 'packages/ui/src'];

/** Text without comments, where names end in `…` or are only a prefix. */
const codeOf = (file) =>
  readFileSync(join(root, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');

const namesIn = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);

test('styles use only custom properties that the theme or a component defines', async () => {
  const { themeCss } = await import('../../packages/layout/src/theme/theme.ts');
  const sources = folders.flatMap(sourceFiles).map((file) => ({ file, text: codeOf(file) }));
  // Declared in CSS (`--pauta-x: 1px`), or set by script (`'--pauta-x'`).
  const declared = /(--pauta-[a-z0-9-]*[a-z0-9])(?=\s*:|['"`]\s*[\],:)])/g;
  const defined = new Set(
    [themeCss, ...sources.map(({ text }) => text)].flatMap((text) => namesIn(text, declared)),
  );
  // With a fallback, it may be left to the app that mounts the layout.
  const undefinedUses = sources.flatMap(({ file, text }) =>
    namesIn(text, /var\(\s*(--pauta-[a-z0-9-]*[a-z0-9])\s*\)/g)
      .filter((name) => !defined.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(undefinedUses).toEqual([]);
  expect(defined.has('--pauta-color-danger-text')).toBe(true);
  expect(defined.has('--pauta-danger')).toBe(false);
});
