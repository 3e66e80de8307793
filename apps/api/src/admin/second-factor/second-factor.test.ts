import { generateSync } from 'otplib';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createUser, signIn, signInAs, type TestUser, testPassword } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

type Headers = Record<string, string>;

let api: TestApi;
let admin: Headers;
let hosts = 0;

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api);
});
afterAll(() => api.close());
beforeEach(() => api.database.query(sql`DELETE FROM attempts`));
afterEach(() => void vi.useRealTimers());

const post = (url: string, payload: object = {}, headers: Headers = {}) => {
  hosts += 1;
  return api.inject({
    method: 'POST',
    url,
    payload,
    headers,
    remoteAddress: `10.7.${hosts >> 8}.${hosts & 255}`,
  });
};
const path = '/api/profile/second-factor';
const get = async (headers: Headers) => (await api.inject({ url: path, headers })).json().data;

/** The current code, or one of an earlier or later 30-second step. */
const codeOf = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });

/** Makes a code unused again by decreasing the stored step counter, instead of waiting. */
const forgetStep = (user: TestUser) =>
  api.database.query(sql`UPDATE second_factors SET last_step = NULL WHERE user_id = ${user.id}`);

interface Protected {
  user: TestUser;
  headers: Headers;
  secret: string;
  recoveryCodes: string[];
}

const protect = async (role = 'sales_rep'): Promise<Protected> => {
  const user = await createUser(api, { role });
  const headers = await signIn(api, user);
  const begun = await post(path, { current_password: testPassword }, headers);
  expect(begun.statusCode, begun.body).toBe(201);
  const { secret } = begun.json().data;
  const confirmed = await post(`${path}/confirm`, { code: codeOf(secret) }, headers);
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  await forgetStep(user);
  return { user, headers, secret, recoveryCodes: confirmed.json().data.recovery_codes };
};

const firstHalf = async (user: TestUser): Promise<string> => {
  const response = await post('/api/login', { email: user.email, password: testPassword });
  expect(response.json(), response.body).toMatchObject({ status: 422, code: 'second_factor_required' });
  expect(response.body).not.toContain('"token"');
  return response.json().challenge;
};
const secondHalf = (challenge: string, code: string) => post('/api/login', { challenge, code });

test('it is set up with the password and a first code, and is required from then on', async () => {
  const user = await createUser(api, { role: 'sales_rep' });
  const [headers, elsewhere] = [await signIn(api, user), await signIn(api, user)];
  expect(await get(headers)).toEqual({
    enabled: false,
    confirmed_at: null,
    recovery_codes_left: 0,
    required: false,
  });
  expect((await post(path, { current_password: 'otra cosa' }, headers)).statusCode).toBe(422);
  const { secret, uri } = (await post(path, { current_password: testPassword }, headers)).json().data;
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(uri).toContain(`secret=${secret}`);
  // An unconfirmed factor is not required.
  expect((await post('/api/login', { email: user.email, password: testPassword })).statusCode).toBe(200);
  expect((await post(`${path}/confirm`, { code: '000000' }, headers)).statusCode).toBe(422);
  const { recovery_codes } = (await post(`${path}/confirm`, { code: codeOf(secret) }, headers)).json().data;
  expect(new Set(recovery_codes).size).toBe(10);
  for (const code of recovery_codes) expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
  expect(await get(headers)).toMatchObject({ enabled: true, recovery_codes_left: 10 });
  await expect
    .poll(async () => (await api.inject({ url: '/api/user', headers: elsewhere })).statusCode)
    .toBe(401);
  expect((await post(path, { current_password: testPassword }, headers)).statusCode).toBe(409);

  const challenge = await firstHalf(user);
  // The code used for the setup is no longer valid.
  expect((await secondHalf(challenge, codeOf(secret))).statusCode).toBe(422);
  await forgetStep(user);
  const response = await secondHalf(challenge, codeOf(secret));
  expect(response.statusCode, response.body).toBe(200);
  const { token } = response.json();
  expect(
    (await api.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } })).statusCode,
  ).toBe(200);
});

test('a code of the previous or next step is accepted, one of two steps away is not', async () => {
  // However long the requests take, the step of the code is that of its verification.
  vi.useFakeTimers({ toFake: ['Date'] });
  for (const [steps, status] of [
    [-2, 422],
    [-1, 200],
    [1, 200],
    [2, 422],
  ] as const) {
    const { user, secret } = await protect();
    expect((await secondHalf(await firstHalf(user), codeOf(secret, steps))).statusCode, `${steps}`).toBe(
      status,
    );
  }
});

