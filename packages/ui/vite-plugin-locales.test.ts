import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ariaLocales } from './vite-plugin-locales.ts';

const components = createRequire(import.meta.url).resolve('react-aria-components/package.json');
const aria = dirname(createRequire(components).resolve('react-aria/package.json'));
const file = join(aria, 'dist/private/intl/combobox/es-ES.mjs');

test('the options of a combo box are counted in the plural that they have', async () => {
  const code = ariaLocales().transform(readFileSync(file, 'utf8'), file) ?? '';
  const { default: texts } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
  );
  const formatter = {
    plural: (count: number, words: Record<'one' | 'other', () => string>) =>
      words[count === 1 ? 'one' : 'other'](),
    number: String,
  };
  const said = (optionCount: number) => texts.countAnnouncement({ optionCount }, formatter);
  expect([0, 1, 2].map(said)).toEqual([
    '0 opciones disponibles.',
    '1 opción disponible.',
    '2 opciones disponibles.',
  ]);
});
