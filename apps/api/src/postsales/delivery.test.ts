import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../platform/database/database.ts';
import { type ContractWorld, makeContractWorld } from '../sales/contracts/contract-fixtures.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { type DeliveryWorld, makeDeliveryWorld } from './delivery-world.ts';

let api: TestApi;
let world: ContractWorld;
let delivery: DeliveryWorld;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  delivery = makeDeliveryWorld(api, world);
});
afterAll(() => api.close());

/** A signed contract of one line, ten days from today on, and its quota. */
const quotaOfSpots = async (unitsPerDay = 2, capacity = 20): Promise<{ quota: AnyRecord; item: string }> => {
  const item = await world.space(capacity);
  const contract = await delivery.sign([world.line(item, { units_per_day: unitsPerDay })]);
  return { quota: await delivery.quotaOf(contract), item };
};

const bookedOn = async (item: string, day: string): Promise<number> =>
  (
    await api.database.one<{ booked: number }>(
      sql`SELECT booked FROM occupancy WHERE item_id = ${item}::uuid AND day = ${day}::date`,
    )
  )?.booked ?? 0;

const anyReason = async (): Promise<string> =>
  (await api.database.one<{ id: string }>(sql`SELECT id FROM reasons WHERE kind = 'non_airing' LIMIT 1`))
    ?.id ?? '';

test('signing a contract opens a quota of what is booked', async () => {
  const { quota } = await quotaOfSpots(3);
  expect(quota).toMatchObject({
    contracted: 30,
    placed: 0,
    unplaced: 30,
    aired: 0,
    pending: 30,
    unit: 'spots',
  });
});

test('units are distributed evenly, in parts or all that is left', async () => {
  const { quota } = await quotaOfSpots(2);
  const first = await delivery.call('POST', `/api/quotas/${quota.id}/place`, { units: 10 });
  expect(first.statusCode, first.body).toBe(200);
  expect(first.json()).toMatchObject({ data: { placed: 10, placements: 10 } });
  const days = (await delivery.placementsOf(quota)).map(({ starts_on }) => starts_on);
  expect(new Set(days).size).toBe(10);
  expect((await delivery.call('POST', `/api/quotas/${quota.id}/place`, {})).json()).toMatchObject({
    data: { placed: 10 },
  });
  expect(await delivery.read('quotas', quota.id)).toMatchObject({ placed: 20, unplaced: 0 });
  const more = await delivery.call('POST', `/api/quotas/${quota.id}/place`, {});
  expect(more.statusCode).toBe(409);
  expect(more.body).toContain('Ya está colocado todo lo contratado');
});

test('concurrent distributions never place more than is contracted', async () => {
  const { quota } = await quotaOfSpots(2);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => delivery.call('POST', `/api/quotas/${quota.id}/place`, { units: 3 })),
  );
  const placed = answers.filter(({ statusCode }) => statusCode === 200).length;
  expect(answers.every(({ statusCode }) => [200, 409, 422].includes(statusCode))).toBe(true);
  expect(placed).toBe(6);
  expect(await delivery.read('quotas', quota.id)).toMatchObject({ placed: 18, unplaced: 2 });
});

test('the database refuses more than is contracted, and more on a day than is booked there', async () => {
  const { quota, item } = await quotaOfSpots(2);
  const place = (starts_on: string, units: number) =>
    api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`
        INSERT INTO placements (quota_id, inventory_item_id, starts_on, ends_on, units)
        VALUES (${quota.id}::uuid, ${item}::uuid, ${starts_on}::date, ${starts_on}::date, ${units})`),
    );
  await expect(place(world.today, 3)).rejects.toMatchObject({ constraint: 'placements_booked' });
  await expect(place(addDays(world.today, 40), 1)).rejects.toMatchObject({ constraint: 'placements_booked' });
  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => place(world.today, 1)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await delivery.read('quotas', quota.id)).toMatchObject({ placed: 2 });
});

test('the application cannot change the counts of a quota', async () => {
  const { quota } = await quotaOfSpots();
  await expect(
    api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`UPDATE quotas SET contracted = contracted + 1 WHERE id = ${quota.id}::uuid`),
    ),
  ).rejects.toMatchObject({ code: '42501' });
});

test('moving a placement moves its capacity, and to a full day moves nothing', async () => {
  const { quota, item } = await quotaOfSpots(2, 3);
  await delivery.call('POST', `/api/quotas/${quota.id}/place`, {});
  const [one] = await delivery.placementsOf(quota);
  if (!one) throw new Error('nothing was placed');
  const outside = addDays(world.today, 20);
  const moved = await delivery.done('placements', one.id, 'move', { starts_on: outside });
  expect(moved).toMatchObject({ starts_on: outside, ends_on: outside, load: 1, status: 'scheduled' });
  expect(await bookedOn(item, world.today)).toBe(1);
  expect(await bookedOn(item, outside)).toBe(1);

  // Another contract takes what is left of that day.
  await delivery.sign([world.line(item, { flight: { from: outside, to: outside }, units_per_day: 2 })]);
  const [, other] = await delivery.placementsOf(quota);
  const refused = await delivery.run('placements', String(other?.id), 'move', { starts_on: outside });
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({ code: 'no_capacity' });
  expect(await delivery.read('placements', String(other?.id))).toMatchObject({ starts_on: other?.starts_on });
  expect(await bookedOn(item, outside)).toBe(3);
  expect(await delivery.read('quotas', quota.id)).toMatchObject({ placed: 20 });
});

