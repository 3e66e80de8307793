import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSpace, differences } from '../../inventory/inventory-fixtures.ts';
import { systemChange } from '../../platform/database/database.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { type AddendaWorld, linesOfAddendum, makeAddendaWorld } from '../addenda/addenda-fixtures.ts';
import { flight as quoteFlight, quoteWorld } from '../quotes/fixtures.ts';
import { type BookableLine, bookingsOf, componentsOf, takenSpace } from '../signing/bookings-of.ts';
import { type ContractWorld, makeContractWorld, type PackageComponent } from './contract-fixtures.ts';

let api: TestApi;
let world: ContractWorld;
let addenda: AddendaWorld;
let owner: pg.Client;

beforeAll(async () => {
  api = await startTestApi({ testDatabase: await createTestDatabase({ pool: 8 }) });
  world = await makeContractWorld(api);
  addenda = makeAddendaWorld(api, world);
  owner = new pg.Client(api.testDatabase.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

/** What is booked of spaces, by space and day, in the order of the spaces. */
const booked = async (items: readonly string[]): Promise<Record<string, number>[]> => {
  const rows = await api.database.query<{ item_id: string; day: string; booked: number }>(sql`
    SELECT item_id, day::text, booked FROM occupancy WHERE item_id = ANY(${[...items]}::uuid[]) AND booked > 0 ORDER BY day`);
  return items.map((id) =>
    Object.fromEntries(rows.filter(({ item_id }) => item_id === id).map((row) => [row.day, row.booked])),
  );
};
/** A number of units on each of some days from one on. */
const everyDay = (units: number, from: string, count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, place) => [addDays(from, place), units]));
const sign = async (lines: readonly object[]): Promise<AnyRecord> => {
  const { id } = await world.pending(await world.client(), lines);
  const answer = await world.run(id, 'sign', { signed_on: world.today });
  expect(answer.statusCode, answer.body).toBe(200);
  return world.read(id);
};
const quotasOf = ({ id }: AnyRecord) =>
  api.database.query<{ id: string; inventory_item_id: string; contracted: number; description: string }>(sql`
    SELECT id, inventory_item_id, contracted::float8 AS contracted, description FROM quotas
    WHERE contract_id = ${id}::uuid ORDER BY id`);
const deliveredPart = async ({ id }: AnyRecord): Promise<number | undefined> =>
  (
    await api.database.one<{ part: number }>(sql`
      SELECT delivered_part(o)::float8 AS part FROM order_lines o WHERE o.contract_id = ${id}::uuid`)
  )?.part;
const command = async (path: string, name: string, payload: object = {}) => {
  const { row_version } = (await api.inject({ url: `/api/${path}`, headers: world.headers })).json().data;
  return api.inject({
    method: 'POST',
    url: `/api/${path}/${name}`,
    headers: { ...world.headers, 'if-match': `"${row_version}"` },
    payload,
  });
};

test('what is booked of a package line is the sum of its components that are not optional', async () => {
  const spots = await addSpace(api.testDatabase, { capacity: 1_000_000_000 });
  const seconds = await addSpace(api.testDatabase, { capacity: 1_000_000_000, unit: 'seconds' });
  const weekend = await addSpace(api.testDatabase, { capacity: 1_000_000_000, days: ['6', '7'] });
  const component = fc.record({
    itemId: fc.constantFrom(spots, seconds, weekend, undefined),
    quantity: fc.integer({ min: 1, max: 50_000 }).map((hundredths) => (hundredths / 100).toFixed(2)),
    unitsPerDay: fc.option(fc.integer({ min: 1, max: 1000 })),
    durationSec: fc.integer({ min: 1, max: 120 }),
    isOptional: fc.boolean(),
  });
  const expected = (parts: readonly PackageComponent[], packages: number, days: readonly string[]) => {
    const sums: Record<string, number> = {};
    for (const { itemId, quantity, unitsPerDay, durationSec, isOptional } of parts) {
      if (itemId === undefined || isOptional) continue;
      const each = Math.ceil(((unitsPerDay ?? Number(quantity)) * 100 * packages) / 10_000);
      const units = each * (itemId === seconds ? (durationSec ?? 0) : 1);
      for (const day of days) {
        if (itemId === weekend && ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())) continue;
        sums[`${itemId} ${day}`] = (sums[`${itemId} ${day}`] ?? 0) + units;
      }
    }
    return sums;
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(component, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 2000 }),
      fc.integer({ min: 7, max: 20 }),
      async (parts, hundredths, length) => {
        const bundle = await world.package(parts);
        const days = Object.keys(everyDay(1, world.today, length));
        const lines = await api.database.transaction(systemChange('test'), async (tx) => {
          const rows = await tx.query<BookableLine>(sql`
            SELECT new_id() AS id, ${takenSpace('l')}
            FROM (SELECT NULL::uuid AS inventory_item_id, ${bundle}::uuid AS package_id, '{}'::text[] AS days, 1 AS units_per_day,
              ${(hundredths / 100).toFixed(2)}::numeric AS units, NULL::integer AS duration_sec, NULL::jsonb AS components,
              daterange(${world.today}::date, ${addDays(world.today, length)}::date) AS flight) l
              CROSS JOIN LATERAL ${componentsOf('l')} s WHERE s.inventory_item_id IS NOT NULL`);
          return bookingsOf(tx, rows);
        });
        const sums: Record<string, number> = {};
        for (const { itemId, day, units } of lines.flatMap(({ cells }) => cells))
          sums[`${itemId} ${day}`] = (sums[`${itemId} ${day}`] ?? 0) + units;
        expect(sums).toEqual(expected(parts, hundredths, days));
      },
    ),
    { numRuns: 25 },
  );
});

