import type { Holder } from '@pauta/domain/inventory/capacity/holder.ts';
import type { SpaceConditions } from '@pauta/domain/inventory/capacity/space-conditions.ts';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flight, quoteWorld } from '../../sales/quotes/fixtures.ts';
import { createRole, createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let admin: Record<string, string>;
let world: Awaited<ReturnType<typeof quoteWorld>>;

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api, 'admin');
  world = await quoteWorld(api, admin);
});
afterAll(() => api.close());

const readOf = async <Data>(part: string, itemId: string, headers = admin): Promise<Data> => {
  const { from, to } = flight;
  const response = await api.inject({
    url: `/api/availability/${itemId}/${part}?from=${from}&to=${to}`,
    headers,
  });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
};
const conditionsOf = (itemId: string, headers = admin) =>
  readOf<SpaceConditions>('conditions', itemId, headers);
const offersOf = async (itemId: string, headers = admin): Promise<readonly Holder[]> =>
  (await readOf<readonly Holder[]>('holders', itemId, headers)).filter(({ kind }) => kind === 'offer');

test('the sales of the same weekdays are counted since the space exists', async () => {
  const fresh = (await conditionsOf(world.other)).history;
  expect(fresh).toEqual({ days: 0, sold: null, taken: 0 });
  // Half of four weeks was sold.
  const superuser = new pg.Client(api.testDatabase.superuser);
  await superuser.connect();
  await superuser.query(
    `INSERT INTO occupancy (item_id, day, capacity, booked)
      SELECT $1, d::date, 20, 10 FROM generate_series(business_date() - 28, business_date() - 1, interval '1 day') AS d`,
    [world.other],
  );
  await superuser.end();
  expect((await conditionsOf(world.other)).history).toEqual({ days: 28, sold: 0.5, taken: 0 });
});

test('a quote that offers a space is named to those who may see it, and only while it holds nothing', async () => {
  const client = await world.makeClient();
  const quote = await world.makeQuote(client, [world.line({ inventory_item_id: world.other })]);
  expect(await offersOf(world.other)).toEqual([]);
  const sent = await world.done('send', quote);
  const [offer] = await offersOf(world.other);
  expect(offer).toMatchObject({
    quote: { id: quote.id, number: quote.number, client: client.trade_name },
    hold: null,
    contract: null,
    rank: null,
  });
  expect(offer?.days).toHaveLength(10);
  expect(offer?.days[0]).toEqual({ day: flight.from, units: 2 });
  const [unnamed] = await offersOf(world.other, await signInAs(api, 'sales_rep'));
  expect(unnamed?.quote).toBe(null);
  await world.done('hold', sent);
  expect(await offersOf(world.other)).toEqual([]);
});

test('exclusivities say for whom, until when and why, and mark the cells', async () => {
  const client = await world.makeClient();
  const [industry] = await api.database.query<{ id: string; name: string }>(
    sql`SELECT id, name FROM industries ORDER BY id LIMIT 1`,
  );
  const [station] = await api.database.query<{ id: string }>(
    sql`SELECT subdivision_id AS id FROM inventory_items WHERE id = ${world.space}::uuid`,
  );
  const made = await world.call('POST', 'exclusivities', {
    client_id: client.id,
    industry_id: industry?.id,
    subdivision_id: station?.id,
    dates: { from: flight.from, to: flight.from },
    source: 'Patrocinio del año',
  });
  expect(made.statusCode, made.body).toBe(201);
  expect((await conditionsOf(world.space)).exclusivities).toEqual([
    {
      id: made.json().data.id,
      industry: industry?.name,
      client: client.trade_name,
      source: 'Patrocinio del año',
      from: flight.from,
      to: flight.from,
    },
  ]);
  const [unnamed] = (await conditionsOf(world.space, await signInAs(api, 'sales_rep'))).exclusivities;
  expect(unnamed).toMatchObject({ industry: industry?.name, client: null, source: 'Patrocinio del año' });
  const matrix = await api.inject({
    url: `/api/availability?from=${flight.from}&to=${flight.to}&q=PRUEBA-A`,
    headers: admin,
  });
  expect(matrix.json().exclusive).toEqual({ space: [0], first: [0], last: [0] });
  const elsewhere = await api.inject({
    url: `/api/availability?from=${flight.to}&to=${flight.to}&q=PRUEBA-A`,
    headers: admin,
  });
  expect(elsewhere.json().exclusive).toEqual({ space: [], first: [], last: [] });
});

test('they are for those who see the availability and the space, with a valid period', async () => {
  const url = `/api/availability/${world.space}/conditions`;
  const stranger = await signIn(
    api,
    await createUser(api, { role: await createRole(api, ['inventory.view_all']) }),
  );
  const ask = (query: string, headers = admin) => api.inject({ url: `${url}?${query}`, headers });
  expect((await ask('from=2027-01-01&to=2027-01-02', stranger)).statusCode).toBe(403);
  expect((await ask('from=2027-01-02&to=2027-01-01')).statusCode).toBe(422);
  const unknown = url.replace(world.space, '01890a5d-ac96-774b-bcce-b30209000001');
  expect(
    (await api.inject({ url: `${unknown}?from=2027-01-01&to=2027-01-02`, headers: admin })).statusCode,
  ).toBe(404);
});