test('a code is accepted once, and no earlier one after it', async () => {
  const { user, secret } = await protect();
  const code = codeOf(secret);
  const challenges = await Promise.all(Array.from({ length: 5 }, () => firstHalf(user)));
  const answers = await Promise.all(challenges.map((challenge) => secondHalf(challenge, code)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422, 422]);
  await api.database.query(sql`DELETE FROM attempts`);
  expect((await secondHalf(await firstHalf(user), codeOf(secret, -1))).statusCode).toBe(422);
});

test('a challenge is valid once, for five minutes, for its account, until the password changes', async () => {
  const { user, secret } = await protect();
  const spent = await firstHalf(user);
  const twice = await Promise.all([secondHalf(spent, codeOf(secret)), secondHalf(spent, codeOf(secret, 1))]);
  expect(twice.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
  await forgetStep(user);

  const late = await firstHalf(user);
  await api.database.query(sql`UPDATE login_challenges SET expires_at = now() WHERE user_id = ${user.id}`);
  expect((await secondHalf(late, codeOf(secret))).json()).toMatchObject({ code: 'challenge_expired' });

  const changed = await firstHalf(user);
  await api.database.query(sql`UPDATE credentials SET changed_at = now() WHERE user_id = ${user.id}`);
  expect((await secondHalf(changed, codeOf(secret))).json()).toMatchObject({ code: 'challenge_expired' });

  const other = await protect();
  expect((await secondHalf(await firstHalf(other.user), codeOf(secret))).statusCode).toBe(422);
  for (const challenge of ['x', `pauta_${'A'.repeat(43)}`])
    expect((await secondHalf(challenge, codeOf(secret))).json()).toMatchObject({ code: 'challenge_expired' });
});

test('a user suspended between the two steps is refused', async () => {
  const { user, secret } = await protect();
  const challenge = await firstHalf(user);
  await api.database.query(sql`UPDATE users SET status = 'suspended' WHERE id = ${user.id}`);
  expect((await secondHalf(challenge, codeOf(secret))).statusCode).toBe(403);
});

test('a recovery code replaces the app, once, in any notation', async () => {
  const { user, headers, recoveryCodes } = await protect();
  const [code = '', other = ''] = recoveryCodes;
  const challenges = await Promise.all(Array.from({ length: 4 }, () => firstHalf(user)));
  const answers = await Promise.all(challenges.map((challenge) => secondHalf(challenge, code)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422]);
  await api.database.query(sql`DELETE FROM attempts`);
  const typed = ` ${other.toUpperCase().replaceAll('-', ' ')} `;
  expect((await secondHalf(await firstHalf(user), typed)).statusCode).toBe(200);
  expect(await get(headers)).toMatchObject({ recovery_codes_left: 8 });
});

test('five wrong codes from any address block the account for fifteen minutes, also for the right code', async () => {
  const { user, secret } = await protect();
  const challenge = await firstHalf(user);
  const guesses = await Promise.all(Array.from({ length: 20 }, () => secondHalf(challenge, '123456')));
  const statuses = guesses.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 422)).toHaveLength(5);
  expect(statuses.filter((status) => status === 423)).toHaveLength(15);
  const response = await secondHalf(await firstHalf(user), codeOf(secret));
  expect(response.statusCode).toBe(423);
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(800);
  expect(response.json().retry_at).toEqual(expect.any(String));
});

test('it is turned off, and its recovery codes renewed, with password and code', async () => {
  const { user, headers, secret, recoveryCodes } = await protect();
  const proof = () => ({ current_password: testPassword, code: codeOf(secret) });
  for (const url of [`${path}/disable`, `${path}/recovery-codes`]) {
    expect((await post(url, { ...proof(), current_password: 'no' }, headers)).statusCode).toBe(422);
    expect((await post(url, { ...proof(), code: '000000' }, headers)).statusCode).toBe(422);
  }
  const renewed = await post(`${path}/recovery-codes`, proof(), headers);
  expect(renewed.json().data.recovery_codes).toHaveLength(10);
  expect((await secondHalf(await firstHalf(user), recoveryCodes[0] ?? '')).statusCode).toBe(422);
  await forgetStep(user);
  expect((await post(`${path}/disable`, proof(), headers)).statusCode).toBe(204);
  expect((await post('/api/login', { email: user.email, password: testPassword })).statusCode).toBe(200);
});