test('concurrent moves to a day with room for one move exactly one', async () => {
  const { quota, item } = await quotaOfSpots(4, 5);
  await delivery.call('POST', `/api/quotas/${quota.id}/place`, {});
  const day = addDays(world.today, 15);
  await delivery.sign([world.line(item, { flight: { from: day, to: day }, units_per_day: 4 })]);
  const some = (await delivery.placementsOf(quota)).slice(0, 8);
  const answers = await Promise.all(
    some.map(({ id }) => delivery.run('placements', id, 'move', { starts_on: day })),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
    200,
    ...Array.from({ length: 7 }, () => 409),
  ]);
  expect(await bookedOn(item, day)).toBe(5);
  const sums = await api.database.one<{ cells: number; counted: number }>(sql`
    SELECT (SELECT sum(units) FROM capacity_cells WHERE item_id = ${item}::uuid)::integer AS cells,
      (SELECT sum(booked) FROM occupancy WHERE item_id = ${item}::uuid)::integer AS counted`);
  expect(sums?.cells).toBe(sums?.counted);
});

test('what was not aired is compensated once, with capacity of its own', async () => {
  const { quota, item } = await quotaOfSpots(1, 2);
  await delivery.call('POST', `/api/quotas/${quota.id}/place`, {});
  const [one] = await delivery.placementsOf(quota);
  const id = String(one?.id);
  await delivery.done('placements', id, 'mark_not_aired', { reason_id: await anyReason() });
  expect(await delivery.read('quotas', quota.id)).toMatchObject({ missed: 1, placed: 10, compensated: 0 });
  const day = addDays(world.today, 12);
  const made = await delivery.call('POST', `/api/placements/${id}/makegood`, {
    starts_on: day,
    accepted_by: 'Rosa Marte',
  });
  expect(made.statusCode, made.body).toBe(201);
  expect(made.json().data).toMatchObject({ starts_on: day, makegood_of_id: { id }, status: 'scheduled' });
  expect(await bookedOn(item, day)).toBe(1);
  const again = await delivery.call('POST', `/api/placements/${id}/makegood`, {
    starts_on: day,
    accepted_by: 'Rosa Marte',
  });
  expect(again.statusCode).toBe(409);
  expect(again.body).toContain('Ya tiene una compensación');
  const corrected = await delivery.run('placements', id, 'correct', { reason: 'Sí salió' });
  expect(corrected.statusCode).toBe(409);
  expect(corrected.body).toContain('Tiene una compensación programada');
  await delivery.done('placements', made.json().data.id, 'cancel', { reason: 'Se acreditó' });
  expect(await bookedOn(item, day)).toBe(0);
  expect(await delivery.read('quotas', quota.id)).toMatchObject({ missed: 1, placed: 10, compensated: 0 });
});

test('cancelling a placement frees its units, not its space', async () => {
  const { quota, item } = await quotaOfSpots(1);
  await delivery.call('POST', `/api/quotas/${quota.id}/place`, {});
  const [one] = await delivery.placementsOf(quota);
  await delivery.done('placements', String(one?.id), 'cancel', { reason: 'Cambio de pauta' });
  expect(await delivery.read('quotas', quota.id)).toMatchObject({ placed: 9, unplaced: 1 });
  expect(await bookedOn(item, world.today)).toBe(1);
  expect((await delivery.call('POST', `/api/quotas/${quota.id}/place`, {})).json()).toMatchObject({
    data: { placed: 1 },
  });
});

test('cancelling a contract cancels what is to come and keeps what was aired', async () => {
  const item = await world.space(5);
  const contract = await delivery.sign([world.line(item)]);
  const quota = await delivery.quotaOf(contract);
  await delivery.call('POST', `/api/quotas/${quota.id}/place`, {});
  const [one] = await delivery.placementsOf(quota);
  await delivery.done('placements', String(one?.id), 'confirm');
  await delivery.done('placements', String(one?.id), 'mark_aired');
  const cancelled = await world.run(contract.id, 'cancel', { reason: 'El cliente se retira' });
  expect(cancelled.statusCode, cancelled.body).toBe(200);
  expect(await delivery.read('quotas', quota.id)).toMatchObject({
    contracted: 1,
    placed: 1,
    aired: 1,
    pending: 0,
  });
  expect(await delivery.placementsOf(quota, '&f.status=cancelled')).toHaveLength(9);
  expect(await bookedOn(item, addDays(world.today, 1))).toBe(0);
});

test('capacity under a placement cannot be freed by another way', async () => {
  const { quota } = await quotaOfSpots();
  await delivery.call('POST', `/api/quotas/${quota.id}/place`, {});
  await expect(
    api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`DELETE FROM capacity_cells c USING quotas q
        WHERE q.id = ${quota.id}::uuid AND c.order_line_id = q.order_line_id`),
    ),
  ).rejects.toMatchObject({ constraint: 'placements_booked' });
});
