import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { loggerOptions } from '../../platform/logging.ts';
import { createUser, ensureRoles, signIn, testPassword } from '../../testing/sign-in.ts';
import { startTestApi } from '../../testing/test-api.ts';

test('no password and no token is written to the log, whatever the outcome', async () => {
  let log = '';
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      log += String(chunk);
      done();
    },
  });
  const api = await startTestApi({ log: pino(loggerOptions('trace'), stream) });
  try {
    await ensureRoles(api);
    const user = await createUser(api);
    const headers = await signIn(api, user);
    const secrets = ['once faroles de papel', 'quince linternas ámbar', testPassword];
    const post = (url: string, payload: object, own: Record<string, string> = {}) =>
      api.inject({ method: 'POST', url, payload, headers: own });
    const answers = [
      await post('/api/login', { email: user.email, password: testPassword }),
      await post('/api/login', { email: user.email, password: secrets[0] }),
      await post('/api/login', { email: secrets[0], password: [secrets[1]], extra: secrets[1] }),
      await post('/api/register', {
        full_name: 'Persona Nueva',
        email: 'nueva@ejemplo.com',
        password: secrets[0],
        password_confirmation: secrets[1],
        accept_terms: true,
      }),
      await post(
        '/api/profile/password',
        { current_password: testPassword, password: secrets[1], password_confirmation: secrets[1] },
        { ...headers, 'idempotency-key': '9f2c7a4e-6a53-4f4e-9a6b-2f6d1c0e8b11' },
      ),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 422, 422, 422, 204]);
    // Includes database errors, which quote their input.
    await api.testDatabase.drop();
    expect(
      (await post('/api/login', { email: user.email, password: testPassword })).statusCode,
    ).toBeGreaterThanOrEqual(500);
    const token = answers[0]!.json<{ token: string }>().token;
    expect(log.split('\n').length).toBeGreaterThan(10);
    for (const secret of [...secrets, token, headers.authorization.slice(7), 'argon2id']) {
      expect(log.includes(secret), secret).toBe(false);
    }
  } finally {
    await api.app.close();
  }
});
