import { addDays } from '@pauta/domain/calendar/working-time.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../delivery-world.ts';

let api: TestApi;
let world: ContractWorld;
let delivery: DeliveryWorld;
let at: string;
let station: string;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  delivery = makeDeliveryWorld(api, world);
  at = await world.space(5);
  const [row] = await api.database.transaction(systemChange('test'), (tx) =>
    tx.query<{ id: string }>(sql`
      UPDATE inventory_items SET airs_at = '19:10' WHERE id = ${at}::uuid RETURNING subdivision_id AS id`),
  );
  station = row?.id ?? '';
});
afterAll(() => api.close());

test('a log is issued by number, only when it changed, and saved with its changes', async () => {
  const day = addDays(world.today, 2);
  const query = `station=${station}&day=${day}`;
  const issue = () => delivery.call('POST', '/api/placements/daily-log', { station, day });
  expect((await issue()).json()).toMatchObject({ code: 'nothing_placed' });
  const missing = await delivery.call('GET', `/api/placements/daily-log.txt?${query}`);
  expect(missing.json()).toMatchObject({ code: 'not_issued' });

  await delivery.placed([world.line(at, { flight: { from: day, to: day } })]);
  expect((await issue()).json()).toMatchObject({ data: { number: 1, is_new: true } });
  expect((await issue()).json()).toMatchObject({ data: { number: 1, is_new: false } });
  const { placements } = await delivery.placed([world.line(at, { flight: { from: day, to: day } })]);
  const before = await delivery.call('GET', `/api/placements/daily-log?${query}`);
  expect(before.json().data).toMatchObject({ changes: placements.length, issues: [{ number: 1 }] });
  expect((await issue()).json()).toMatchObject({ data: { number: 2, is_new: true } });

  const text = await delivery.call('GET', `/api/placements/daily-log.txt?${query}`);
  const lines = text.body.split('\r\n').slice(0, -1);
  expect(lines.length).toBeGreaterThan(placements.length);
  expect(new Set(lines.map(({ length }) => length))).toEqual(new Set([67]));
  const changes = await delivery.call('GET', `/api/placements/daily-log.csv?${query}&changes=1`);
  expect(changes.body.split('Agregado')).toHaveLength(placements.length + 1);
  const pdf = await delivery.call('GET', `/api/placements/daily-log.pdf?${query}&issue=1`);
  expect(pdf.statusCode, pdf.body.slice(0, 300)).toBe(200);
  expect(pdf.body.startsWith('%PDF')).toBe(true);
  const wrong = await delivery.call('GET', `/api/placements/daily-log?station=${station}&day=2026-02-31`);
  expect(wrong.statusCode).toBe(422);
});

describe('where clocks change', () => {
  // In Halifax clocks go forward at 2:00 of the second Sunday of March and back at 2:00 of the first Sunday of November.
  // It is never behind Santo Domingo, whose today is the day of signature.
  const year = new Date().getUTCFullYear() + 1;
  const firstSunday = (month: string): string => {
    const first = `${year}-${month}-01`;
    return addDays(first, (7 - new Date(`${first}T00:00:00Z`).getUTCDay()) % 7);
  };
  const putZone = (timezone: string | null) =>
    api.inject({ method: 'PUT', url: '/api/settings', headers: world.headers, payload: { timezone } });

  test.each([
    ['forward', addDays(firstSunday('03'), 7)],
    ['back', firstSunday('11')],
  ])('each day of a flight has its units and its log once, when clocks go %s', async (_way, change) => {
    onTestFinished(async () => {
      await putZone(null);
    });
    const set = await putZone('America/Halifax');
    expect(set.statusCode, set.body).toBe(200);
    const days = [-1, 0, 1].map((offset) => addDays(change, offset));
    const [from = '', , to = ''] = days;
    const item = await world.space(2);
    // A time that the day on which clocks go forward does not have, and the one on which they go back has twice.
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`UPDATE inventory_items SET airs_at = '02:30' WHERE id = ${item}::uuid`),
    );
    const { placements, quota } = await delivery.placed([
      world.line(item, { flight: { from, to }, units_per_day: 1 }),
    ]);
    expect(quota.contracted).toBe(3);
    expect(placements.map(({ starts_on, ends_on }) => [starts_on, ends_on])).toEqual(
      days.map((day) => [day, day]),
    );
    for (const [place, day] of days.entries()) {
      const issued = await delivery.call('POST', '/api/placements/daily-log', { station, day });
      expect(issued.json(), day).toMatchObject({ data: { number: 1, rows: 1, is_new: true } });
      const csv = await delivery.call('GET', `/api/placements/daily-log.csv?station=${station}&day=${day}`);
      expect(csv.body, day).toContain('02:30');
      const { rows } = (
        await api.database.query<{ rows: { id: string }[] }>(sql`
          SELECT rows FROM daily_log_issues WHERE subdivision_id = ${station}::uuid AND day = ${day}::date`)
      )[0] ?? { rows: [] };
      expect(rows.map(({ id }) => id)).toEqual([placements[place]?.id]);
    }
    // Moving over the change is moving to a day, whatever its hours are.
    const moved = await delivery.done('placements', String(placements[0]?.id), 'move', { starts_on: change });
    expect([moved.starts_on, moved.ends_on]).toEqual([change, change]);
    const again = await delivery.call('POST', '/api/placements/daily-log', { station, day: change });
    expect(again.json()).toMatchObject({ data: { number: 2, rows: 2, is_new: true } });
  });
});
