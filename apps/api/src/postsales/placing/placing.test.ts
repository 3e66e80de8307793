import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { PlacingResult } from '@pauta/domain/postsales/placing/placing-plan.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../delivery-world.ts';

let api: TestApi;
let world: ContractWorld;
let delivery: DeliveryWorld;
/** A programme with breaks at 19:00, 19:05 and 19:20. */
let program: string;
let station: string;

const day = (offset: number): string => addDays(world.today, offset);
const bySystem = <T>(statement: ReturnType<typeof sql>): Promise<T[]> =>
  api.database.transaction(systemChange('test'), (tx) => tx.query(statement)) as Promise<T[]>;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  delivery = makeDeliveryWorld(api, world);
  program = await world.space(40);
  for (const clock of ['19:00', '19:05', '19:20']) {
    const id = await world.space(3);
    await bySystem(sql`
      UPDATE inventory_items SET airs_at = ${clock}::time, parent_id = ${program}::uuid WHERE id = ${id}::uuid`);
  }
  const [item] = await bySystem<{ id: string }>(
    sql`SELECT subdivision_id AS id FROM inventory_items WHERE id = ${program}::uuid`,
  );
  station = item?.id ?? '';
});
afterAll(() => api.close());

const create = async (from: number, to: number, more: object = {}): Promise<AnyRecord> => {
  const response = await delivery.call('POST', '/api/placing-plans', {
    name: 'Semana de prueba',
    subdivision_id: station,
    period: { from: day(from), to: day(to) },
    ...more,
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const calculate = async (id: string): Promise<AnyRecord> => {
  const response = await delivery.run('placing-plans', id, 'calculate');
  expect(response.statusCode, response.body).toBe(202);
  const run = response.json().data?.run ?? response.json().run ?? response.json().data;
  await expect
    .poll(async () => (await delivery.call('GET', `/api/runs/${run.id}`)).json().data.state, {
      timeout: 20_000,
    })
    .toBe('finished');
  return delivery.read('placing-plans', id);
};
const resultOf = async (id: string): Promise<PlacingResult> =>
  (await delivery.call('GET', `/api/placing-plans/${id}/result`)).json().data;
const inBreaks = (quota: AnyRecord): Promise<AnyRecord[]> => delivery.placementsOf(quota);

test('a plan is looked at, applied and taken back as a whole', async () => {
  const contract = await delivery.sign([
    world.line(program, { flight: { from: day(1), to: day(3) }, units_per_day: 1 }),
  ]);
  const quota = await delivery.quotaOf(contract);
  const plan = await create(1, 5, { contract_id: contract.id });
  const calculated = await calculate(plan.id);
  expect(calculated).toMatchObject({ status: 'calculated', wanted: 3, placed: 3, left_out: 0 });
  const result = await resultOf(plan.id);
  expect(result.lines).toMatchObject([
    { quota_id: quota.id, placed: 3, days: 3, left_out: 0, reasons: null },
  ]);
  expect(result.days.map(({ placed }) => placed)).toEqual([1, 1, 1]);
  // Nothing has changed yet.
  expect(await inBreaks(quota)).toEqual([]);

  await delivery.done('placing-plans', plan.id, 'apply');
  const placed = await inBreaks(quota);
  expect(placed).toHaveLength(3);
  expect((await delivery.read('quotas', quota.id)).unplaced).toBe(0);
  const [ordered] = await bySystem<{ count: number }>(sql`
    SELECT count(*)::integer FROM placements p JOIN inventory_items i ON i.id = p.inventory_item_id
    WHERE p.quota_id = ${quota.id}::uuid AND i.airs_at IS NOT NULL AND p.position IS NOT NULL`);
  expect(ordered?.count).toBe(3);
  expect(await bySystem(sql`SELECT * FROM occupancy_differences()`)).toEqual([]);

  await delivery.done('placing-plans', plan.id, 'revert');
  expect((await inBreaks(quota)).map(({ status }) => status)).toEqual([
    'cancelled',
    'cancelled',
    'cancelled',
  ]);
  expect((await delivery.read('quotas', quota.id)).unplaced).toBe(3);
  expect(await bySystem(sql`SELECT * FROM occupancy_differences()`)).toEqual([]);
});

test('what has its day and no break keeps its day', async () => {
  const { contract, quota, placements } = await delivery.placed([
    world.line(program, { flight: { from: day(6), to: day(7) } }),
  ]);
  expect(placements.length).toBeGreaterThan(0);
  const plan = await create(6, 7, { contract_id: contract.id });
  expect(await calculate(plan.id)).toMatchObject({ placed: placements.length });
  await delivery.done('placing-plans', plan.id, 'apply');
  const ordered = await inBreaks(quota);
  expect(ordered.map(({ id, starts_on }) => [id, starts_on])).toEqual(
    placements.map(({ id, starts_on }) => [id, starts_on]),
  );
  // Somebody confirms or moves one: the plan is no longer taken back.
  await delivery.done('placements', ordered[0]?.id ?? '', 'pin');
  const refused = await delivery.run('placing-plans', plan.id, 'revert');
  expect(refused.json(), refused.body).toMatchObject({ code: 'changed_since' });
  await delivery.done('placements', ordered[0]?.id ?? '', 'unpin');
  await delivery.done('placing-plans', plan.id, 'revert');
  expect((await inBreaks(quota)).map(({ status }) => status)).toEqual(placements.map(() => 'scheduled'));
});

test('what cannot be placed is told with its reason and what would help', async () => {
  // Two of one client in one programme of twenty minutes: one at 19:00, one at 19:20, and the third is too near.
  const contract = await delivery.sign([
    world.line(program, { flight: { from: day(9), to: day(9) }, units_per_day: 3 }),
  ]);
  const plan = await create(9, 9, { contract_id: contract.id });
  expect(await calculate(plan.id)).toMatchObject({ wanted: 3, placed: 2, left_out: 1 });
  const [line] = (await resultOf(plan.id)).lines;
  expect(line?.reasons).toContain('Demasiado cerca de otro anuncio del mismo cliente');
  expect(line?.relaxation).toContain('Con 5 min de separación cabría');
});

test('what payers with held credit have not paid for is left out and named, and the rest is placed', async () => {
  const signed = async () => {
    const client = await world.client();
    const { id } = await world.pending(client, [
      world.line(program, { flight: { from: day(20), to: day(20) }, units_per_day: 1 }),
    ]);
    expect((await world.run(id, 'sign', { signed_on: world.today })).statusCode).toBe(200);
    const [quota] = await delivery.list('quotas', `f.contract_id=${id}`);
    return { client: String(client.id), quota: quota as AnyRecord };
  };
  const credit = (status: string, id: string) =>
    bySystem(sql`UPDATE clients SET credit_status = ${status} WHERE id = ${id}::uuid`);
  const [paying, owing, late] = [await signed(), await signed(), await signed()];
  await credit('on_hold', owing.client);
  const plan = await create(20, 20);
  expect(await calculate(plan.id)).toMatchObject({ wanted: 3, placed: 2, left_out: 1 });
  const reasonOf = async ({ quota }: { quota: AnyRecord }) =>
    (await resultOf(plan.id)).lines.find(({ quota_id }) => quota_id === quota.id)?.reasons;
  expect(await reasonOf(owing)).toMatch(/^El crédito de .+ está retenido/);
  // Held after it was calculated.
  await credit('on_hold', late.client);
  await delivery.done('placing-plans', plan.id, 'apply');
  expect(await delivery.read('placing-plans', plan.id)).toMatchObject({
    status: 'applied',
    placed: 1,
    left_out: 2,
  });
  expect(await reasonOf(late)).toMatch(/^El crédito de .+ está retenido/);
  expect(await Promise.all([paying, owing, late].map(({ quota }) => inBreaks(quota)))).toMatchObject([
    [{ status: 'scheduled' }],
    [],
    [],
  ]);
  await delivery.done('placing-plans', plan.id, 'revert');
  expect(await bySystem(sql`SELECT * FROM occupancy_differences()`)).toEqual([]);
  // Nothing is left to place: the plan is refused.
  await credit('active', owing.client);
  await credit('active', late.client);
  const other = await create(20, 20, { client_id: late.client });
  expect(await calculate(other.id)).toMatchObject({ placed: 1 });
  await credit('on_hold', late.client);
  const refused = await delivery.run('placing-plans', other.id, 'apply');
  expect([refused.statusCode, refused.json().reasons]).toMatchObject([409, [{ code: 'credit_held' }]]);
});

test('of two plans of one station the second is told what no longer fits', async () => {
  const lines = [world.line(program, { flight: { from: day(12), to: day(12) }, units_per_day: 2 })];
  const contract = await delivery.sign(lines);
  const plans = [
    await create(12, 12, { contract_id: contract.id }),
    await create(12, 12, { contract_id: contract.id }),
  ];
  for (const { id } of plans) await calculate(id);
  const answers = await Promise.all(plans.map(({ id }) => delivery.run('placing-plans', id, 'apply')));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const lost = answers.find(({ statusCode }) => statusCode === 409)?.json();
  expect(lost).toMatchObject({ code: 'does_not_fit' });
  expect(lost.reasons).toHaveLength(2);
  const quota = await delivery.quotaOf(contract);
  expect((await inBreaks(quota)).filter(({ status }) => status !== 'cancelled')).toHaveLength(2);
});

test('a line is placed as it is wanted, and never left out for it', async () => {
  const contract = await delivery.sign([
    world.line(program, { flight: { from: day(15), to: day(16) }, units_per_day: 1 }),
  ]);
  const quota = await delivery.quotaOf(contract);
  const weekday = String(new Date(`${day(15)}T00:00:00Z`).getUTCDay() || 7);
  const stored = await delivery.call('POST', `/api/quotas/${quota.id}/prefer`, {
    wanted_days: [weekday],
    wanted_from: '19:20',
    wanted_to: '20:00',
    wanted_place: 'first',
    counted_by: 'month',
    rollover: true,
  });
  expect(stored.statusCode, stored.body).toBe(200);
  // Somebody else is in that break already.
  const other = await delivery.sign([world.line(program, { flight: { from: day(15), to: day(15) } })]);
  const [late] = await bySystem<{ id: string }>(
    sql`SELECT id FROM inventory_items WHERE parent_id = ${program}::uuid AND airs_at = '19:20'`,
  );
  const before = await delivery.call('POST', `/api/quotas/${(await delivery.quotaOf(other)).id}/place_in`, {
    starts_on: day(15),
    inventory_item_id: late?.id,
  });
  expect(before.statusCode, before.body).toBe(200);
  const plan = await create(15, 16, {
    contract_id: contract.id,
    preferred_from: '19:00',
    preferred_to: '19:10',
  });
  expect(await calculate(plan.id)).toMatchObject({ wanted: 2, placed: 2, left_out: 0 });
  await delivery.done('placing-plans', plan.id, 'apply');
  const placed = await inBreaks(quota);
  expect(placed.map(({ inventory_item_id }) => (inventory_item_id as { id: string }).id)).toEqual([
    late?.id,
    late?.id,
  ]);
  const [first] = await bySystem<{ quota_id: string }>(sql`
    SELECT quota_id FROM placements WHERE inventory_item_id = ${late?.id}::uuid AND starts_on = ${day(15)}::date
    ORDER BY position LIMIT 1`);
  expect(first?.quota_id).toBe(quota.id);
  const board = (await delivery.call('GET', `/api/placements/day?station=${station}&day=${day(15)}`)).json()
    .data;
  const spots = board.breaks.flatMap((one: { spots: { quota_id: string; wanted: unknown }[] }) => one.spots);
  expect(spots.find((one: { quota_id: string }) => one.quota_id === quota.id)?.wanted).toEqual({
    days: [weekday],
    from: '19:20',
    to: '20:00',
    place: 'first',
    avoided: [],
  });
});

test('a plan places what was left over on days that are over, once, and takes it back', async () => {
  const contract = await delivery.sign(
    [world.line(program, { flight: { from: day(-2), to: day(2) }, units_per_day: 1 })],
    { valid: { from: day(-2), to: day(30) }, flight: { from: day(-2), to: day(30) } },
  );
  const quota = await delivery.quotaOf(contract);
  const plans = [
    await create(0, 2, { contract_id: contract.id }),
    await create(0, 2, { contract_id: contract.id }),
  ];
  for (const { id } of plans)
    expect(await calculate(id)).toMatchObject({ wanted: 5, placed: 5, left_out: 0 });
  const answers = await Promise.all(plans.map(({ id }) => delivery.run('placing-plans', id, 'apply')));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(await delivery.read('quotas', quota.id)).toMatchObject({ placed: 5, unplaced: 0 });
  expect((await inBreaks(quota)).every(({ starts_on }) => String(starts_on) >= world.today)).toBe(true);
  expect(await bySystem(sql`SELECT * FROM occupancy_differences()`)).toEqual([]);
  const applied = plans[answers.findIndex(({ statusCode }) => statusCode === 200)]?.id ?? '';
  await delivery.done('placing-plans', applied, 'revert');
  expect(await delivery.read('quotas', quota.id)).toMatchObject({ placed: 0, unplaced: 5 });
  expect(await bySystem(sql`SELECT * FROM occupancy_differences()`)).toEqual([]);
  const [booked] = await bySystem<{ days: number }>(sql`
    SELECT count(DISTINCT day)::integer AS days FROM capacity_cells c JOIN quotas q USING (order_line_id) WHERE q.id = ${quota.id}::uuid`);
  expect(booked?.days).toBe(5);
});

test('a plan says what is wrong with what was entered', async () => {
  const refused = await delivery.call('POST', '/api/placing-plans', {
    name: 'Demasiado',
    subdivision_id: station,
    period: { from: day(1), to: day(200) },
    preferred_from: '20:00',
  });
  expect(refused.statusCode).toBe(422);
  expect(Object.keys(refused.json().errors).sort()).toEqual(['period', 'preferred_to']);
});
