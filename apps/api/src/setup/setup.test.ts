import { setupSteps } from '@pauta/domain/home/setup.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmtpServer, type TestSmtpServer } from '../testing/programs/smtp-server.ts';
import { createUser, signIn, signInAs, type TestUser } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

type Headers = Record<string, string>;

let api: TestApi;
let smtp: TestSmtpServer;
let first: TestUser;
let headers: Headers;

beforeAll(async () => {
  smtp = await startSmtpServer();
  api = await startTestApi({ config: { smtpUrl: smtp.url, mailFrom: 'Pauta <pauta@ejemplo.com>' } });
  first = await createUser(api, { role: 'admin', full_name: 'Alba Primera' });
  headers = await signIn(api, first);
});
afterAll(async () => {
  await api.close();
  await smtp.close();
});

const read = async (own = headers, of: TestApi = api) =>
  (await of.inject({ url: '/api/setup', headers: own })).json().data;
const post = (url: string, own = headers) => api.inject({ method: 'POST', url, headers: own });
const set = (values: object) => api.inject({ method: 'PUT', url: '/api/settings', payload: values, headers });
const setAddress = (public_url: string | null) => set({ public_url });

test('is answered only to users who may change the settings', async () => {
  const seller = await signInAs(api, 'sales_rep');
  expect((await api.inject({ url: '/api/setup', headers: seller })).statusCode).toBe(403);
  expect((await post('/api/setup/test-mail', seller)).statusCode).toBe(403);
});

test('a step is done when the data show it, and open again when they do not', async () => {
  await api.database.query(sql`UPDATE users SET status = 'inactive' WHERE id <> ${first.id}`);
  expect((await read()).done).toMatchObject({
    company: false,
    address: false,
    people: false,
    catalogues: true,
    form: false,
    portfolio: false,
  });
  // A step with an incomplete value is still open.
  await api.database.query(sql`UPDATE companies SET legal_name = 'Medios del Caribe, S.R.L.'`);
  expect((await read()).done.company).toBe(false);
  await api.database.query(sql`UPDATE companies SET tax_id_type = 'OTRO', tax_id = 'PRUEBA1'`);
  await setAddress('https://pauta.medios.test');
  await createUser(api, { role: 'sales_rep' });
  await api.database.query(sql`UPDATE public_forms SET allowed_origins = '{https://www.medios.test}'`);
  await api.database.query(sql`
    INSERT INTO portfolio_rules (name, priority, assign_to, conditions) VALUES ('Todos', 1, 'least_loaded', 'status:active')`);
  expect((await read()).done).toMatchObject({
    company: true,
    address: true,
    people: true,
    form: true,
    portfolio: true,
  });
  await api.database.query(sql`UPDATE industries SET is_active = false`);
  expect(await read()).toMatchObject({ done: { catalogues: false }, empty_catalogues: ['Industrias'] });
  await api.database.query(sql`UPDATE industries SET is_active = true`);
});

test('links of mails begin with the address that was set', async () => {
  await setAddress('https://pauta.medios.test/');
  expect((await read()).address).toEqual({ value: 'https://pauta.medios.test', fixed: false });
  expect(await api.app.mailer.address(api.database, '/login')).toBe('https://pauta.medios.test/login');
  for (const wrong of ['pauta.medios.test', 'https://pauta.medios.test/login', 'ftp://medios.test'])
    expect((await setAddress(wrong)).statusCode, wrong).toBe(422);
});

test('the mail server is checked separately, and no request waits for it', async () => {
  await expect.poll(async () => (await read()).mail.state).toBe('ok');
  const silent = await startTestApi({
    config: { smtpUrl: 'smtp://127.0.0.1:9', mailFrom: 'Pauta <pauta@ejemplo.com>' },
  });
  try {
    const own = await signInAs(silent, 'admin');
    expect((await read(own, silent)).mail).toEqual({ state: 'checking' });
    await expect
      .poll(async () => (await read(own, silent)).mail)
      .toEqual({ state: 'failed', reason: expect.stringContaining('No se pudo conectar') });
    const refused = await silent.inject({ method: 'POST', url: '/api/setup/test-mail', headers: own });
    expect(refused.json()).toMatchObject({ status: 409, code: 'mail_failed' });
  } finally {
    await silent.close();
  }
});

test('a test mail is sent to the requesting user, with a link that works from outside', async () => {
  await setAddress('https://pauta.medios.test');
  const sent = await post('/api/setup/test-mail');
  expect(sent.statusCode, sent.body).toBe(200);
  expect(smtp.received.at(-1)).toMatchObject({
    to: first.email,
    text: expect.stringContaining('https://pauta.medios.test/'),
  });
});

test('the way from a space to the first payment is open at first', async () => {
  const { done } = await read();
  const wayToPayment = ['fiscal', 'space', 'rate_card', 'quote', 'contract', 'invoice', 'payment'] as const;
  expect(wayToPayment.map((name) => [name, done[name]])).toEqual(wayToPayment.map((name) => [name, false]));
  expect(Object.keys(done).sort()).toEqual(setupSteps.map(({ name }) => name).sort());
  expect((await post('/api/setup/dismiss')).json()).toMatchObject({ status: 409, code: 'not_complete' });
});
