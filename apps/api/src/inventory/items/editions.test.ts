import { civilDays } from '@pauta/domain/calendar/civil-days.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { capacityOn } from '@pauta/domain/inventory/capacity/cells.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { addClient, addSpace } from '../inventory-fixtures.ts';

let api: TestApi;
let headers: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api, 'admin');
});
afterAll(() => api.close());

const day = fc.integer({ min: 0, max: 800 }).map((count) => addDays('2027-01-01', count));
const monthDay = fc.constantFrom('1', '15', '28', '29', '30', '31', 'last');
const rule = fc.record({
  capacity: fc.integer({ min: 0, max: 1000 }),
  days: fc.subarray(['1', '2', '3', '4', '5', '6', '7'], { minLength: 1 }),
  month_days: fc.uniqueArray(monthDay, { maxLength: 3 }),
  active: fc.option(fc.record({ from: day, length: fc.integer({ min: 0, max: 300 }) })),
  permit_until: fc.option(day),
  exceptions: fc
    .option(fc.record({ from: day, capacity: fc.integer({ min: 0, max: 50 }) }))
    .map((one) => (one ? [{ ...one, to: addDays(one.from, 5) }] : [])),
});

test('browser and database agree on what can be sold on a day', async () => {
  const days = civilDays('2027-01-01', '2029-03-31');
  await fc.assert(
    fc.asyncProperty(rule, async ({ active, ...own }) => {
      const period = active ? { from: active.from, to: addDays(active.from, active.length) } : null;
      const row = await api.database.one<{ all: number[] }>(sql`
        SELECT array_agg(capacity_on(i, d::date) ORDER BY d) AS all
        FROM jsonb_populate_record(NULL::inventory_items, ${JSON.stringify({
          ...own,
          active: period ? `[${period.from},${period.to}]` : null,
        })}::jsonb) AS i, unnest(${days}::date[]) AS d`);
      expect(row?.all).toEqual(days.map((one) => capacityOn({ ...own, active: period }, one)));
    }),
    { numRuns: 60 },
  );
});

test('a hold of a monthly takes its editions, which then stay', async () => {
  const client = await addClient(api);
  const id = await addSpace(api, { capacity: 1 });
  const change = async (payload: object) => {
    const row = await api.database.one<{ version: number }>(
      sql`SELECT row_version AS version FROM inventory_items WHERE id = ${id}::uuid`,
    );
    return api.inject({
      method: 'PATCH',
      url: `/api/inventory-items/${id}`,
      payload,
      headers: { ...headers, 'if-match': `"${row?.version}"` },
    });
  };
  const monthly = await change({ kind: 'print', month_days: ['1', 'last'] });
  expect(monthly.statusCode, monthly.body).toBe(200);
  const held = await api.inject({
    method: 'POST',
    url: '/api/holds',
    headers,
    payload: {
      client_id: client.clientId,
      owner_id: client.ownerId,
      inventory_item_id: id,
      flight: { from: '2028-02-01', to: '2028-02-29' },
    },
  });
  expect(held.statusCode, held.body).toBe(201);
  const taken = await api.database.query<{ day: string }>(
    sql`SELECT day::text FROM occupancy WHERE item_id = ${id}::uuid AND held > 0 ORDER BY day`,
  );
  expect(taken.map((one) => one.day)).toEqual(['2028-02-01', '2028-02-29']);

  const moved = await change({ month_days: ['15'] });
  expect(moved.statusCode).toBe(422);
  expect(moved.json().errors.month_days[0]).toContain('El 01/02/2028 ya tiene 1 y quedarían 0');
  expect((await change({ month_days: ['1', '15', 'last'] })).statusCode).toBe(200);
});