test('a signature books each component, and cancelling gives back each from tomorrow on', async () => {
  const [one, other, optional] = [await world.space(9), await world.space(9), await world.space(9)];
  const bundle = await world.package([
    { itemId: one, unitsPerDay: 2, quantity: '20' },
    { itemId: other, quantity: '3' },
    { itemId: optional, isOptional: true },
    {},
  ]);
  const contract = await sign([world.packageLine(bundle, { units: '2.00' })]);
  expect(await booked([one, other, optional])).toEqual([
    everyDay(4, world.today, 10),
    everyDay(6, world.today, 10),
    {},
  ]);
  const quotas = await quotasOf(contract);
  expect(quotas.map(({ inventory_item_id, contracted }) => [inventory_item_id, contracted])).toEqual([
    [one, 40],
    [other, 60],
  ]);
  expect(quotas[0]?.description).toMatch(/^Espacio .+ · Paquete de prueba$/);
  const [orders] = await api.database.query(sql`
    SELECT array_agg(inventory_item_id ORDER BY id) AS items FROM work_orders WHERE contract_id = ${contract.id}::uuid`);
  expect(orders).toEqual({ items: [one, other, null] });
  // What is sold stays one line with one amount.
  expect(linesIn(contract, 'lines')).toMatchObject([{ net: '200.00', quantity: '2.0000' }]);

  const suspended = await world.run(contract.id, 'suspend', { reason: 'Falta de pago' });
  expect(suspended.statusCode, suspended.body).toBe(200);
  expect(await booked([one])).toEqual([everyDay(4, world.today, 10)]);
  const cancelled = await world.run(contract.id, 'cancel', { reason: 'El cliente desistió' });
  expect(cancelled.statusCode, cancelled.body).toBe(200);
  expect(await booked([one, other])).toEqual([everyDay(4, world.today, 1), everyDay(6, world.today, 1)]);
  expect(await differences(api.database)).toEqual([]);
});

