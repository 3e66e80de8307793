import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { addClient, addSpace, differences } from '../inventory-fixtures.ts';

let api: TestApi;
let admin: Record<string, string>;
let client: { clientId: string; ownerId: string };

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api, 'admin');
  client = await addClient(api);
});
afterAll(() => api.close());

const post = (path: string, payload: object, headers = admin) =>
  api.inject({ method: 'POST', url: `/api/availability/${path}`, payload, headers });
const wish = (ids: readonly string[], from: string, to: string, more: object = {}) => ({
  inventory_item_ids: ids,
  flight: { from, to },
  units_per_day: 1,
  ...more,
});
const takes = (ids: readonly string[], from: string, to: string, more: object = {}) => ({
  ...wish(ids, from, to, more),
  client_id: client.clientId,
  owner_id: client.ownerId,
});
const heldOf = async (id: string): Promise<number> =>
  (
    await api.database.one<{ n: number }>(
      sql`SELECT count(*)::integer AS n FROM capacity_cells WHERE item_id = ${id}::uuid`,
    )
  )?.n ?? 0;
const direct = (statement: ReturnType<typeof sql>) =>
  api.database.transaction(systemChange('test'), (tx) => tx.query(statement));

test('several spaces are held together, or none of them', async () => {
  const ids = [await addSpace(api, { capacity: 2 }), await addSpace(api, { capacity: 1 })];
  const [agency] = await api.database.query<{ id: string }>(
    sql`SELECT id FROM agencies WHERE archived_at IS NULL ORDER BY id LIMIT 1`,
  );
  const made = await post('holds', takes(ids, '2027-03-01', '2027-03-03', { agency_id: agency?.id ?? null }));
  expect(made.statusCode, made.body).toBe(201);
  expect(made.json().data).toHaveLength(2);
  expect(new Set(made.json().data.map(({ number }: { number: string }) => number)).size).toBe(2);
  const refused = await post('holds', takes(ids, '2027-03-03', '2027-03-04'));
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    code: 'no_capacity',
    full: [{ item: { id: ids[1] }, day: '2027-03-03' }],
  });
  expect(await Promise.all(ids.map(heldOf))).toEqual([3, 3]);
  expect(await differences(api.database)).toEqual([]);
});

test('seconds need a duration, and only spaces sold by them get it', async () => {
  const ids = [await addSpace(api, { unit: 'seconds', capacity: 60 }), await addSpace(api)];
  const missing = await post('holds', takes(ids, '2027-04-01', '2027-04-01'));
  expect(missing.statusCode).toBe(422);
  expect(missing.json().errors).toHaveProperty('duration_sec');
  const made = await post(
    'holds',
    takes(ids, '2027-04-01', '2027-04-01', { duration_sec: 20, units_per_day: 2 }),
  );
  expect(made.statusCode, made.body).toBe(201);
  const units = await api.database.query<{ units: number }>(
    sql`SELECT units FROM capacity_cells WHERE item_id = ANY(${ids}::uuid[]) ORDER BY units`,
  );
  expect(units.map((one) => one.units)).toEqual([2, 40]);
});

test('holding together is only for those who may hold, with a valid period', async () => {
  const id = await addSpace(api);
  expect(
    (await post('holds', takes([id], '2027-03-01', '2027-03-01'), await signInAs(api, 'billing'))).statusCode,
  ).toBe(403);
  expect((await post('holds', takes([id], '2027-03-02', '2027-03-01'))).statusCode).toBe(422);
  expect((await post('holds', takes([], '2027-03-02', '2027-03-02'))).statusCode).toBe(422);
  expect((await post('alternatives', wish([id], '2027-02-30', '2027-03-01'))).statusCode).toBe(422);
  const unknown = '01890a5d-ac96-774b-bcce-b30209000001';
  expect((await post('holds', takes([unknown], '2027-03-02', '2027-03-02'))).statusCode).toBe(422);
  expect(
    (await post('alternatives', wish([unknown], '2027-03-02', '2027-03-02'))).json().data.alternatives,
  ).toEqual([]);
});

