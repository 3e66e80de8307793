import {
  type AvailabilityRow,
  cellsOfSpace,
  rowsOfAnswer,
} from '@pauta/domain/inventory/capacity/availability.ts';
import { type BucketSize, bucketsOf } from '@pauta/domain/inventory/capacity/buckets.ts';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { type OpenStream, openEvents } from '../../testing/read-events.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { addClient, addSpace } from '../inventory-fixtures.ts';

let api: TestApi;
let admin: Record<string, string>;
let client: { clientId: string; ownerId: string };
const streams: OpenStream[] = [];

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api, 'admin');
  client = await addClient(api);
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});
afterAll(() => api.close());

const get = async (query: string, headers = admin) =>
  api.inject({ url: `/api/availability?${query}`, headers });
const rowsOf = async (query: string): Promise<AvailabilityRow[]> => {
  const response = await get(query);
  expect(response.statusCode, response.body).toBe(200);
  return rowsOfAnswer(response.json());
};
const hold = async (itemId: string, from: string, to: string, units = 1) => {
  const response = await api.inject({
    method: 'POST',
    url: '/api/holds',
    headers: admin,
    payload: {
      client_id: client.clientId,
      owner_id: client.ownerId,
      inventory_item_id: itemId,
      flight: { from, to },
      units_per_day: units,
    },
  });
  return response.statusCode === 201 ? response.json().data : null;
};
const direct = (statement: ReturnType<typeof sql>) =>
  api.database.transaction(systemChange('test'), (tx) => tx.query(statement));

/** The same random numbers in each run. */
const random = (() => {
  let state = 7;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
})();
const dayOf = (place: number): string =>
  new Date(Date.UTC(2027, 0, 5) + place * 86_400_000).toISOString().slice(0, 10);

describe('weeks and months', () => {
  const [from, to] = [dayOf(0), dayOf(99)];
  const weekdays = ['1', '2', '3', '4', '5', '6', '7'];
  let ids: string[];

  beforeAll(async () => {
    ids = [];
    for (let tree = 0; tree < 4; tree += 1) {
      const some = weekdays.filter(() => random(4) > 0);
      const root = await addSpace(api, { capacity: 4 + random(6), days: some.length > 0 ? some : weekdays });
      ids.push(root);
      for (let child = 0; child < 3; child += 1) {
        const own = weekdays.filter(() => random(5) > 0);
        ids.push(
          await addSpace(api, {
            capacity: 2 + random(8),
            parent: root,
            days: own.length > 0 ? own : weekdays,
          }),
        );
      }
    }
    await direct(sql`
      INSERT INTO capacity_exceptions (inventory_item_id, dates, kind, capacity, reason)
      SELECT ${ids[1]}::uuid, daterange(${dayOf(20)}::date, ${dayOf(40)}::date), 'season', 1, 'Temporada'`);
    for (let place = 0; place < 120; place += 1) {
      const first = random(90);
      await hold(ids[random(ids.length)] ?? '', dayOf(first), dayOf(first + random(12)), 1 + random(3));
    }
  });

  test.each(['week', 'month'] as const)('say by %s what the days say', async (by: BucketSize) => {
    const [days, longer] = [bucketsOf(from, to, 'day'), bucketsOf(from, to, by)];
    const [daily, summed] = [
      await rowsOf(`from=${from}&to=${to}`),
      await rowsOf(`from=${from}&to=${to}&by=${by}`),
    ];
    expect(summed.map(({ id }) => id)).toEqual(daily.map(({ id }) => id));
    let taken = 0;
    for (const row of summed.filter(({ id }) => ids.includes(id))) {
      const ofDays = cellsOfSpace(daily.find(({ id }) => id === row.id) as AvailabilityRow, days);
      const expected = longer.map((bucket) => {
        const cells = ofDays.filter((_, at) => {
          const { from: day = '' } = days[at] ?? {};
          return bucket.from <= day && day <= bucket.to;
        });
        const sold = cells.filter((cell) => cell.days > 0);
        const sum = (name: 'capacity' | 'held' | 'booked' | 'days' | 'full'): number =>
          cells.reduce((all, cell) => all + cell[name], 0);
        return {
          ...{ capacity: sum('capacity'), held: sum('held'), booked: sum('booked') },
          ...{ days: sum('days'), full: sum('full') },
          free: sold.length === 0 ? 0 : Math.min(...sold.map((cell) => cell.free)),
        };
      });
      taken += expected.reduce((all, { held }) => all + held, 0);
      expect(cellsOfSpace(row, longer)).toMatchObject(expected);
    }
    expect(taken).toBeGreaterThan(200);
  });

  test('spaces with so much free on each day of sale are found, as the cells say', async () => {
    const period = `from=${dayOf(10)}&to=${dayOf(24)}`;
    const buckets = bucketsOf(dayOf(10), dayOf(24), 'day');
    const least = new Map(
      (await rowsOf(period)).map((row) => {
        const sold = cellsOfSpace(row, buckets).filter(({ days }) => days > 0);
        return [row.id, sold.length === 0 ? null : Math.min(...sold.map(({ free }) => free))];
      }),
    );
    const counts = new Set<number>();
    for (const [text, fits] of [
      ['1..', (free: number) => free >= 1],
      ['>2', (free: number) => free > 2],
      ['..0', (free: number) => free === 0],
      ['2..4', (free: number) => free >= 2 && free <= 4],
    ] as const) {
      const found = (await rowsOf(`${period}&f.free=${encodeURIComponent(text)}`)).map(({ id }) => id);
      const expected = [...least].filter(([, free]) => free !== null && fits(free)).map(([id]) => id);
      expect(found.sort(), text).toEqual(expected.sort());
      counts.add(found.length);
    }
    expect(counts.size).toBeGreaterThan(1);
  });
});

