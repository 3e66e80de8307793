import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRole, createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { addClient, addSpace, atOnce, differences } from '../inventory-fixtures.ts';

type Headers = Record<string, string>;

let api: TestApi;
let headers: Headers;
let sellers: readonly Headers[];
let client: { clientId: string; ownerId: string };

beforeAll(async () => {
  api = await startTestApi({ testDatabase: await createTestDatabase({ pool: 12 }) });
  headers = await signInAs(api, 'admin');
  client = await addClient(api);
  sellers = await Promise.all(
    Array.from({ length: 4 }, async () => signIn(api, await createUser(api, { role: 'sales_manager' }))),
  );
});
afterAll(() => api.close());

const day = '2027-11-03';
const send = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload: object, as: Headers = headers) =>
  api.inject({ method, url, payload, headers: as });

const holdOn = (spaceId: string, from: string, to: string, more: object = {}, as: Headers = headers) =>
  send(
    'POST',
    '/api/holds',
    {
      client_id: client.clientId,
      owner_id: client.ownerId,
      inventory_item_id: spaceId,
      flight: { from, to },
      ...more,
    },
    as,
  );
const versionOf = async (id: string): Promise<string> => {
  const row = await api.database.one<{ row_version: number }>(
    sql`SELECT row_version FROM inventory_items WHERE id = ${id}::uuid`,
  );
  return `"${row?.row_version}"`;
};
const change = async (id: string, payload: object, as: Headers = headers) =>
  api.inject({
    method: 'PATCH',
    url: `/api/inventory-items/${id}`,
    payload,
    headers: { ...as, 'if-match': await versionOf(id) },
  });
const run = async (id: string, command: string, payload: object) =>
  api.inject({
    method: 'POST',
    url: `/api/inventory-items/${id}/${command}`,
    payload,
    headers: { ...headers, 'if-match': await versionOf(id) },
  });
const capacityOn = async (id: string, on: string): Promise<number | undefined> =>
  (
    await api.database.one<{ capacity: number }>(
      sql`SELECT capacity_on(i, ${on}::date) AS capacity FROM inventory_items i WHERE id = ${id}::uuid`,
    )
  )?.capacity;

describe('a space that is held', () => {
  test('does not get smaller, and the refusal says who has it', async () => {
    const space = await addSpace(api, { capacity: 4 });
    const made = await holdOn(space, day, day, { units_per_day: 3 });
    expect(made.statusCode, made.body).toBe(201);
    const { number } = made.json().data;
    for (const [field, value] of [
      ['capacity', 2],
      ['days', ['1', '2']],
      ['active', { from: null, to: '2027-10-31' }],
    ] as const) {
      const refused = await change(space, { [field]: value });
      expect(refused.statusCode, refused.body).toBe(422);
      expect(refused.json().errors[field][0]).toContain(`${number} de `);
      expect(refused.json().errors[field][0]).toContain('ya tiene 3');
    }
    expect((await change(space, { capacity: 3 })).statusCode).toBe(200);
  });

  test('is not named to who may not see holds of others', async () => {
    const space = await addSpace(api, { capacity: 1 });
    await holdOn(space, day, day);
    const role = await createRole(api, ['inventory.view_all', 'inventory.update_all']);
    const blind = await signIn(api, await createUser(api, { role }));
    const refused = await change(space, { days: ['1'] }, blind);
    expect(refused.statusCode, refused.body).toBe(422);
    expect(refused.json().errors.days[0]).toContain('otra venta o reserva');
  });

  test('is not closed for maintenance on those days, by a form or by a command', async () => {
    const space = await addSpace(api, { capacity: 2 });
    await holdOn(space, '2027-11-10', '2027-11-11');
    const dates = { from: '2027-11-11', to: '2027-11-20' };
    const closed = { dates, kind: 'maintenance', capacity: 0, reason: 'Cambio de lona' };
    const form = await send('POST', '/api/capacity-exceptions', { ...closed, inventory_item_id: space });
    expect(form.statusCode, form.body).toBe(422);
    expect(form.json().errors.capacity[0]).toContain('Libere o mueva');
    expect((await run(space, 'change_days', closed)).statusCode).toBe(422);
    const later = await run(space, 'change_days', {
      ...closed,
      dates: { from: '2027-11-12', to: '2027-11-20' },
    });
    expect(later.statusCode, later.body).toBe(200);
    expect(await capacityOn(space, '2027-11-12')).toBe(0);
    const full = await holdOn(space, '2027-11-12', '2027-11-12');
    expect(full.statusCode).not.toBe(201);
  });

  test('is not retired, and the reason says who has it', async () => {
    const space = await addSpace(api);
    const { number } = (await holdOn(space, day, day)).json().data;
    const refused = await run(space, 'retire', {});
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain(number);
  });
});