test('a package with one full component is not sold, and takes nothing of the others', async () => {
  const [full, free] = [await world.space(1), await world.space(1)];
  await sign([world.line(full)]);
  const bundle = await world.package([{ itemId: free }, { itemId: full }]);
  const { id } = await world.pending(await world.client(), [world.packageLine(bundle)]);
  const refused = await world.run(id, 'sign', { signed_on: world.today });
  expect(refused.json()).toMatchObject({ code: 'no_capacity', full: Array(10).fill({ item: { id: full } }) });
  expect(await booked([free])).toEqual([{}]);
  const seconds = await addSpace(api.testDatabase, { unit: 'seconds' });
  const long = await world.package([{ itemId: seconds, unitsPerDay: 1000, durationSec: 60 }]);
  const { id: huge } = await world.pending(await world.client(), [
    world.packageLine(long, { units: '900000000.00' }),
  ]);
  const unsigned = await world.run(huge, 'sign', { signed_on: world.today });
  expect(unsigned.json().message, unsigned.body).toContain('no tiene tantas unidades');
});

test('a space that is twice in a package, or in a tree with another, is taken for both', async () => {
  const parent = await addSpace(api.testDatabase, { capacity: 100, unit: 'seconds' });
  const inside = await addSpace(api.testDatabase, { capacity: 100, unit: 'seconds', parent });
  const parts = [
    { itemId: inside, unitsPerDay: 1, durationSec: 30 },
    { itemId: inside, unitsPerDay: 2, durationSec: 10 },
    { itemId: parent, unitsPerDay: 1, durationSec: 50 },
  ];
  const bundle = await world.package(parts);
  const contract = await sign([world.packageLine(bundle)]);
  expect(await booked([inside, parent])).toEqual([
    everyDay(50, world.today, 10),
    everyDay(100, world.today, 10),
  ]);
  const found = await quotasOf(contract);
  expect(found.map(({ contracted }) => contracted)).toEqual([10, 20, 10]);
  // What the ledger has, divided by component, is what the signature opened.
  const again = await api.database.one<{ units: Record<string, number> }>(
    sql`SELECT booked_units(${contract.id}::uuid) AS units`,
  );
  expect(Object.values(again?.units ?? {}).sort((a, b) => a - b)).toEqual([200, 300, 500]);

  // The quotas share the space: placed in parallel, they never use more than is booked.
  const placed = await Promise.all(found.map(({ id }) => command(`quotas/${id}`, 'place')));
  expect(placed.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const [first] = found;
  await expect(
    api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`
        INSERT INTO placements (quota_id, inventory_item_id, starts_on, ends_on, units)
        VALUES (${first?.id}::uuid, ${inside}::uuid, ${world.today}::date, ${world.today}::date, 1)`),
    ),
  ).rejects.toMatchObject({ code: '23514' });
});

test('a component is delivered by its share of the price', async () => {
  const [one, other] = [await world.space(5), await world.space(5)];
  const bundle = await world.package([{ itemId: one }, { itemId: other }, {}, { isOptional: true }]);
  const flight = { from: world.today, to: world.today };
  const contract = await sign([world.packageLine(bundle, { flight })]);
  expect(await deliveredPart(contract)).toBe(0);
  const [quota] = await quotasOf(contract);
  expect((await command(`quotas/${quota?.id}`, 'place')).statusCode).toBe(200);
  const placement = await api.database.one<{ id: string }>(
    sql`SELECT id FROM placements WHERE quota_id = ${quota?.id}::uuid`,
  );
  for (const name of ['confirm', 'mark_aired']) {
    const answer = await command(`placements/${placement?.id}`, name);
    expect(answer.statusCode, answer.body).toBe(200);
  }
  expect(await deliveredPart(contract)).toBeCloseTo(1 / 3, 5);
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`
      UPDATE work_orders SET status = 'completed' WHERE contract_id = ${contract.id}::uuid AND inventory_item_id IS NULL`),
  );
  expect(await deliveredPart(contract)).toBeCloseTo(2 / 3, 5);
});

