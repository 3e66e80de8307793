import { newLineId } from '@pauta/domain/document/line-id.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import { findPrice } from '@pauta/domain/inventory/prices/find-price.ts';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { expirePriceLists } from './expire.ts';
import { makePricesWorld, type PricesWorld } from './prices-fixtures.ts';
import { pricesFor } from './prices-for.ts';

let api: TestApi;
/** The owner of the tables, whom no route stands in for: what it cannot do, nobody can. */
let owner: pg.Client;
let world: PricesWorld;
let space: { id: string; ad_article_id: string; inventory_category_id: string };

beforeAll(async () => {
  api = await startTestApi();
  owner = new pg.Client(api.testDatabase.owner);
  await owner.connect();
  world = await makePricesWorld(api);
  const item = await sampleBody(api.database, inventoryItems, 2);
  const made = await post('/api/inventory-items', {
    ...item,
    platform_id: world.platform,
    inventory_category_id: world.category,
    ad_article_id: world.spot,
  });
  expect(made.statusCode, made.body).toBe(201);
  const { data } = made.json();
  const active = await api.inject({
    method: 'POST',
    url: `/api/inventory-items/${data.id}/activate`,
    payload: {},
    headers: { ...world.headers, 'if-match': '"1"' },
  });
  expect(active.statusCode, active.body).toBe(200);
  space = { id: data.id, ad_article_id: world.spot, inventory_category_id: world.category };
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

const post: PricesWorld['post'] = (...all) => world.post(...all);
const patch: PricesWorld['patch'] = (...all) => world.patch(...all);
const run: PricesWorld['run'] = (...all) => world.run(...all);
const price: PricesWorld['price'] = (...all) => world.price(...all);
const makeList: PricesWorld['makeList'] = (...all) => world.makeList(...all);
const published: PricesWorld['published'] = (...all) => world.published(...all);
const linesOf: PricesWorld['linesOf'] = (...all) => world.linesOf(...all);

describe('a price', () => {
  test.each([
    ['of nothing', () => price({ ad_article_id: null })],
    ['of two things', () => price({ inventory_category_id: world.category })],
    ['below its floor', () => price({ unit_price: '10', floor_price: '10.01' })],
    ['that is negative', () => price({ unit_price: '-1' })],
  ])('%s is refused at its line', async (_what, line) => {
    const list = await makeList();
    const wrong = line();
    const answer = await patch(list, { prices: { put: [wrong] } });
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors).every((key) => key.startsWith(`prices.${wrong.id}.`))).toBe(
      true,
    );
  });

  test('is given once for a thing, a unit and a quantity, in words', async () => {
    const list = await makeList();
    const twice = await patch(list, { prices: { put: [price({ unit_price: '900' })] } });
    expect(twice.statusCode, twice.body).toBe(409);
    expect(twice.json().message).toContain('ya tiene un precio');
    const tier = await patch(list, { prices: { put: [price({ unit_price: '900', min_qty: '20' })] } });
    expect(tier.statusCode, tier.body).toBe(200);
  });

  test('carries the name of what it is of', async () => {
    const list = await makeList({}, [price(), price({ ad_article_id: null, inventory_item_id: space.id })]);
    const found = await api.inject({
      url: `/api/price-lists/${list.id}/prices?q=espacio`,
      headers: world.headers,
    });
    expect(found.statusCode, found.body).toBe(200);
    const rows = await api.database.query<{ subject: string }>(
      sql`SELECT subject FROM prices WHERE price_list_id = ${list.id}::uuid ORDER BY subject`,
    );
    expect(rows.every(({ subject }) => subject.includes(' · '))).toBe(true);
  });

  test('a rule of the database refuses what no form sends', async () => {
    const list = await makeList();
    const write = (columns: string, values: string) =>
      owner.query(`
        WITH touched AS (UPDATE price_lists SET lines_xact = pg_current_xact_id() WHERE id = '${list.id}' RETURNING id)
        INSERT INTO prices (id, price_list_id, position, unit_price, ${columns})
        SELECT new_id(), id, 'a9', 5, ${values} FROM touched`);
    await expect(
      write('ad_article_id, inventory_category_id', `'${world.spot}', '${world.category}'`),
    ).rejects.toThrow(/prices_one_target/);
    await expect(write('ad_article_id, floor_price', `'${world.spot}', 6`)).rejects.toThrow(
      /prices_floor_below_price/,
    );
  });
});

