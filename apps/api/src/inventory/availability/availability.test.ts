import {
  type AvailabilityRow,
  cellsOfSpace,
  rowsOfAnswer,
} from '@pauta/domain/inventory/capacity/availability.ts';
import { bucketsOf } from '@pauta/domain/inventory/capacity/buckets.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { createRole, createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { addClient, addSpace } from '../inventory-fixtures.ts';
import { availabilityOf } from './availability.ts';

let api: TestApi;
let admin: Record<string, string>;
let client: { clientId: string; ownerId: string };

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api, 'admin');
  client = await addClient(api);
});
afterAll(() => api.close());

const get = async (url: string, headers = admin) => api.inject({ url: `/api${url}`, headers });
const rowsOf = async (query: string): Promise<AvailabilityRow[]> => {
  const response = await get(`/availability?${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return rowsOfAnswer(response.json());
};
const hold = async (itemId: string, from: string, to: string, units = 1, headers = admin) => {
  const response = await api.inject({
    method: 'POST',
    url: '/api/holds',
    headers,
    payload: {
      client_id: client.clientId,
      owner_id: client.ownerId,
      inventory_item_id: itemId,
      flight: { from, to },
      units_per_day: units,
    },
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const expire = (id: string) =>
  api.database.transaction(systemChange('test'), async (tx) => {
    await tx.query(sql`UPDATE holds SET expires_at = now() - interval '1 minute' WHERE id = ${id}::uuid`);
    await tx.query(
      sql`UPDATE capacity_cells SET expires_at = now() - interval '1 minute' WHERE hold_id = ${id}::uuid`,
    );
  });

test('a space shows what is free in it and in the spaces that contain it, day by day', async () => {
  const parent = await addSpace(api, { capacity: 10, days: ['1', '2', '3', '4', '5'] });
  const one = await addSpace(api, { capacity: 6, parent });
  const other = await addSpace(api, { capacity: 8, parent });
  // From Monday to Wednesday.
  await hold(one, '2027-03-01', '2027-03-03', 5);
  await hold(other, '2027-03-02', '2027-03-02', 2);
  await expire((await hold(other, '2027-03-03', '2027-03-03', 5)).id);
  const rows = await rowsOf('from=2027-03-01&to=2027-03-07');
  const days = ['2027-03-01', '2027-03-02', '2027-03-03', '2027-03-04', '2027-03-06'];
  const seen = (id: string) => {
    const row = rows.find((each) => each.id === id);
    if (!row) throw new Error('the space is not in the answer');
    const cells = cellsOfSpace(row, bucketsOf('2027-03-01', '2027-03-07', 'day'));
    return days.map((day) => {
      const { capacity, held, free } = cells[Number(day.slice(-2)) - 1] ?? {};
      return [capacity, held, free];
    });
  };
  expect(seen(one)).toEqual([
    [6, 5, 1],
    [6, 5, 1],
    [6, 5, 1],
    [6, 0, 6],
    [0, 0, 0],
  ]);
  expect(seen(other)).toEqual([
    [8, 0, 5],
    [8, 2, 3],
    [8, 0, 5],
    [8, 0, 8],
    [0, 0, 0],
  ]);
  expect(seen(parent)).toEqual([
    [10, 5, 5],
    [10, 7, 3],
    [10, 5, 5],
    [10, 0, 10],
    [0, 0, 0],
  ]);
});

test('only spaces on sale that match the filters of the list are shown', async () => {
  const space = await addSpace(api);
  await addSpace(api, { status: 'maintenance' });
  const [found] = await api.database.query<{ code: string; platform_id: string }>(
    sql`SELECT code, platform_id FROM inventory_items WHERE id = ${space}::uuid`,
  );
  const rows = await rowsOf(
    `from=2027-03-01&to=2027-03-01&q=${found?.code}&f.platform_id=${found?.platform_id}`,
  );
  expect(rows.map(({ id }) => id)).toContain(space);
  const all = await rowsOf('from=2027-03-01&to=2027-03-01');
  const states = await api.database.query(
    sql`SELECT count(*)::integer AS n FROM inventory_items WHERE status = 'active'`,
  );
  expect(states).toEqual([{ n: all.length }]);
  for (const wrong of [
    'from=2027-03-01',
    'from=2027-03-02&to=2027-03-01',
    'from=2027-02-30&to=2027-03-01',
    'from=2025-01-01&to=2027-03-01',
    'from=2027-03-01&to=2027-03-01&f.nothing=1',
  ]) {
    expect((await get(`/availability?${wrong}`)).statusCode, wrong).toBe(422);
  }
});

test('a space inside of a closed one, or an archived one, is not on sale', async () => {
  const outer = await addSpace(api);
  const inner = await addSpace(api, { parent: outer });
  const alone = await addSpace(api);
  const shown = async (): Promise<readonly (string | undefined)[]> => {
    const ids = (await rowsOf('from=2027-03-01&to=2027-03-01')).map(({ id }) => id);
    const fits = await availabilityOf(
      api.database,
      [inner, alone].map((itemId) => ({ key: itemId, cells: [{ itemId, day: '2027-03-01', units: 1 }] })),
    );
    return [inner, alone].map((id) => (ids.includes(id) ? fits.get(id)?.state : undefined));
  };
  expect(await shown()).toEqual(['available', 'available']);
  await api.database.transaction(systemChange('test'), async (tx) => {
    await tx.query(sql`UPDATE inventory_items SET status = 'maintenance' WHERE id = ${outer}::uuid`);
    await tx.query(sql`UPDATE inventory_items SET archived_at = now() WHERE id = ${alone}::uuid`);
  });
  expect(await shown()).toEqual([undefined, undefined]);
  const fits = await availabilityOf(
    api.database,
    [inner, alone].map((itemId) => ({ key: itemId, cells: [{ itemId, day: '2027-03-01', units: 1 }] })),
  );
  expect([...fits.values()].map(({ state }) => state)).toEqual(['none', 'none']);
});

test('who has a space is named only to those who may see the hold', async () => {
  const parent = await addSpace(api);
  const space = await addSpace(api, { parent });
  const made = await hold(space, '2027-04-01', '2027-04-02', 3);
  const url = `/availability/${parent}/holders?from=2027-04-01&to=2027-04-30`;
  expect((await get(url)).json().data).toMatchObject([
    {
      kind: 'hold',
      item: { id: space },
      hold: { id: made.id, number: made.number },
      days: [
        { day: '2027-04-01', units: 3 },
        { day: '2027-04-02', units: 3 },
      ],
    },
  ]);
  const seller = await signInAs(api, 'sales_rep');
  expect((await get(url, seller)).json().data).toMatchObject([{ kind: 'hold', hold: null }]);
  const nobody = await signIn(
    api,
    await createUser(api, { role: await createRole(api, ['clients.view_all']) }),
  );
  expect((await get(url, nobody)).statusCode).toBe(403);
  expect((await get('/availability?from=2027-04-01&to=2027-04-02', nobody)).statusCode).toBe(403);
});

test('a wish is available, partly available or not', async () => {
  const parent = await addSpace(api, { capacity: 4 });
  const space = await addSpace(api, { capacity: 4, parent });
  const taken = await hold(parent, '2027-05-01', '2027-05-01', 4);
  const cells = (units: number) => ['2027-05-01', '2027-05-02'].map((day) => ({ itemId: space, day, units }));
  const closed = await addSpace(api, { status: 'draft' });
  const ask = (own: string[] = []) =>
    availabilityOf(
      api.database,
      [
        { key: 'two', cells: cells(2) },
        { key: 'five', cells: cells(5) },
        { key: 'second', cells: cells(4).slice(1) },
        { key: 'nothing', cells: [] },
        { key: 'closed', cells: [{ itemId: closed, day: '2027-05-01', units: 1 }] },
      ],
      own,
    );
  const states = async (own?: string[]) =>
    Object.fromEntries([...(await ask(own))].map(([key, { state }]) => [key, state]));
  expect(await states()).toEqual({
    two: 'partial',
    five: 'none',
    second: 'available',
    nothing: 'none',
    closed: 'none',
  });
  expect((await states([taken.id])).two).toBe('available');
  await expire(taken.id);
  expect((await states()).two).toBe('available');
});

test('cells of one wish in the same tree add up, and the scarcest space is named', async () => {
  const parent = await addSpace(api, { capacity: 5 });
  const [one, other] = [
    await addSpace(api, { capacity: 4, parent }),
    await addSpace(api, { capacity: 40, parent }),
  ];
  const day = '2027-06-01';
  const fits = await availabilityOf(api.database, [
    { key: 'both', cells: [one, other].map((itemId) => ({ itemId, day, units: 3 })) },
    {
      key: 'fewer',
      cells: [
        { itemId: other, day, units: 1 },
        { itemId: one, day, units: 3 },
      ],
    },
    { key: 'twice', cells: [3, 2].map((units) => ({ itemId: one, day, units })) },
  ]);
  expect(fits.get('both')?.state).toBe('none');
  expect(fits.get('fewer')).toEqual({ state: 'available', scarcest: one });
  expect(fits.get('twice')).toEqual({ state: 'none', scarcest: one });
});
