import { clients } from '@pauta/domain/crm/clients/client.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn, signInAs, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { executeDueTransfers } from './due-transfers.ts';

type Headers = Record<string, string>;

let api: TestApi;
let headers: Headers;
let from: TestUser;
let to: TestUser;
let made = 0;

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api);
});
afterAll(() => api.close());
beforeEach(async () => {
  from = await createUser(api, { role: 'sales_rep', full_name: 'Delia Origen' });
  to = await createUser(api, { role: 'sales_rep', full_name: 'Rita Destino' });
});

const post = (url: string, payload: object, more: Headers = {}) =>
  api.inject({ method: 'POST', url, payload, headers: { ...headers, ...more } });

const clientOf = async (owner: TestUser, values: object = {}): Promise<string> => {
  made += 1;
  const payload = {
    ...(await sampleBody(api.database, clients, 1200 + made)),
    primary_sales_rep_id: owner.id,
    additional_sales_rep_id: null,
    ...values,
  };
  const response = await post('/api/clients', payload);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data.id;
};

const parts = ['clients.primary_sales_rep_id', 'clients.additional_sales_rep_id'];
const transfer = (more: object = {}, own: Headers = headers) =>
  api.inject({
    method: 'POST',
    url: '/api/account-transfers',
    payload: { from_user_id: from.id, to_user_id: to.id, parts, reason: 'Cambio de zona', ...more },
    headers: own,
  });