test('what was sold stays as it was: no components of a published package change, and no draft is sold', async () => {
  const space = await world.space(5);
  const bundle = await world.package([{ itemId: space }]);
  await sign([world.packageLine(bundle)]);
  for (const statement of [
    `UPDATE package_items SET quantity = 5 WHERE package_id = '${bundle}'`,
    `DELETE FROM package_items WHERE package_id = '${bundle}'`,
    `UPDATE packages SET status = 'draft' WHERE id = '${bundle}'`,
    `WITH h AS (UPDATE packages SET lines_xact = pg_current_xact_id() WHERE id = '${bundle}')
     INSERT INTO package_items (id, package_id, position, inventory_item_id)
     VALUES (new_id(), '${bundle}', 'b0', '${space}')`,
  ])
    await expect(owner.query(statement), statement).rejects.toThrow(
      /frozen|after their header|RESTRICT setting/,
    );
  expect(await booked([space])).toEqual([everyDay(1, world.today, 10)]);
  const draft = await api.database.transaction(systemChange('test'), (tx) =>
    tx.one<{ id: string }>(sql`
      INSERT INTO packages (code, name, valid, price_mode, price) VALUES ('BORRADOR', 'Borrador', '[2020-01-01,2040-01-01)', 'closed', 1)
      RETURNING id`),
  );
  const refused = await api.inject({
    method: 'POST',
    url: '/api/contracts',
    headers: world.headers,
    payload: world.draftBody(await world.client(), [world.packageLine(String(draft?.id))]),
  });
  expect(refused.statusCode, refused.body).toBe(422);
  // Neither by a line that got there otherwise.
  const { id } = await world.pending(await world.client(), [world.packageLine(bundle)]);
  await api.testDatabase.runAsSuperuser(sql`
    UPDATE contract_lines SET package_id = ${draft?.id}::uuid WHERE contract_id = ${id}::uuid`);
  const unsigned = await world.run(id, 'sign', { signed_on: world.today });
  expect(unsigned.json().message, unsigned.body).toContain('aún no está publicado');
});

test('an addendum adds, lengthens, enlarges, shortens and removes package lines with their components', async () => {
  const [one, other] = [await world.space(4), await world.space(9)];
  const bundle = await world.package([{ itemId: one }, { itemId: other, unitsPerDay: 2 }]);
  const tomorrow = addDays(world.today, 1);
  const flight = { from: tomorrow, to: addDays(world.today, 10) };
  const contract = await sign([world.packageLine(bundle, { flight })]);
  const amend = async (values: (line: object) => object) => {
    const draft = await addenda.draft(contract.id, tomorrow);
    const [line] = linesOfAddendum(draft);
    const { id } = await addenda.pending(draft, [values({ id: line?.id })]);
    return addenda.apply(id);
  };
  const applied = async (values: (line: object) => object): Promise<void> => {
    const answer = await amend(values);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await differences(api.database)).toEqual([]);
  };
  const contracted = async () => (await quotasOf(contract)).map((quota) => quota.contracted);

  await applied((line) => ({ ...line, op: 'change', units: '2.00' }));
  expect(await booked([one, other])).toEqual([everyDay(2, tomorrow, 10), everyDay(4, tomorrow, 10)]);
  expect(await contracted()).toEqual([20, 40]);
  await applied((line) => ({
    ...line,
    op: 'change',
    flight: { ...flight, to: addDays(world.today, 12) },
  }));
  expect(await booked([one, other])).toEqual([everyDay(2, tomorrow, 12), everyDay(4, tomorrow, 12)]);
  expect(await contracted()).toEqual([24, 48]);

  const tooMany = await amend((line) => ({ ...line, op: 'change', units: '4.01' }));
  expect(tooMany.json()).toMatchObject({ code: 'no_capacity' });
  expect(await booked([one, other])).toEqual([everyDay(2, tomorrow, 12), everyDay(4, tomorrow, 12)]);
  const open = await api.database.one<{ id: string }>(
    sql`SELECT id FROM addenda WHERE contract_id = ${contract.id}::uuid AND status = 'pending_signature'`,
  );
  expect((await addenda.run(String(open?.id), 'void', { comment: 'No cabe' })).statusCode).toBe(200);

  await applied((line) => ({
    ...line,
    op: 'change',
    units: '1.00',
    flight: { ...flight, to: addDays(world.today, 4) },
  }));
  expect(await booked([one, other])).toEqual([everyDay(1, tomorrow, 4), everyDay(2, tomorrow, 4)]);
  expect(await contracted()).toEqual([4, 8]);

  await applied(() => ({ ...world.packageLine(bundle, { flight }), id: newLineId(), op: 'add' }));
  expect(await booked([one])).toEqual([{ ...everyDay(1, tomorrow, 10), ...everyDay(2, tomorrow, 4) }]);
  expect(await contracted()).toEqual([4, 8, 10, 20]);
  await applied((line) => ({ ...line, op: 'remove' }));
  expect(await booked([one, other])).toEqual([everyDay(1, tomorrow, 10), everyDay(2, tomorrow, 10)]);
  expect(await contracted()).toEqual([0, 0, 10, 20]);
});