test('only an administrator can remove the factor of a user who lost their telephone, with a reason', async () => {
  const { user, headers } = await protect();
  const reset = (own: Headers, reason = 'Perdió su teléfono') =>
    post(`/api/users/${user.id}/second-factor/reset`, { reason }, own);
  expect((await reset(await signInAs(api, 'sales_manager'))).statusCode).toBe(403);
  expect((await reset(admin, 'no')).statusCode).toBe(422);
  expect((await reset(admin)).statusCode).toBe(204);
  expect((await reset(admin)).statusCode).toBe(409);
  await expect.poll(async () => (await api.inject({ url: '/api/user', headers })).statusCode).toBe(401);
  expect((await post('/api/login', { email: user.email, password: testPassword })).statusCode).toBe(200);
  const { data } = (await api.inject({ url: `/api/users/${user.id}/history`, headers: admin })).json();
  const entry = data.find(({ action }: { action: string }) => action === 'second_factor_reset');
  expect(entry).toMatchObject({
    title: 'Se le quitó la verificación en dos pasos',
    reason: 'Perdió su teléfono',
  });
  const mails = await api.database.query(sql`SELECT subject FROM mails WHERE to_address = ${user.email}`);
  expect(mails).toHaveLength(2);
});

test('users without it can be listed, only by those who may see users', async () => {
  const begun = await createUser(api);
  await post(path, { current_password: testPassword }, await signIn(api, begun));
  const { user, headers } = await protect();
  const listed = async (without: boolean): Promise<string[]> =>
    (await api.inject({ url: `/api/users?limit=100&f.without_second_factor=${without}`, headers: admin }))
      .json()
      .data.map(({ id }: TestUser) => id);
  expect(await listed(true)).toContain(begun.id);
  expect(await listed(true)).not.toContain(user.id);
  expect(await listed(false)).toContain(user.id);
  expect(await listed(false)).not.toContain(begun.id);
  const read = async ({ id }: TestUser) =>
    (await api.inject({ url: `/api/users/${id}`, headers: admin })).json().data.without_second_factor;
  expect([await read(user), await read(begun)]).toEqual([false, true]);
  const refused = await api.inject({ url: '/api/users?f.without_second_factor=true', headers });
  expect(refused.statusCode).toBe(403);
});

test('a role can require it: until it is set up nothing else works, and it cannot be turned off', async () => {
  await api.database.query(
    sql`INSERT INTO settings (key, value) VALUES ('second_factor_roles', '["auditor"]')`,
  );
  try {
    const user = await createUser(api, { role: 'auditor' });
    const headers = await signIn(api, user);
    expect((await api.inject({ url: '/api/users', headers })).json()).toMatchObject({
      status: 403,
      code: 'second_factor_setup_required',
    });
    expect((await api.inject({ url: '/api/user', headers })).json().user.pending_step).toBe('second_factor');
    expect(await get(headers)).toMatchObject({ required: true });
    const { secret } = (await post(path, { current_password: testPassword }, headers)).json().data;
    expect((await post(`${path}/confirm`, { code: codeOf(secret) }, headers)).statusCode).toBe(200);
    expect((await api.inject({ url: '/api/users', headers })).statusCode).toBe(200);
    await forgetStep(user);
    const proof = { current_password: testPassword, code: codeOf(secret) };
    expect((await post(`${path}/disable`, proof, headers)).statusCode).toBe(409);
  } finally {
    await api.database.query(sql`DELETE FROM settings WHERE key = 'second_factor_roles'`);
  }
});

test('neither secret nor recovery code is anywhere in the database', async () => {
  const { user, secret, recoveryCodes } = await protect();
  const rows = await api.database.query<{ row: string }>(sql`
    SELECT to_jsonb(f)::text AS row FROM second_factors f WHERE user_id = ${user.id}
    UNION ALL SELECT to_jsonb(c)::text FROM recovery_codes c WHERE user_id = ${user.id}
    UNION ALL SELECT to_jsonb(l)::text FROM audit_log l WHERE entity_id = ${user.id}
    UNION ALL SELECT to_jsonb(i)::text FROM idempotency_keys i`);
  const hex = (text: string) => Buffer.from(text).toString('hex');
  const all = rows.map(({ row }) => row).join('\n');
  for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
    expect(all.includes(text)).toBe(false);
    expect(all.includes(hex(text))).toBe(false);
  }
});