describe('publishing', () => {
  test('is refused for a list without prices, and for one that overlaps with a current one', async () => {
    const current = await published({ kind: 'special' });
    const empty = await makeList({ kind: 'special', valid: { from: '2030-01-01', to: null } }, []);
    const answer = await run(empty, 'publish');
    expect(answer.statusCode).toBe(409);
    const { data } = (
      await api.inject({ url: `/api/price-lists/${empty.id}/commands`, headers: world.headers })
    ).json();
    const reasons = JSON.stringify(data);
    expect(reasons).toContain('no tiene precios');
    expect(reasons).toContain(`(${current.code})`);
    expect(reasons).toContain(`/inventario/gestion-precios/${current.id}`);
  });

  test('needs its own permission', async () => {
    const list = await makeList();
    const rep = await signIn(api, await createUser(api, { role: 'sales_rep' }));
    expect((await run(list, 'publish', {}, rep)).statusCode).toBe(403);
    expect((await api.inject({ url: `/api/price-lists/${list.id}`, headers: rep })).statusCode).toBe(200);
  });

  const company = async (): Promise<string> =>
    (await owner.query('SELECT id FROM companies ORDER BY id LIMIT 1')).rows[0].id;
  /** What overlapping lists have in common: for which company and platform they are valid. */
  const targets = [
    ['everywhere', async () => ({})],
    ['for a platform', async () => ({ platform_id: world.platform })],
    ['for a company', async () => ({ company_id: await company() })],
    [
      'for a company and a platform',
      async () => ({ company_id: await company(), platform_id: world.platform }),
    ],
  ] as const;
  // Each shares days with every other one, and no two have the same.
  const overlapping = (year: number, count: number) =>
    Array.from({ length: count }, (_, place) => ({
      from: `${year}-01-${String(place + 1).padStart(2, '0')}`,
      to: place % 2 === 0 ? null : `${year}-12-${String(place + 1).padStart(2, '0')}`,
    }));
  const currentOf = async (lists: readonly { readonly id: string }[]): Promise<string[]> =>
    (
      await api.database.query<{ id: string }>(sql`
        SELECT id FROM price_lists WHERE id = ANY(${lists.map(({ id }) => id)}::uuid[]) AND status = 'current'`)
    ).map(({ id }) => id);

  test.each(targets)('of ten overlapping lists %s at once exactly one becomes current', async (_, target) => {
    const own = { kind: 'seasonal', ...(await target()) };
    const lists = await Promise.all(overlapping(2050, 10).map((valid) => makeList({ ...own, valid })));
    const answers = await Promise.all(lists.map((list) => run(list, 'publish')));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(409)]);
    for (const answer of answers.filter(({ statusCode }) => statusCode === 409))
      expect(answer.json().message).toMatch(/vigente en parte de esas fechas/);
    const published = lists.filter((_list, place) => answers[place]?.statusCode === 200);
    expect(await currentOf(lists)).toEqual(published.map(({ id }) => id));
  });

  test.each(targets)('so it is for ten writers of the database at once, %s', async (_, target) => {
    const own = { kind: 'internal', ...(await target()) };
    const lists = await Promise.all(overlapping(2053, 10).map((valid) => makeList({ ...own, valid })));
    const writers = await Promise.all(
      lists.map(async () => {
        const writer = new pg.Client(api.testDatabase.owner);
        await writer.connect();
        return writer;
      }),
    );
    try {
      const outcomes = await Promise.allSettled(
        lists.map(({ id }, place) =>
          writers[place]?.query(`UPDATE price_lists SET status = 'current' WHERE id = '${id}'`),
        ),
      );
      const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
      expect(refused).toHaveLength(9);
      // Two that wait for each other are a deadlock: one of them ends, and has published nothing.
      for (const reason of refused) expect(reason).toMatch(/price_lists_one_current|deadlock detected/);
      expect(await currentOf(lists)).toHaveLength(1);
    } finally {
      await Promise.all(writers.map((writer) => writer.end()));
    }
  });

  test('lists that differ in kind, company or platform, or only touch, become current together', async () => {
    const [valid, next] = [
      { from: '2040-01-01', to: '2040-12-31' },
      { from: '2041-01-01', to: '2041-12-31' },
    ];
    const owns = await Promise.all(targets.map(([, target]) => target()));
    const lists = await Promise.all([
      ...owns.flatMap((own) => ['seasonal', 'special'].map((kind) => makeList({ kind, valid, ...own }))),
      makeList({ kind: 'seasonal', valid: next }),
    ]);
    const answers = await Promise.all(lists.map((list) => run(list, 'publish')));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(lists.map(() => 200));
  });

  test('an edit that makes a draft overlap while another is published leaves one current', async () => {
    const valid = { from: '2057-01-01', to: '2057-12-31' };
    const [list, other] = await Promise.all([
      makeList({ kind: 'political', valid }),
      makeList({ kind: 'political', valid: { from: '2058-01-01', to: '2058-12-31' } }),
    ]);
    if (!list || !other) throw new Error('two lists were made');
    const answers = await Promise.all([run(list, 'publish'), patch(other, { valid }), run(other, 'publish')]);
    for (const answer of answers) expect([200, 409, 412], answer.body).toContain(answer.statusCode);
    const days = await owner.query(`
      SELECT count(*)::integer AS count FROM price_lists
      WHERE id IN ('${list.id}', '${other.id}') AND status = 'current' AND valid @> '2057-06-01'::date`);
    expect(days.rows[0].count).toBeLessThanOrEqual(1);
  });

  test('the database itself refuses a second current list, and admits one of another platform', async () => {
    const valid = { from: '2051-01-01', to: '2051-12-31' };
    await published({ kind: 'internal', valid });
    const platform = await api.database.one<{ id: string }>(
      sql`SELECT id FROM platforms WHERE code = 'RADIO'`,
    );
    const second = await makeList({ kind: 'internal', valid });
    const publish = (id: string) =>
      owner.query(`UPDATE price_lists SET status = 'current' WHERE id = '${id}'`);
    await expect(publish(second.id)).rejects.toThrow(/price_lists_one_current/);
    await published({ kind: 'internal', valid, platform_id: platform?.id });
  });
});

