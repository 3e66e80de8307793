import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, testPassword } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let hosts = 0;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const newHost = (): string => `10.1.${(hosts >> 8) & 255}.${hosts++ & 255}`;

const login = (email: string, password: string, remoteAddress: string) =>
  api.inject({ method: 'POST', url: '/api/login', payload: { email, password }, remoteAddress });

/** Every hash computed for a wrong password adds one row. */
const hashesOf = async (email: string): Promise<number> => {
  const row = await api.database.one<{ count: number }>(sql`
    SELECT count(*)::integer AS count FROM audit_log WHERE action = 'login_failed' AND after ->> 'email' = ${email}`);
  return row!.count;
};

/** Simulates the passing of time. */
const later = async (seconds: number) => {
  const by = sql`make_interval(secs => ${seconds})`;
  await api.database.query(
    sql`UPDATE attempts SET hits = ARRAY(SELECT hit - ${by} FROM unnest(hits) AS hit)`,
  );
  await api.database.query(sql`UPDATE login_failures SET last_at = last_at - ${by}`);
};

test.each(['una cuenta', 'nadie'])(
  '1,000 guesses at once from one address cost five hashes (%s)',
  async (whose) => {
    const user = await createUser(api, { role: 'sales_rep' });
    const email = whose === 'nadie' ? 'nadie.throttle@ejemplo.com' : user.email;
    const host = newHost();
    const statuses: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, guess) => login(email, `intento ${round} ${guess}`, host)),
      );
      statuses.push(...answers.map(({ statusCode }) => statusCode));
    }
    expect(statuses.filter((status) => status === 422)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(995);
    expect(await hashesOf(email)).toBe(5);
  },
  60_000,
);

test('the refusal contains the waiting time, after which the right password works', async () => {
  const user = await createUser(api, { role: 'sales_rep' });
  const host = newHost();
  for (let miss = 0; miss < 5; miss += 1) expect((await login(user.email, 'mal', host)).statusCode).toBe(422);
  const refused = await login(user.email, testPassword, host);
  expect(refused.statusCode).toBe(429);
  const body = refused.json<{ message: string; retry_after: number; retry_at: string }>();
  expect(body.message).toMatch(/^Demasiados intentos\. Espere (\d+ segundos|1 minuto) e intente de nuevo\.$/);
  expect(body.retry_after).toBeGreaterThan(50);
  expect(body.retry_after).toBeLessThanOrEqual(60);
  expect(refused.headers['retry-after']).toBe(String(body.retry_after));
  const inSeconds = (Date.parse(body.retry_at) - Date.now()) / 1000;
  expect(Math.abs(inSeconds - body.retry_after)).toBeLessThan(2);
  // Another address is not affected.
  expect((await login(user.email, testPassword, newHost())).statusCode).toBe(200);
  await later(body.retry_after + 1);
  expect((await login(user.email, testPassword, host)).statusCode).toBe(200);
});

test('one address can try twenty accounts a minute, and right passwords do not count', async () => {
  const host = newHost();
  for (let guess = 0; guess < 20; guess += 1) {
    expect((await login(`cuenta-${guess}@ejemplo.com`, 'mal', host)).statusCode).toBe(422);
  }
  expect((await login('otra@ejemplo.com', 'mal', host)).statusCode).toBe(429);

  const office = newHost();
  const staff = await Promise.all(Array.from({ length: 25 }, () => createUser(api, { role: 'sales_rep' })));
  for (const { email } of staff) expect((await login(email, testPassword, office)).statusCode).toBe(200);
});

test('one IPv6 subscriber counts as one address, regardless of the interface part', async () => {
  for (let guess = 0; guess < 5; guess += 1) {
    expect((await login('seis@ejemplo.com', 'mal', `2001:db8:7::${guess + 1}`)).statusCode).toBe(422);
  }
  expect((await login('seis@ejemplo.com', 'mal', '2001:db8:7:0:ffff::1')).statusCode).toBe(429);
  expect((await login('seis@ejemplo.com', 'mal', '2001:db8:7:1::1')).statusCode).toBe(422);
});

test('guesses from many addresses are delayed per account, except for the owner’s known addresses', async () => {
  const user = await createUser(api, { role: 'sales_rep' });
  const home = newHost();
  expect((await login(user.email, testPassword, home)).statusCode).toBe(200);
  let missed = 0;
  const miss = async () => {
    missed = performance.now();
    expect((await login(user.email, 'mal', newHost())).statusCode).toBe(422);
  };
  for (let guess = 0; guess < 10; guess += 1) await miss();
  for (const pause of [5, 10, 20, 40, 80, 160, 300, 300, 300]) {
    const refused = await login(user.email, testPassword, newHost());
    expect(refused.statusCode).toBe(429);
    const { retry_after } = refused.json<{ retry_after: number }>();
    // Whole seconds, minus the time since the guess.
    const passed = (performance.now() - missed) / 1000;
    expect(retry_after).toBeLessThanOrEqual(pause);
    expect(retry_after).toBeGreaterThanOrEqual(Math.ceil(pause - passed));
    await later(retry_after);
    await miss();
  }
  expect((await login(user.email, testPassword, newHost())).statusCode).toBe(429);
  expect((await login(user.email, testPassword, home)).statusCode).toBe(200);
  // The correct password ends the delay for every address.
  expect((await login(user.email, testPassword, newHost())).statusCode).toBe(200);
});

test('simultaneous guesses from many addresses cannot bypass the delay', async () => {
  const user = await createUser(api, { role: 'sales_rep' });
  for (let miss = 0; miss < 10; miss += 1) await login(user.email, 'mal', newHost());
  await later(6);
  const answers = await Promise.all(Array.from({ length: 30 }, () => login(user.email, 'mal', newHost())));
  expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(1);
  expect(await hashesOf(user.email)).toBe(11);
});

test('an attempt that began before another one and is counted after it is not refused', async () => {
  const user = await createUser(api, { role: 'sales_rep' });
  expect((await login(user.email, 'mal', newHost())).statusCode).toBe(422);
  // As if the other one were counted between the start of the next and its turn.
  await later(-2);
  expect((await login(user.email, testPassword, newHost())).statusCode).toBe(200);
});

test('stored attempts contain neither the account nor the address', async () => {
  await login('huella@ejemplo.com', 'mal', '203.0.113.77');
  const rows = await api.database.query(sql`
    SELECT encode(key, 'escape') AS key FROM attempts UNION ALL SELECT encode(key, 'escape') FROM login_failures`);
  expect(rows.length).toBeGreaterThan(2);
  expect(JSON.stringify(rows)).not.toMatch(/huella|203\.0\.113/);
});
