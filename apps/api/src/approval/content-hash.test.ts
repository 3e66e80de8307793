import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentHash } from './content-hash.ts';

const reversed = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(reversed)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([key, one]) => [key, reversed(one)]),
        )
      : value;

test('is computed from the canonical JSON', () => {
  // printf '{"a":"ñ","b":1.5}' | sha256sum
  expect(contentHash({ b: 1.5, a: 'ñ' })).toBe(
    'ef6bf3e36e46c633446a9d620cc5eb1a7ace4cb1149337377a7f21e6303b1dcd',
  );
});

test('does not depend on the order of keys, and differs for different content', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      expect(contentHash(reversed(one))).toBe(contentHash(one));
      const isSame = contentHash(one) === contentHash(other);
      const normal = (value: unknown) => JSON.stringify(JSON.parse(JSON.stringify(value)), null, 1);
      if (normal(one) === normal(other)) expect(isSame).toBe(true);
      else if (isSame) expect(normal(reversed(one))).not.toBe(normal(one));
    }),
  );
});

test('values without a JSON form are refused', () => {
  expect(() => contentHash(undefined)).toThrow();
  expect(() => contentHash({ amount: Number.NaN })).toThrow();
});