describe('a current list', () => {
  test('is frozen with its prices, except its notes, by any path', async () => {
    const list = await published({ kind: 'government' });
    const [line] = await linesOf(list);
    expect((await patch(list, { name: 'Otra' })).json().code).toBe('frozen');
    expect((await patch(list, { prices: { put: [{ id: line?.id, unit_price: '1' }] } })).json().code).toBe(
      'frozen',
    );
    expect((await patch(list, { prices: { drop: [line?.id] } })).json().code).toBe('frozen');
    const noted = await patch(list, { notes: 'Acordada con la dirección' });
    expect(noted.statusCode, noted.body).toBe(200);
    expect((await run(noted.json().data, 'adjust', { adjust_pct: '10' })).statusCode).toBe(409);
    for (const statement of [
      `UPDATE price_lists SET valid = '[2040-01-01,2041-01-01)' WHERE id = '${list.id}'`,
      `UPDATE price_lists SET status = 'draft' WHERE id = '${list.id}'`,
      `WITH h AS (UPDATE price_lists SET lines_xact = pg_current_xact_id() WHERE id = '${list.id}')
       UPDATE prices SET unit_price = 1 WHERE price_list_id = '${list.id}'`,
      `DELETE FROM prices WHERE price_list_id = '${list.id}'`,
    ])
      await expect(owner.query(statement), statement).rejects.toThrow(/frozen|after their header/);
  });

  test('gives way when its validity is ended; another of the same days can follow', async () => {
    const valid = { from: '2052-01-01', to: '2052-12-31' };
    const first = await published({ kind: 'political', valid });
    const ended = await run(first, 'expire');
    expect(ended.json().data.status).toBe('expired');
    await published({ kind: 'political', valid });
  });

  test('expires after its last day', async () => {
    const past = await published({ kind: 'political', valid: { from: '2020-01-01', to: '2020-12-31' } });
    const open = await published({ kind: 'political', valid: { from: '2021-01-01', to: '2051-12-31' } });
    await expirePriceLists(api.database);
    const rows = await api.database.query<{ id: string; status: string }>(
      sql`SELECT id, status FROM price_lists WHERE id = ANY(${[past.id, open.id]}::uuid[])`,
    );
    expect(new Map(rows.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [past.id, 'expired'],
        [open.id, 'current'],
      ]),
    );
  });
});

