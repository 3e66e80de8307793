import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { volumeRebates } from '@pauta/domain/crm/agencies/volume-rebate.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

type Headers = Record<string, string>;

let api: TestApi;
let admin: Headers;
let assistant: Headers;
let count = 0;

const call = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, headers = admin) =>
  api.inject({ method, url, headers, ...(payload && { payload }) });
const body = async (resource: Resource, values: object = {}) => {
  count += 2;
  return { ...(await sampleBody(api.database, resource, count)), ...values };
};
const made = async (resource: Resource, values: object = {}, headers = admin): Promise<AnyRecord> => {
  const response = await call('POST', `/api/${resource.path}`, await body(resource, values), headers);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const versioned = (record: AnyRecord, headers = admin): Headers => ({
  ...headers,
  'if-match': `"${record.row_version}"`,
});

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api);
  assistant = await signInAs(api, 'sales_assistant');
});
afterAll(() => api.close());

test('a new agency gets the commission of the settings; another one requires the permission', async () => {
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`
      INSERT INTO settings (key, value) VALUES ('default_agency_commission_pct', '"12.5000"')
      ON CONFLICT (key) DO UPDATE SET value = excluded.value`),
  );
  expect(await made(agencies, {}, assistant)).toMatchObject({ commission_pct: '12.5000' });
  expect(await made(agencies, { commission_pct: '12.5' }, assistant)).toMatchObject({
    commission_pct: '12.5000',
  });
  const own = await call('POST', '/api/agencies', await body(agencies, { commission_pct: '20' }), assistant);
  expect(own.statusCode).toBe(403);
  expect(await made(agencies, { commission_pct: '20' })).toMatchObject({ commission_pct: '20.0000' });
});

test('a commission is changed with a reason, singly or in bulk, with the permission for it', async () => {
  const [first, second] = [await made(agencies), await made(agencies)];
  const plain = await call('PATCH', `/api/agencies/${first.id}`, { commission_pct: '9' }, versioned(first));
  expect(plain.statusCode).toBe(422);
  expect(plain.json().errors.commission_pct[0]).toMatch(/«Cambiar comisión»/);
  const same = await call(
    'PATCH',
    `/api/agencies/${first.id}`,
    { commission_pct: first.commission_pct },
    versioned(first),
  );
  expect(same.statusCode, same.body).toBe(200);
  const url = `/api/agencies/${first.id}/change_commission`;
  expect((await call('POST', url, { commission_pct: '9' }, versioned(first))).json().errors).toHaveProperty(
    'reason',
  );
  const order = { commission_pct: '9', reason: 'Convenio anual' };
  expect((await call('POST', url, order, versioned(first, assistant))).statusCode).toBe(403);
  const changed = await call('POST', url, order, versioned(first));
  expect(changed.json().data, changed.body).toMatchObject({ commission_pct: '9.0000', status: first.status });
  const { data: history } = (await call('GET', `/api/agencies/${first.id}/history`)).json();
  expect(history.at(-1)).toMatchObject({ action: 'change_commission', reason: 'Convenio anual' });

  const bulk = await call('POST', '/api/agencies/bulk', {
    ids: [first.id, second.id],
    action: 'change_commission',
    values: { commission_pct: '10', reason: 'Tarifa del año' },
  });
  expect(bulk.json().data, bulk.body).toMatchObject({ changed: 2, blocked_total: 0 });
  const edit = await call('POST', '/api/agencies/bulk', {
    ids: [second.id],
    action: 'update',
    values: { commission_pct: '11' },
  });
  expect(edit.statusCode).toBe(422);
});

test('a telephone is accepted and found in any notation, with its extension', async () => {
  const agency = await made(agencies, { phone: '(809) 555-0185 ext. 22' });
  expect(agency.phone).toBe('+18095550185;ext=22');
  expect((await call('GET', '/api/agencies?f.phone=(829)%20555-0185')).json().data).toEqual([]);
  for (const written of [
    '(809) 555 0185',
    '809-555-0185',
    '+1 809 555',
    '555-0185',
    '=809 555 0185 x22',
    '^809',
  ]) {
    const { data } = (
      await call('GET', `/api/agencies?fields=*&f.phone=${encodeURIComponent(written)}`)
    ).json();
    expect(
      data.map(({ id }: { id: string }) => id),
      written,
    ).toContain(agency.id);
  }
});

test('proposes the next code, and names agencies and clients that may be the same company', async () => {
  await made(agencies, { agency_code: 'AGE-0041' });
  expect((await call('GET', '/api/agencies/beginning')).json().data).toMatchObject({
    agency_code: 'AGE-0042',
  });
  const agency = await made(agencies, { legal_name: 'Creativos del Caribe SRL', tax_id: 'CARIBE1' });
  const country = agency.country_id as { id: string };
  const client = await made(clients, { country_id: country.id, tax_id: 'CARIBE1' });
  const { data, clients: found } = (
    await call('POST', '/api/agencies/duplicates', {
      legal_name: 'Creativos del Caribe',
      tax_id: 'CARIBE1',
      country: country.id,
    })
  ).json();
  expect(data[0]).toMatchObject({ agency: { id: agency.id }, score: 1 });
  expect(found).toEqual([expect.objectContaining({ client: expect.objectContaining({ id: client.id }) })]);
});

test('the steps of a rebate are ascending, also when written by SQL', async () => {
  const tiers = (...from: string[]) => from.map((one) => ({ from: one, pct: '2' }));
  for (const wrong of [[], tiers('5', '5'), tiers('0', '9', '3')]) {
    const response = await call('POST', '/api/volume-rebates', await body(volumeRebates, { tiers: wrong }));
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toHaveProperty('tiers');
  }
  const rebate = await made(volumeRebates, { tiers: tiers('0', '9', '10') });
  const attack = api.database.transaction(systemChange('test'), (tx) =>
    tx.query(
      sql`UPDATE volume_rebates SET tiers = ${JSON.stringify(tiers('9', '10.00', '10'))}::jsonb WHERE id = ${rebate.id}::uuid`,
    ),
  );
  await expect(attack).rejects.toMatchObject({ constraint: 'volume_rebates_rising' });
  const sold = await call('POST', '/api/volume-rebates', await body(volumeRebates), assistant);
  expect(sold.statusCode).toBe(403);
  expect(await made(agencies, { volume_rebate_id: rebate.id })).toMatchObject({
    volume_rebate_id: { id: rebate.id },
  });
});