test('a filter that is not valid is refused', async () => {
  for (const wrong of [
    'by=year',
    'f.free=abc',
    'f.rival_industry_id=x',
    'changed=holds:x',
    'changed=users:1',
    'where=free%3E1',
  ]) {
    expect((await get(`from=2027-03-01&to=2027-03-02&${wrong}`)).statusCode, wrong).toBe(422);
  }
});

test('spaces are found by the industry that is present in the period', async () => {
  const parent = await addSpace(api);
  const space = await addSpace(api, { parent });
  const beside = await addSpace(api, { parent });
  const elsewhere = await addSpace(api);
  await hold(space, '2028-03-03', '2028-03-05');
  const industry = (
    await api.database.one<{ id: string }>(
      sql`SELECT industry_id AS id FROM clients WHERE id = ${client.clientId}::uuid`,
    )
  )?.id;
  const found = async (query: string): Promise<readonly boolean[]> => {
    const rows = (await rowsOf(query)).map(({ id }) => id);
    return [parent, space, beside, elsewhere].map((id) => rows.includes(id));
  };
  const period = 'from=2028-03-01&to=2028-03-31';
  expect(await found(`${period}&f.rival_industry_id=${industry}`)).toEqual([true, true, false, false]);
  expect(await found(`${period}&f.rival_industry_id=!${industry}`)).toEqual([false, false, true, true]);
  expect(await found(`from=2028-03-06&to=2028-03-31&f.rival_industry_id=${industry}`)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('a change is read by its tree of spaces', async () => {
  const parent = await addSpace(api);
  const space = await addSpace(api, { parent });
  await addSpace(api);
  const made = await hold(space, '2028-04-01', '2028-04-02', 2);
  const changed = await rowsOf(`from=2028-04-01&to=2028-04-30&changed=holds:${made.id}`);
  expect(changed.map(({ id, levels }) => [id, levels[0]?.taken.length]).sort()).toEqual(
    [
      [parent, 2],
      [space, 2],
    ].sort(),
  );
});

test('whoever sees the availability learns that a space changed, and not whose hold it is', async () => {
  const address = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const open = async (headers: Record<string, string>): Promise<OpenStream> => {
    const stream = await openEvents(address, headers);
    streams.push(stream);
    return stream;
  };
  const [seller, other] = [
    await open(await signInAs(api, 'sales_rep')),
    await open(await signInAs(api, 'pending')),
  ];
  const made = await hold(await addSpace(api), '2028-05-01', '2028-05-02');
  const event = await seller.until(({ data }) => data.id === `holds:${made.id}`);
  expect(event.data).toMatchObject({ resource: 'availability', by: null, request_id: null });
  expect(seller.messages.some(({ data }) => data.resource === 'holds')).toBe(false);
  expect(other.messages.some(({ data }) => data.resource === 'availability')).toBe(false);
});
