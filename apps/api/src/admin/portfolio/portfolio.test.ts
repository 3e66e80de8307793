import { clients } from '@pauta/domain/crm/clients/client.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn, signInAs, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { portfolioParts } from './portfolio.ts';

type Headers = Record<string, string>;
interface Transfer {
  resource: string;
  field: string;
  to_user_id: string | null;
}

let api: TestApi;
let headers: Headers;
let leaver: TestUser;
let heir: TestUser;
let made = 0;

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api);
});
afterAll(() => api.close());
beforeEach(async () => {
  leaver = await createUser(api, { role: 'sales_rep', full_name: 'Lidia Saliente' });
  heir = await createUser(api, { role: 'sales_rep', full_name: 'Hugo Heredero' });
});

const createClient = async (primary: string, additional: string | null = null) => {
  made += 1;
  const payload = {
    ...(await sampleBody(api.database, clients, 500 + made)),
    primary_sales_rep_id: primary,
    additional_sales_rep_id: additional,
  };
  return api.inject({ method: 'POST', url: '/api/clients', payload, headers });
};
const clientOf = async (primary: string, additional: string | null = null): Promise<string> => {
  const response = await createClient(primary, additional);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data.id;
};

const version = async (user: TestUser) =>
  String((await api.inject({ url: `/api/users/${user.id}`, headers })).headers.etag);

const deactivate = async (user: TestUser, transfers: Transfer[], own = headers) =>
  api.inject({
    method: 'POST',
    url: `/api/users/${user.id}/deactivate`,
    payload: { reason: 'Dejó la empresa', transfers },
    headers: { ...own, 'if-match': await version(user) },
  });

const first = (to_user_id: string | null): Transfer => ({
  resource: 'clients',
  field: 'primary_sales_rep_id',
  to_user_id,
});
const second = (to_user_id: string | null): Transfer => ({
  resource: 'clients',
  field: 'additional_sales_rep_id',
  to_user_id,
});
const team = (to_user_id: string | null): Transfer => ({
  resource: 'users',
  field: 'reports_to_id',
  to_user_id,
});

const sellers = async (id: string) =>
  api.database.one(
    sql`SELECT primary_sales_rep_id AS first, additional_sales_rep_id AS second FROM clients WHERE id = ${id}`,
  );
const statusOf = async (user: TestUser) =>
  (await api.database.one<{ status: string }>(sql`SELECT status FROM users WHERE id = ${user.id}`))?.status;

test('every owner column is protected by a rule in the database', async () => {
  const rows = await api.database.query<{ part: string }>(
    sql`SELECT table_name || '.' || column_name AS part FROM owner_columns ORDER BY part`,
  );
  const wanted = portfolioParts.map(({ resource, field }) => `${resource.name}.${field}`).sort();
  expect(rows.map(({ part }) => part)).toEqual(wanted);
});

test('the database and the definitions agree on the finished states', async () => {
  const rows = await api.database.query(
    sql`SELECT table_name, state_column, finished_states FROM owner_columns ORDER BY table_name, column_name`,
  );
  const wanted = portfolioParts
    .map(({ resource: { name, finished, state }, field }) => ({ name, finished, state, field }))
    .sort((a, b) => (`${a.name}.${a.field}` < `${b.name}.${b.field}` ? -1 : 1));
  expect(rows).toEqual(
    wanted.map(({ name, finished, state }) => ({
      table_name: name,
      state_column: finished.length > 0 ? state : null,
      finished_states: finished,
    })),
  );
});

