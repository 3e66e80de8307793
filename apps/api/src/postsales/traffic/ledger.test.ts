import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { QuotaLedger } from '@pauta/domain/postsales/quotas/quota-ledger.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../delivery-world.ts';
import { postsalesInvariants } from '../invariants.ts';

let api: TestApi;
let world: ContractWorld;
let delivery: DeliveryWorld;
let reason: string;

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

/** Breaks of one sequence: those of another are full of what it aired. */
const newBreaks = async (): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const clock of ['08:00', '09:00', '10:00']) {
    const id = await world.space(3);
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`UPDATE inventory_items SET airs_at = ${clock}::time WHERE id = ${id}::uuid`),
    );
    found.push(id);
  }
  return found;
};

const steps = [
  'place',
  'place_in',
  'move',
  'swap',
  'pin',
  'unpin',
  'confirm',
  'mark_aired',
  'mark_not_aired',
  'makegood',
  'makegood_best',
  'correct',
  'cancel',
  'prefer',
  'record_lost',
] as const;
const step = fc.record({
  name: fc.constantFrom(...steps),
  which: fc.nat(30),
  other: fc.nat(30),
  at: fc.nat(2),
  day: fc.nat(5),
});

const day = (offset: number): string => addDays(world.today, offset);

/** What the placements of a quota sum up to, one by one. */
const sumsOf = (placements: readonly AnyRecord[]) => {
  const sum = (matches: (one: AnyRecord) => boolean): number =>
    placements.filter(matches).reduce((total, { load }) => total + Number(load), 0);
  return {
    placed: sum(({ status, makegood_of_id }) => status !== 'cancelled' && makegood_of_id === null),
    aired: sum(({ status }) => status === 'aired'),
    missed: sum(({ status }) => status === 'not_aired'),
    compensated: sum(({ status, makegood_of_id }) => status !== 'cancelled' && makegood_of_id !== null),
  };
};

/** The numbers of a quota by period, with what they sum up to. */
const byPeriod = async (quota: AnyRecord, by: string) => {
  const { periods, former, undated } = (
    await delivery.call('GET', `/api/quotas/${quota.id}/ledger?by=${by}`)
  ).json().data as QuotaLedger;
  const sum = (
    name: 'contracted' | 'placed' | 'aired' | 'missed' | 'compensated' | 'remaining' | 'unplaced',
  ) => periods.reduce((total, period) => total + period[name], 0);
  return {
    periods,
    sums: {
      contracted: sum('contracted') + former + undated,
      placed: sum('placed') + former,
      aired: sum('aired') + former,
      missed: sum('missed'),
      compensated: sum('compensated'),
      unplaced: sum('unplaced') + undated,
    },
    remaining: sum('remaining') + undated,
  };
};

test('whatever is done in whatever order, the ledger adds up and no break is exceeded', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 18 }), async (sequence) => {
      const breaks = await newBreaks();
      const contract = await delivery.sign(
        [world.line(breaks[0] ?? '', { flight: { from: day(-2), to: day(3) }, units_per_day: 1 })],
        { valid: { from: day(-2), to: day(30) }, flight: { from: day(-2), to: day(30) } },
      );
      const quota = await delivery.quotaOf(contract);
      for (const { name, which, other, at, day: offset } of sequence) {
        const found = await delivery.placementsOf(quota);
        const one = found[which % Math.max(1, found.length)];
        const there = { starts_on: day(offset), inventory_item_id: breaks[at] };
        const input = {
          place: {},
          place_in: there,
          move: there,
          swap: { with_id: found[other % Math.max(1, found.length)]?.id },
          mark_not_aired: { reason_id: reason },
          makegood: { ...there, accepted_by: 'Rosa Marte' },
          correct: { reason: 'Sí salió' },
          cancel: { reason: 'Sobra' },
          prefer: {
            wanted_place: 'any',
            counted_by: ['month', 'week', 'day'][which % 3],
            rollover: other % 2 === 0,
          },
          record_lost: { reason_id: reason },
        } as Readonly<Record<string, object>>;
        const answer = ['place', 'place_in', 'prefer', 'record_lost'].includes(name)
          ? await delivery.call('POST', `/api/quotas/${quota.id}/${name}`, input[name])
          : one && (await delivery.run('placements', one.id, name, input[name] ?? {}));
        if (answer) expect([200, 201, 409, 422], answer.body).toContain(answer.statusCode);

        const now = await delivery.read('quotas', quota.id);
        const placements = await delivery.placementsOf(quota);
        expect(now).toMatchObject(sumsOf(placements));
        expect(Number(now.placed) + Number(now.unplaced)).toBe(6);
        expect(Number(now.aired)).toBeLessThanOrEqual(6);
        expect(Number(now.compensated)).toBeLessThanOrEqual(Number(now.missed));
        for (const by of ['month', 'week', 'day']) {
          const { periods, sums, remaining } = await byPeriod(quota, by);
          expect(now).toMatchObject(sums);
          expect(remaining).toBe(Number(now.pending) - Number(now.missed) + Number(now.compensated));
          for (const period of periods)
            for (const value of Object.values(period))
              if (typeof value === 'number') expect(value).toBeGreaterThanOrEqual(0);
        }
        // What is lost is what the periods, as the quota is counted, closed with and do not pass on.
        const own = (await delivery.call('GET', `/api/quotas/${quota.id}/ledger`)).json().data as QuotaLedger;
        const left = own.periods.reduce((sum, one) => sum + (one.is_closed ? one.unplaced : 0), 0);
        expect(Number(now.lost)).toBe(own.goes_on ? 0 : left);
      }
      for (const { offending, title } of postsalesInvariants)
        expect(await api.database.query(offending), title).toEqual([]);
      const exceeded = await api.database.query(sql`
        SELECT o.item_id, o.day FROM occupancy o
        WHERE o.held + o.booked > o.capacity + o.extra OR o.booked <> coalesce((
          SELECT sum(c.units) FROM capacity_cells c JOIN inventory_items i ON i.id = c.item_id AND i.path @> ARRAY[o.item_id]
          WHERE c.day = o.day AND c.state = 'booked'), 0)`);
      expect(exceeded).toEqual([]);
      const cancelled = await world.run(contract.id, 'cancel', { reason: 'Fin de la prueba' });
      expect(cancelled.statusCode, cancelled.body).toBe(200);
    }),
    { numRuns: 5, endOnFailure: true },
  );
});
