import { newLineId } from '@pauta/domain/document/line-id.ts';
import { positionsAt } from '@pauta/domain/document/position.ts';
import { usualRules } from '@pauta/domain/inventory/prices/usual-rules.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { makePricesWorld, type PricesWorld } from './prices-fixtures.ts';
import { pricesFor } from './prices-for.ts';

let api: TestApi;
/** The owner of the tables, whom no route stands in for: what it cannot do, nobody can. */
let owner: pg.Client;
let world: PricesWorld;

beforeAll(async () => {
  api = await startTestApi();
  owner = new pg.Client(api.testDatabase.owner);
  await owner.connect();
  world = await makePricesWorld(api);
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

let count = 0;
const rule = (own: object = {}) => {
  count += 1;
  return {
    id: newLineId(),
    code: `REGLA-${count}`,
    name: `Regla ${count}`,
    effect: 'surcharge',
    reason: 'position',
    applies: 'chosen',
    value_kind: 'pct',
    pct: '20',
    base: 'previous',
    ...own,
  };
};
const makeList = (rules: readonly object[] = [], own: object = {}): Promise<AnyRecord> =>
  world.makeList({ rules: { put: rules }, ...own });
const read = async ({ id }: { readonly id: string }): Promise<AnyRecord> =>
  (await api.inject({ url: `/api/price-lists/${id}`, headers: world.headers })).json().data;
const rulesOf = async (list: { readonly id: string }): Promise<AnyRecord[]> =>
  (await read(list)).rules as AnyRecord[];
const codesOf = async (list: { readonly id: string }): Promise<string[]> =>
  (await rulesOf(list)).map(({ code }) => String(code));

describe('the rules of a list', () => {
  test('are saved with it in their order, and are what lines are priced with', async () => {
    const [first, last] = positionsAt([], 0, 2);
    const list = await makeList([
      rule({ code: 'ULTIMA', position: last, pct: '15.5', only_best_of: 'posicion' }),
      rule({
        code: 'primera',
        position: first,
        applies: 'automatic',
        value_kind: 'amount',
        pct: null,
        amount: '12.345678',
        base: 'list',
        ad_article_id: world.spot,
        platform_id: world.platform,
        inventory_category_id: world.category,
        buyer: 'agency',
        days: ['6', '7'],
        months: ['11', '12'],
        dates: { from: '2101-01-01', to: null },
        is_prime: true,
        min_duration_sec: 30,
        max_duration_sec: 60,
        min_qty: '12.5',
        min_days: 7,
      }),
    ]);
    expect(await rulesOf(list)).toMatchObject([
      { code: 'PRIMERA', amount: '12.345678', pct: null, ad_article_id: { id: world.spot } },
      { code: 'ULTIMA', amount: null, pct: '15.5000', only_best_of: 'POSICION' },
    ]);
    expect((await pricesFor(api.database, list.id, [])).rules).toEqual([
      {
        code: 'PRIMERA',
        name: expect.any(String),
        effect: 'surcharge',
        reason: 'position',
        applies: 'automatic',
        pct: null,
        amount: '12.345678',
        base: 'list',
        only_best_of: null,
        platform_id: world.platform,
        inventory_category_id: world.category,
        ad_article_id: world.spot,
        client_type_id: null,
        buyer: 'agency',
        days: ['6', '7'],
        months: ['11', '12'],
        dates: { from: '2101-01-01', to: null },
        is_prime: true,
        min_duration_sec: 30,
        max_duration_sec: 60,
        min_qty: '12.50',
        min_days: 7,
        min_gross: null,
      },
      expect.objectContaining({
        code: 'ULTIMA',
        pct: '15.5000',
        amount: null,
        days: [],
        months: [],
        dates: null,
      }),
    ]);
  });

  test('change, move and go with the list', async () => {
    const list = await makeList([rule({ code: 'A' }), rule({ code: 'B' }), rule({ code: 'C' })]);
    const [a, b, c] = await rulesOf(list);
    const [before] = positionsAt([{ id: String(a?.id), position: String(a?.position) }], 0, 1);
    const changed = await world.patch(list, {
      rules: {
        put: [
          { id: c?.id, position: before },
          { id: b?.id, pct: '99' },
        ],
        drop: [a?.id],
      },
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect((await rulesOf(list)).map(({ code, pct }) => [code, pct])).toEqual([
      ['C', '20.0000'],
      ['B', '99.0000'],
    ]);
  });

  test.each([
    [
      'an amount of a discount',
      { effect: 'discount', value_kind: 'amount', pct: null, amount: '5' },
      'value_kind',
    ],
    ['a discount over everything', { effect: 'discount', pct: '100.0001' }, 'pct'],
    ['a surcharge over 500 %', { pct: '500.0001' }, 'pct'],
    ['a negative percent', { pct: '-1' }, 'pct'],
    ['a negative amount', { value_kind: 'amount', pct: null, amount: '-1' }, 'amount'],
    ['no percent', { pct: null }, 'pct'],
    ['no amount', { value_kind: 'amount', pct: null }, 'amount'],
    ['a surcharge by volume', { min_gross: '1000' }, 'min_gross'],
    [
      'a duration that ends before it begins',
      { min_duration_sec: 30, max_duration_sec: 29 },
      'max_duration_sec',
    ],
    ['a code with a space', { code: 'DOS PALABRAS' }, 'code'],
    ['a code that is too long', { code: 'X'.repeat(21) }, 'code'],
    ['no code', { code: '' }, 'code'],
    ['a month that does not exist', { months: ['13'] }, 'months'],
    ['a day that does not exist', { days: ['8'] }, 'days'],
    ['dates that end before they begin', { dates: { from: '2027-02-01', to: '2027-01-01' } }, 'dates'],
    ['an unknown client type', { client_type_id: newLineId() }, 'client_type_id'],
  ])('with %s are refused at the field, and nothing is saved', async (_, own, field) => {
    const list = await makeList();
    const wrong = rule(own);
    const answer = await world.patch(list, { rules: { put: [rule(), wrong] } });
    expect(answer.statusCode, answer.body).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual([`rules.${wrong.id}.${field}`]);
    for (const text of Object.values(answer.json().errors).flat()) expect(text).toMatch(/^[A-ZÁÉÍÓÚ].+\.$/);
    expect(await rulesOf(list)).toEqual([]);
  });

  test('have each its own code, of which a second is refused in words; the codes of two can be swapped', async () => {
    const list = await makeList([rule({ code: 'UNO' }), rule({ code: 'DOS' })]);
    const [one, two] = await rulesOf(list);
    const refusal = {
      status: 409,
      code: 'duplicate',
      errors: { rules: [expect.stringMatching(/el mismo código\. Escriba otro/)] },
    };
    for (const put of [
      [rule({ code: 'UNO' })],
      [rule({ code: 'uno' })],
      [{ id: two?.id, code: 'UNO' }],
      [rule({ code: 'TRES' }), rule({ code: 'TRES' })],
    ]) {
      const answer = await world.patch(list, { rules: { put } });
      expect(answer.json(), answer.body).toMatchObject(refusal);
    }
    const made = await world.post('/api/price-lists', {
      code: 'CON-DOBLES',
      name: 'Con dobles',
      kind: 'general',
      currency_code: 'DOP',
      valid: { from: '2400-01-01', to: null },
      rules: { put: [rule({ code: 'TRES' }), rule({ code: 'TRES' })] },
    });
    expect(made.json(), made.body).toMatchObject(refusal);
    const swapped = await world.patch(list, {
      rules: {
        put: [
          { id: one?.id, code: 'DOS' },
          { id: two?.id, code: 'UNO' },
        ],
      },
    });
    expect(swapped.statusCode, swapped.body).toBe(200);
    expect(await codesOf(list)).toEqual(['DOS', 'UNO']);
  });

  test('are refused by the database where no form stands in between', async () => {
    const list = await makeList([rule({ code: 'UNICA' })]);
    const write = (columns: string, values: string) =>
      owner.query(`
        WITH touched AS (UPDATE price_lists SET lines_xact = pg_current_xact_id() WHERE id = '${list.id}' RETURNING id)
        INSERT INTO price_rules (id, price_list_id, position, name, ${columns})
        SELECT new_id(), id, 'a9', 'Regla', ${values} FROM touched`);
    await expect(write('code, pct', `'UNICA', 5`)).rejects.toThrow(/price_rules_once/);
    await expect(write('code, pct, amount', `'A', 5, 5`)).rejects.toThrow(/price_rules_one_value/);
    await expect(write('code, value_kind, amount, effect', `'B', 'amount', 5, 'discount'`)).rejects.toThrow(
      /price_rules_one_value/,
    );
    await expect(write('code, pct, effect', `'C', 101, 'discount'`)).rejects.toThrow(
      /price_rules_discount_of_all/,
    );
    await expect(write('code, pct, months', `'D', 5, '{13}'`)).rejects.toThrow(/months/);
    expect(await codesOf(list)).toEqual(['UNICA']);
  });
});

describe('the rules of a current list', () => {
  test('do not change, by the API or by SQL', async () => {
    const kept = rule({ code: 'FIJA' });
    const list = await world.published({ rules: { put: [kept] } });
    for (const rules of [{ put: [{ id: kept.id, pct: '1' }] }, { put: [rule()] }, { drop: [kept.id] }]) {
      const answer = await world.patch(list, { rules });
      expect(answer.json(), answer.body).toMatchObject({ status: 409, code: 'frozen' });
    }
    expect((await world.run(list, 'add_usual_rules')).statusCode).toBe(409);
    const touched = `WITH h AS (UPDATE price_lists SET lines_xact = pg_current_xact_id() WHERE id = '${list.id}')`;
    for (const statement of [
      `${touched} UPDATE price_rules SET pct = 1 WHERE price_list_id = '${list.id}'`,
      `UPDATE price_rules SET pct = 1 WHERE price_list_id = '${list.id}'`,
      `DELETE FROM price_rules WHERE price_list_id = '${list.id}'`,
      `INSERT INTO price_rules (id, price_list_id, position, code, name, pct)
       VALUES (new_id(), '${list.id}', 'a9', 'OTRA', 'Otra', 5)`,
      `UPDATE price_lists SET status = 'draft' WHERE id = '${list.id}'`,
    ])
      await expect(owner.query(statement), statement).rejects.toThrow(/frozen|after their header/);
    expect((await rulesOf(list)).map(({ code, pct }) => [code, pct])).toEqual([['FIJA', '20.0000']]);
  });

  test('do not move from a draft into it', async () => {
    const draft = await makeList([rule({ code: 'MIA' })]);
    const list = await world.published();
    await expect(
      owner.query(`
        WITH h AS (UPDATE price_lists SET lines_xact = pg_current_xact_id() WHERE id IN ('${draft.id}', '${list.id}'))
        UPDATE price_rules SET price_list_id = '${list.id}' WHERE price_list_id = '${draft.id}'`),
    ).rejects.toThrow(/stays in its document/);
    expect(await codesOf(list)).toEqual([]);
  });
});

describe('the usual rules', () => {
  const usual = usualRules.map(({ code }) => code);

  test('are added where the list lacks them, once, after its own, and undone', async () => {
    const own = rule({ code: 'PRIMERA', pct: '33' });
    const list = await makeList([own, rule({ code: 'MIA' })]);
    const answer = await world.run(list, 'add_usual_rules');
    expect(answer.statusCode, answer.body).toBe(200);
    const all = ['PRIMERA', 'MIA', ...usual.filter((code) => code !== 'PRIMERA')];
    expect(await codesOf(list)).toEqual(all);
    expect((await rulesOf(list))[0]).toMatchObject({ id: own.id, pct: '33.0000' });

    const again = await world.run(await read(list), 'add_usual_rules');
    expect(again.statusCode, again.body).toBe(200);
    expect(await codesOf(list)).toEqual(all);

    const other = await makeList();
    const added = await world.run(other, 'add_usual_rules');
    expect(await codesOf(other)).toEqual(usual);
    const undone = await world.post(`/api/undo/${added.headers['x-request-id']}`, {});
    expect(undone.statusCode, undone.body).toBe(200);
    expect(await codesOf(other)).toEqual([]);
  });

  test('are what the domain says, as lines are priced with them', async () => {
    const list = await makeList();
    await world.run(list, 'add_usual_rules');
    const stored = (await pricesFor(api.database, list.id, [])).rules;
    expect(stored).toHaveLength(usualRules.length);
    for (const [place, { pct, min_qty, min_gross, ...rest }] of usualRules.entries()) {
      expect(stored[place]).toMatchObject(rest);
      expect(Number(stored[place]?.pct)).toBe(Number(pct));
      expect(Number(stored[place]?.min_qty)).toBe(Number(min_qty ?? 0));
      expect(Number(stored[place]?.min_gross)).toBe(Number(min_gross ?? 0));
    }
  });

  test('are added once by two users at the same time', async () => {
    const list = await makeList();
    const answers = await Promise.all(Array.from({ length: 5 }, () => world.run(list, 'add_usual_rules')));
    expect(answers.every(({ statusCode }) => statusCode < 500)).toBe(true);
    expect(answers.some(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(await codesOf(list)).toEqual(usual);
  });

  test('need the permission to change lists', async () => {
    const list = await makeList();
    const rep = await signIn(api, await createUser(api, { role: 'sales_rep' }));
    expect((await world.run(list, 'add_usual_rules', {}, rep)).statusCode).toBe(403);
    expect(await codesOf(list)).toEqual([]);
  });
});

test('a copy has the rules of the original with their codes, and can be changed', async () => {
  const original = await world.published({
    rules: {
      put: [
        rule({ code: 'MONTO', value_kind: 'amount', pct: null, amount: '12.5', days: ['7'] }),
        rule({ code: 'VOLUMEN', effect: 'discount', applies: 'automatic', pct: '5', min_gross: '250000' }),
      ],
    },
  });
  const answer = await world.run(original, 'copy', {
    code: 'COPIA-REGLAS',
    name: 'Copia',
    valid: { from: '2300-01-01', to: null },
    adjust_pct: '10',
    decimals: 2,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  const copy = answer.json().data as AnyRecord;
  expect((await pricesFor(api.database, copy.id, [])).rules).toEqual(
    (await pricesFor(api.database, original.id, [])).rules,
  );
  const [amount] = await rulesOf(copy);
  const changed = await world.patch(copy, { rules: { put: [{ id: amount?.id, amount: '13' }] } });
  expect(changed.statusCode, changed.body).toBe(200);
  expect((await rulesOf(original))[0]).toMatchObject({ amount: '12.500000' });
});
