import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import {
  type AvailabilityRow,
  cellsOfSpace,
  rowsOfAnswer,
} from '@pauta/domain/inventory/capacity/availability.ts';
import { bucketsOf } from '@pauta/domain/inventory/capacity/buckets.ts';
import { allocate } from '@pauta/domain/money/allocate.ts';
import { currencies } from '@pauta/domain/money/currencies.ts';
import { minorDigits } from '@pauta/domain/money/minor-unit.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { flight, quoteWorld } from '../../sales/quotes/fixtures.ts';
import { createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { createTestDatabase } from '../../testing/test-database.ts';

let api: TestApi;
let world: ContractWorld;
let quoting: Awaited<ReturnType<typeof quoteWorld>>;
const owners: pg.Client[] = [];

beforeAll(async () => {
  api = await startTestApi({ testDatabase: await createTestDatabase({ pool: 8 }) });
  world = await makeContractWorld(api);
  quoting = await quoteWorld(api, world.headers);
  for (let place = 0; place < 3; place += 1) {
    const client = new pg.Client(api.testDatabase.owner);
    await client.connect();
    owners.push(client);
  }
});
afterAll(async () => {
  for (const client of owners) await client.end();
  await api.close();
});

let made = 0;
const item = (inventory_item_id: string, allocation_pct: string, own: object = {}) => ({
  id: newLineId(),
  inventory_item_id,
  allocation_pct,
  ...own,
});
const make = async (items: readonly object[], own: object = {}): Promise<AnyRecord> => {
  made += 1;
  const answer = await quoting.call('POST', 'packages', {
    code: `ELECCION-${made}`,
    name: `Paquete a elegir ${made}`,
    kind: 'configurable',
    valid: { from: '2020-01-01', to: '2099-12-31' },
    price_mode: 'closed',
    currency_code: 'DOP',
    price: '100.00',
    items: { put: items },
    ...own,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data;
};
const run = (record: AnyRecord, command: string, payload: object = {}) =>
  quoting.call('POST', `packages/${record.id}/${command}`, payload, { record });
const publish = async (record: AnyRecord): Promise<AnyRecord> => {
  const answer = await run(record, 'publish');
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
};
const read = async ({ id }: { readonly id: string }): Promise<AnyRecord> =>
  (await quoting.call('GET', `packages/${id}`)).json().data;
const idsOf = (record: AnyRecord): string[] => linesIn(record, 'items').map(({ id }) => id);
const packageLine = (record: AnyRecord, values: object = {}) =>
  quoting.line({
    line_kind: 'package',
    inventory_item_id: null,
    package_id: record.id,
    days: undefined,
    units_per_day: undefined,
    units: '1.00',
    ...values,
  });

/** A published configurable package: a space that always goes, one with limits, and one that may be left out. */
const configurable = async (own: object = {}) => {
  const spaces = [await world.space(90), await world.space(90), await world.space(90)] as const;
  const record = await publish(
    await make(
      [
        item(spaces[0], '50', { quantity: '10', units_per_day: 1 }),
        item(spaces[1], '30', { quantity: '10', units_per_day: 2, min_quantity: '5', max_quantity: '30' }),
        item(spaces[2], '20', { quantity: '10', units_per_day: 3, is_optional: true }),
      ],
      own,
    ),
  );
  return { record, spaces, ids: idsOf(record) as [string, string, string] };
};

describe('what is chosen', () => {
  test('goes from the quote to its contract, what it books and what each component earns', async () => {
    const { record, spaces, ids } = await configurable({ price: '100000.00' });
    const client = await quoting.makeClient();
    const components = [
      { id: ids[0], quantity: '10.00' },
      { id: ids[1], quantity: '20.00' },
      { id: ids[2], quantity: '10.00' },
    ];
    const quote = await quoting.makeQuote(client, [packageLine(record, { components, units: '2.00' })]);
    const [line] = linesIn(quote, 'lines');
    expect(line).toMatchObject({ list_price: '100000.000000', net: '200000.00' });
    // The database writes the names.
    expect(line?.components).toEqual(
      components.map((one) => ({ ...one, name: expect.stringMatching(/^Espacio /) })),
    );
    expect((await quoting.run('hold', quote)).json().data).toMatchObject({ held: 3 });
    const held = await api.database.query<{ units_per_day: number }>(sql`
      SELECT units_per_day FROM holds WHERE quote_id = ${quote.id}::uuid
      ORDER BY array_position(${[...spaces]}::uuid[], inventory_item_id)`);
    expect(held.map(({ units_per_day }) => units_per_day)).toEqual([2, 8, 6]);
    // A held line keeps what was chosen.
    const changed = await quoting.call(
      'PATCH',
      `quotes/${quote.id}`,
      { lines: { put: [{ id: line?.id, components: null }] } },
      { record: await quoting.read(quote) },
    );
    expect(changed.json().message, changed.body).toContain('reserva');

    const sent = await quoting.done('send', await quoting.read(quote));
    const accepted = await quoting.done('accept', sent, { accepted_by: 'Ana', accepted_on: world.today });
    await quoting.done('convert', accepted, {
      contract_type: 'normal',
      consumption_type_id: world.consumptionTypeId,
    });
    const contract = await api.database.one<{ id: string; row_version: number }>(
      sql`SELECT id, row_version FROM contracts WHERE quote_id = ${quote.id}::uuid`,
    );
    const id = contract?.id ?? '';
    const patched = await api.inject({
      method: 'PATCH',
      url: `/api/contracts/${id}`,
      headers: { ...world.headers, 'if-match': `"${contract?.row_version}"` },
      payload: {
        own_signatory_ids: [world.ownSignatory],
        client_signatory_ids: [await world.signatory({ client_id: client.id })],
      },
    });
    expect(patched.statusCode, patched.body).toBe(200);
    expect((await world.run(id, 'submit')).statusCode).toBe(200);
    const signed = await world.run(id, 'sign', { signed_on: world.today });
    expect(signed.statusCode, signed.body).toBe(200);
    const quotas = await api.database.query<{ inventory_item_id: string; contracted: number }>(sql`
      SELECT inventory_item_id, contracted::float8 AS contracted FROM quotas WHERE contract_id = ${id}::uuid
      ORDER BY array_position(${[...spaces]}::uuid[], inventory_item_id)`);
    expect(quotas).toEqual([
      { inventory_item_id: spaces[0], contracted: 20 },
      { inventory_item_id: spaces[1], contracted: 80 },
      { inventory_item_id: spaces[2], contracted: 60 },
    ]);
    // 50, 60 and 20 of 130.
    const parts = await api.database.query<{ amount: string }>(sql`
      SELECT p.amount::text FROM order_lines o CROSS JOIN LATERAL sold_parts(o, o.net) WITH ORDINALITY AS p
      WHERE o.contract_id = ${id}::uuid ORDER BY p.ordinality`);
    expect(parts.map(({ amount }) => amount).sort()).toEqual(
      allocate('200000.00', ['50', '60', '20'], 2).toSorted(),
    );
    const version = await api.database.one<{ content: string }>(
      sql`SELECT content FROM contract_versions WHERE contract_id = ${id}::uuid`,
    );
    expect(JSON.parse(version?.content ?? '{}').lines).toMatchObject([{ components }]);
  });

  test.each([
    ['a component that is always part is left out', [1], '10.00', 'va siempre'],
    ['more than its limit', [0, 1], '31.00', 'van de 5 a 30'],
    ['the same twice', [0, 1, 1], '10.00', 'dos veces'],
  ])('is refused at its field if %s', async (_, places, quantity, message) => {
    const { record, ids } = await configurable();
    const line = packageLine(record, {
      components: places.map((place) => ({ id: ids[place], quantity: place === 1 ? quantity : '10.00' })),
    });
    const answer = await quoting.call(
      'POST',
      'quotes',
      quoting.quoteBody(await quoting.makeClient(), [line]),
    );
    expect(answer.statusCode, answer.body).toBe(422);
    expect(answer.json().errors[`lines.${line.id}.components`]?.[0]).toContain(message);
  });

  test('is refused of a fixed package, and less than it is sold at once', async () => {
    const record = await publish(
      await make([item(await world.space(9), '100')], { kind: 'fixed', min_qty: '3.00' }),
    );
    const [id] = idsOf(record);
    const line = packageLine(record, { components: [{ id, quantity: '1.00' }], units: '2.00' });
    const answer = await quoting.call(
      'POST',
      'quotes',
      quoting.quoteBody(await quoting.makeClient(), [line]),
    );
    expect(answer.json().errors, answer.body).toMatchObject({
      [`lines.${line.id}.components`]: [expect.stringContaining('es fijo')],
      [`lines.${line.id}.units`]: [expect.stringContaining('3 o más')],
    });
  });

  test('is refused by the signature if it got into a contract by another way', async () => {
    const { record, ids } = await configurable({ min_qty: '1.00' });
    const wrong = [
      ['components', JSON.stringify([{ id: ids[1], quantity: '5.00' }]), 'componentes elegidos'],
      ['components', JSON.stringify([{ id: 'x', quantity: '5.00' }]), 'componentes elegidos'],
      ['units', '0.50', 'menos de su mínimo'],
    ] as const;
    for (const [column, value, message] of wrong) {
      const contract = await world.pending(await world.client(), [
        world.packageLine(String(record.id), { units: '1.00' }),
      ]);
      await api.testDatabase.runAsSuperuser(sql`
        UPDATE contract_lines SET
          components = ${column === 'components' ? value : null}::jsonb,
          units = ${column === 'units' ? value : '1'}::numeric
        WHERE contract_id = ${contract.id}::uuid`);
      const answer = await world.run(contract.id, 'sign', { signed_on: world.today });
      expect(answer.statusCode, answer.body).toBe(422);
      expect(answer.json().message).toContain(message);
    }
  });
});

test('the price of a sum is that of its components in force, the same on its page and in a quote', async () => {
  const record = await publish(
    await make(
      [
        item(quoting.space, '60', { quantity: '10', min_quantity: '10', max_quantity: '20' }),
        item(quoting.other, '40', { quantity: '4' }),
      ],
      { price_mode: 'sum_with_discount', price: null, discount_pct: '10' },
    ),
  );
  expect((await read(record)).shown_price).toBe('10800.00');
  const [first, second] = idsOf(record);
  const client = await quoting.makeClient();
  const quote = await quoting.makeQuote(client, [
    packageLine(record),
    packageLine(record, {
      components: [
        { id: first, quantity: '20.00' },
        { id: second, quantity: '4.00' },
      ],
    }),
  ]);
  expect(linesIn(quote, 'lines').map(({ list_price }) => list_price)).toEqual([
    '10800.000000',
    '19800.000000',
  ]);
});

test('the price is spread among the components so that their shares sum to exactly 100', async () => {
  const draft = await make([
    item(quoting.space, '0', { quantity: '10' }),
    item(quoting.other, '0', { quantity: '1' }),
    item(quoting.other, '0', { quantity: '2' }),
  ]);
  const plan = await run(draft, 'spread/preview', { by: 'equal' });
  expect(plan.json().data ?? plan.json(), plan.body).toMatchObject({
    shares: [{ before: '0.0000', after: '33.3334' }, { after: '33.3333' }, { after: '33.3333' }],
  });
  const answer = await run(draft, 'spread', { by: 'list_price' });
  expect(answer.statusCode, answer.body).toBe(200);
  const spread = await read(draft);
  expect(spread.allocated_pct).toBe('100.0000');
  expect(linesIn(spread, 'items').map(({ allocation_pct }) => allocation_pct)).toEqual(
    allocate('100', ['10000', '500', '1000'], 4),
  );
  await publish(spread);
  const unpriced = await make([item(await world.space(3), '0')]);
  const refused = await run(unpriced, 'spread', { by: 'list_price' });
  expect(refused.json().errors.by?.[0], refused.body).toContain('no tiene precio');
});

test('the amounts of `allocated` and the digits of a currency are those of the domain', async () => {
  const weight = fc.integer({ min: 1, max: 10 ** 9 }).map((value) => (value / 10_000).toFixed(4));
  const cents = fc.integer({ min: -(10 ** 11), max: 10 ** 11 }).map((value) => (value / 100).toFixed(2));
  await fc.assert(
    fc.asyncProperty(cents, fc.array(weight, { minLength: 1, maxLength: 20 }), async (amount, weights) => {
      const rows = await api.database.query<{ part: string }>(sql`
        SELECT round(part, 2)::text AS part FROM allocated(${amount}::numeric, ${weights}::numeric[], 2) ORDER BY place`);
      expect(rows.map(({ part }) => Number(part))).toEqual(allocate(amount, weights, 2).map(Number));
    }),
    { numRuns: 60 },
  );
  const digits = await api.database.query<{ code: string; digits: number }>(sql`
    SELECT code, minor_digits(code) AS digits FROM unnest(${Object.keys(currencies)}::text[]) AS code`);
  for (const one of digits) expect(one.digits, one.code).toBe(minorDigits(one.code));
});

test('no package is ever published with shares that do not sum to 100, by two editors and a publisher', async () => {
  const [space, other] = [await world.space(3), await world.space(3)];
  const edit = async (client: pg.Client | undefined, id: string, place: number, share: number) => {
    await client?.query(`BEGIN; UPDATE packages SET lines_xact = pg_current_xact_id() WHERE id = '${id}'`);
    await client?.query(`
      UPDATE package_items SET allocation_pct = ${share}
      WHERE id = (SELECT id FROM package_items WHERE package_id = '${id}' ORDER BY position OFFSET ${place} LIMIT 1)`);
    await client?.query(`
      UPDATE packages SET allocated_pct = (SELECT sum(allocation_pct) FROM package_items WHERE package_id = '${id}')
      WHERE id = '${id}'; COMMIT`);
  };
  const attempt = async (client: pg.Client | undefined, act: () => Promise<unknown>): Promise<void> => {
    try {
      await act();
    } catch {
      await client?.query('ROLLBACK');
    }
  };
  const tried: string[] = [];
  for (let round = 0; round < 12; round += 1) {
    const { id } = await make([item(space, '60'), item(other, '40')], { kind: 'fixed' });
    tried.push(id);
    await Promise.all([
      attempt(owners[0], () => edit(owners[0], id, 0, 50)),
      attempt(owners[1], () => edit(owners[1], id, 1, round % 2 === 0 ? 50 : 30)),
      attempt(owners[2], async () =>
        owners[2]?.query(`UPDATE packages SET status = 'published', allocated_pct = 100 WHERE id = '${id}'`),
      ),
    ]);
  }
  const wrong = await api.database.query(sql`
    SELECT p.id FROM packages p LEFT JOIN package_items i ON i.package_id = p.id
    WHERE p.status <> 'draft' GROUP BY p.id HAVING sum(i.allocation_pct) IS DISTINCT FROM 100`);
  expect(wrong).toEqual([]);
  // No component at all, and an optional one in a fixed package.
  const empty = await make([], { kind: 'fixed' });
  await expect(
    owners[0]?.query(
      `UPDATE packages SET status = 'published', allocated_pct = 100 WHERE id = '${empty.id}'`,
    ),
  ).rejects.toThrow(/sum to/);
  const optional = await make([item(space, '100', { is_optional: true })], { kind: 'fixed' });
  await expect(
    owners[0]?.query(`UPDATE packages SET status = 'published' WHERE id = '${optional.id}'`),
  ).rejects.toThrow(/optional/);
  expect((await run(optional, 'publish')).json().message).toContain('es opcional');
});

test('a component that is no longer sold is not published', async () => {
  const space = await world.space(3);
  const draft = await make([item(space, '100')]);
  await api.testDatabase.runAsSuperuser(
    sql`UPDATE inventory_items SET status = 'retired' WHERE id = ${space}::uuid`,
  );
  expect((await run(draft, 'publish')).json().message).toContain('ya no se vende');
});

describe('the last one', () => {
  const limit = (record: AnyRecord, max_sales: number | null) =>
    quoting.call('PATCH', `packages/${record.id}`, { max_sales }, { record });
  const one = async () => {
    const record = await publish(await make([item(await world.space(50), '100')], { max_sales: 1 }));
    const pending = () =>
      world
        .client()
        .then((client) => world.pending(client, [world.packageLine(String(record.id), { units: '1.00' })]));
    return { record, pending };
  };
  const sign = ({ id }: AnyRecord) => world.run(id, 'sign', { signed_on: world.today });

  test('is sold once by two sellers, sells the package out, and comes back when it is cancelled', async () => {
    const { record, pending } = await one();
    const contracts = [await pending(), await pending()];
    const answers = await Promise.all(contracts.map(sign));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    const sold = await read(record);
    expect(sold).toMatchObject({ status: 'sold_out', sold: '1.00', remaining: '0.00' });
    expect((await run(sold, 'resume')).json().code).toBe('used_up');
    const signed = contracts[answers.findIndex(({ statusCode }) => statusCode === 200)];
    expect((await world.run(String(signed?.id), 'cancel', { reason: 'Se retira' })).statusCode).toBe(200);
    expect(await read(record)).toMatchObject({ status: 'published', sold: '0.00', remaining: '1.00' });
  });

  test('is followed by more when the limit is raised, which is never below what is sold', async () => {
    const { record, pending } = await one();
    expect((await sign(await pending())).statusCode).toBe(200);
    const raised = await limit(await read(record), 2);
    expect(raised.json().data, raised.body).toMatchObject({ status: 'published', remaining: '1.00' });
    expect((await sign(await pending())).statusCode).toBe(200);
    const lowered = await limit(await read(record), 1);
    expect(lowered.statusCode, lowered.body).toBe(422);
    expect(lowered.json().errors.max_sales?.[0]).toContain('Ya se vendieron más');
    expect((await limit(await read(record), null)).json().data).toMatchObject({
      status: 'published',
      remaining: null,
    });
  });

  test('leaves a package that somebody marked as sold out as it is', async () => {
    const { record, pending } = await one();
    await limit(record, 5);
    const contract = await pending();
    expect((await run(await read(record), 'sell_out')).statusCode).toBe(200);
    expect((await sign(contract)).statusCode).toBe(200);
    expect((await world.run(contract.id, 'cancel', { reason: 'Se retira' })).statusCode).toBe(200);
    expect((await read(record)).status).toBe('sold_out');
  });
});

describe('the page of a package', () => {
  const composition = async ({ id }: AnyRecord, from: string, to: string) =>
    (await quoting.call('GET', `packages/${id}/composition?from=${from}&to=${to}`)).json().data;

  test('says what is free as the matrix does, and how many packages fit as a quote does', async () => {
    const spaces = [await world.space(40), await world.space(30), await world.space(25)];
    const record = await publish(
      await make([
        item(spaces[0] ?? '', '50', { units_per_day: 3 }),
        item(spaces[1] ?? '', '30', { units_per_day: 2 }),
        item(spaces[2] ?? '', '20', { units_per_day: 1 }),
      ]),
    );
    const [from, to] = [addDays(world.today, 1), addDays(world.today, 10)];
    // Others hold some of it.
    const client = await quoting.makeClient();
    for (const [place, space] of spaces.entries()) {
      const quote = await quoting.makeQuote(client, [
        quoting.line({ inventory_item_id: space, flight, units_per_day: 5 + place * 4 }),
      ]);
      expect((await quoting.run('hold', quote)).statusCode).toBe(200);
    }
    const found = await composition(record, from, to);
    for (const one of found.components) {
      const { name } = one;
      const matrix: AvailabilityRow[] = rowsOfAnswer(
        (
          await quoting.call('GET', `availability?from=${from}&to=${to}&q=${encodeURIComponent(name)}`)
        ).json(),
      );
      const row = matrix.find(({ id }) => id === one.inventory_item_id);
      const free = row ? cellsOfSpace(row, bucketsOf(from, to, 'day')).map((cell) => cell.free) : [0];
      expect(one.free, name).toBe(Math.min(...free));
    }
    // 35 / 3, 21 / 2, 12 / 1
    expect(found.fits).toBe(10);
    expect(found.limiting).toBe(idsOf(record)[1]);
    for (const [units, state] of [
      ['10.00', 'available'],
      ['11.00', 'none'],
    ] as const) {
      const id = newLineId();
      const asked = await quoting.call('POST', 'quotes/availability', {
        lines: [{ id, package_id: record.id, units, flight: { from, to } }],
      });
      expect(asked.json().data[id].state, units).toBe(state);
    }
    // A list asks the same of its rows.
    const listed = (await quoting.call('GET', `packages?q=${record.code}&fields=available`)).json().data;
    expect(listed).toMatchObject([{ available: 10 }]);
  });

  test('names the documents that its reader may see, and warns of them before it is retired', async () => {
    const record = await publish(await make([item(await world.space(9), '100')]));
    const quote = await quoting.makeQuote(await quoting.makeClient(), [packageLine(record)]);
    await world.pending(await world.client(), [world.packageLine(String(record.id))]);
    const { data: sales, open } = (await quoting.call('GET', `packages/${record.id}/sales`)).json();
    expect(open).toEqual({ quotes: 1, contracts: 1 });
    expect(sales.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['contract', 'quote']);
    // A seller sees their own documents only; somebody without packages nothing.
    const seller = await signIn(api, await createUser(api, { role: 'sales_rep' }));
    const theirs = await quoting.call('GET', `packages/${record.id}/sales`, undefined, { as: seller });
    expect(theirs.json(), theirs.body).toEqual({ data: [], open: { quotes: 1, contracts: 1 } });
    expect((await run(record, 'retire')).json().data.status).toBe('retired');
    const sent = await quoting.run('send', quote);
    expect(sent.json().reasons, sent.body).toMatchObject([{ code: 'package_retired' }]);
  });

  test('refuses a period that does not exist', async () => {
    const record = await make([]);
    const answer = await quoting.call('GET', `packages/${record.id}/composition?from=2026-02-30&to=x`);
    expect(answer.statusCode).toBe(422);
    const nobody = await signIn(api, await createUser(api, { role: 'finance' }));
    const answers = await quoting.call('GET', `packages/${newLineId()}/sales`, undefined, { as: nobody });
    expect([403, 404]).toContain(answers.statusCode);
  });
});
