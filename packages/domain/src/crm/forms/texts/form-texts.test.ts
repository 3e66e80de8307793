import { describe, expect, test } from 'vitest';
import { publicForms } from '../public-form.ts';
import { es419 } from './es-419.ts';
import { formLocale, formLocales, fullTexts, textsOf } from './form-texts.ts';

const leaves = (texts: object, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [[path + name, text] as [string, string]] : leaves(text, `${path}${name} › `),
  );
const usual = new Map(leaves(es419));
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

test('every language can be chosen for a form', () => {
  const { choices } = publicForms.fields.locale.options;
  expect(choices.map(({ value }) => value)).toEqual(formLocales);
});

describe.each(formLocales)('%s', (locale) => {
  const given = textsOf(locale);
  const texts = leaves(given);

  test('contains its own language tag', () => {
    expect(fullTexts(locale).lang).toBe(locale);
  });

  test('has no keys beyond the default, and the same placeholders', () => {
    for (const [name, text] of texts) {
      expect(usual.has(name), name).toBe(true);
      expect(text, name).not.toBe('');
      expect(text, name).toBe(text.trim());
      // Texts with another source in Spanish may contain the number.
      const known = usual.get(name) || '{label}';
      expect(placeholders(known), name).toEqual(expect.arrayContaining(placeholders(text)));
      if (usual.get(name)) expect(placeholders(text), name).toEqual(placeholders(known));
    }
  });

  test('uses its own texts, and the default where it has none', () => {
    const own = new Map(texts);
    for (const [name, text] of leaves(fullTexts(locale)))
      expect(text, name).toBe(own.get(name) ?? usual.get(name));
  });
});

test.each(formLocales.filter((locale) => !locale.startsWith('es')))('%s translates every text', (locale) => {
  expect(leaves(textsOf(locale)).map(([name]) => name)).toEqual([...usual.keys()]);
});

test.each([
  [undefined, 'es-DO', 'es-DO'],
  ['', 'en', 'en'],
  ['es', 'es-MX', 'es-MX'],
  ['es-AR', 'es-DO', 'es-DO'],
  ['es-AR', 'en', 'es-419'],
  ['ES-mx', 'es-419', 'es-MX'],
  ['en-US', 'es-419', 'en'],
  ['pt-BR', 'es-ES', 'es-ES'],
  ['xx'.repeat(40), 'es-419', 'es-419'],
] as const)('a page in %o gets of a form in %s: %s', (wanted, own, expected) => {
  expect(formLocale(wanted, own)).toBe(expected);
});
