import { expect, test } from 'vitest';
import { isId } from '../kinds/reference.ts';
import { newLineId } from './line-id.ts';

test('is a UUID of version 7 that contains the time of creation', () => {
  const id = newLineId(Date.parse('2026-11-23T18:45:43.266Z'));
  expect(isId(id)).toBe(true);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
  expect(Number.parseInt(id.slice(0, 13).replace('-', ''), 16)).toBe(Date.parse('2026-11-23T18:45:43.266Z'));
});

test('ids are unique and increase with time', () => {
  const now = Date.parse('2026-11-23T18:45:43.266Z');
  const ids = Array.from({ length: 1000 }, (_, index) => newLineId(now + index));
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
});
