import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange, type Transaction } from '../../platform/database/database.ts';
import { winOpportunity } from '../../sales/opportunities/win-opportunity.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { expireReferrals } from '../follow-up/runner.ts';

type Staff = TestUser & { headers: Record<string, string> };

const path = '/api/referrals';

let api: TestApi;
let manager: Staff;
let seller: Staff;
let count = 0;

const staff = async (role: string, full_name: string): Promise<Staff> => {
  const user = await createUser(api, { role, full_name });
  return { ...user, headers: await signIn(api, user) };
};
const post = (url: string, payload: object, more: Record<string, string> = {}) =>
  api.inject({ method: 'POST', url, payload, headers: { ...manager.headers, ...more } });
const read = async (url: string) => (await api.inject({ url, headers: manager.headers })).json();

const client = async (values: object = {}): Promise<AnyRecord> => {
  count += 2;
  const body = { ...(await sampleBody(api.database, clients, count)), primary_sales_rep_id: seller.id };
  const response = await post('/api/clients', { ...body, ...values });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const body = (values: object) => ({
  referred_name: 'Panadería La Espiga',
  received_at: '2027-12-24T12:00:00.000Z',
  assigned_to_id: manager.id,
  reward_type: 'none',
  currency_code: 'DOP',
  ...values,
});
const received = async (values: object): Promise<AnyRecord> => {
  const response = await post(path, body(values));
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const act = (record: AnyRecord, name: string, payload: object = {}) =>
  post(`${path}/${record.id}/${name}`, payload, { 'if-match': `"${record.row_version}"` });
const done = async (record: AnyRecord, name: string, payload: object = {}): Promise<AnyRecord> => {
  const response = await act(record, name, payload);
  expect(response.statusCode, `${name}: ${response.body}`).toBe(200);
  return response.json().data;
};
/** The opportunity that a converted referral begins. */
const opening = {
  name: 'Pan de Navidad',
  expected_amount: '25000',
  currency_code: 'DOP',
  expected_close_date: '2027-12-31',
  next_step: 'Presentar la propuesta',
};
const thanks = async ({ id }: AnyRecord): Promise<AnyRecord[]> =>
  (await read(`/api/activities?fields=*&f.referral_id=${id}&f.thanks_referrer=true&sort=created_at`)).data;

beforeAll(async () => {
  api = await startTestApi();
  manager = await staff('sales_manager', 'Gerente Comercial');
  seller = await staff('sales_rep', 'Ana Peñaló');
});
afterAll(() => api.close());

test('has to be contacted within 24 working hours', async () => {
  // Friday 24 December 2027, 8:00: ten hours that day, ten on Monday, four on Tuesday. Christmas is a Saturday.
  const record = await received({ referrer_kind: 'event', referrer_name: 'Expo' });
  expect(record.contact_due_at).toMatch(/^2027-12-28T16:00:00/);
  expect(record).toMatchObject({ status: 'received', first_contact_at: null });
});

test('the first finished activity about it is its first contact, and creates a task to thank the referrer', async () => {
  const referrer = await client();
  const record = await received({ referrer_kind: 'client', referrer_client_id: referrer.id });
  const closing = await api.database.one<{ id: string }>(
    sql`SELECT id FROM contact_results WHERE code = 'CUMPLIDA'`,
  );
  const attention = { contact_result_id: closing?.id };
  const activity = {
    subject: 'Llamar',
    kind: 'call',
    assigned_to_id: manager.id,
    starts_at: '2026-11-20T14:00:00.000Z',
  };
  const attended = await post('/api/activities/attended', {
    activity: { ...activity, referral_id: record.id },
    attention,
  });
  expect(attended.statusCode, attended.body).toBe(201);
  const contacted = (await read(`${path}/${record.id}`)).data;
  expect(contacted.status).toBe('contacted');
  expect(contacted.first_contact_at).not.toBeNull();
  const [task, ...more] = await thanks(record);
  expect(more).toEqual([]);
  expect(task).toMatchObject({
    kind: 'task',
    client_id: { id: referrer.id },
    assigned_to_id: { id: seller.id },
    subject: expect.stringMatching(/^Agradecer a .*Panadería La Espiga pasó a «Contactado»$/),
  });

  const qualified = await done(contacted, 'qualify');
  const other = await client();
  const converted = await done(qualified, 'convert', { client_id: other.id, ...opening });
  expect(converted).toMatchObject({ status: 'converted', converted_client_id: { id: other.id } });
  const { data: opportunities } = await read(`/api/opportunities?fields=*&f.referral_id=${record.id}`);
  expect(opportunities).toMatchObject([
    {
      name: 'Pan de Navidad',
      client_id: { id: other.id },
      owner_id: { id: manager.id },
      stage_id: { label: 'Prospecto' },
      expected_amount: '25000.00',
      referrer: referrer.trade_name,
      reward_type: 'none',
      result: 'open',
    },
  ]);

  // The signature of a contract wins it; what is undone is won no more.
  const wonWith = async (change: (tx: Transaction, id: string) => Promise<unknown>): Promise<AnyRecord> => {
    await api.database.transaction(systemChange('test'), (tx) => change(tx, opportunities[0].id));
    return (await read(`${path}/${record.id}`)).data;
  };
  expect(await wonWith((tx, id) => winOpportunity(tx, id, '24000.00', 'DOP'))).toMatchObject({
    status: 'converted',
    won_at: expect.any(String),
    won_amount: '24000.00',
    won_currency_code: 'DOP',
  });
  const undo = (tx: Transaction, id: string) =>
    tx.query(sql`
      UPDATE opportunities SET result = 'open', won_amount = NULL, won_currency_code = NULL WHERE id = ${id}::uuid`);
  expect(await wonWith(undo)).toMatchObject({ won_at: null, won_amount: null, won_currency_code: null });
  expect((await thanks(record)).map(({ subject }) => /«(.*)»/.exec(String(subject))?.[1])).toEqual([
    'Contactado',
    'Calificado',
    'Convertido',
  ]);
  // A task of thanks does not contact the referred company, and requires no next activity.
  const ended = await post(`/api/activities/${task?.id}/complete`, attention, {
    'if-match': `"${task?.row_version}"`,
  });
  expect(ended.statusCode, ended.body).toBe(200);
});

test('nobody can refer themselves', async () => {
  const referrer = await client();
  const by = { referrer_kind: 'client', referrer_client_id: referrer.id };
  const own = await post(path, body({ ...by, referred_tax_id: referrer.tax_id }));
  expect(own.statusCode).toBe(422);
  expect(own.json().errors).toEqual({
    referred_tax_id: [expect.stringContaining('nadie se refiere a sí mismo')],
  });
  const record = await done(await done(await received(by), 'contact'), 'qualify');
  const same = await act(record, 'convert', { client_id: referrer.id, ...opening });
  expect(same.statusCode).toBe(422);
  expect(same.json().errors).toHaveProperty('client_id');
});

test('one without activity expires once, and can be reopened', async () => {
  const record = await received({ referrer_kind: 'partner', referrer_name: 'Consultora' });
  await api.testDatabase.runAsSuperuser(
    sql`UPDATE referrals SET expires_at = now() - interval '1 minute' WHERE id = ${record.id}::uuid`,
  );
  const rounds = await Promise.all(Array.from({ length: 4 }, () => expireReferrals(api.database)));
  expect(rounds.reduce((sum, one) => sum + one, 0)).toBe(1);
  const expired = (await read(`${path}/${record.id}`)).data;
  expect(expired.status).toBe('expired');
  expect(await thanks(record)).toHaveLength(1);
  expect((await done(expired, 'reopen')).status).toBe('received');
  const discarded = await act(await received({ referrer_kind: 'event', referrer_name: 'Expo' }), 'discard');
  expect(discarded.json().errors).toHaveProperty('reason');
});
