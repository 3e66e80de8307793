import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createRole, createUser, signIn, signInAs, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { winOpportunity } from './win-opportunity.ts';

type Headers = Record<string, string>;

let api: TestApi;
let headers: Headers;
let ana: TestUser;
let list: AnyRecord;

const post = (url: string, payload: object = {}, more: Headers = {}) =>
  api.inject({ method: 'POST', url, payload, headers: { ...headers, ...more } });
const data = async (response: ReturnType<typeof post>) => {
  const { statusCode, body } = await response;
  expect(statusCode, body).toBeLessThan(300);
  return JSON.parse(body).data;
};
const read = async (path: string): Promise<AnyRecord> =>
  data(api.inject({ url: `/api/${path}`, headers }) as never);

let made = 0;
const account = async (values: object = {}): Promise<AnyRecord> => {
  made += 1;
  const client = await data(post('/api/clients', await sampleBody(api.database, clients, made * 2)));
  return data(
    post('/api/target-list-members', {
      target_list_id: list.id,
      client_id: client.id,
      priority: 'A',
      assigned_to_id: ana.id,
      ...values,
    }),
  );
};
const opening = {
  name: 'Campaña de verano',
  expected_amount: '80000',
  currency_code: 'DOP',
  expected_close_date: '2027-03-15',
  next_step: 'Enviar la propuesta',
};
const openFrom = (member: AnyRecord, more: Headers = {}, values: object = {}) =>
  post(
    `/api/target-list-members/${member.id}/open_opportunity`,
    { ...opening, ...values },
    { 'if-match': `"${member.row_version}"`, ...more },
  );
const win = (id: string, amount: string, currency: string) =>
  api.database.transaction(systemChange('test'), (tx) => winOpportunity(tx, id, amount, currency));
const idOf = (value: unknown): string => (value as { readonly id: string }).id;

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api, 'admin');
  ana = await createUser(api, { role: 'sales_rep', full_name: 'Ana Peñaló' });
  const draft = await data(
    post('/api/target-lists', {
      name: 'Verano',
      purpose: 'season',
      period: { from: '2027-01-01', to: '2027-06-30' },
      owner_id: ana.id,
      kind: 'static',
      currency_code: 'DOP',
    }),
  );
  list = await data(
    post(`/api/target-lists/${draft.id}/activate`, {}, { 'if-match': `"${draft.row_version}"` }),
  );
});
afterAll(() => api.close());

test('an account becomes an opportunity of whoever works on it, once; its win is that of the account', async () => {
  const member = await account();
  const opened = await data(openFrom(member));
  expect(opened).toMatchObject({ state: 'pending', opportunity_id: { label: 'Campaña de verano' } });
  const id = idOf(opened.opportunity_id);
  expect(await read(`opportunities/${id}`)).toMatchObject({
    client_id: { id: idOf(member.client_id) },
    owner_id: { id: ana.id },
    stage_id: { label: 'Prospecto' },
    expected_amount: '80000.00',
    result: 'open',
  });
  const again = await openFrom(opened);
  expect(again.statusCode).toBe(409);
  expect(again.json().message).toBe('La cuenta ya tiene su oportunidad.');

  const before = await read(`target-lists/${list.id}`);
  await win(id, '75000.00', 'DOP');
  expect(await read(`target-list-members/${member.id}`)).toMatchObject({
    state: 'won',
    won_amount: '75000.00',
  });
  const after = await read(`target-lists/${list.id}`);
  expect(after.won).toBe(Number(before.won) + 1);
  expect(Number(after.won_amount)).toBe(Number(before.won_amount) + 75000);
});

test('a win in another currency counts by the rate of the day; without one the account has no amount', async () => {
  const first = await data(openFrom(await account(), {}, { currency_code: 'USD' }));
  await win(idOf(first.opportunity_id), '100.00', 'USD');
  expect(await read(`target-list-members/${first.id}`)).toMatchObject({ state: 'won', won_amount: null });
  await api.database.query(sql`
    INSERT INTO exchange_rates (from_currency, to_currency, on_date, rate) VALUES ('USD', 'DOP', business_date(), 60.25)`);
  const second = await data(openFrom(await account(), {}, { currency_code: 'USD' }));
  await win(idOf(second.opportunity_id), '100.00', 'USD');
  expect(await read(`target-list-members/${second.id}`)).toMatchObject({
    state: 'won',
    won_amount: '6025.00',
  });
});

test('a prospect that is not a client yet has no opportunity, and the refusal says what to do', async () => {
  const prospect = await data(
    post('/api/target-list-members', {
      target_list_id: list.id,
      prospect_name: 'Futura S.A.',
      priority: 'B',
      assigned_to_id: ana.id,
    }),
  );
  const refused = await openFrom(prospect);
  expect(refused.statusCode).toBe(409);
  expect(refused.json().message).toContain('cree el cliente');
});

test('it needs the permission to create opportunities', async () => {
  const role = await createRole(api, [
    'target_lists.view_all',
    'target_list_members.work',
    'clients.view_all',
  ]);
  const helper = await createUser(api, { role });
  const refused = await openFrom(await account(), await signIn(api, helper));
  expect(refused.statusCode).toBe(403);
  expect(refused.json().message).toContain('«Crear oportunidades»');
});