test('a package that was signed before packages took capacity takes none with an addendum either', async () => {
  const space = await world.space(5);
  const tomorrow = addDays(world.today, 1);
  const flight = { from: tomorrow, to: addDays(world.today, 10) };
  const bundle = await world.package([{ itemId: space }, {}]);
  const contract = await sign([world.packageLine(bundle, { flight })]);
  const lines = sql`(SELECT id FROM order_lines WHERE contract_id = ${contract.id}::uuid)`;
  for (const statement of [
    sql`DELETE FROM capacity_cells WHERE order_line_id IN ${lines}`,
    sql`UPDATE occupancy SET booked = 0 WHERE item_id = ${space}::uuid`,
    sql`DELETE FROM quotas WHERE order_line_id IN ${lines}`,
    sql`DELETE FROM work_order_steps WHERE work_order_id IN (SELECT id FROM work_orders WHERE order_line_id IN ${lines})`,
    sql`DELETE FROM work_orders WHERE order_line_id IN ${lines} AND inventory_item_id IS NOT NULL`,
    sql`UPDATE work_orders SET package_item_id = NULL WHERE order_line_id IN ${lines}`,
  ])
    await api.testDatabase.runAsSuperuser(statement);
  for (const values of [
    { op: 'change', units: '3.00' },
    { op: 'change', units: '1.00', flight: { ...flight, to: addDays(world.today, 4) } },
    { op: 'remove' },
  ]) {
    const draft = await addenda.draft(contract.id, tomorrow);
    const [line] = linesOfAddendum(draft);
    const { id } = await addenda.pending(draft, [{ id: line?.id, ...values }]);
    const answer = await addenda.apply(id);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await booked([space])).toEqual([{}]);
    expect(await quotasOf(contract)).toEqual([]);
  }
  const orders = await api.database.query(
    sql`SELECT status FROM work_orders WHERE contract_id = ${contract.id}::uuid`,
  );
  expect(orders).toEqual([{ status: 'cancelled' }]);
  expect(await differences(api.database)).toEqual([]);
});