const done = async (more: object = {}) => {
  const response = await transfer(more);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const act = (record: { id: string; row_version: number }, name: string, own: Headers = headers) =>
  api.inject({
    method: 'POST',
    url: `/api/account-transfers/${record.id}/${name}`,
    payload: { reason: 'Fue un error' },
    headers: { ...own, 'if-match': `"${record.row_version}"` },
  });
const sellers = async (id: string) =>
  api.database.one<{ first: string; second: string | null }>(
    sql`SELECT primary_sales_rep_id AS first, additional_sales_rep_id AS second FROM clients WHERE id = ${id}`,
  );
const today = async (shift = 0) =>
  (await api.database.one<{ day: string }>(sql`SELECT (business_date() + ${shift}::integer)::text AS day`))
    ?.day ?? '';
const items = async (id: string) =>
  (await api.inject({ url: `/api/account-transfer-items?fields=*&f.transfer_id=${id}`, headers })).json()
    .data;

test('only administrators can read the log, transfer and revert', async () => {
  await clientOf(from);
  for (const role of ['general_manager', 'sales_manager', 'auditor', 'sales_rep']) {
    const own = await signInAs(api, role);
    const codes = await Promise.all([
      api.inject({ url: '/api/account-transfers', headers: own }),
      api.inject({ url: '/api/account-transfer-items', headers: own }),
      api.inject({ url: '/api/account-transfers/parts', headers: own }),
      transfer({}, own),
      act({ id: from.id, row_version: 1 }, 'revert', own),
      api.inject({
        method: 'POST',
        url: '/api/account-transfers/export',
        payload: { format: 'csv' },
        headers: own,
      }),
    ]);
    expect(
      codes.map(({ statusCode }) => statusCode),
      role,
    ).toEqual([403, 403, 403, 403, 403, 403]);
  }
});

test('a preview shows the records, amounts and warnings; executing moves exactly those and logs it', async () => {
  const plain = await clientOf(from, { currency_code: 'DOP', credit_limit: '1000.50' });
  const shared = await clientOf(from, { additional_sales_rep_id: to.id, credit_limit: '20' });
  const assisted = await clientOf(to, { additional_sales_rep_id: from.id, credit_limit: null });
  const frozen = await clientOf(from, { credit_limit: '7000' });
  expect((await post('/api/portfolio/freezes', { ids: [frozen], reason: 'En litigio' })).json().data).toEqual(
    { clients: 1 },
  );
  const preview = await post('/api/account-transfers/preview', {
    from_user_id: from.id,
    to_user_id: to.id,
    parts,
  });
  expect(preview.statusCode, preview.body).toBe(200);
  expect(preview.json().data).toMatchObject({
    total: 3,
    parts: [
      { key: parts[0], label: 'Clientes: vendedor', count: 2, frozen: 1 },
      { key: parts[1], count: 1, frozen: 0 },
    ],
    amounts: [{ currency: 'DOP', amount: '1020.50' }],
    warnings: expect.arrayContaining(['Una cuenta está congelada y no se mueve.']),
  });
  const record = await done();
  expect(record).toMatchObject({
    status: 'executed',
    origin: 'manual',
    from_user_id: { label: 'Delia Origen' },
    to_user_id: { label: 'Rita Destino' },
    skipped_count: 1,
    entities: ['clients'],
    amounts: [{ currency: 'DOP', amount: '1020.50' }],
    worth: [],
  });
  expect(record.batch_no).toMatch(/^TRA-\d{4}-\d{6}$/);
  expect(await sellers(plain)).toEqual({ first: to.id, second: null });
  expect(await sellers(shared)).toEqual({ first: to.id, second: null });
  expect(await sellers(assisted)).toEqual({ first: to.id, second: null });
  expect(await sellers(frozen)).toEqual({ first: from.id, second: null });
  const written = await items(record.id);
  // The shared client counts as two: as main seller, and as second seller whose place became empty.
  expect(written.filter((item: { outcome: string }) => item.outcome === 'moved')).toHaveLength(4);
  expect(written.find((item: { outcome: string }) => item.outcome === 'skipped')).toMatchObject({
    record_id: frozen,
    note: 'La cuenta está congelada.',
  });
  expect((await transfer()).json()).toMatchObject({ status: 409, code: 'nothing_to_transfer' });

  const back = await act(record, 'revert');
  expect(back.statusCode, back.body).toBe(200);
  expect(back.json().data).toMatchObject({ status: 'reverted', reverted_by_id: { id: expect.any(String) } });
  expect(await sellers(plain)).toEqual({ first: from.id, second: null });
  expect(await sellers(shared)).toEqual({ first: from.id, second: to.id });
  expect(await sellers(assisted)).toEqual({ first: to.id, second: from.id });
  expect((await act(back.json().data, 'revert')).json()).toMatchObject({ code: 'wrong_state' });
});

test('a share that was moved with its owner is restored once, whatever the number of concurrent reverts', async () => {
  const shared = await clientOf(from, { additional_sales_rep_id: to.id, additional_split_pct: '30.5000' });
  const assisted = await clientOf(to, { additional_sales_rep_id: from.id, additional_split_pct: '20.0000' });
  const third = await createUser(api, { role: 'sales_rep' });
  const kept = await clientOf(third, { additional_sales_rep_id: from.id, additional_split_pct: '15.0000' });
  const shareOf = async (id: string) =>
    api.database.one<{ pct: string; days: string[] }>(sql`
      SELECT additional_split_pct::text AS pct, (
        SELECT array_agg(u.full_name || ' ' || trim_scale(a.split_pct) ORDER BY a.role DESC)
        FROM portfolio_assignments a JOIN users u ON u.id = a.user_id
        WHERE a.client_id = c.id AND a.valid @> business_date()) AS days
      FROM clients c WHERE id = ${id}`);
  const before = { shared: await shareOf(shared), assisted: await shareOf(assisted) };
  expect(before.shared).toEqual({
    pct: '30.5000',
    days: ['Delia Origen 69.5', 'Rita Destino 30.5'].reverse().sort(),
  });
  const record = await done();
  expect(await shareOf(shared)).toEqual({ pct: '0.0000', days: ['Rita Destino 100'] });
  expect(await shareOf(assisted)).toEqual({ pct: '0.0000', days: ['Rita Destino 100'] });
  // A share belongs to the column, whoever its current owner is.
  expect((await shareOf(kept))?.pct).toBe('15.0000');

  const answers = await Promise.all(Array.from({ length: 8 }, () => act(record, 'revert')));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect({ shared: await shareOf(shared), assisted: await shareOf(assisted) }).toEqual(before);
  expect((await shareOf(kept))?.pct).toBe('15.0000');
});

test('the list can be filtered by the kinds of records that a transfer moved', async () => {
  await clientOf(from);
  const record = await done();
  const listed = async (entity: string): Promise<string[]> =>
    (
      await api.inject({
        url: `/api/account-transfers?f.from_user_id=${from.id}&f.entities=${entity}`,
        headers,
      })
    )
      .json()
      .data.map(({ id }: { id: string }) => id);
  expect(await listed('clients')).toEqual([record.id]);
  expect(await listed('opportunities')).toEqual([]);
  expect(await listed('opportunities,clients')).toEqual([record.id]);
});

test('moves selected clients, or those of a filter, and no others', async () => {
  const chosen = await clientOf(from);
  const active = await clientOf(from, { status: 'active' });
  const other = await clientOf(from, { status: 'prospect' });
  await done({ ids: [chosen] });
  expect((await sellers(chosen))?.first).toBe(to.id);
  await done({ query: 'f.status=active' });
  expect([(await sellers(active))?.first, (await sellers(other))?.first]).toEqual([to.id, from.id]);
  for (const wrong of [
    { query: 'f.nonsense=1' },
    { query: 'where=status%20and' },
    { query: 'f.status=active', ids: [chosen] },
    { to_user_id: from.id },
    { to_user_id: (await createUser(api, { status: 'suspended' })).id },
    { parts: ['users.reports_to_id'] },
    { reason: '    a    ' },
    { effective_on: await today(-1) },
  ]) {
    expect((await transfer(wrong)).statusCode, JSON.stringify(wrong)).toBe(422);
  }
});

test('cannot be reverted while later changes depend on it, which are listed', async () => {
  const id = await clientOf(from);
  const record = await done();
  const third = await createUser(api, { role: 'sales_rep' });
  const later = await done({ from_user_id: to.id, to_user_id: third.id, ids: [id] });
  const refused = await act(record, 'revert');
  expect(refused.json()).toMatchObject({
    status: 409,
    code: 'later_change',
    later: [{ record_id: id, batch_no: later.batch_no }],
  });
  expect(refused.json().message).toContain(later.batch_no);
  expect((await act(later, 'revert')).statusCode).toBe(200);
  expect((await act(record, 'revert')).statusCode).toBe(200);
  expect((await sellers(id))?.first).toBe(from.id);
});

test('past transfers cannot be rewritten, neither by the API nor in the database', async () => {
  const id = await clientOf(from);
  const record = await done();
  for (const method of ['PATCH', 'DELETE'] as const) {
    const response = await api.inject({ method, url: `/api/account-transfers/${record.id}`, headers });
    expect(response.statusCode).toBe(405);
  }
  const attempts = [
    sql`UPDATE account_transfers SET reason = 'Otro motivo' WHERE id = ${record.id}`,
    sql`UPDATE account_transfers SET status = 'scheduled' WHERE id = ${record.id}`,
    sql`DELETE FROM account_transfers WHERE id = ${record.id}`,
    sql`UPDATE account_transfer_items SET label = 'Otro' WHERE transfer_id = ${record.id}`,
    sql`DELETE FROM account_transfer_items WHERE transfer_id = ${record.id}`,
  ];
  for (const attempt of attempts) {
    const failed = await api.database.query(attempt).catch((error: unknown) => error);
    expect(failed, attempt.text).toMatchObject({ code: '42501' });
  }
  // Undoing the request is refused too, because the log would remain.
  const { data } = (await api.inject({ url: `/api/clients/${id}/history`, headers })).json();
  expect(data.at(-1)).toMatchObject({ action: 'transfer', undo: null, reason: 'Cambio de zona' });
});

test('a scheduled transfer runs once on its day with the records of that day, or is cancelled with the reason', async () => {
  const early = await clientOf(from);
  const day = await today(3);
  const record = await done({ effective_on: day });
  expect(record).toMatchObject({ status: 'scheduled', effective_on: day, item_count: 0, executed_at: null });
  const rejected = await done({ effective_on: day, ids: [early], to_user_id: (await createUser(api)).id });
  const dropped = await done({ effective_on: day });
  expect((await act(dropped, 'cancel')).json().data).toMatchObject({
    status: 'cancelled',
    note: 'Fue un error',
  });
  await executeDueTransfers(api.app);
  expect((await sellers(early))?.first).toBe(from.id);
  const late = await clientOf(from);
  await api.testDatabase.runAsSuperuser(
    sql`UPDATE account_transfers SET effective_on = business_date() WHERE status = 'scheduled'`,
  );
  await Promise.all(Array.from({ length: 4 }, () => executeDueTransfers(api.app)));
  expect([(await sellers(early))?.first, (await sellers(late))?.first]).toEqual([to.id, to.id]);
  const read = async (id: string) =>
    (await api.inject({ url: `/api/account-transfers/${id}`, headers })).json().data;
  expect(await read(record.id)).toMatchObject({ status: 'executed', item_count: 2, entities: ['clients'] });
  expect(await items(record.id)).toHaveLength(2);
  expect(await read(rejected.id)).toMatchObject({
    status: 'cancelled',
    note: expect.stringContaining('ya no había nada que transferir'),
  });
});

test('a leaving user leaves a transfer in the log, frozen accounts included', async () => {
  const id = await clientOf(from);
  await post('/api/portfolio/freezes', { ids: [id], reason: 'En litigio' });
  const etag = String((await api.inject({ url: `/api/users/${from.id}`, headers })).headers.etag);
  const response = await api.inject({
    method: 'POST',
    url: `/api/users/${from.id}/deactivate`,
    payload: {
      reason: 'Dejó la empresa',
      transfers: [{ resource: 'clients', field: 'primary_sales_rep_id', to_user_id: to.id }],
    },
    headers: { ...headers, 'if-match': etag },
  });
  expect(response.statusCode, response.body).toBe(200);
  const { data } = (
    await api.inject({ url: `/api/account-transfers?fields=*&f.from_user_id=${from.id}`, headers })
  ).json();
  expect(data).toMatchObject([{ origin: 'deactivation', reason: 'Dejó la empresa', item_count: 1 }]);
  // An inactive user cannot get it back.
  expect((await act(data[0], 'revert')).json()).toMatchObject({ code: 'inactive_owner' });
  expect((await signIn(api, to)).authorization).toBeTruthy();
});
