import { expect, test } from 'vitest';
import { withQuery } from './with-query.ts';

test('equal queries give equal paths', () => {
  expect(withQuery('/clients', { q: 'a', limit: 25 })).toBe(withQuery('/clients', { limit: 25, q: 'a' }));
});

test('null and undefined are omitted, false, zero and the empty text are not', () => {
  expect(withQuery('/clients', { a: null, b: undefined, c: false, d: 0, e: '' })).toBe(
    '/clients?c=false&d=0&e=',
  );
});

test('lists repeat the parameter and everything is encoded', () => {
  expect(withQuery('/clients', { 'f.tag': ['a&b', 'ñ', null] })).toBe('/clients?f.tag=a%26b&f.tag=%C3%B1');
});

test('a query already in the path is kept', () => {
  expect(withQuery('/clients?sort=name', { q: 'x' })).toBe('/clients?sort=name&q=x');
  expect(withQuery('/clients')).toBe('/clients');
});