test('a quote holds each component, shows the scarcest, and its contract books what was held', async () => {
  const quotes = await quoteWorld(api, world.headers);
  const client = await quotes.makeClient();
  const [wide, narrow] = [await world.space(20), await world.space(3)];
  const bundle = await world.package([{ itemId: wide }, { itemId: narrow }]);
  const line = () =>
    quotes.line({
      line_kind: 'package',
      inventory_item_id: null,
      package_id: bundle,
      days: undefined,
      units_per_day: undefined,
      units: '2.00',
    });
  const held = async (items: readonly string[]) =>
    (
      await api.database.query<{ held: number }>(sql`
        SELECT i.id, coalesce(max(o.held), 0)::integer AS held FROM unnest(${[...items]}::uuid[]) WITH ORDINALITY AS i(id, place)
          LEFT JOIN occupancy o ON o.item_id = i.id GROUP BY i.id, i.place ORDER BY i.place`)
    ).map((row) => row.held);
  const name = async (id: string) =>
    (await api.database.one<{ name: string }>(sql`SELECT name FROM inventory_items WHERE id = ${id}::uuid`))
      ?.name;

  const [asked] = [line()];
  const form = await quotes.call('POST', 'quotes/availability', {
    lines: [{ id: asked.id, package_id: bundle, units: '2.00', flight: quoteFlight }],
  });
  expect(form.json().data[asked.id]).toEqual({ state: 'available', scarcest: await name(narrow) });

  for (const units of ['0', '9999999999.99']) {
    const answer = await quotes.call('POST', 'quotes/availability', {
      lines: [{ id: asked.id, package_id: bundle, units, flight: quoteFlight }],
    });
    expect(answer.json().data[asked.id], units).toMatchObject({ state: 'none' });
  }

  const quote = await quotes.makeQuote(client, [line()]);
  const first = await quotes.run('hold', quote);
  expect(first.json(), first.body).toMatchObject({ data: { held: 2 } });
  expect(await held([wide, narrow])).toEqual([2, 2]);
  const states = (await quotes.call('GET', `quotes/${quote.id}/availability`)).json().data;
  expect(Object.values(states)).toMatchObject([{ state: 'held' }]);
  const rival = await quotes.makeQuote(client, [line()]);
  const refused = await quotes.run('hold', rival);
  expect(refused.json()).toMatchObject({ code: 'no_capacity' });
  expect(await held([wide, narrow])).toEqual([2, 2]);
  const [none] = Object.values(
    (await quotes.call('GET', `quotes/${rival.id}/availability`)).json().data as Record<string, object>,
  );
  expect(none).toEqual({ state: 'none', scarcest: await name(narrow) });

  // A held line keeps its package and how many.
  const [of] = linesIn(quote, 'lines');
  const current = await quotes.read(quote);
  const changed = await quotes.call(
    'PATCH',
    `quotes/${quote.id}`,
    { lines: { put: [{ id: of?.id, units: '3.00' }] } },
    { record: current },
  );
  expect(changed.json().message, changed.body).toContain('reserva');

  const released = await quotes.run('release_holds', await quotes.read(quote));
  expect(released.json().data).toMatchObject({ released: 2 });
  expect(await held([wide, narrow])).toEqual([0, 0]);
  expect((await quotes.run('hold', await quotes.read(quote))).json().data).toMatchObject({ held: 2 });

  const sent = await quotes.done('send', await quotes.read(quote));
  const accepted = await quotes.done('accept', sent, { accepted_by: 'Ana', accepted_on: world.today });
  await quotes.done('convert', accepted, {
    contract_type: 'normal',
    consumption_type_id: world.consumptionTypeId,
  });
  const made = await api.database.one<{ id: string }>(
    sql`SELECT id FROM contracts WHERE quote_id = ${quote.id}::uuid`,
  );
  const contract = await world.read(String(made?.id));
  const patched = await api.inject({
    method: 'PATCH',
    url: `/api/contracts/${contract.id}`,
    headers: { ...world.headers, 'if-match': `"${contract.row_version}"` },
    payload: {
      own_signatory_ids: [world.ownSignatory],
      client_signatory_ids: [await world.signatory({ client_id: client.id })],
    },
  });
  expect(patched.statusCode, patched.body).toBe(200);
  expect((await world.run(contract.id, 'submit')).statusCode).toBe(200);
  expect((await world.run(contract.id, 'sign', { signed_on: world.today })).statusCode).toBe(200);
  expect(await held([wide, narrow])).toEqual([0, 0]);
  expect(await booked([wide, narrow])).toEqual([
    everyDay(2, addDays(world.today, 1), 10),
    everyDay(2, addDays(world.today, 1), 10),
  ]);
  // Each component has the booking of its own hold.
  const converted = await api.database.query(sql`
    SELECT h.status, bool_and(c.item_id = h.inventory_item_id) AS same FROM holds h JOIN capacity_cells c ON c.hold_id = h.id
    WHERE h.quote_id = ${quote.id}::uuid GROUP BY h.id`);
  expect(converted).toEqual(Array(2).fill({ status: 'converted', same: true }));
  expect(await differences(api.database)).toEqual([]);
});
