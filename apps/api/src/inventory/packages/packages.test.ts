import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linesOfAddendum, makeAddendaWorld } from '../../sales/addenda/addenda-fixtures.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { flight as quoteFlight, quoteWorld } from '../../sales/quotes/fixtures.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { addSpace } from '../inventory-fixtures.ts';

interface Package {
  id: string;
  row_version: number;
  items: { id: string; allocated: string | null }[];
  [field: string]: unknown;
}

let api: TestApi;
let owner: pg.Client;
let headers: Record<string, string>;
let article: string;
let world: ContractWorld;

beforeAll(async () => {
  api = await startTestApi();
  owner = new pg.Client(api.testDatabase.owner);
  await owner.connect();
  headers = await signInAs(api, 'inventory');
  world = await makeContractWorld(api);
  article =
    (await api.database.one<{ id: string }>(sql`SELECT id FROM ad_articles ORDER BY code LIMIT 1`))?.id ?? '';
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

let made = 0;
const item = (allocation_pct: string, own: object = {}) => ({
  id: newLineId(),
  ad_article_id: article,
  allocation_pct,
  ...own,
});
const body = (shares: readonly string[], own: object = {}) => {
  made += 1;
  return {
    code: `PAQUETE-${made}`,
    name: `Paquete ${made}`,
    valid: { from: '2026-01-01', to: '2027-12-31' },
    price_mode: 'closed',
    currency_code: 'DOP',
    price: '100.00',
    items: { put: shares.map((share) => item(share)) },
    ...own,
  };
};
const post = (url: string, payload: object, version?: number) =>
  api.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...headers, ...(version !== undefined && { 'if-match': `"${version}"` }) },
  });
const make = async (shares: readonly string[], own: object = {}): Promise<Package> => {
  const answer = await post('/api/packages', body(shares, own));
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data;
};
const run = ({ id, row_version }: Package, command: string, payload: object = {}) =>
  post(`/api/packages/${id}/${command}`, payload, row_version);
const patch = ({ id, row_version }: Package, payload: object) =>
  api.inject({
    method: 'PATCH',
    url: `/api/packages/${id}`,
    payload,
    headers: { ...headers, 'if-match': `"${row_version}"` },
  });

test('the price is divided among the components without losing a cent, and again when it changes', async () => {
  const some = await make(['33.3333', '33.3333', '33.3334']);
  expect(some.allocated_pct).toBe('100.0000');
  expect(some.items.map(({ allocated }) => allocated)).toEqual(['33.33', '33.33', '33.34']);
  const dearer = (await patch(some, { price: '200.01' })).json().data as Package;
  expect(dearer.items.map(({ allocated }) => allocated)).toEqual(['66.67', '66.67', '66.67']);
  const summed = await patch(dearer, { price_mode: 'sum_with_discount', discount_pct: '15' });
  expect(summed.statusCode, summed.body).toBe(200);
  expect(summed.json().data.items.map(({ allocated }: { allocated: unknown }) => allocated)).toEqual([
    null,
    null,
    null,
  ]);
});

test('a component is one space or one article', async () => {
  const none = await post(
    '/api/packages',
    body([], { items: { put: [{ ...item('100'), ad_article_id: null }] } }),
  );
  expect(none.statusCode).toBe(422);
  expect(Object.keys(none.json().errors)[0]).toMatch(/^items\..*\.inventory_item_id$/);
});

test.each([[['50', '49.9999']], [['100', '0.0001']], [[]]])(
  'shares of %j are saved in a draft, and refused when it is published',
  async (shares) => {
    const some = await make(shares);
    const answer = await run(some, 'publish');
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toContain('100 %');
    await expect(
      owner.query(`UPDATE packages SET status = 'published' WHERE id = '${some.id}'`),
    ).rejects.toThrow(/packages_fully_allocated/);
  },
);

