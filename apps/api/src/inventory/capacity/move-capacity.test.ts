import { randomUUID } from 'node:crypto';
import { civilDays } from '@pauta/domain/calendar/civil-days.ts';
import fc from 'fast-check';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange, type Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { expireDueHolds } from '../holds/advance-holds.ts';
import { addClient, addHold, addSpace, atOnce, differences, withoutOrders } from '../inventory-fixtures.ts';
import {
  bookCells,
  bookHeld,
  bookLines,
  type CapacityCell,
  extendHeld,
  holdCells,
  release,
} from './move-capacity.ts';

let stored: TestDatabase;
let api: TestApi;
let client: { clientId: string; ownerId: string };

const later = (): string => new Date(Date.now() + 3_600_000).toISOString();
const past = '2026-01-01T00:00:00Z';

beforeAll(async () => {
  stored = await createTestDatabase({ pool: 12 });
  api = await startTestApi({ testDatabase: stored });
  await withoutOrders(stored);
  client = await addClient(api);
});
afterAll(() => api.close());

/** Runs the work in a transaction, and counts how often it began. */
const counted = async (
  work: (tx: Transaction) => Promise<unknown>,
  tries?: { count: number },
): Promise<string> => {
  try {
    await stored.database.transaction(systemChange('test'), (tx) => {
      if (tries) tries.count += 1;
      return work(tx);
    });
    return 'done';
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
};

const hold =
  (itemId: string, cells: readonly Omit<CapacityCell, 'itemId'>[], expiresAt = later()) =>
  async (tx: Transaction) => {
    const id = await addHold(tx, { ...client, itemId, expiresAt });
    await holdCells(
      tx,
      id,
      cells.map((cell) => ({ itemId, ...cell })),
      expiresAt,
    );
    return id;
  };

const makeHold = (itemId: string, cells: readonly Omit<CapacityCell, 'itemId'>[], expiresAt?: string) =>
  stored.database.transaction(systemChange('test'), hold(itemId, cells, expiresAt));

const counters = (itemId: string) =>
  stored.database.query<{ day: string; held: number; booked: number }>(
    sql`SELECT day::text, held, booked FROM occupancy WHERE item_id = ${itemId}::uuid ORDER BY day`,
  );

test('the same seconds are not sold at several levels of a tree at once', async () => {
  const rotation = await addSpace(stored, { capacity: 600, unit: 'seconds' });
  const daypart = await addSpace(stored, { capacity: 300, unit: 'seconds', parent: rotation });
  const first = await addSpace(stored, { capacity: 180, unit: 'seconds', parent: daypart });
  const second = await addSpace(stored, { capacity: 180, unit: 'seconds', parent: daypart });
  const day = '2027-03-01';
  const levels = [rotation, daypart, first, second];
  const results = await atOnce(
    Array.from(
      { length: 120 },
      (_, place) => () =>
        counted((tx) =>
          bookCells(tx, randomUUID(), [{ itemId: levels[place % 4] ?? rotation, day, units: 30 }]),
        ),
    ),
  );
  const sold = new Map(levels.map((level) => [level, 0]));
  for (const [place, result] of results.entries()) {
    const level = levels[place % 4] ?? rotation;
    if (result === 'done') sold.set(level, (sold.get(level) ?? 0) + 30);
    else expect(result).toBe('no_capacity');
  }
  const [all = 0, part = 0, one = 0, two = 0] = levels.map((level) => sold.get(level) ?? 0);
  expect(all + part + one + two).toBe(600);
  expect(part + one + two).toBeLessThanOrEqual(300);
  expect(Math.max(one, two)).toBeLessThanOrEqual(180);
  expect(await counters(rotation)).toEqual([{ day, held: 0, booked: 600 }]);
  expect(await differences(stored.database)).toEqual([]);
});

test('overlapping bookings of 60 cells neither overbook nor wait for each other in a circle', async () => {
  const parent = await addSpace(stored, { capacity: 40 });
  const spaces = await Promise.all(
    Array.from({ length: 6 }, () => addSpace(stored, { capacity: 10, parent })),
  );
  const tries = { count: 0 };
  const booked: (readonly CapacityCell[])[] = [];
  const attempts = Array.from({ length: 160 }, (_, place) => {
    const first = civilDays('2027-04-01', '2027-06-30')[(place * 7) % 31] ?? '2027-04-01';
    const days = civilDays(first, '2027-12-31').slice(0, 30);
    // Two spaces in any order, and their days in any order.
    const pair = [spaces[place % 6], spaces[(place * 5 + 1) % 6]].filter((id) => id !== undefined);
    const cells = [...new Set(pair)].flatMap((itemId) => days.map((day) => ({ itemId, day, units: 1 })));
    return place % 2 === 0 ? cells : cells.toReversed();
  });
  const results = await atOnce(
    attempts.map((cells) => async () => {
      const result = await counted((tx) => bookCells(tx, randomUUID(), cells), tries);
      if (result === 'done') booked.push(cells);
      return result;
    }),
  );
  expect(new Set(results)).toEqual(new Set(['done', 'no_capacity']));
  // A deadlock would have run some work a second time.
  expect(tries.count).toBe(attempts.length);
  const sums = new Map<string, number>();
  for (const { itemId, day, units } of booked.flat()) {
    for (const key of [`${itemId} ${day}`, `${parent} ${day}`]) sums.set(key, (sums.get(key) ?? 0) + units);
  }
  for (const [key, sum] of sums) expect(sum, key).toBeLessThanOrEqual(key.startsWith(parent) ? 40 : 10);
  expect(await differences(stored.database)).toEqual([]);
});

test('holding, booking, releasing and expiring in any order do not wait for each other in a circle', async () => {
  const parent = await addSpace(stored, { capacity: 30 });
  const spaces = await Promise.all(
    Array.from({ length: 4 }, () => addSpace(stored, { capacity: 12, parent })),
  );
  const days = civilDays('2027-05-01', '2027-05-20');
  const held = await Promise.all(
    Array.from({ length: 24 }, (_, place) =>
      makeHold(
        spaces[place % 4] ?? parent,
        days.slice(place % 5, (place % 5) + 12).map((day) => ({ day, units: 1 })),
        place % 3 === 0 ? past : later(),
      ),
    ),
  );
  const tries = { count: 0 };
  const works = held.flatMap((id, place) => [
    place % 2 === 0
      ? (tx: Transaction) => bookHeld(tx, id, randomUUID())
      : (tx: Transaction) => release(tx, { holdIds: [id] }),
    hold(
      spaces[(place * 3) % 4] ?? parent,
      days.toReversed().map((day) => ({ day, units: 1 })),
    ),
  ]);
  const results = await atOnce([
    ...works.map((work) => () => counted(work, tries)),
    () => expireDueHolds(api.app).then(() => 'done'),
  ]);
  expect(new Set(results)).toEqual(new Set(['done', 'no_capacity']));
  expect(tries.count).toBe(works.length);
  expect(await differences(stored.database)).toEqual([]);
});

test('a hold past its time is free for the next, also before it is ended, and in the tree', async () => {
  const parent = await addSpace(stored, { capacity: 2 });
  const [one, other] = [
    await addSpace(stored, { capacity: 2, parent }),
    await addSpace(stored, { capacity: 2, parent }),
  ];
  const days = ['2027-07-01', '2027-07-02'];
  const old = await makeHold(
    one,
    days.map((day) => ({ day, units: 2 })),
    past,
  );
  await makeHold(other, [{ day: days[0] ?? '', units: 2 }]);
  expect(await counters(parent)).toEqual([
    { day: '2027-07-01', held: 2, booked: 0 },
    { day: '2027-07-02', held: 2, booked: 0 },
  ]);
  expect(await counted(hold(one, [{ day: '2027-07-01', units: 1 }]))).toBe('no_capacity');
  await expireDueHolds(api.app);
  expect(await counters(one)).toEqual([
    { day: '2027-07-01', held: 0, booked: 0 },
    { day: '2027-07-02', held: 0, booked: 0 },
  ]);
  const state = await stored.database.one(sql`SELECT status FROM holds WHERE id = ${old}::uuid`);
  expect(state).toEqual({ status: 'expired' });
});

test('a refusal names every full day with what is free there', async () => {
  const parent = await addSpace(stored, { capacity: 5 });
  const space = await addSpace(stored, { capacity: 4, parent });
  await makeHold(space, [{ day: '2027-08-02', units: 3 }]);
  await makeHold(parent, [{ day: '2027-08-03', units: 4 }]);
  const days = ['2027-08-01', '2027-08-02', '2027-08-03'];
  const refusal = await stored.database
    .transaction(
      systemChange('test'),
      hold(
        space,
        days.map((day) => ({ day, units: 2 })),
      ),
    )
    .catch((error: unknown) => error as Problem);
  expect(refusal).toMatchObject({
    status: 409,
    code: 'no_capacity',
    extra: {
      full: [
        { item: { id: space }, day: '2027-08-02', wanted: 2, free: 1 },
        { item: { id: parent }, day: '2027-08-03', wanted: 2, free: 1 },
      ],
    },
  });
});

test('a hold that expired becomes a booking if there is still room, and otherwise not', async () => {
  const space = await addSpace(stored, { capacity: 2 });
  const cells = ['2027-09-01', '2027-09-02'].map((day) => ({ itemId: space, day, units: 2 }));
  const old = await makeHold(space, cells, past);
  await makeHold(space, [{ day: '2027-09-01', units: 1 }]);
  const line = randomUUID();
  expect(await counted((tx) => bookLines(tx, [{ orderLineId: line, cells, holdIds: [old] }]))).toBe(
    'no_capacity',
  );
  const half = cells.slice(1);
  expect(await counted((tx) => bookLines(tx, [{ orderLineId: line, cells: half, holdIds: [old] }]))).toBe(
    'done',
  );
  expect(await counters(space)).toEqual([
    { day: '2027-09-01', held: 1, booked: 0 },
    { day: '2027-09-02', held: 0, booked: 2 },
  ]);
  expect(await stored.database.one(sql`SELECT status FROM holds WHERE id = ${old}::uuid`)).toEqual({
    status: 'converted',
  });
});

test('a space that is not on sale takes nothing new', async () => {
  const space = await addSpace(stored, { status: 'maintenance' });
  expect(await counted(hold(space, [{ day: '2027-01-04', units: 1 }]))).toBe('space_not_on_sale');
});

test('a space inside of one that is closed takes nothing, and the closed one is named', async () => {
  for (const closed of ['maintenance', 'retired', 'draft', 'archived']) {
    const outer = await addSpace(stored, { ...(closed !== 'archived' && { status: closed }) });
    const middle = await addSpace(stored, { parent: outer });
    const space = await addSpace(stored, { parent: middle });
    if (closed === 'archived')
      await stored.database.transaction(systemChange('test'), (tx) =>
        tx.query(sql`UPDATE inventory_items SET archived_at = now() WHERE id = ${outer}::uuid`),
      );
    const name = (
      await stored.database.one<{ name: string }>(
        sql`SELECT name FROM inventory_items WHERE id = ${outer}::uuid`,
      )
    )?.name;
    for (const taken of [outer, space]) {
      const refused = stored.database.transaction(
        systemChange('test'),
        hold(taken, [{ day: '2027-01-04', units: 1 }]),
      );
      await expect(refused).rejects.toMatchObject({ code: 'space_not_on_sale' });
      await expect(refused).rejects.toThrow(`«${name}» está`);
    }
  }
});

test('a space does not shrink, retire, leave or move under what is taken of it', async () => {
  const parent = await addSpace(stored, { capacity: 10 });
  const other = await addSpace(stored, { capacity: 10 });
  const inside = await addSpace(stored, { capacity: 10, parent: other });
  const space = await addSpace(stored, { capacity: 10, parent });
  await makeHold(space, [{ day: '2027-01-04', units: 4 }]);
  const change = (statement: ReturnType<typeof sql>) =>
    stored.database
      .transaction(systemChange('test'), (tx) => tx.query(statement))
      .then(
        () => 'done',
        ({ constraint }: { constraint?: string }) => constraint,
      );
  expect(await change(sql`UPDATE inventory_items SET capacity = 3 WHERE id = ${space}::uuid`)).toBe(
    'occupancy_no_overbooking',
  );
  expect(await change(sql`UPDATE inventory_items SET days = '{7}' WHERE id = ${space}::uuid`)).toBe(
    'occupancy_no_overbooking',
  );
  expect(await change(sql`UPDATE inventory_items SET status = 'retired' WHERE id = ${parent}::uuid`)).toBe(
    'inventory_items_taken',
  );
  expect(await change(sql`UPDATE inventory_items SET archived_at = now() WHERE id = ${space}::uuid`)).toBe(
    'inventory_items_taken',
  );
  expect(
    await change(sql`UPDATE inventory_items SET parent_id = ${other}::uuid WHERE id = ${space}::uuid`),
  ).toBe('inventory_items_stays');
  // Another station, whose company would then deliver it.
  const station = sql`
    SELECT s.id FROM subdivisions s WHERE s.id <> (SELECT subdivision_id FROM inventory_items WHERE id = ${space}::uuid) LIMIT 1`;
  const alone = await addSpace(stored, { capacity: 10 });
  const moved = (id: string) =>
    change(sql`UPDATE inventory_items SET subdivision_id = (${station}) WHERE id = ${id}::uuid`);
  expect(await moved(alone)).toBe('done');
  await makeHold(alone, [{ day: '2027-01-04', units: 1 }]);
  expect(
    await change(sql`
      UPDATE inventory_items SET subdivision_id = (SELECT subdivision_id FROM inventory_items WHERE id = ${space}::uuid)
      WHERE id = ${alone}::uuid`),
  ).toBe('inventory_items_stays');
  expect(
    await change(sql`UPDATE inventory_items SET parent_id = ${inside}::uuid WHERE id = ${other}::uuid`),
  ).toBe('inventory_items_no_cycle');
  expect(await change(sql`UPDATE inventory_items SET capacity = 4 WHERE id = ${space}::uuid`)).toBe('done');
  expect(await counted(hold(space, [{ day: '2027-01-04', units: 1 }]))).toBe('no_capacity');
});

test('shrinking a space and selling it at once never leaves more sold than there is', async () => {
  for (let round = 0; round < 10; round += 1) {
    const space = await addSpace(stored, { capacity: 10 });
    const results = await Promise.all([
      ...Array.from({ length: 6 }, () =>
        counted((tx) => bookCells(tx, randomUUID(), [{ itemId: space, day: '2027-02-01', units: 2 }])),
      ),
      stored.database
        .transaction(systemChange('test'), (tx) =>
          tx.query(sql`UPDATE inventory_items SET capacity = 4 WHERE id = ${space}::uuid`),
        )
        .then(
          () => 'shrunk',
          () => 'stayed',
        ),
    ]);
    const row = await stored.database.one<{ capacity: number; booked: number; is: number }>(sql`
      SELECT o.capacity, o.booked, i.capacity AS is FROM occupancy o JOIN inventory_items i ON i.id = o.item_id
      WHERE o.item_id = ${space}::uuid`);
    expect(row?.capacity).toBe(row?.is);
    expect(row?.booked).toBe(results.filter((result) => result === 'done').length * 2);
    expect(row?.booked).toBeLessThanOrEqual(row?.capacity ?? 0);
  }
});

test('the role of the application can read the counters and not write them', async () => {
  const space = await addSpace(stored, { capacity: 1 });
  await makeHold(space, [{ day: '2027-01-05', units: 1 }]);
  for (const statement of [
    sql`UPDATE occupancy SET held = 0`,
    sql`DELETE FROM occupancy`,
    sql`INSERT INTO occupancy (item_id, day, capacity) VALUES (${space}::uuid, '2027-01-06', 99)`,
  ]) {
    await expect(stored.database.query(statement)).rejects.toMatchObject({ code: '42501' });
  }
  // The ledger cannot overbook either, whoever writes it.
  const direct = sql`INSERT INTO capacity_cells (item_id, day, units, state, order_line_id)
    VALUES (${space}::uuid, '2027-01-05', 1, 'booked', ${randomUUID()}::uuid)`;
  await expect(stored.database.query(direct)).rejects.toMatchObject({
    constraint: 'occupancy_no_overbooking',
  });
  await expect(
    stored.database.query(sql`INSERT INTO capacity_cells (item_id, day, units, state, order_line_id)
    VALUES (${space}::uuid, '2027-01-06', 2, 'booked', ${randomUUID()}::uuid)`),
  ).rejects.toMatchObject({ constraint: 'occupancy_no_overbooking' });
});

test('cells are of spaces that exist, and a space with cells or counters is not deleted', async () => {
  await expect(
    stored.database.query(sql`INSERT INTO capacity_cells (item_id, day, units, state, order_line_id)
    VALUES (${randomUUID()}::uuid, '2027-01-06', 1, 'booked', ${randomUUID()}::uuid)`),
  ).rejects.toMatchObject({ code: '23503', constraint: 'capacity_cells_item' });
  const [never, once] = [await addSpace(stored), await addSpace(stored)];
  const remove = async (id: string) => {
    // The application may not delete at all.
    const owner = new pg.Client(stored.owner);
    await owner.connect();
    try {
      await owner.query('DELETE FROM inventory_items WHERE id = $1', [id]);
    } finally {
      await owner.end();
    }
  };
  const order = randomUUID();
  await stored.database.transaction(systemChange('test'), (tx) =>
    bookCells(tx, order, [{ itemId: once, day: '2027-01-06', units: 1 }]),
  );
  await expect(remove(once)).rejects.toMatchObject({ code: '23503', constraint: 'inventory_items_taken' });
  await stored.database.transaction(systemChange('test'), (tx) => release(tx, { orderLineIds: [order] }));
  await expect(remove(once)).rejects.toMatchObject({ code: '23503', constraint: 'inventory_items_taken' });
  await remove(never);
});

// A plain model: what each holder has, and by hand what is free of three spaces in a tree.

type Step =
  | {
      readonly do: 'hold' | 'book';
      readonly space: number;
      readonly first: number;
      readonly length: number;
      readonly units: number;
      readonly isPast: boolean;
    }
  | { readonly do: 'release' | 'convert' | 'renew'; readonly which: number }
  | { readonly do: 'expire' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('hold', 'book'),
      space: fc.nat(2),
      first: fc.nat(4),
      length: fc.integer({ min: 1, max: 4 }),
      units: fc.integer({ min: 1, max: 4 }),
      isPast: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('release', 'convert', 'renew'), which: fc.nat(30) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire') }) },
);

const capacities = [6, 5, 4];
/** The spaces that contain each space, and itself. */
const levels = [[0], [0, 1], [0, 1, 2]];

interface Owned {
  readonly id: string;
  state: 'held' | 'booked';
  isPast: boolean;
  /** What it was made with; `cells` are those that it still has. */
  readonly made: readonly CapacityCell[];
  cells: { readonly space: number; readonly day: string; readonly units: number }[];
}

test('any sequence of holds, bookings, renewals, releases and ends agrees with a plain model', async () => {
  const days = civilDays('2027-10-01', '2027-10-08');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const ids: string[] = [];
      for (const capacity of capacities)
        ids.push(await addSpace(stored, { capacity, ...(ids.length > 0 && { parent: ids.at(-1) ?? '' }) }));
      let owned: Owned[] = [];
      const usedBy = (of: readonly Owned[], level: number, day: string) =>
        of
          .flatMap(({ cells }) => cells)
          .filter((cell) => cell.day === day && levels[cell.space]?.includes(level))
          .reduce((sum, { units }) => sum + units, 0);
      const fits = (wanted: Owned['cells'], others: readonly Owned[]) =>
        wanted.every(({ space, day, units }) =>
          (levels[space] ?? []).every(
            (level) => usedBy(others, level, day) + units <= (capacities[level] ?? 0),
          ),
        );
      /** A lock of cells frees the expired ones of any space in the same tree on these days. */
      const free = (wanted: readonly { day: string }[]) => {
        for (const one of owned) {
          if (one.state === 'held' && one.isPast)
            one.cells = one.cells.filter(({ day }) => !wanted.some((cell) => cell.day === day));
        }
      };
      for (const one of steps) {
        if (one.do === 'hold' || one.do === 'book') {
          const cells = days
            .slice(one.first, one.first + one.length)
            .map((day) => ({ space: one.space, day, units: one.units }));
          const made = cells.map(({ space, day, units }) => ({ itemId: ids[space] ?? '', day, units }));
          const before = structuredClone(owned);
          free(cells);
          const expected = fits(cells, owned);
          if (!expected) owned = before;
          const line = randomUUID();
          let id: string = line;
          const result = await counted(async (tx) => {
            if (one.do === 'book') return bookCells(tx, line, made);
            id = await hold(
              ids[one.space] ?? '',
              made.map(({ day, units }) => ({ day, units })),
              one.isPast ? past : later(),
            )(tx);
          });
          expect(result).toBe(expected ? 'done' : 'no_capacity');
          if (expected)
            owned.push({
              id,
              state: one.do === 'book' ? 'booked' : 'held',
              isPast: one.do === 'hold' && one.isPast,
              made,
              cells,
            });
        } else if (!('which' in one)) {
          await expireDueHolds(api.app);
          owned = owned.filter(({ state, isPast }) => state === 'booked' || !isPast);
        } else {
          const chosen = owned[one.which % Math.max(1, owned.length)];
          if (!chosen) continue;
          if (one.do === 'release') {
            const holder = chosen.state === 'held' ? { holdIds: [chosen.id] } : { orderLineIds: [chosen.id] };
            free(chosen.cells);
            await counted((tx) => release(tx, holder));
            owned = owned.filter((other) => other !== chosen);
          } else if (chosen.state === 'held' && one.do === 'renew') {
            const result = await counted(async (tx) => {
              await extendHeld(tx, chosen.id, chosen.made, later());
              await tx.query(
                sql`UPDATE holds SET expires_at = ${later()}::timestamptz WHERE id = ${chosen.id}::uuid`,
              );
            });
            expect(result).toBe(chosen.isPast ? 'expired' : 'done');
            if (!chosen.isPast) free(chosen.cells);
          } else if (chosen.state === 'held') {
            const line = randomUUID();
            const { cells } = chosen;
            const before = structuredClone(owned);
            free(cells);
            const others = owned.filter(({ id }) => id !== chosen.id);
            const expected = fits(cells, others);
            const made = cells.map(({ space, day, units }) => ({ itemId: ids[space] ?? '', day, units }));
            const result = await counted((tx) =>
              bookLines(tx, [{ orderLineId: line, cells: made, holdIds: [chosen.id] }]),
            );
            expect(result).toBe(expected ? 'done' : 'no_capacity');
            owned = expected
              ? [...others, { id: line, state: 'booked', isPast: false, made, cells }]
              : before;
          }
        }
      }
      for (const [level, id] of ids.entries()) {
        const rows = await stored.database.query<{ day: string; units: number }>(
          sql`SELECT day::text, held + booked AS units FROM occupancy WHERE item_id = ${id}::uuid AND held + booked > 0 ORDER BY day`,
        );
        const expected = days
          .map((day) => ({ day, units: usedBy(owned, level, day) }))
          .filter(({ units }) => units > 0);
        expect(rows).toEqual(expected);
      }
      expect(await differences(stored.database)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});
