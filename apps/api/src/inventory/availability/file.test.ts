import papaparse from 'papaparse';
import { readSheet } from 'read-excel-file/universal';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { createRole, createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { addClient, addSpace } from '../inventory-fixtures.ts';

let api: TestApi;
let admin: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api, 'admin');
  const { clientId, ownerId } = await addClient(api);
  const space = await addSpace(api, { capacity: 5, days: ['1', '2'] });
  await addSpace(api);
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`UPDATE inventory_items SET name = '=1+1', code = 'FILA' WHERE id = ${space}::uuid`),
  );
  const held = await api.inject({
    method: 'POST',
    url: '/api/availability/holds',
    headers: admin,
    payload: {
      inventory_item_ids: [space],
      client_id: clientId,
      owner_id: ownerId,
      flight: { from: '2027-03-02', to: '2027-03-02' },
      units_per_day: 2,
    },
  });
  expect(held.statusCode, held.body).toBe(201);
});
afterAll(() => api.close());

const file = (query: string, headers = admin) =>
  api.inject({ url: `/api/availability/file?from=2027-03-01&to=2027-03-03&${query}`, headers });

test('a CSV has what the matrix shows of the spaces that match, without formulas', async () => {
  const response = await file('format=csv&q=FILA');
  expect(response.statusCode, response.body).toBe(200);
  expect(response.headers['content-disposition']).toContain('.csv');
  const { data } = papaparse.parse<string[]>(response.body.slice(1).trimEnd());
  expect(data[0]?.slice(6)).toEqual(['Dato', '01/03/2027', '02/03/2027', '03/03/2027']);
  expect(data.slice(1).map((row) => [row[4], ...row.slice(6)])).toEqual([
    ["'=1+1", 'Capacidad', '5', '5', ''],
    ["'=1+1", 'Libre', '5', '3', ''],
    ["'=1+1", 'Reservado', '0', '2', ''],
    ["'=1+1", 'Vendido', '0', '0', ''],
    ["'=1+1", 'En cola', '0', '0', ''],
  ]);
});

test('an XLSX has numbers, by week, and is logged', async () => {
  const response = await file('format=xlsx&by=week&q=FILA');
  const { rawPayload: bytes } = response;
  const rows = await readSheet(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
    1,
  );
  expect(rows[0]?.[7]).toBe('01/03/2027 – 03/03/2027');
  expect(rows[2]?.slice(6)).toEqual(['Libre', 3]);
  const logged = await api.database.one<{ after: object }>(
    sql`SELECT after FROM audit_log WHERE action = 'export' AND entity = 'inventory_items' ORDER BY id DESC LIMIT 1`,
  );
  expect(logged?.after).toMatchObject({ rows: 5, format: 'xlsx', by: 'week', query: 'q=FILA' });
});

test('it is for those who see the availability and may share it or export spaces', async () => {
  expect((await file('format=csv', await signInAs(api, 'sales_rep'))).statusCode).toBe(200);
  const viewer = await signIn(
    api,
    await createUser(api, { role: await createRole(api, ['inventory.view_all', 'availability.view']) }),
  );
  expect((await file('format=csv', viewer)).statusCode).toBe(403);
  const exporter = await signIn(
    api,
    await createUser(api, { role: await createRole(api, ['inventory.export']) }),
  );
  expect((await file('format=csv', exporter)).statusCode).toBe(403);
  for (const wrong of ['format=pdf', 'format=csv&f.free=x', 'format=csv&by=year'])
    expect((await file(wrong)).statusCode, wrong).toBe(422);
});
