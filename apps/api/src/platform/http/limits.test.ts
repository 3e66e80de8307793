import { expect, test } from 'vitest';
import { startTestApi } from '../../testing/test-api.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { readConfig } from '../config.ts';
import { buildServer } from '../server.ts';

test('requests under /api are limited per minute: by address without a session, by session with one; files are not', async () => {
  const api = await startTestApi({
    areas: false,
    config: { rateLimit: { signedIn: 8, anonymous: 3 } },
    routes: (app) => {
      app.sessions.authenticate = async (token) =>
        token.startsWith('good')
          ? {
              userId: '0190a000-0000-7000-8000-000000000001',
              sessionId: token,
              fullName: 'Ana',
              email: 'a@example.com',
              status: 'active',
              roles: [],
              permissions: new Set(),
            }
          : null;
      app.get('/api/signed', { config: { access: 'signed-in' } }, () => ({}));
      app.get('/api/first', { config: { access: 'signed-in', isUncounted: true } }, () => ({}));
      app.get('/api/open', { config: { access: 'public' } }, () => ({}));
      app.get('/api/crowd', { config: { access: 'public', isForCrowds: true } }, () => ({}));
    },
  });
  const statuses = async (times: number, url: string, token?: string, remoteAddress = '192.0.2.1') => {
    const found: number[] = [];
    for (let n = 0; n < times; n += 1) {
      const reply = await api.inject({
        url,
        remoteAddress,
        headers: token ? { authorization: `Bearer ${token}` } : {},
      });
      found.push(reply.statusCode);
    }
    return found;
  };
  expect(await statuses(5, '/api/open')).toEqual([200, 200, 200, 429, 429]);
  // Guessing tokens, and calling protected routes without one, counts as anonymous too.
  expect(await statuses(2, '/api/signed', 'bad-token-1')).toEqual([429, 429]);
  expect(await statuses(4, '/api/signed', undefined, '192.0.2.2')).toEqual([401, 401, 401, 429]);
  expect(await statuses(4, '/api/nothing', undefined, '192.0.2.3')).toEqual([404, 404, 404, 429]);
  expect(await statuses(9, '/api/signed', 'good-one')).toEqual([...Array(8).fill(200), 429]);
  expect(await statuses(9, '/api/first', 'good-one')).toEqual(Array(9).fill(200));
  expect(await statuses(4, '/api/first', undefined, '192.0.2.4')).toEqual([401, 401, 401, 429]);
  expect(await statuses(1, '/api/signed', 'good-two')).toEqual([200]);
  expect(await statuses(20, '/storage/nothing', undefined)).toEqual(Array(20).fill(404));
  expect(await statuses(31, '/api/crowd', undefined, '192.0.2.5')).toEqual([...Array(30).fill(200), 429]);
  // One IPv6 client has many addresses, all in one block.
  const rotated: number[] = [];
  for (let host = 1; host <= 4; host += 1) {
    rotated.push(...(await statuses(1, '/api/open', undefined, `2001:db8:1:2::${host}`)));
  }
  expect(rotated).toEqual([200, 200, 200, 429]);
  // The two counters are independent.
  expect(await statuses(1, '/api/open', undefined, '192.0.2.5')).toEqual([200]);
  const refused = await api.inject({ url: '/api/open', remoteAddress: '192.0.2.1' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.json()).toMatchObject({
    status: 429,
    code: 'too_many',
    message: expect.stringMatching(/Espere \d+ segundos/),
  });
  await api.close();
});

test('an overloaded process briefly refuses new requests instead of queueing them', async () => {
  const testDatabase = await createTestDatabase();
  const config = readConfig({ LOG_LEVEL: 'silent' });
  const app = await buildServer({ config, database: testDatabase.database });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  // The server may be overloaded in its first second.
  const health = async () => (await fetch(`${address}/api/health`)).status;
  await expect.poll(health).toBe(200);
  const replies: Promise<[number, string | null]>[] = [];
  const elsewhere: Promise<number>[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    replies.push(
      fetch(`${address}/api/health`).then(({ status, headers }) => [status, headers.get('retry-after')]),
    );
    // Files outside the API are not limited: a script that was refused would be missing until the page is reloaded.
    elsewhere.push(fetch(`${address}/nada.js`).then(({ status }) => status));
    await new Promise((resolve) => setTimeout(resolve, 1));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
  }
  expect(await Promise.all(replies)).toContainEqual([503, '5']);
  expect(await Promise.all(elsewhere)).not.toContain(503);
  await expect.poll(health).toBe(200);
  await app.close();
  await testDatabase.drop();
});