describe('finished records', () => {
  const activityOf = async (client: string, owner: string): Promise<string> => {
    const response = await api.inject({
      method: 'POST',
      url: '/api/activities',
      payload: {
        subject: 'Llamar',
        kind: 'call',
        client_id: client,
        assigned_to_id: owner,
        starts_at: '2030-05-02T14:00:00.000Z',
      },
      headers,
    });
    expect(response.statusCode, response.body).toBe(201);
    return response.json().data.id;
  };
  const finish = (id: string) =>
    api.database.query(sql`UPDATE activities SET status = 'done', contact_result_id = (
      SELECT id FROM contact_results ORDER BY id LIMIT 1) WHERE id = ${id}`);
  const ownerOf = async (id: string) =>
    (
      await api.database.one<{ id: string }>(
        sql`SELECT assigned_to_id AS id FROM activities WHERE id = ${id}`,
      )
    )?.id;
  const work = (to_user_id: string): Transfer => ({
    resource: 'activities',
    field: 'assigned_to_id',
    to_user_id,
  });
  const lastTransfer = async () =>
    (
      await api.inject({
        url: `/api/account-transfers?fields=*&f.from_user_id=${leaver.id}&sort=-batch_no`,
        headers,
      })
    ).json().data[0];
  const revert = async (transfer: { id: string; row_version: number }) =>
    api.inject({
      method: 'POST',
      url: `/api/account-transfers/${transfer.id}/revert`,
      payload: { reason: 'Volvió a la empresa' },
      headers: { ...headers, 'if-match': `"${transfer.row_version}"` },
    });
  const reactivate = async () =>
    api.inject({
      method: 'POST',
      url: `/api/users/${leaver.id}/reactivate`,
      headers: { ...headers, 'if-match': await version(leaver) },
    });

  test('keep their owner; review, response and log count the open records consistently, with amounts', async () => {
    const client = await clientOf(leaver.id, heir.id);
    await api.database.query(
      sql`UPDATE clients SET credit_limit = '0.10', currency_code = 'USD' WHERE id = ${client}`,
    );
    const [done, open] = [await activityOf(client, leaver.id), await activityOf(client, leaver.id)];
    await finish(done);
    const portfolio = (await api.inject({ url: `/api/users/${leaver.id}/portfolio`, headers })).json().data;
    expect(portfolio).toEqual([
      expect.objectContaining({
        resource: 'clients',
        count: 1,
        amounts: [{ currency: 'USD', amount: '0.10' }],
      }),
      expect.objectContaining({ resource: 'activities', count: 1, amounts: [] }),
    ]);
    const response = await deactivate(leaver, [first(heir.id), work(heir.id)]);
    expect(response.json(), response.body).toMatchObject({ transferred: 2 });
    expect(await ownerOf(done)).toBe(leaver.id);
    expect(await ownerOf(open)).toBe(heir.id);
    expect(await lastTransfer()).toMatchObject({
      item_count: 2,
      amounts: [{ currency: 'USD', amount: '0.10' }],
      scope: [
        { part: 'Clientes: vendedor', count: 1 },
        { part: 'Actividades: responsable', count: 1 },
      ],
    });
  });

  test('cannot be reopened while their owner is inactive', async () => {
    const client = await clientOf(heir.id);
    const done = await activityOf(client, leaver.id);
    await finish(done);
    expect((await deactivate(leaver, [])).statusCode).toBe(200);
    const failed = await api.database
      .query(sql`UPDATE activities SET status = 'pending', contact_result_id = NULL WHERE id = ${done}`)
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ constraint: 'owner_is_not_inactive' });
  });

  test('finished since also keep their owner when a transfer is reverted', async () => {
    const client = await clientOf(leaver.id);
    await api.inject({
      method: 'POST',
      url: '/api/portfolio/freezes',
      payload: { ids: [client], reason: 'En litigio' },
      headers,
    });
    const [done, open] = [await activityOf(client, leaver.id), await activityOf(client, leaver.id)];
    await deactivate(leaver, [first(heir.id), work(heir.id)]);
    const transfer = await lastTransfer();
    expect(transfer.item_count).toBe(3);
    expect((await revert(transfer)).json()).toMatchObject({
      code: 'inactive_owner',
      message: expect.stringContaining('Lidia Saliente'),
    });
    await finish(done);
    expect((await reactivate()).statusCode).toBe(200);
    const reverted = await revert(transfer);
    expect(reverted.statusCode, reverted.body).toBe(200);
    // The account was frozen before the hand-over, so it is frozen again.
    expect(await sellers(client)).toEqual({ first: leaver.id, second: null });
    expect(await ownerOf(open)).toBe(leaver.id);
    expect(await ownerOf(done)).toBe(heir.id);
    const back = await api.inject({
      url: `/api/account-transfers/${reverted.json().data.reverted_by_id.id}`,
      headers,
    });
    expect(back.json().data).toMatchObject({ item_count: 2, skipped_count: 1 });
  });

  test('accounts frozen since then block the revert, and are listed', async () => {
    const client = await clientOf(leaver.id);
    await deactivate(leaver, [first(heir.id)]);
    await api.inject({
      method: 'POST',
      url: '/api/portfolio/freezes',
      payload: { ids: [client], reason: 'En litigio' },
      headers,
    });
    await reactivate();
    const { trade_name } = (await api.inject({ url: `/api/clients/${client}`, headers })).json().data;
    expect((await revert(await lastTransfer())).json()).toMatchObject({
      code: 'frozen',
      message: expect.stringContaining(trade_name),
    });
  });
});