describe('days with another capacity', () => {
  test('count instead of the weekly calendar, and end when they are archived', async () => {
    const space = await addSpace(api, { capacity: 10, days: ['1', '2', '3', '4', '5'] });
    // A Saturday.
    const special = await send('POST', '/api/capacity-exceptions', {
      inventory_item_id: space,
      dates: { from: '2027-11-06', to: '2027-11-06' },
      kind: 'event',
      capacity: 6,
      reason: 'Final del torneo',
    });
    expect(special.statusCode, special.body).toBe(201);
    expect(await capacityOn(space, '2027-11-06')).toBe(6);
    expect(await capacityOn(space, '2027-11-07')).toBe(0);
    expect((await holdOn(space, '2027-11-06', '2027-11-06', { units_per_day: 7 })).statusCode).toBe(409);
    const { data } = special.json();
    const gone = await api.inject({
      method: 'DELETE',
      url: `/api/capacity-exceptions/${data.id}`,
      headers: { ...headers, 'if-match': `"${data.row_version}"` },
    });
    expect(gone.statusCode, gone.body).toBeLessThan(300);
    expect(await capacityOn(space, '2027-11-06')).toBe(0);
  });

  test('do not overlap, also when two are made at once', async () => {
    const space = await addSpace(api);
    const answers = await atOnce(
      [0, 1, 2, 3, 4, 5].map(
        (place) => () =>
          send('POST', '/api/capacity-exceptions', {
            inventory_item_id: space,
            dates: { from: '2027-12-01', to: `2027-12-0${place + 1}` },
            kind: 'holiday',
            capacity: place,
            reason: 'Feriado',
          }),
      ),
    );
    const made = answers.filter(({ statusCode }) => statusCode === 201);
    expect(made).toHaveLength(1);
    for (const { statusCode } of answers) expect([201, 409, 422]).toContain(statusCode);
    expect(await capacityOn(space, '2027-12-01')).toBe(made[0]?.json().data.capacity);
  });

  test('of a hold and a closing at once, one wins', async () => {
    for (let round = 0; round < 8; round += 1) {
      const space = await addSpace(api, { capacity: 1 });
      const [hold, closing] = await Promise.all([
        holdOn(space, day, day),
        send('POST', '/api/capacity-exceptions', {
          inventory_item_id: space,
          dates: { from: day, to: day },
          kind: 'maintenance',
          capacity: 0,
          reason: 'Mantenimiento',
        }),
      ]);
      expect([hold.statusCode === 201, closing.statusCode === 201].filter(Boolean)).toHaveLength(1);
    }
    expect(await differences(api.database)).toEqual([]);
  });
});

test('180 seconds of a break are sold once, whichever of its four levels they are sold at', {
  timeout: 120_000,
}, async () => {
  const rotation = await addSpace(api, { unit: 'seconds', capacity: 180 });
  const daypart = await addSpace(api, { unit: 'seconds', capacity: 180, parent: rotation });
  const program = await addSpace(api, { unit: 'seconds', capacity: 180, parent: daypart });
  const breakOf = await addSpace(api, { unit: 'seconds', capacity: 180, parent: program });
  const levels = [rotation, daypart, program, breakOf];
  const answers = await atOnce(
    Array.from(
      { length: 48 },
      (_, place) => () =>
        holdOn(
          levels[place % 4] ?? rotation,
          day,
          day,
          { duration_sec: [10, 20, 30][place % 3], units_per_day: 1 },
          sellers[Math.floor(place / 4) % 4],
        ),
    ),
  );
  const sold = answers
    .filter(({ statusCode }) => statusCode === 201)
    .reduce((sum, answer) => sum + Number(answer.json().data.duration_sec), 0);
  for (const { statusCode, body } of answers) expect([201, 409], body).toContain(statusCode);
  expect(sold).toBeLessThanOrEqual(180);
  // What does not fit any more is less than the shortest spot.
  expect(180 - sold).toBeLessThan(10);
  const [top] = await api.database.query<{ held: number }>(
    sql`SELECT held FROM occupancy WHERE item_id = ${rotation}::uuid AND day = ${day}::date`,
  );
  expect(top?.held).toBe(sold);
  expect(await differences(api.database)).toEqual([]);
});

describe('commands of a space', () => {
  test('make its breaks inside of it', async () => {
    const program = await addSpace(api, { unit: 'seconds', capacity: 720 });
    const made = await run(program, 'add_breaks', {
      count: 4,
      first_at: '19:10',
      every_min: 15,
      seconds: 180,
    });
    expect(made.statusCode, made.body).toBe(200);
    const breaks = await api.database.query(sql`
      SELECT break_no, airs_at::text, capacity, status FROM inventory_items WHERE parent_id = ${program}::uuid
      ORDER BY break_no`);
    expect(breaks).toEqual(
      ['19:10:00', '19:25:00', '19:40:00', '19:55:00'].map((airs_at, place) => ({
        break_no: place + 1,
        airs_at,
        capacity: 180,
        status: 'draft',
      })),
    );
  });

  test('copy it as a draft', async () => {
    const space = await addSpace(api);
    const made = await run(space, 'copy', { code: 'COPIA-1', name: 'Copia' });
    expect(made.statusCode, made.body).toBeLessThan(300);
    const row = await api.database.one(
      sql`SELECT name, status, capacity FROM inventory_items WHERE code = 'COPIA-1'`,
    );
    expect(row).toEqual({ name: 'Copia', status: 'draft', capacity: 20 });
  });

  test('put its price into a draft list, once per unit', async () => {
    const space = await addSpace(api);
    const list = await send('POST', '/api/price-lists', {
      code: 'BORR-1',
      name: 'Borrador',
      kind: 'internal',
      currency_code: 'DOP',
      valid: { from: '2030-01-01', to: '2030-12-31' },
    });
    expect(list.statusCode, list.body).toBe(201);
    const price_list_id = list.json().data.id;
    for (const unit_price of ['1500', '1750.5']) {
      const put = await run(space, 'set_price', { price_list_id, unit: 'spot', unit_price });
      expect(put.statusCode, put.body).toBe(200);
    }
    const prices = await api.database.query(
      sql`SELECT unit, unit_price::text FROM prices WHERE price_list_id = ${price_list_id}::uuid`,
    );
    expect(prices).toEqual([{ unit: 'spot', unit_price: '1750.500000' }]);
  });
});