test('other days and a neighbouring space are proposed, and only what fits', async () => {
  const parent = await addSpace(api, { capacity: 100 });
  const [space, full, neighbour] = [
    await addSpace(api, { capacity: 1, parent }),
    await addSpace(api, { capacity: 1, parent }),
    await addSpace(api, { capacity: 1, parent }),
  ];
  // From Monday to Wednesday, and the week after.
  await post('holds', takes([space, full], '2027-05-03', '2027-05-05'));
  await post('holds', takes([space], '2027-05-10', '2027-05-12'));
  const answer = await post(
    'alternatives',
    wish([space], '2027-05-03', '2027-05-05', { days: ['1', '2', '3'] }),
  );
  expect(answer.statusCode, answer.body).toBe(200);
  const { alternatives, in_the_way } = answer.json().data;
  expect(alternatives).toHaveLength(3);
  expect(alternatives[0]).toMatchObject({
    kind: 'days',
    item: null,
    moved: -7,
    flight: { from: '2027-04-26', to: '2027-04-28' },
    days: ['1', '2', '3'],
  });
  expect(alternatives[1]).toMatchObject({ kind: 'neighbour', item: { id: neighbour } });
  expect(in_the_way).toMatch(/^RS-\d{4}-\d{5} de /);
  // What is proposed is accepted.
  for (const { item, flight, days } of alternatives.slice(0, 2)) {
    const made = await post('holds', takes([item?.id ?? space], flight.from, flight.to, { days }));
    expect(made.statusCode, made.body).toBe(201);
  }
  const seller = await signInAs(api, 'sales_rep');
  const unseen = await post('alternatives', wish([space], '2027-05-03', '2027-05-05'), seller);
  expect(unseen.json().data.in_the_way).toBe('otra venta o reserva');
});

test('weekdays move with the flight', async () => {
  const space = await addSpace(api, { capacity: 1, days: ['2', '3'] });
  for (const day of ['2027-06-01', '2027-06-08', '2027-05-25', '2027-06-15', '2027-05-18']) {
    expect((await post('holds', takes([space], day, day))).statusCode).toBe(201);
  }
  const { alternatives } = (
    await post('alternatives', wish([space], '2027-06-01', '2027-06-01', { days: ['2'] }))
  ).json().data;
  expect(alternatives[0]).toMatchObject({
    moved: 1,
    days: ['3'],
    flight: { from: '2027-06-02', to: '2027-06-02' },
  });
});

test('of an outdoor face the nearest one within two kilometres is proposed', async () => {
  const [face, near, nearer, far] = [
    await addSpace(api, { capacity: 1, unit: 'faces' }),
    await addSpace(api, { capacity: 1, unit: 'faces' }),
    await addSpace(api, { capacity: 1, unit: 'faces' }),
    await addSpace(api, { capacity: 1, unit: 'faces' }),
  ];
  const places = { [face]: 18.47, [near]: 18.482, [nearer]: 18.475, [far]: 18.5 };
  for (const [id, latitude] of Object.entries(places)) {
    await direct(
      sql`UPDATE inventory_items SET kind = 'outdoor', latitude = ${latitude}, longitude = -69.9 WHERE id = ${id}::uuid`,
    );
  }
  await post('holds', takes([face], '2027-07-01', '2027-07-31'));
  const asked = async () =>
    (await post('alternatives', wish([face], '2027-07-01', '2027-07-31'))).json().data.alternatives;
  const [first, second, ...others] = (await asked()).filter(({ kind }: { kind: string }) => kind === 'near');
  expect([first?.item.id, second?.item.id, others]).toEqual([nearer, near, []]);
  expect(first.km).toBeCloseTo(0.56, 1);
  await post('holds', takes([nearer], '2027-07-31', '2027-07-31'));
  expect((await asked()).map(({ item }: { item: { id: string } | null }) => item?.id)).toContain(near);
});