test('all records of a leaving user are transferred in one step', async () => {
  const third = await createUser(api, { role: 'sales_rep' });
  const boss = await createUser(api, { role: 'sales_manager' });
  await api.database.query(sql`UPDATE users SET reports_to_id = ${boss.id} WHERE id = ${leaver.id}`);
  await api.database.query(
    sql`UPDATE users SET reports_to_id = ${leaver.id} WHERE id IN (${heir.id}, ${third.id})`,
  );
  const [plain, shared, assisted] = [
    await clientOf(leaver.id),
    await clientOf(leaver.id, heir.id),
    await clientOf(heir.id, leaver.id),
  ];
  await api.database.query(sql`UPDATE clients SET archived_at = now() WHERE id = ${plain}`);
  await api.database.query(
    sql`UPDATE clients SET credit_limit = '100.10', currency_code = 'DOP' WHERE id = ${plain}`,
  );
  const session = await signIn(api, leaver);

  const portfolio = await api.inject({ url: `/api/users/${leaver.id}/portfolio`, headers });
  expect(portfolio.json().data).toEqual([
    {
      resource: 'clients',
      field: 'primary_sales_rep_id',
      label: 'Clientes: vendedor',
      count: 2,
      amounts: [{ currency: 'DOP', amount: '100.10' }],
      worth: [],
      optional: false,
    },
    expect.objectContaining({ field: 'additional_sales_rep_id', count: 1, optional: true }),
    expect.objectContaining({ resource: 'users', label: 'Personas a su cargo', count: 2 }),
  ]);

  const response = await deactivate(leaver, [first(heir.id), second(heir.id), team(heir.id)]);
  expect(response.statusCode, response.body).toBe(200);
  expect(response.json()).toMatchObject({ transferred: 5, data: { status: 'inactive' } });
  expect(await sellers(plain)).toEqual({ first: heir.id, second: null });
  // A user cannot be both sellers of one client.
  expect(await sellers(shared)).toEqual({ first: heir.id, second: null });
  expect(await sellers(assisted)).toEqual({ first: heir.id, second: null });
  const reports = await api.database.query(
    sql`SELECT id, reports_to_id AS boss FROM users WHERE id IN (${heir.id}, ${third.id})`,
  );
  expect(reports).toEqual(
    expect.arrayContaining([
      { id: heir.id, boss: boss.id },
      { id: third.id, boss: heir.id },
    ]),
  );
  await expect
    .poll(async () => (await api.inject({ url: '/api/user', headers: session })).statusCode)
    .toBe(401);
  const { data } = (await api.inject({ url: `/api/users/${leaver.id}/history`, headers })).json();
  expect(data.at(-1)).toMatchObject({ title: 'Desactivado', reason: 'Dejó la empresa' });
  const log = await api.database.query(sql`
    SELECT DISTINCT action, reason FROM audit_log WHERE entity = 'clients' AND entity_id = ${shared} AND action <> 'create'`);
  expect(log).toEqual([{ action: 'transfer', reason: 'Dejó la empresa' }]);
});

test('without a recipient for each part nothing changes, and each missing part is named', async () => {
  const id = await clientOf(leaver.id);
  const nobody = await deactivate(leaver, []);
  expect(nobody.statusCode).toBe(422);
  expect(nobody.json().errors).toEqual({
    'clients.primary_sales_rep_id': ['Clientes: vendedor: elija a quién pasarlos (1).'],
  });
  for (const to of [null, leaver.id, (await createUser(api, { status: 'suspended' })).id]) {
    expect((await deactivate(leaver, [first(to)])).statusCode, `${to}`).toBe(422);
  }
  expect(await sellers(id)).toEqual({ first: leaver.id, second: null });
  expect(await statusOf(leaver)).toBe('active');
});

