import { expect, test } from 'vitest';
import { handleOf } from './social-link.ts';

test.each([
  ['cafe.alba', 'https://instagram.com/{usuario}', 'cafe.alba'],
  ['@cafe.alba', 'https://instagram.com/{usuario}', 'cafe.alba'],
  ['https://www.instagram.com/cafe.alba/?hl=es', 'https://instagram.com/{usuario}', 'cafe.alba'],
  ['tiktok.com/@alba', 'https://www.tiktok.com/@{usuario}', 'alba'],
  ['https://www.linkedin.com/company/alba/', 'https://linkedin.com/company/{usuario}/', 'alba'],
  ['https://otra.com/alba', 'https://instagram.com/{usuario}', 'https://otra.com/alba'],
])('%s in %s is %s', (typed, pattern, name) => {
  expect(handleOf(typed, pattern)).toBe(name);
});
