import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { QuotaLedger } from '@pauta/domain/postsales/quotas/quota-ledger.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../delivery-world.ts';
import { postsalesInvariants } from '../invariants.ts';

let api: TestApi;
let world: ContractWorld;
let delivery: DeliveryWorld;
let reason: string;

const day = (offset: number): string => addDays(world.today, offset);

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  delivery = makeDeliveryWorld(api, world);
  const row = await api.database.one<{ id: string }>(
    sql`SELECT id FROM reasons WHERE kind = 'non_airing' LIMIT 1`,
  );
  reason = row?.id ?? '';
});
afterAll(() => api.close());

/** A quota of one unit on each day from five days ago until the day after tomorrow, counted by day. */
const started = async (rollover: boolean, space?: string): Promise<AnyRecord> => {
  const contract = await delivery.sign(
    [
      world.line(space ?? (await world.space(2)), {
        flight: { from: day(-5), to: day(2) },
        units_per_day: 1,
      }),
    ],
    begun(),
  );
  const quota = await delivery.quotaOf(contract);
  await prefer(quota, { counted_by: 'day', rollover });
  return quota;
};
/** Values of a contract that runs already. */
const begun = () => ({ valid: { from: day(-60), to: day(400) }, flight: { from: day(-60), to: day(400) } });
const prefer = async (quota: AnyRecord, values: object): Promise<void> => {
  const usual = { wanted_place: 'any', counted_by: 'month', rollover: true };
  const answer = await delivery.call('POST', `/api/quotas/${quota.id}/prefer`, { ...usual, ...values });
  expect(answer.statusCode, answer.body).toBe(200);
};
const ledgerOf = async (quota: AnyRecord, query = ''): Promise<QuotaLedger> => {
  const answer = await delivery.call('GET', `/api/quotas/${quota.id}/ledger${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
};
const sum = (ledger: QuotaLedger, name: 'contracted' | 'unplaced' | 'missed' | 'remaining'): number =>
  ledger.periods.reduce((total, period) => total + period[name], 0);
const place = (quota: AnyRecord, input: object = {}) =>
  delivery.call('POST', `/api/quotas/${quota.id}/place`, input);
const agrees = async (): Promise<void> => {
  for (const { offending, title } of postsalesInvariants)
    expect(await api.database.query(offending), title).toEqual([]);
  expect(await api.database.query(sql`SELECT * FROM occupancy_differences()`)).toEqual([]);
};

test('what closed periods did not place goes on, and is placed on the days that are left', async () => {
  const quota = await started(true);
  const before = await ledgerOf(quota);
  expect(before).toMatchObject({ by: 'day', goes_on: true, former: 0, undated: 0 });
  expect(before.periods).toHaveLength(8);
  expect(before.periods.map(({ is_closed, unplaced }) => [is_closed, unplaced])).toEqual([
    ...Array.from({ length: 5 }, () => [true, 1]),
    ...Array.from({ length: 3 }, () => [false, 1]),
  ]);
  expect(await delivery.read('quotas', quota.id)).toMatchObject({ lost: '0' });
  // Three of the days that are left, and as many of the five days before as there is room for: one more on each day.
  expect((await place(quota)).json().data).toMatchObject({ placed: 6, placements: 6 });
  const placements = await delivery.placementsOf(quota);
  expect(placements.map(({ starts_on }) => starts_on)).toEqual(
    [0, 0, 1, 1, 2, 2].map((offset) => day(offset)),
  );
  const after = await ledgerOf(quota);
  expect(after.periods.map(({ contracted }) => contracted)).toEqual([1, 1, 2, 2, 2]);
  expect([sum(after, 'contracted'), sum(after, 'unplaced')]).toEqual([8, 2]);
  const full = await place(quota);
  expect(full.json(), full.body).toMatchObject({ code: 'nothing_free' });
  await agrees();
});

test('without rollover what closed periods did not place is lost, counted, and recorded to be compensated', async () => {
  const quota = await started(false);
  expect(await delivery.read('quotas', quota.id)).toMatchObject({ lost: '5', rollover: false });
  expect(await ledgerOf(quota)).toMatchObject({ goes_on: false });
  expect((await place(quota)).json().data).toMatchObject({ placed: 3 });
  const refused = await place(quota);
  expect(refused.statusCode).toBe(409);
  expect(refused.json().message).toMatch(
    /^Se perdieron 5 unidades, del .* al .*\. Regístrelas como no emitidas/,
  );
  const byHand = await delivery.call('POST', `/api/quotas/${quota.id}/place_in`, {
    starts_on: day(1),
    inventory_item_id: (quota.inventory_item_id as { id: string }).id,
  });
  expect(byHand.json(), byHand.body).toMatchObject({ code: 'nothing_free' });

  const answers = await Promise.all(
    [1, 2].map(() =>
      delivery.call('POST', `/api/quotas/${quota.id}/record_lost`, {
        reason_id: reason,
        remark: 'Sin pauta',
      }),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(answers.find(({ statusCode }) => statusCode === 200)?.json().data).toMatchObject({ recorded: 5 });
  const now = await delivery.read('quotas', quota.id);
  expect(now).toMatchObject({ lost: '0', missed: 5, placed: 8, unplaced: 0 });
  expect(sum(await ledgerOf(quota), 'missed')).toBe(5);
  const [missed] = await delivery.placementsOf(quota, '&f.status=not_aired');
  expect(missed).toMatchObject({ starts_on: day(-5), remark: 'Sin pauta' });
  const made = await delivery.run('placements', missed?.id ?? '', 'makegood', { starts_on: day(2) });
  expect(made.statusCode, made.body).toBe(201);
  expect(await delivery.read('quotas', quota.id)).toMatchObject({ compensated: 1, missed: 5 });
  await agrees();
});

test('two who take the last unit that goes on at once: one of them has it', async () => {
  const space = await world.space(9);
  const quota = await started(true, space);
  expect((await place(quota, { units: 7 })).json().data).toMatchObject({ placed: 7 });
  const answers = await Promise.all([
    place(quota),
    place(quota),
    ...[0, 1].map((offset) =>
      delivery.call('POST', `/api/quotas/${quota.id}/place_in`, {
        starts_on: day(offset),
        inventory_item_id: space,
      }),
    ),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
  expect(await delivery.read('quotas', quota.id)).toMatchObject({ placed: 8, unplaced: 0 });
  await agrees();
});

test('two quotas carry their units into one space at once, and its capacity holds', async () => {
  const space = await world.space(3);
  const quotas = [await started(true, space), await started(true, space)];
  const answers = await Promise.all(quotas.map((quota) => place(quota)));
  const placed = answers.map((answer) => answer.json().data.placed as number);
  // Three days with three units each; six of them are booked for the days themselves.
  expect(placed.reduce((total, units) => total + units, 0)).toBe(9);
  await agrees();
});

test('a period that is open goes on within itself', async () => {
  const contract = await delivery.sign(
    [world.line(await world.space(4), { flight: { from: day(-40), to: day(40) }, units_per_day: 1 })],
    begun(),
  );
  const quota = await delivery.quotaOf(contract);
  await prefer(quota, { counted_by: 'month', rollover: false });
  const month = world.today.slice(0, 7);
  const ledger = await ledgerOf(quota);
  const lost = ledger.periods
    .filter(({ is_closed }) => is_closed)
    .reduce((all, { unplaced }) => all + unplaced, 0);
  expect(await delivery.read('quotas', quota.id)).toMatchObject({ lost: String(lost) });
  const done = await place(quota);
  expect(done.statusCode, done.body).toBe(200);
  const now = await ledgerOf(quota);
  const current = now.periods.find(({ from }) => from.startsWith(month));
  const daysLeft = current ? (Date.parse(current.to) - Date.parse(world.today)) / 86_400_000 + 1 : 0;
  // Everything that was left over of this month is on the days that are left of it, as far as they have room.
  expect(current?.placed).toBe(Math.min(current?.contracted ?? 0, 4 * daysLeft));
  expect(now.periods.filter(({ is_closed }) => is_closed).every(({ placed }) => placed === 0)).toBe(true);
  expect((await ledgerOf(quota, '?by=week')).periods.length).toBeGreaterThan(now.periods.length);
  await agrees();
});

test('preferences are stored, and what is wrong is said beside its field', async () => {
  const quota = await started(true);
  const program = await api.database.one<{ id: string }>(sql`SELECT id FROM programs LIMIT 1`);
  await prefer(quota, {
    wanted_days: ['1', '5'],
    wanted_from: '19:00',
    wanted_to: '21:00',
    wanted_place: 'first',
    avoided_program_ids: program ? [program.id] : [],
  });
  expect(await delivery.read('quotas', quota.id)).toMatchObject({
    wanted_days: ['1', '5'],
    wanted_from: '19:00',
    wanted_to: '21:00',
    wanted_place: 'first',
    avoided_program_ids: program ? [{ id: program.id }] : [],
  });
  for (const [values, field] of [
    [{ wanted_from: '19:00' }, 'wanted_to'],
    [{ wanted_to: '19:00' }, 'wanted_from'],
    [{ wanted_from: '19:00', wanted_to: '19:00' }, 'wanted_to'],
    [{ wanted_place: 'middle' }, 'wanted_place'],
  ] as const) {
    const refused = await delivery.call('POST', `/api/quotas/${quota.id}/prefer`, {
      wanted_place: 'any',
      counted_by: 'month',
      rollover: true,
      ...values,
    });
    expect(refused.statusCode, refused.body).toBe(422);
    expect(Object.keys(refused.json().errors)).toEqual([field]);
  }
  const wrong = await delivery.call('GET', `/api/quotas/${quota.id}/ledger?by=year`);
  expect(wrong.statusCode).toBe(422);
  const stranger = await signInAs(api, 'pending');
  const unseen = await api.inject({ url: `/api/quotas/${quota.id}/ledger`, headers: stranger });
  expect([403, 404]).toContain(unseen.statusCode);
  await expect(
    api.database.transaction(systemChange('test'), (tx) =>
      tx.query(
        sql`UPDATE quotas SET wanted_from = '20:00', wanted_to = '19:00' WHERE id = ${quota.id}::uuid`,
      ),
    ),
  ).rejects.toThrow(/quotas_wanted_hours/);
});
