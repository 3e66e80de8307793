import { setImmediate as later } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Problem } from '../../platform/http/problem.ts';
import { createGate, createPasswords } from './passwords.ts';

test('a stored password has at least the parameters of ASVS and a salt of its own', async () => {
  const passwords = createPasswords();
  const [first, second] = await Promise.all([
    passwords.hash('ventisca jarrón ópalo'),
    passwords.hash('ventisca jarrón ópalo'),
  ]);
  expect(first).not.toBe(second);
  const [, m, t, p] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$[A-Za-z0-9+/]{22,}\$[A-Za-z0-9+/]{43}$/
    .exec(first!)!
    .map(Number) as number[];
  expect([m! >= 46 * 1024, t! >= 1, p === 1]).toEqual([true, true, true]);
  expect(await passwords.verify('ventisca jarrón ópalo', first!)).toEqual({
    matches: true,
    isOutdated: false,
  });
  expect(await passwords.verify('ventisca jarron ópalo', first!)).toEqual({
    matches: false,
    isOutdated: false,
  });
  expect(await passwords.verify('', null)).toEqual({ matches: false, isOutdated: false });
});

test('every character counts: nothing is cut off, folded or normalized', async () => {
  const passwords = createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 });
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 128 }), async (password) => {
      const stored = await passwords.hash(password);
      expect((await passwords.verify(password, stored)).matches).toBe(true);
      for (const other of [`${password} `, password.slice(0, -1), `${password.slice(0, -1)}\u0301`]) {
        if (other !== password) expect((await passwords.verify(other, stored)).matches, other).toBe(false);
      }
    }),
    { numRuns: 200 },
  );
});

test('a hash with other parameters is reported as outdated when its password matches', async () => {
  const old = await createPasswords({ memoryCost: 8, timeCost: 2, parallelism: 1 }).hash('quince linternas');
  const passwords = createPasswords({ memoryCost: 16, timeCost: 1, parallelism: 1 });
  expect(await passwords.verify('quince linternas', old)).toEqual({ matches: true, isOutdated: true });
  expect(await passwords.verify('otra cosa', old)).toEqual({ matches: false, isOutdated: false });
});

test('concurrent hashes are limited, the queue is in order, and a full queue gives 503', async () => {
  const gate = createGate(2, 64);
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const work = (turn: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    await later();
    running -= 1;
    order.push(turn);
    return turn;
  };
  const results = await Promise.allSettled(Array.from({ length: 80 }, (_, turn) => gate(work(turn))));
  expect(most).toBe(2);
  expect(order).toEqual(Array.from({ length: 66 }, (_, turn) => turn));
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(14);
  for (const { reason } of refused as PromiseRejectedResult[]) {
    expect(reason).toBeInstanceOf(Problem);
    expect(reason).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
  }
  await expect(gate(() => Promise.reject(new Error('roto')))).rejects.toThrow('roto');
  expect(await gate(work(99))).toBe(99);
});
