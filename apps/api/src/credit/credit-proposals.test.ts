import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importer } from '../import-export/fixtures.ts';
import { sampleBody } from '../testing/sample-values.ts';
import { createUser, signIn, signInAs, type TestUser } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

type Headers = { authorization: string };

let api: TestApi;
let admin: Headers;
let finance: Headers;
let seller: TestUser;
let hers: Headers;
let count = 0;

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api, 'admin');
  finance = await signInAs(api, 'finance');
  seller = await createUser(api, { role: 'sales_rep', full_name: 'Ana Vendedora' });
  hers = await signIn(api, seller);
});
afterAll(() => api.close());

const call = (
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  as: Headers,
  payload?: object,
  version?: number,
) =>
  api.inject({
    method,
    url,
    headers: { ...as, ...(version !== undefined && { 'if-match': `"${version}"` }) },
    ...(payload && { payload }),
  });
const makeAccount = async (path: 'clients' | 'agencies', values: object = {}): Promise<AnyRecord> => {
  count += 2;
  const body = {
    ...(await sampleBody(api.database, path === 'clients' ? clients : agencies, count)),
    primary_sales_rep_id: seller.id,
    credit_limit: '1000.00',
    ...(path === 'clients' && { additional_sales_rep_id: null }),
    ...values,
  };
  const response = await call('POST', `/api/${path}`, admin, body);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const read = async (path: string, id: string): Promise<AnyRecord> =>
  (await call('GET', `/api/${path}/${id}`, admin)).json().data;
const propose = (values: object, as = hers) =>
  call('POST', '/api/credit-proposals', as, {
    proposed_limit: '50000',
    currency_code: 'DOP',
    reason: 'Paga siempre a tiempo',
    ...values,
  });
const proposal = async (client: AnyRecord, values: object = {}): Promise<AnyRecord> => {
  const response = await propose({ client_id: client.id, ...values });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const act = (name: string, one: AnyRecord, as: Headers, payload: object = {}) =>
  call('POST', `/api/credit-proposals/${one.id}/${name}`, as, payload, one.row_version);

describe.each(['clients', 'agencies'] as const)('the limit of %s', (path) => {
  test('cannot be set by the account’s seller, by any route', async () => {
    const account = await makeAccount(path);
    // The default sales role may not change agencies; here it gets that permission.
    const manager = await signInAs(api, path === 'clients' ? 'sales_rep' : 'sales_manager');
    const own = path === 'clients' ? hers : manager;
    const patch = (body: object) =>
      call('PATCH', `/api/${path}/${account.id}`, own, body, account.row_version);
    expect((await patch({ credit_limit: '9000000' })).json()).toMatchObject({
      status: 403,
      permission: 'clients.credit_limit',
    });
    expect((await patch({ credit_limit: null })).statusCode).toBe(403);
    const inDollars = await patch({ currency_code: 'USD' });
    expect([inDollars.statusCode, inDollars.json().message]).toEqual([
      422,
      expect.stringMatching(/límite de crédito está en esta moneda/),
    ]);
    const bulk = await call('POST', `/api/${path}/bulk`, own, {
      action: 'update',
      ids: [account.id],
      values: { credit_limit: '9000000' },
    });
    expect(bulk.json().data).toMatchObject({ changed: 0, blocked_total: 1 });
    count += 2;
    const made = await call('POST', `/api/${path}`, own, {
      ...(await sampleBody(api.database, path === 'clients' ? clients : agencies, count)),
      primary_sales_rep_id: seller.id,
      credit_limit: '9000000',
    });
    expect(made.statusCode).toBe(403);
    expect((await read(path, account.id)).credit_limit).toBe('1000.00');
  });

  test('can be set with the permission', async () => {
    const account = await makeAccount(path);
    const set = await call(
      'PATCH',
      `/api/${path}/${account.id}`,
      admin,
      { credit_limit: '7000' },
      account.row_version,
    );
    expect(set.json().data.credit_limit).toBe('7000.00');
  });
});

test('nor by an import', async () => {
  const client = await makeAccount('clients');
  const assistant = await signInAs(api, 'sales_assistant');
  const files = importer(api, assistant);
  const job = await files.start(
    'clients',
    `Código,Límite de crédito\n${String(client.client_code)},9000000\n`,
  );
  const checked = await files.check(job.id);
  expect(checked.counts).toMatchObject({ error: 1 });
  expect((await read('clients', client.id)).credit_limit).toBe('1000.00');
});

describe('a proposal', () => {
  test('is visible to users who decide, and once approved it is the limit, with its history', async () => {
    const client = await makeAccount('clients');
    const one = await proposal(client, { proposed_limit: '50000', currency_code: 'USD' });
    expect(one).toMatchObject({
      folio: expect.stringMatching(/^CRE-\d{4}-\d{6}$/),
      status: 'pending',
      current_limit: '1000.00',
      proposed_by_id: { id: seller.id },
    });
    const cards = (await call('GET', '/api/home', finance)).json().data as { name: string; total: number }[];
    expect(cards.find(({ name }) => name === 'approvals')?.total).toBeGreaterThan(0);
    const hersToo = (await call('GET', '/api/home', hers)).json().data as { name: string }[];
    expect(hersToo.map(({ name }) => name)).not.toContain('approvals');

    expect((await act('approve', one, hers)).statusCode).toBe(403);
    const approved = await act('approve', one, finance, { reason: 'Con garantía' });
    expect(approved.statusCode, approved.body).toBe(200);
    expect(approved.json().data).toMatchObject({ status: 'approved', decision_reason: 'Con garantía' });
    expect(await read('clients', client.id)).toMatchObject({
      credit_limit: '50000.00',
      currency_code: 'USD',
    });
    const history = (await call('GET', `/api/clients/${client.id}/history`, hers)).json().data as {
      title: string;
      reason: string | null;
    }[];
    expect(history).toContainEqual(
      expect.objectContaining({ title: 'Propuesta de crédito aprobada', reason: 'Con garantía' }),
    );
  });

  test('is rejected with a reason, and the limit stays', async () => {
    const client = await makeAccount('clients');
    const one = await proposal(client);
    expect((await act('reject', one, finance)).statusCode).toBe(422);
    expect((await act('reject', one, hers, { reason: 'No conviene' })).statusCode).toBe(403);
    const rejected = await act('reject', one, finance, { reason: 'Debe tres facturas' });
    expect(rejected.json().data).toMatchObject({ status: 'rejected', decision_reason: 'Debe tres facturas' });
    expect((await act('approve', rejected.json().data, finance)).statusCode).toBe(409);
    expect((await read('clients', client.id)).credit_limit).toBe('1000.00');
  });

  test('cannot be approved if the limit has changed since', async () => {
    const client = await makeAccount('clients');
    const one = await proposal(client);
    await call('PATCH', `/api/clients/${client.id}`, admin, { credit_limit: '2500' }, client.row_version);
    const late = await act('approve', one, finance);
    expect(late.json()).toMatchObject({
      status: 409,
      message: expect.stringMatching(/ahora es RD\$2,500\.00/),
    });
  });

  test('can be withdrawn by its author', async () => {
    const one = await proposal(await makeAccount('clients'));
    expect((await act('withdraw', one, await signInAs(api, 'sales_assistant'))).statusCode).toBe(403);
    expect((await act('withdraw', one, hers)).json().data.status).toBe('withdrawn');
  });

  test('is about one account that the user attends, and a different limit', async () => {
    const client = await makeAccount('clients');
    const agency = await makeAccount('agencies');
    expect((await propose({})).statusCode).toBe(422);
    expect((await propose({ client_id: client.id, agency_id: agency.id })).statusCode).toBe(422);
    expect((await propose({ agency_id: agency.id })).statusCode).toBe(201);
    expect(
      (await propose({ client_id: client.id, proposed_limit: '1000.00' })).json().errors.proposed_limit,
    ).toEqual(['Ese ya es el límite.']);
    const other = await signInAs(api, 'sales_rep');
    expect((await propose({ client_id: client.id }, other)).statusCode).toBe(422);
    expect((await call('GET', '/api/credit-proposals', other)).json().total).toBe(0);
    expect((await propose({ client_id: client.id }, await signInAs(api, 'auditor'))).statusCode).toBe(403);
  });
});

test('roles that could set limits before may propose them, and finance and management decide', async () => {
  const holders = async (permission: string) =>
    (
      await api.database.query<{ name: string }>(sql`
        SELECT r.name FROM role_permissions p JOIN roles r ON r.id = p.role_id WHERE p.permission = ${permission} ORDER BY 1`)
    ).map(({ name }) => name);
  expect(await holders('clients.credit_limit')).toEqual(['admin', 'finance', 'general_manager']);
  expect(await holders('clients.propose_credit')).toEqual(
    expect.arrayContaining(['sales_rep', 'sales_manager', 'sales_assistant', 'collections', 'billing']),
  );
});