test('it needs the permission, the version, a reason, and no stronger account', async () => {
  const manager = await signInAs(api, 'sales_manager');
  expect((await deactivate(leaver, [], manager)).statusCode).toBe(403);
  const url = `/api/users/${leaver.id}/deactivate`;
  const payload = { reason: 'Dejó la empresa', transfers: [] };
  const post = (more: object, body: object = payload) =>
    api.inject({ method: 'POST', url, payload: body, headers: { ...headers, ...more } });
  expect((await post({})).statusCode).toBe(428);
  expect((await post({ 'if-match': '"99"' })).statusCode).toBe(412);
  expect((await post({ 'if-match': '"1"' }, { transfers: [] })).statusCode).toBe(422);
  const me = await createUser(api);
  expect((await deactivate(me, [], await signIn(api, me))).json()).toMatchObject({ code: 'own_account' });
  expect((await deactivate(leaver, [])).statusCode).toBe(200);
  expect((await deactivate(leaver, [])).statusCode).toBe(409);
});

test('no record can be assigned to an inactive user, by any route', async () => {
  const id = await clientOf(heir.id);
  expect((await deactivate(leaver, [])).statusCode).toBe(200);
  expect((await createClient(leaver.id)).statusCode).toBe(422);
  for (const column of [sql`primary_sales_rep_id`, sql`additional_sales_rep_id`]) {
    const failed = await api.database
      .query(sql`UPDATE clients SET ${column} = ${leaver.id} WHERE id = ${id}`)
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ constraint: 'owner_is_not_inactive' });
  }
  const still = await api.database
    .query(sql`UPDATE users SET status = 'inactive' WHERE id = ${heir.id}`)
    .catch((error: unknown) => error);
  expect(still).toMatchObject({ constraint: 'users_inactive_owns_nothing' });
});

test('records assigned to a user during their deactivation are transferred or refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const who = await createUser(api, { role: 'sales_rep' });
    const moved = await clientOf(heir.id);
    const etag = await version(who);
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => createClient(who.id)),
      api.database.query(sql`UPDATE clients SET primary_sales_rep_id = ${who.id} WHERE id = ${moved}`).then(
        () => ({ statusCode: 200 }),
        () => ({ statusCode: 422 }),
      ),
      api.inject({
        method: 'POST',
        url: `/api/users/${who.id}/deactivate`,
        payload: { reason: 'Dejó la empresa', transfers: [first(heir.id), second(null), team(null)] },
        headers: { ...headers, 'if-match': etag },
      }),
    ]);
    for (const { statusCode } of answers) expect([200, 201, 422]).toContain(statusCode);
    expect(answers.at(-1)?.statusCode).toBe(200);
    const left = await api.database.one<{ count: number }>(
      sql`SELECT count(*)::integer AS count FROM clients WHERE primary_sales_rep_id = ${who.id}`,
    );
    expect([await statusOf(who), left?.count]).toEqual(['inactive', 0]);
  }
});

test('of two concurrent deactivations, each with the other user as recipient, one fails', async () => {
  await clientOf(leaver.id);
  await clientOf(heir.id);
  const [a, b] = await Promise.all([
    deactivate(leaver, [first(heir.id)]),
    deactivate(heir, [first(leaver.id)]),
  ]);
  expect([a.statusCode, b.statusCode].sort()).toEqual([200, 422]);
  const owners = await api.database.query<{ status: string }>(sql`
    SELECT DISTINCT u.status FROM clients c JOIN users u ON u.id = c.primary_sales_rep_id
    WHERE u.id IN (${leaver.id}, ${heir.id})`);
  expect(owners).toEqual([{ status: 'active' }]);
});

test('a thousand clients are transferred at once', async () => {
  const id = await clientOf(leaver.id);
  await api.database.query(sql`
    INSERT INTO clients (client_code, legal_name, trade_name, country_id, tax_id_type, tax_id, client_type_id,
      client_category_id, industry_id, primary_sales_rep_id, credit_term_id)
    SELECT 'MIL-' || n, 'Mil ' || n, 'Mil ' || n, c.country_id, 'OTRO', 'MIL' || n, c.client_type_id,
      c.client_category_id, c.industry_id, c.primary_sales_rep_id, c.credit_term_id
    FROM clients c, generate_series(1, 1000) AS n WHERE c.id = ${id}`);
  const response = await deactivate(leaver, [first(heir.id)]);
  expect(response.json()).toMatchObject({ transferred: 1001 });
});

test('a deactivated user can be reactivated', async () => {
  expect((await deactivate(leaver, [])).statusCode).toBe(200);
  const back = await api.inject({
    method: 'POST',
    url: `/api/users/${leaver.id}/reactivate`,
    headers: { ...headers, 'if-match': await version(leaver) },
  });
  expect(back.json().data.status).toBe('active');
});