test('a component in a space that is sold by the second needs its duration to be published', async () => {
  const space = await addSpace(api.testDatabase, { unit: 'seconds' });
  const some = await make([], {
    items: { put: [item('100', { ad_article_id: null, inventory_item_id: space })] },
  });
  const answer = await run(some, 'publish');
  expect(answer.json().message, answer.body).toContain('indique la duración');
  const [first] = some.items;
  const longer = await patch(some, { items: { put: [{ id: first?.id, duration_sec: 30 }] } });
  expect((await run(longer.json().data, 'publish')).statusCode).toBe(200);
  // A space with a usual article has its duration.
  await api.testDatabase.runAsSuperuser(sql`
    UPDATE inventory_items SET ad_article_id = (SELECT id FROM ad_articles WHERE duration_sec = 20 LIMIT 1)
    WHERE id = ${space}::uuid`);
  const usual = await make([], {
    items: { put: [item('100', { ad_article_id: null, inventory_item_id: space })] },
  });
  expect(usual.items).toMatchObject([{ duration_sec: 20 }]);
  expect((await run(usual, 'publish')).statusCode).toBe(200);
});

test('the database refuses a stated sum that its components do not have', async () => {
  const some = await make(['60', '30']);
  await expect(
    owner.query(`UPDATE packages SET allocated_pct = 100, status = 'published' WHERE id = '${some.id}'`),
  ).rejects.toThrow(/sum to 90/);
});

test('a published package keeps its components and price; its texts, dates and limit may change', async () => {
  const draft = await make(['60', '40']);
  const some = (await run(draft, 'publish')).json().data as Package;
  expect(some.status).toBe('published');
  const [first] = draft.items;
  for (const change of [
    { price: '1.00' },
    { items: { put: [{ id: first?.id, allocation_pct: '10' }] } },
    { items: { drop: [first?.id] } },
  ])
    expect((await patch(some, change)).json().code, JSON.stringify(change)).toBe('frozen');
  const later = await patch(some, {
    max_sales: 12,
    description: 'Hasta agotarse',
    valid: { from: '2026-01-01', to: null },
  });
  expect(later.statusCode, later.body).toBe(200);
  for (const statement of [
    `DELETE FROM package_items WHERE package_id = '${some.id}'`,
    `WITH h AS (UPDATE packages SET lines_xact = pg_current_xact_id() WHERE id = '${some.id}')
     UPDATE package_items SET allocation_pct = allocation_pct + 1 WHERE package_id = '${some.id}'`,
    `UPDATE packages SET status = 'draft' WHERE id = '${some.id}'`,
  ])
    await expect(owner.query(statement), statement).rejects.toThrow(/frozen|after their header/);
});

test('is sold out, sold again and retired; only a published one is offered', async () => {
  const offered = async (id: string): Promise<boolean> => {
    const { data } = (await api.inject({ url: '/api/packages/options?limit=300', headers })).json();
    return data.some((one: { id: string }) => one.id === id);
  };
  const draft = await make(['100']);
  const states: string[] = [];
  let current = draft;
  for (const command of ['publish', 'sell_out', 'resume', 'retire']) {
    const answer = await run(current, command);
    expect(answer.statusCode, answer.body).toBe(200);
    current = answer.json().data;
    states.push(`${current.status}:${await offered(draft.id)}`);
  }
  expect(states).toEqual(['published:true', 'sold_out:false', 'published:true', 'retired:false']);
  expect((await run(current, 'resume')).statusCode).toBe(409);
});

