import { addDays } from '@pauta/domain/calendar/working-time.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