describe('copying and adjusting', () => {
  test('a copy has the prices of the original, adjusted and rounded, in order', async () => {
    const original = await published({ kind: 'special', valid: { from: '2060-01-01', to: '2060-06-30' } }, [
      price({ unit_price: '1234.565', floor_price: '1000.005' }),
      price({ ad_article_id: null, inventory_category_id: world.category, unit_price: '0.333333' }),
    ]);
    const answer = await run(original, 'copy', {
      code: 'COPIA-1',
      name: 'Copia con 10 % más',
      valid: { from: '2061-01-01', to: null },
      adjust_pct: '10',
      decimals: 2,
    });
    expect(answer.statusCode, answer.body).toBe(201);
    const copy = answer.json().data;
    expect(copy).toMatchObject({
      status: 'draft',
      kind: 'special',
      adjust_pct: '10.0000',
      base_list_id: { id: original.id },
    });
    expect((await linesOf(copy)).map((line) => [line.unit_price, line.floor_price])).toEqual([
      ['1358.020000', '1100.010000'],
      ['0.370000', null],
    ]);
    const again = await run(original, 'copy', {
      code: 'COPIA-1',
      name: 'x',
      valid: { from: '2062-01-01', to: null },
      adjust_pct: '0',
      decimals: 2,
    });
    expect(again.statusCode).toBe(409);
    expect(Object.keys(again.json().errors)).toEqual(['code']);
  });

  test('an adjustment is shown before it is done, changes every price once, and can be undone', async () => {
    const list = await makeList({}, [
      price({ unit_price: '1000', floor_price: '800' }),
      price({ ad_article_id: null, inventory_category_id: world.category, unit_price: '0' }),
    ]);
    const input = { adjust_pct: '-12.5', decimals: 0 };
    const preview = await run(list, 'adjust/preview', input);
    expect(preview.statusCode, preview.body).toBe(200);
    expect(preview.json().data).toMatchObject({
      prices: 1,
      examples: [{ before: '1000.000000', after: '875.000000' }],
    });
    expect((await linesOf(list))[0]?.unit_price).toBe('1000.000000');
    const done = await run(list, 'adjust', input);
    expect(done.statusCode, done.body).toBe(200);
    expect((await linesOf(list)).map((line) => [line.unit_price, line.floor_price])).toEqual([
      ['875.000000', '700.000000'],
      ['0.000000', null],
    ]);
    const undone = await post(`/api/undo/${done.headers['x-request-id']}`, {});
    expect(undone.statusCode, undone.body).toBe(200);
    expect((await linesOf(list))[0]?.unit_price).toBe('1000.000000');
    const huge = await makeList({}, [price({ unit_price: '999999999999' })]);
    const refused = await run(huge, 'adjust', { adjust_pct: '900', decimals: 2 });
    expect(refused.statusCode).toBe(422);
    expect(Object.keys(refused.json().errors)).toEqual(['adjust_pct']);
  });

  test('a copy of thousands of prices has all of them', async () => {
    const list = await makeList();
    await api.database.transaction(systemChange('prices'), async (tx) => {
      await tx.query(
        sql`UPDATE price_lists SET lines_xact = pg_current_xact_id() WHERE id = ${list.id}::uuid`,
      );
      for (let from = 1; from < 5000; from += 1000)
        await tx.query(sql`
          INSERT INTO prices (id, price_list_id, position, ad_article_id, unit, unit_price, min_qty)
          SELECT new_id(), ${list.id}::uuid, 'b' || lpad(n::text, 6, '0'), ${world.spot}::uuid, 'spot', n, n + 1
          FROM generate_series(${from}::integer, least(${from}::integer + 999, 4999)) n`);
    });
    const answer = await run({ ...list, row_version: list.row_version + 1 }, 'copy', {
      code: 'GRANDE',
      name: 'Grande',
      valid: { from: '2070-01-01', to: null },
      adjust_pct: '100',
      decimals: 2,
    });
    expect(answer.statusCode, answer.body).toBe(201);
    const sums = await api.database.one<{ count: number; same: boolean }>(sql`
      SELECT (SELECT count(*)::integer FROM prices WHERE price_list_id = ${answer.json().data.id}::uuid) AS count,
        (SELECT sum(unit_price) FROM prices WHERE price_list_id = ${answer.json().data.id}::uuid)
          = 2 * (SELECT sum(unit_price) FROM prices WHERE price_list_id = ${list.id}::uuid) AS same`);
    expect(sums).toEqual({ count: 5000, same: true });
  });
});

describe('the prices for lines', () => {
  test('are those of their spaces, and of the usual article and category of each, in one statement', async () => {
    const list = await makeList({}, [
      price({ ad_article_id: null, inventory_category_id: world.category, unit_price: '10' }),
      price({ unit_price: '20', floor_price: '15' }),
      price({ ad_article_id: null, inventory_item_id: space.id, unit_price: '30', min_qty: '5' }),
    ]);
    const table = await pricesFor(api.database, list.id, [{ inventoryItemId: space.id }]);
    expect(table.prices.map(({ unit_price }) => unit_price)).toEqual(['10.000000', '20.000000', '30.000000']);
    expect(table.spaces).toEqual({
      [space.id]: { ad_article_id: world.spot, inventory_category_id: world.category },
    });
    const own = table.spaces[space.id];
    const line = {
      inventoryItemId: space.id,
      adArticleId: own?.ad_article_id,
      inventoryCategoryId: own?.inventory_category_id,
    };
    expect(findPrice({ ...line, quantity: '4' }, table.prices)).toMatchObject({
      source: 'article',
      floor_price: '15.000000',
    });
    expect(findPrice({ ...line, quantity: '5' }, table.prices)).toMatchObject({ source: 'item' });
    expect(await pricesFor(api.database, list.id, [])).toEqual({ prices: [], spaces: {}, rules: [] });

    const answer = await post(`/api/price-lists/${list.id}/prices-for`, {
      lines: [{ inventoryItemId: space.id }],
    });
    expect(answer.json()).toEqual({ data: table });
    const unknown = await post(`/api/price-lists/${newLineId()}/prices-for`, { lines: [] });
    expect(unknown.statusCode).toBe(404);
  });
});
