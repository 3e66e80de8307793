import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { TrafficBreak, TrafficDay } from '@pauta/domain/postsales/traffic/traffic-day.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { createRole, createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../delivery-world.ts';

let api: TestApi;
let world: ContractWorld;
let delivery: DeliveryWorld;
let first: string;
let second: string;
let station: { id: string; name: string };

const bySystem = (statement: ReturnType<typeof sql>) =>
  api.database.transaction(systemChange('test'), (tx) => tx.query(statement));
const breakAt = async (clock: string, capacity: number): Promise<string> => {
  const id = await world.space(capacity);
  await bySystem(sql`UPDATE inventory_items SET airs_at = ${clock}::time WHERE id = ${id}::uuid`);
  return id;
};

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  delivery = makeDeliveryWorld(api, world);
  first = await breakAt('19:00', 4);
  second = await breakAt('20:00', 4);
  const found = await api.database.one<{ id: string; name: string }>(sql`
    SELECT s.id, s.name FROM inventory_items i JOIN subdivisions s ON s.id = i.subdivision_id WHERE i.id = ${first}::uuid`);
  if (!found) throw new Error('a break has a station');
  station = found;
});
afterAll(() => api.close());

const day = (offset: number): string => addDays(world.today, offset);
const dayOf = async (offset: number): Promise<TrafficDay> =>
  (await delivery.call('GET', `/api/placements/day?station=${station.id}&day=${day(offset)}`)).json().data;
const breakOf = async (offset: number, id: string): Promise<TrafficBreak | undefined> =>
  (await dayOf(offset)).breaks.find((one) => one.id === id);
const oneOn = async (item: string, from: number, to = from): Promise<AnyRecord> => {
  const { placements } = await delivery.placed([
    world.line(item, { flight: { from: day(from), to: day(to) } }),
  ]);
  return placements[0] as AnyRecord;
};
const block = (offset: number, more: object = {}, path = 'block') =>
  delivery.call('POST', `/api/special-days/${path}`, {
    reason: 'Debate presidencial',
    subdivision_id: station.id,
    day: day(offset),
    ...more,
  });
const content = async (text: string): Promise<string> => {
  const read = await delivery.call('POST', '/api/placements/read-file', { text });
  expect(read.statusCode, read.body).toBe(200);
  return read.json().data.content;
};
const official = async (text: string, path = 'official') =>
  delivery.call('POST', `/api/special-days/${path}`, { name: 'Pauta oficial', content: await content(text) });
const head = 'Emisora;Fecha;Hora;Segundos;Institución;Título\n';