test('a copy is a draft with the same components', async () => {
  const original = (await run(await make(['70', '30']), 'publish')).json().data as Package;
  const answer = await run(original, 'copy', {
    code: 'PAQUETE-COPIA',
    name: 'Copia',
    valid: { from: '2028-01-01', to: null },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  expect(answer.json().data).toMatchObject({
    status: 'draft',
    price: '100.00',
    allocated_pct: '100.0000',
    items: [{ allocated: '70.00' }, { allocated: '30.00' }],
  });
});

describe('a package that is sold', () => {
  const limit = (id: string, values: { max?: number; until?: string }) =>
    api.testDatabase.runAsSuperuser(sql`
      UPDATE packages SET max_sales = coalesce(${values.max ?? null}, max_sales),
        valid = daterange(lower(valid), coalesce(${values.until ?? null}::date, upper(valid)))
      WHERE id = ${id}::uuid`);
  const signed = async (contract: { id: string }) =>
    world.run(contract.id, 'sign', { signed_on: world.today });
  const pending = async (lines: readonly object[]) => world.pending(await world.client(), lines);

  test('is not sold more often than it may be, by two signatures at once', async () => {
    const bundle = await world.package([{ itemId: await world.space(50) }]);
    await limit(bundle, { max: 3 });
    const contracts = [
      await pending([world.packageLine(bundle, { units: '2.00' })]),
      await pending([world.packageLine(bundle, { units: '2.00' })]),
    ];
    const answers = await Promise.all(contracts.map(signed));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    const refused = answers.findIndex(({ statusCode }) => statusCode === 422);
    expect(answers[refused]?.json().message).toContain('ventas máximas');
    const [first, second] = refused === 1 ? contracts : contracts.toReversed();
    // A smaller one fits, and a cancelled one makes room.
    expect((await signed(await pending([world.packageLine(bundle)]))).statusCode).toBe(200);
    expect((await signed(second as { id: string })).statusCode).toBe(422);
    expect((await world.run(String(first?.id), 'cancel', { reason: 'Se retira' })).statusCode).toBe(200);
    expect((await signed(second as { id: string })).statusCode).toBe(200);
  });

  test('is not sold more often by an addendum either', async () => {
    const bundle = await world.package([{ itemId: await world.space(50) }]);
    await limit(bundle, { max: 2 });
    const addenda = makeAddendaWorld(api, world);
    const flight = { from: addDays(world.today, 2), to: addDays(world.today, 9) };
    const contract = await addenda.signed([world.packageLine(bundle, { flight })]);
    const change = async (units: string) => {
      const draft = await addenda.draft(contract.id);
      const [line] = linesOfAddendum(draft);
      const { id } = await addenda.pending(draft, [{ id: line?.id, op: 'change', units }]);
      const answer = await addenda.apply(id);
      if (answer.statusCode !== 200) await addenda.run(id, 'void', { comment: 'No cabe' });
      return answer.statusCode;
    };
    expect(await change('3.00')).toBe(422);
    expect(await change('2.00')).toBe(200);
  });

  test('is signed on a day on which it is valid', async () => {
    const bundle = await world.package([{ itemId: await world.space(50) }]);
    const contract = await pending([world.packageLine(bundle)]);
    // Valid until yesterday.
    await limit(bundle, { until: world.today });
    const refused = await signed(contract);
    expect(refused.statusCode, refused.body).toBe(422);
    expect(refused.json().message).toContain('no está vigente');
    expect((await world.read(contract.id)).status).toBe('pending_signature');
    const before = await world.run(contract.id, 'sign', { signed_on: addDays(world.today, -1) });
    expect(before.statusCode, before.body).toBe(200);
  });

  test('stops a quote from being sent once it is not valid, or sold out', async () => {
    const bundle = await world.package([{ itemId: await world.space(50) }]);
    const quoting = await quoteWorld(api, world.headers);
    const quote = await quoting.makeQuote(await quoting.makeClient(), [
      world.packageLine(bundle, { flight: quoteFlight, units: '2.00' }),
    ]);
    const reasons = async () =>
      ((await quoting.run('send', quote)).json().reasons ?? []).map(({ code }: { code: string }) => code);
    await limit(bundle, { max: 1, until: world.today });
    expect(await reasons()).toEqual(expect.arrayContaining(['package_not_valid', 'package_sold_out']));
    await limit(bundle, { max: 2, until: addDays(world.today, 1) });
    expect(await reasons()).not.toEqual(expect.arrayContaining(['package_not_valid']));
    expect(await reasons()).not.toEqual(expect.arrayContaining(['package_sold_out']));
  });
});
