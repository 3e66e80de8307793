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
/** Breaks of one station: at 19:00, 19:05 and 19:20 of its programme, and at 22:00. */
let program: string;
let first: string;
let second: string;
let third: string;
let late: string;
let station: string;

const bySystem = <T>(statement: ReturnType<typeof sql>): Promise<T[]> =>
  api.database.transaction(systemChange('test'), (tx) => tx.query(statement)) as Promise<T[]>;

const breakAt = async (clock: string, parent: string | null, capacity = 4): Promise<string> => {
  const id = await world.space(capacity);
  await bySystem(sql`
    UPDATE inventory_items SET airs_at = ${clock}::time, parent_id = ${parent}::uuid WHERE id = ${id}::uuid`);
  return id;
};

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  delivery = makeDeliveryWorld(api, world);
  program = await world.space(20);
  first = await breakAt('19:00', program);
  second = await breakAt('19:05', program);
  third = await breakAt('19:20', program);
  late = await breakAt('22:00', null);
  station =
    (
      await api.database.one<{ id: string }>(
        sql`SELECT subdivision_id AS id FROM inventory_items WHERE id = ${first}::uuid`,
      )
    )?.id ?? '';
});
afterAll(() => api.close());

const day = (offset: number): string => addDays(world.today, offset);
const dayOf = async (offset: number): Promise<TrafficDay> => {
  const response = await delivery.call('GET', `/api/placements/day?station=${station}&day=${day(offset)}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
};
const breakOf = (of: TrafficDay, id: string): TrafficBreak => {
  const found = of.breaks.find((one) => one.id === id);
  if (!found) throw new Error('the day has no such break');
  return found;
};

/** A placed contract of one unit on one day. */
const oneOn = async (item: string, offset: number): Promise<AnyRecord> => {
  const { placements } = await delivery.placed([
    world.line(item, { flight: { from: day(offset), to: day(offset) } }),
  ]);
  return placements[0] as AnyRecord;
};
const move = (id: string, item: string, offset: number, more: object = {}) =>
  delivery.run('placements', id, 'move', { starts_on: day(offset), inventory_item_id: item, ...more });
/** The clients of these placements get one industry of their own each, or one for all. */
const ofIndustry = async (how: 'own' | 'same', ...found: AnyRecord[]): Promise<void> => {
  for (const [place, { id }] of found.entries()) {
    const code = `I-${how === 'same' ? found[0]?.id : id}`.slice(0, 20).toUpperCase();
    if (how === 'own' || place === 0)
      await bySystem(sql`INSERT INTO industries (code, name) VALUES (${code}, ${`Industria ${code}`})`);
    await bySystem(sql`
      UPDATE clients c SET industry_id = (SELECT id FROM industries WHERE code = ${code}) FROM quotas q, placements p
      WHERE p.id = ${id}::uuid AND q.id = p.quota_id AND c.id = q.client_id`);
  }
};

describe('a break', () => {
  test('shows what it has, in its order', async () => {
    const one = await oneOn(program, 1);
    const two = await oneOn(program, 1);
    await ofIndustry('own', one, two);
    const before = await dayOf(1);
    expect(before.loose.map(({ id }) => id)).toEqual(expect.arrayContaining([one.id, two.id]));
    expect(breakOf(before, first)).toMatchObject({ airs_at: '19:00', capacity: 4, taken: 0, spots: [] });

    expect((await move(one.id, first, 1)).statusCode).toBe(200);
    const moved = await move(two.id, first, 1, { before_id: one.id });
    expect(moved.statusCode, moved.body).toBe(200);
    const at = breakOf(await dayOf(1), first);
    expect(at.taken).toBe(2);
    expect(at.spots.map(({ id }) => id)).toEqual([two.id, one.id]);
    // Ordered again within its break, nothing of its capacity moves.
    expect((await move(two.id, first, 1)).statusCode).toBe(200);
    expect(breakOf(await dayOf(1), first).spots.map(({ id }) => id)).toEqual([one.id, two.id]);
    const elsewhere = await move(two.id, third, 1, { before_id: one.id });
    expect(elsewhere.statusCode).toBe(422);
    expect(elsewhere.json().errors).toHaveProperty('before_id');
  });

  test('takes no competitor beside a client, and nothing that is too near', async () => {
    const one = await oneOn(program, 2);
    const two = await oneOn(program, 2);
    await ofIndustry('same', one, two);
    await delivery.done('placements', one.id, 'move', { starts_on: day(2), inventory_item_id: first });
    for (const near of [first, second]) {
      const refused = await move(two.id, near, 2);
      expect(refused.statusCode, refused.body).toBe(409);
      expect(refused.json()).toMatchObject({ code: 'competitor_too_near' });
      const preview = await delivery.call('POST', `/api/placements/${two.id}/move/preview`, {
        starts_on: day(2),
        inventory_item_id: near,
      });
      expect(preview.json().reasons ?? preview.json().data?.reasons, preview.body).toMatchObject([
        { code: 'competitor_too_near' },
      ]);
    }
    expect((await move(two.id, third, 2)).statusCode).toBe(200);
    // The same two at once on another day: only one of them comes first.
    const [three, four] = [await oneOn(program, 3), await oneOn(program, 3)];
    await ofIndustry('same', three, four);
    const answers = await Promise.all([move(three.id, first, 3), move(four.id, second, 3)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    // The database refuses it by itself.
    const outside = answers[0]?.statusCode === 200 ? four.id : three.id;
    await expect(
      bySystem(sql`UPDATE placements SET position = 'a5' WHERE id = ${outside}::uuid`),
    ).rejects.toMatchObject({ constraint: 'placements_in_break' });
  });

  test('is nearer to others only with a reason, and by somebody who may say it', async () => {
    const one = await oneOn(program, 4);
    const two = await oneOn(program, 4);
    await ofIndustry('same', one, two);
    await delivery.done('placements', one.id, 'move', { starts_on: day(4), inventory_item_id: first });
    const trafficker = await createUser(api, {
      role: await createRole(api, [
        'placements.view_all',
        'placements.move',
        'placements.update_all',
        'inventory.view_all',
      ]),
    });
    const headers = await signIn(api, trafficker);
    const input = {
      starts_on: day(4),
      inventory_item_id: first,
      separation_reason: 'El cliente lo pidió por escrito',
    };
    const { row_version } = await delivery.read('placements', two.id);
    const refused = await api.inject({
      method: 'POST',
      url: `/api/placements/${two.id}/move`,
      headers: { ...headers, 'if-match': `"${row_version}"` },
      payload: input,
    });
    expect(refused.json(), refused.body).toMatchObject({ code: 'override_not_allowed' });
    const allowed = await delivery.done('placements', two.id, 'move', input);
    expect(allowed).toMatchObject({ separation_reason: input.separation_reason });
    await expect(
      bySystem(sql`UPDATE placements SET separation_reason = NULL WHERE id = ${two.id}::uuid`),
    ).rejects.toMatchObject({ constraint: 'placements_separated' });
    // Where nothing is near, the reason is not kept.
    expect(
      await delivery.done('placements', two.id, 'move', { ...input, inventory_item_id: late }),
    ).toMatchObject({ separation_reason: null });
  });

  test('takes no more than its seconds from two traffickers at once', async () => {
    const small = await breakAt('06:00', program, 1);
    const [one, two] = [await oneOn(program, 5), await oneOn(program, 5)];
    await ofIndustry('own', one, two);
    const answers = await Promise.all([move(one.id, small, 5), move(two.id, small, 5)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(breakOf(await dayOf(5), small)).toMatchObject({ capacity: 1, taken: 1 });
  });
});

test('a pinned spot stays in its place, by any way, until it is freed', async () => {
  const one = await oneOn(program, 6);
  await delivery.done('placements', one.id, 'move', { starts_on: day(6), inventory_item_id: first });
  expect(await delivery.done('placements', one.id, 'pin')).toMatchObject({ pinned: true });
  const refused = await move(one.id, third, 6);
  expect(refused.json()).toMatchObject({ code: 'pinned' });
  await expect(
    bySystem(sql`UPDATE placements SET position = 'a9' WHERE id = ${one.id}::uuid`),
  ).rejects.toMatchObject({ constraint: 'placements_pinned' });
  const two = await oneOn(program, 6);
  const swapped = await delivery.run('placements', two.id, 'swap', { with_id: one.id });
  expect(swapped.statusCode).toBe(422);
  await delivery.done('placements', one.id, 'unpin');
  expect((await move(one.id, third, 6)).statusCode).toBe(200);
});

test('two spots of full breaks change places with their capacity', async () => {
  const [left, right] = [await breakAt('07:00', null, 1), await breakAt('09:00', null, 1)];
  const [one, two] = [await oneOn(left, 7), await oneOn(right, 8)];
  const answer = await delivery.run('placements', one.id, 'swap', { with_id: two.id });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await delivery.read('placements', one.id)).toMatchObject({
    starts_on: day(8),
    inventory_item_id: { id: right },
  });
  expect(await delivery.read('placements', two.id)).toMatchObject({
    starts_on: day(7),
    inventory_item_id: { id: left },
  });
  const again = await delivery.run('placements', two.id, 'swap', { with_id: two.id });
  expect(again.statusCode).toBe(422);
});

test('a unit that is not placed yet goes into a break with the capacity of its day', async () => {
  const contract = await delivery.sign([
    world.line(program, { flight: { from: day(9), to: day(10) }, units_per_day: 1 }),
  ]);
  const quota = await delivery.quotaOf(contract);
  expect((await dayOf(9)).unplaced.find(({ quota_id }) => quota_id === quota.id)).toMatchObject({
    unplaced: 2,
    taken: 1,
    contract: { label: contract.number },
  });
  const place = (offset: number) =>
    delivery.call('POST', `/api/quotas/${quota.id}/place_in`, {
      starts_on: day(offset),
      inventory_item_id: late,
    });
  const placed = await place(9);
  expect(placed.statusCode, placed.body).toBe(200);
  const near = await place(9);
  expect(near.json(), near.body).toMatchObject({ code: 'client_too_near' });
  // The second unit moves to a day beside its own.
  expect((await place(8)).statusCode).toBe(200);
  expect(await delivery.read('quotas', quota.id)).toMatchObject({ placed: 2, unplaced: 0 });
  expect((await place(10)).json()).toMatchObject({ code: 'all_placed' });
});

describe('a makegood', () => {
  const missedOn = async (item: string, last: number): Promise<AnyRecord> => {
    const { placements } = await delivery.placed([
      world.line(item, { flight: { from: world.today, to: day(last) }, units_per_day: 1 }),
    ]);
    const id = String(placements[0]?.id);
    const reason = await api.database.one<{ id: string }>(
      sql`SELECT id FROM reasons WHERE kind = 'non_airing' LIMIT 1`,
    );
    return delivery.done('placements', id, 'mark_not_aired', { reason_id: reason?.id });
  };
  test('is proposed where the value is the same, and is billed once', async () => {
    const item = await breakAt('12:00', null);
    const cheaper = await breakAt('12:30', null);
    const missed = await missedOn(item, 4);
    const { data } = (await delivery.call('GET', `/api/placements/${missed.id}/makegoods`)).json();
    expect(data.until).toBe(day(4));
    expect(data.slots.length).toBeGreaterThan(0);
    for (const slot of data.slots) expect(slot.ends_on <= day(4)).toBe(true);
    expect(data.effect).toMatchObject({ worth: '100.00', currency: 'DOP' });

    const outside = await delivery.call('POST', `/api/placements/${missed.id}/makegood`, {
      starts_on: day(12),
      inventory_item_id: cheaper,
    });
    expect(outside.statusCode, outside.body).toBe(422);
    expect(outside.json().errors).toHaveProperty('accepted_by');
    const made = await delivery.call('POST', `/api/placements/${missed.id}/makegood_best`, {});
    expect(made.statusCode, made.body).toBe(201);
    expect(made.json().data).toMatchObject({ makegood_of_id: { id: missed.id } });
    const again = await delivery.call('POST', `/api/placements/${missed.id}/makegood_best`, {});
    expect(again.json()).toMatchObject({ code: 'compensated' });
    await expect(
      bySystem(sql`UPDATE placements SET makegood_of_id = NULL WHERE id = ${made.json().data.id}::uuid`),
    ).rejects.toMatchObject({ constraint: 'placements_stay' });
  });

  test('outside of the flight names who accepted it', async () => {
    const missed = await missedOn(await breakAt('13:00', null), 2);
    const made = await delivery.call('POST', `/api/placements/${missed.id}/makegood`, {
      starts_on: day(15),
      accepted_by: 'Rosa Marte, gerente de mercadeo',
    });
    expect(made.statusCode, made.body).toBe(201);
    expect(made.json().data).toMatchObject({ accepted_by: 'Rosa Marte, gerente de mercadeo' });
  });
});

test('only who may see all placements reads a day', async () => {
  const seller = await createUser(api, { role: await createRole(api, ['placements.view_own']) });
  const answer = await api.inject({ url: '/api/placements/day', headers: await signIn(api, seller) });
  expect(answer.statusCode).toBe(403);
  for (const query of ['day=2026-02-30', 'station=x']) {
    const bad = await delivery.call('GET', `/api/placements/day?${query}`);
    expect(bad.statusCode).toBe(422);
  }
});