describe('a blocked day', () => {
  test('closes the breaks of some hours, moves their spots, and is taken back as a whole', async () => {
    const spot = await oneOn(first, 2);
    const preview = await block(2, { from: '18:30', to: '19:30' }, 'block/preview');
    expect(preview.json().data).toMatchObject({ breaks: 1, displaced: [{ placement_id: spot.id }] });
    expect((await breakOf(2, first))?.capacity).toBe(4);

    const done = await block(2, { from: '18:30', to: '19:30' });
    expect(done.statusCode, done.body).toBe(200);
    const { id } = done.json().data;
    expect(await breakOf(2, first)).toMatchObject({ capacity: 0, taken: 0, special: 'Debate presidencial' });
    expect(await delivery.read('placements', spot.id)).toMatchObject({
      inventory_item_id: { id: second },
      starts_on: day(2),
    });
    expect(await delivery.read('special-days', id)).toMatchObject({ breaks: 1, moved: 1, unplaced: 0 });
    expect((await delivery.call('GET', `/api/special-days/${id}/effects`)).json().data).toMatchObject({
      blocked: [{ day: day(2) }],
      displaced: [{ placement_id: spot.id }],
    });
    expect((await block(2, { from: '18:30', to: '19:30' })).json().code).toBe('no_breaks');

    await delivery.done('special-days', id, 'revert');
    expect(await breakOf(2, first)).toMatchObject({ capacity: 4, taken: 1, special: null });
    expect(await delivery.read('placements', spot.id)).toMatchObject({ inventory_item_id: { id: first } });
  });

  test('says what has no place, whose unit is to be placed again', async () => {
    const spot = await oneOn(second, 4, 5);
    const done = await block(4);
    expect(done.statusCode, done.body).toBe(200);
    expect(done.json().data.displaced).toMatchObject([{ placement_id: spot.id }]);
    const moved = await delivery.read('placements', spot.id);
    // Its flight goes on the day after.
    expect([moved.status, moved.starts_on]).toEqual(['scheduled', day(5)]);
  });

  test('gives up the place of what would stand too near elsewhere', async () => {
    const flight = { from: day(12), to: day(13) };
    const { contract } = await delivery.placed([
      world.line(first, { flight }),
      world.line(second, { flight }),
    ]);
    for (const quota of await delivery.list('quotas', `f.contract_id=${contract.id}`))
      if (Number(quota.unplaced) > 0) await delivery.call('POST', `/api/quotas/${quota.id}/place`, {});
    const spots = await delivery.list('placements', `f.contract_id=${contract.id}&sort=starts_on`);
    expect(spots).toHaveLength(4);
    for (const { id, starts_on } of spots) await delivery.done('placements', id, 'move', { starts_on });
    const done = await block(12);
    expect(done.statusCode, done.body).toBe(200);
    expect(done.json().data.displaced).toMatchObject([{ to: null }, { to: null }]);
    expect(await delivery.read('special-days', done.json().data.id)).toMatchObject({ moved: 0, unplaced: 2 });
    const quotas = await delivery.list('quotas', `f.contract_id=${contract.id}`);
    expect(quotas.map(({ unplaced }) => unplaced)).toEqual([1, 1]);
  });

  test('refuses what cannot leave, and changes nothing', async () => {
    const spot = await oneOn(first, 6);
    await delivery.done('placements', spot.id, 'pin');
    const refused = await block(6);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().code).toBe('no_room');
    expect((await breakOf(6, first))?.capacity).toBe(4);
  });

  test('needs its permission', async () => {
    const user = await createUser(api, {
      role: await createRole(api, ['placements.view_all', 'placements.move', 'inventory.update_all']),
    });
    const response = await api.inject({
      method: 'POST',
      url: '/api/special-days/block',
      headers: await signIn(api, user),
      payload: { reason: 'X', subdivision_id: station.id, day: day(1) },
    });
    expect(response.statusCode).toBe(403);
  });
});

describe('official time', () => {
  test('takes its seconds first; rows that cannot be taken are said and leave out only themselves', async () => {
    const spots = [
      await oneOn(first, 8),
      await oneOn(first, 8),
      await oneOn(first, 8),
      await oneOn(first, 8),
    ];
    const text = `${head}${station.name};${day(8)};19:05;30;Instituto Electoral;Vote\n${station.name};${day(8)};03:00;30;Instituto Electoral;Vote\nNadie;${day(8)};19:00;30;X;Y\n`;
    const shown = await official(text, 'official/preview');
    expect(shown.statusCode, shown.body).toBe(200);
    expect(shown.json().data).toMatchObject({
      breaks: 1,
      verdicts: [
        { line: 2, problem: null },
        { line: 3, place: null },
        { line: 4, place: null },
      ],
    });
    expect(shown.json().data.displaced).toHaveLength(1);
    expect((await breakOf(8, first))?.official).toEqual([]);

    const done = await official(text);
    expect(done.statusCode, done.body).toBe(200);
    expect(await breakOf(8, first)).toMatchObject({
      capacity: 3,
      taken: 3,
      official: [{ institution: 'Instituto Electoral', title: 'Vote', duration_sec: 30 }],
    });
    expect((await breakOf(8, second))?.taken).toBe(1);
    await delivery.done('special-days', done.json().data.id, 'revert');
    expect(await breakOf(8, first)).toMatchObject({ capacity: 4, taken: 4, official: [] });
    expect(spots).toHaveLength(4);
  });

  test('a file without the columns, and what is no file, are refused with what is missing', async () => {
    const missing = await official('Emisora;Fecha\nX;Y\n');
    expect(missing.statusCode).toBe(422);
    expect(missing.json().errors.content[0]).toContain(
      'Faltan las columnas «Hora», «Segundos», «Institución»',
    );
    const other = await delivery.call('POST', '/api/special-days/official', { name: 'X', content: '{}' });
    expect(other.statusCode).toBe(422);
  });
});
