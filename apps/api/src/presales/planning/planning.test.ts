import { clients } from '@pauta/domain/crm/clients/client.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { monthNames } from '@pauta/domain/presales/planning/months.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn, signInAs, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

type Headers = { authorization: string };

let api: TestApi;
let manager: Headers;
let seller: TestUser;
let own: Headers;
let company: string;

beforeAll(async () => {
  api = await startTestApi();
  manager = await signInAs(api, 'sales_manager');
  seller = await createUser(api, { role: 'sales_rep' });
  own = await signIn(api, seller);
  company = (await api.database.one<{ id: string }>(sql`SELECT id FROM companies`))!.id;
});
afterAll(() => api.close());

const call = (
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  version?: number,
  as = manager,
) =>
  api.inject({
    method,
    url: `/api/${path}`,
    headers: { ...as, ...(version !== undefined && { 'if-match': `"${version}"` }) },
    ...(payload && { payload }),
  });
const read = async (path: string, as = manager) =>
  (await api.inject({ url: `/api/${path}`, headers: as })).json().data;
const make = async (path: string, payload: object, as = manager): Promise<AnyRecord> => {
  const response = await call('POST', path, payload, undefined, as);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const act = (name: string, one: AnyRecord, payload: object = {}, as = manager) =>
  call('POST', `sales-budgets/${one.id}/${name}`, payload, one.row_version, as);
const line = (values: object = {}) => ({
  id: newLineId(),
  description: 'Cuñas',
  m01: '100.10',
  m12: '50.05',
  ...values,
});
const budget = (fiscal_year: number, lines: readonly object[] = [line()]): Promise<AnyRecord> =>
  make('sales-budgets', {
    name: `Plan ${fiscal_year}`,
    company_id: company,
    fiscal_year,
    currency_code: 'DOP',
    lines: { put: lines },
  });
const copyOf = async (one: AnyRecord): Promise<AnyRecord> => {
  const response = await call('POST', `sales-budgets/${one.id}/new_version`, {});
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};

describe('a sales budget', () => {
  test('sums its lines by month, and its months', async () => {
    const made = await budget(2031, [line(), line({ m01: '0.90', m06: '7' })]);
    expect(made).toMatchObject({
      version: 1,
      status: 'draft',
      m01: '101.00',
      m06: '7.00',
      m12: '100.10',
      total: '208.10',
    });
    expect(made.lines).toMatchObject([{ total: '150.15' }, { total: '57.95' }]);
  });

  test('is approved once by company and year: a new version copies it, and replaces it', async () => {
    const first = await budget(2032);
    expect((await act('approve', first)).statusCode).toBe(200);
    const approved = await read(`sales-budgets/${first.id}`);
    expect(approved).toMatchObject({ status: 'approved', approved_at: expect.any(String) });
    const frozen = await call('PATCH', `sales-budgets/${first.id}`, { name: 'Otro' }, approved.row_version);
    expect(frozen.statusCode).toBe(409);

    const second = await copyOf(approved);
    expect(second).toMatchObject({ version: 2, status: 'draft', approved_at: null, total: '150.15' });
    expect(second.lines).toMatchObject([
      { description: 'Cuñas', m01: '100.10', m12: '50.05', total: '150.15' },
    ]);
    expect((await read(`sales-budgets/${first.id}`)).status).toBe('approved');
    const changed = await call(
      'PATCH',
      `sales-budgets/${second.id}`,
      { lines: { put: [line()] } },
      second.row_version,
    );
    expect(changed.json().data).toMatchObject({ total: '300.30' });
    expect((await act('approve', changed.json().data)).statusCode).toBe(200);
    expect((await read(`sales-budgets/${first.id}`)).status).toBe('superseded');
    expect((await read(`sales-budgets/${second.id}`)).status).toBe('approved');
  });

  test('has one approved version and distinct numbers, however many are made and approved at once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => budget(2033)));
    expect(made.map(({ version }) => version).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const answers = await Promise.all(made.map((one) => act('approve', one)));
    expect(answers.every(({ statusCode }) => [200, 409].includes(statusCode))).toBe(true);
    const [counts] = await api.database.query<{ approved: number; others: number }>(sql`
      SELECT count(*) FILTER (WHERE status = 'approved')::integer AS approved,
        count(*) FILTER (WHERE status = 'superseded')::integer AS others
      FROM sales_budgets WHERE fiscal_year = 2033`);
    expect(counts?.approved).toBe(1);
    expect(counts?.others).toBe(answers.filter(({ statusCode }) => statusCode === 200).length - 1);
    await expect(
      api.database.transaction(systemChange('test'), (tx) =>
        tx.query(sql`
          UPDATE sales_budgets SET status = 'approved', approved_at = now()
          WHERE fiscal_year = 2033 AND status IN ('draft', 'superseded')`),
      ),
    ).rejects.toThrow('sales_budgets_one_approved');
  });

  test('that moves to another year gets the next version there', async () => {
    await budget(2034);
    const moved = await budget(2035);
    const changed = await call(
      'PATCH',
      `sales-budgets/${moved.id}`,
      { fiscal_year: 2034 },
      moved.row_version,
    );
    expect(changed.json().data).toMatchObject({ fiscal_year: 2034, version: 2 });
  });

  test('is submitted and approved with amounts only, and approved only with permission', async () => {
    const empty = await budget(2036, []);
    expect((await act('submit', empty)).json()).toMatchObject({ code: 'empty' });
    expect((await act('approve', empty)).json()).toMatchObject({ code: 'empty' });
    const planner = await signInAs(api, 'planner');
    const full = await budget(2036);
    const submitted = await act('submit', full, {}, planner);
    expect(submitted.statusCode, submitted.body).toBe(200);
    expect((await act('approve', submitted.json().data, {}, planner)).statusCode).toBe(403);
    const returned = await act('return', submitted.json().data, { reason: 'Faltan las vallas' });
    expect(returned.json().data).toMatchObject({ status: 'draft' });
  });
});

describe('a client budget', () => {
  const client = async (): Promise<AnyRecord> => {
    const admin = await signInAs(api, 'admin');
    const body = await sampleBody(api.database, clients, 40 + (await count()));
    return make(
      'clients',
      { ...body, primary_sales_rep_id: seller.id, additional_sales_rep_id: null },
      admin,
    );
  };
  const count = async () =>
    (await api.database.one<{ count: number }>(sql`SELECT count(*)::integer AS count FROM clients`))!.count;
  const plan = (client_id: string, values: object = {}) => ({
    client_id,
    fiscal_year: 2031,
    source: 'declared',
    ...Object.fromEntries(monthNames.map((name) => [name, '10.01'])),
    ...values,
  });

  test('exists once for a year, client, brand, agency, platform and source, with empty ones too', async () => {
    const { id } = await client();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call('POST', 'client-budgets', plan(id))),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(7).fill(409)]);
    const [first] = answers.filter(({ statusCode }) => statusCode === 201);
    expect(first?.json().data).toMatchObject({ total: '120.12', name: 'Inversión de 2031' });
    const platform = await api.database.one<{ id: string }>(
      sql`SELECT id FROM platforms ORDER BY code LIMIT 1`,
    );
    for (const values of [{ source: 'estimated' }, { fiscal_year: 2032 }, { platform_id: platform?.id }])
      await make('client-budgets', plan(id, values));
    const again = await call('POST', 'client-budgets', plan(id, { platform_id: platform?.id }));
    expect(again.json().errors).toHaveProperty('client_id');
  });

  test('has a brand of its client', async () => {
    const [one, other] = [await client(), await client()];
    const admin = await signInAs(api, 'admin');
    const brand = await make('brands', { code: 'MARCA-P', name: 'Marca', client_id: other.id }, admin);
    const wrong = await call('POST', 'client-budgets', plan(one.id, { brand_id: brand.id }));
    expect(wrong.json().errors).toHaveProperty('brand_id');
  });

  test('is seen and edited by the seller of its client, and by no other seller', async () => {
    const { id } = await client();
    const made = await make('client-budgets', plan(id), own);
    const changed = await call('PATCH', `client-budgets/${made.id}`, { m02: '0' }, made.row_version, own);
    expect(changed.json().data).toMatchObject({ total: '110.11' });
    const stranger = await signInAs(api, 'sales_rep');
    const refused = await api.inject({ url: `/api/client-budgets/${made.id}`, headers: stranger });
    expect(refused.statusCode).toBe(404);
  });
});

describe('a goal', () => {
  const goal = (values: object = {}) => ({
    fiscal_year: 2031,
    user_id: seller.id,
    metric: 'signed_sales',
    m03: '1000000.25',
    ...values,
  });

  test('exists once for a year, seller, metric, division and platform, with empty ones too', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => call('POST', 'rep-goals', goal())));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(answers.find(({ statusCode }) => statusCode === 201)?.json().data).toMatchObject({
      total: '1000000.25',
      name: `2031 · ${seller.full_name}`,
    });
    await make('rep-goals', goal({ metric: 'visits', m03: '20' }));
  });

  test('is seen by its seller, who cannot change it, and by no other seller', async () => {
    const made = await make('rep-goals', goal({ fiscal_year: 2032 }));
    expect(await read(`rep-goals/${made.id}`, own)).toMatchObject({ id: made.id });
    const change = await call('PATCH', `rep-goals/${made.id}`, { m03: '1' }, made.row_version, own);
    expect(change.statusCode).toBe(403);
    const stranger = await signInAs(api, 'sales_rep');
    expect(await read('rep-goals', stranger)).toEqual([]);
  });
});
