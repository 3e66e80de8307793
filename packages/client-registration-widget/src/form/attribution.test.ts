// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { attribution } from './attribution.ts';

const arrive = (search: string): void => window.history.replaceState(null, '', `/anuncie${search}`);
afterEach(() => arrive(''));

test('says which campaign a visitor came from, and nothing else of his address', () => {
  arrive('?utm_source=radio&utm_medium=&utm_campaign=Verano%20%F0%9F%8E%89&email=ana%40empresa.com');
  const { page, ...campaign } = attribution({});
  expect(page).toMatch(/\/anuncie$/);
  expect(campaign).toEqual({ utm_source: 'radio', utm_campaign: 'Verano 🎉' });
});

test('a link with anything in it is no reason to refuse who follows it', () => {
  arrive(
    `?utm_source=a%00b%E2%80%AE%01&utm_term=${'x'.repeat(199)}%F0%9F%8E%89&utm_content=${'%E6%BC%A2'.repeat(500)}`,
  );
  const found = attribution({});
  expect(found.utm_source).toBe('ab');
  expect(found.utm_term).toBe('x'.repeat(199));
  for (const text of Object.values(found)) expect(text.isWellFormed()).toBe(true);
  expect(new TextEncoder().encode(JSON.stringify(found)).length).toBeLessThan(4_000);
});
