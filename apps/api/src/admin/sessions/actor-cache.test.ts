import { expect, test } from 'vitest';
import type { Actor } from '../../platform/access.ts';
import { createActorCache } from './actor-cache.ts';

const actor: Actor = {
  userId: 'u',
  sessionId: 's',
  fullName: 'Ana',
  email: 'ana@ejemplo.com',
  status: 'active',
  roles: [],
  permissions: new Set(),
};

let time = 0;
const clock = () => time;

/** A look-up that counts its calls and takes a given time. */
const counted = (found: Actor | null | Error, delay = 0) => {
  const load = async () => {
    load.calls += 1;
    await Promise.resolve();
    time += delay;
    if (found instanceof Error) throw found;
    return found;
  };
  load.calls = 0;
  return load;
};

test('concurrent requests share one look-up, and later ones look up again', async () => {
  const cache = createActorCache(50, 5000, clock);
  const load = counted(actor, 5);
  const all = await Promise.all(Array.from({ length: 20 }, () => cache.get('a', load)));
  expect(new Set(all)).toEqual(new Set([actor]));
  expect(load.calls).toBe(1);
  time += 45;
  await cache.get('a', load);
  expect(load.calls).toBe(2);
});

test('an entry ages from when its look-up began, not from when it ended', async () => {
  const cache = createActorCache(50, 5000, clock);
  const load = counted(actor, 60);
  await cache.get('a', load);
  await cache.get('a', load);
  expect(load.calls).toBe(2);
});

test('unknown tokens and failures are not cached', async () => {
  const cache = createActorCache(1000);
  const unknown = counted(null);
  expect([await cache.get('a', unknown), await cache.get('a', unknown), unknown.calls]).toEqual([
    null,
    null,
    2,
  ]);
  const failing = counted(new Error('no database'));
  await expect(cache.get('b', failing)).rejects.toThrow('no database');
  expect(await cache.get('b', counted(actor))).toBe(actor);
});

test('clearing removes cached entries and pending look-ups', async () => {
  const cache = createActorCache(1000);
  const load = counted(actor);
  const underWay = cache.get('a', load);
  cache.clear();
  await underWay;
  await cache.get('a', load);
  expect(load.calls).toBe(2);
  cache.clear();
  await cache.get('a', load);
  expect(load.calls).toBe(3);
});

test('the size is limited', async () => {
  const cache = createActorCache(1000, 2);
  const load = counted(actor);
  for (const key of ['a', 'b', 'c', 'c', 'b', 'a']) await cache.get(key, load);
  expect(load.calls).toBe(4);
});
