import { expect, test } from 'vitest';
import { createIdempotencyKey } from './idempotency-key.ts';

test('a key is a version 4 UUID and unique', () => {
  const keys = Array.from({ length: 200 }, createIdempotencyKey);
  for (const key of keys)
    expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(keys).size).toBe(200);
});
