import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type ContractWorld, makeContractWorld } from '../contracts/contract-fixtures.ts';
import { type AddendaWorld, linesOfAddendum, makeAddendaWorld, orderLineOf } from './addenda-fixtures.ts';

let api: TestApi;
/** The owner of the tables, whom no route stands in for: what it cannot do, nobody can. */
let owner: pg.Client;
let world: ContractWorld;
let addenda: AddendaWorld;
let spaces: readonly string[];
let listId: string;

beforeAll(async () => {
  api = await startTestApi();
  owner = new pg.Client(api.testDatabase.owner);
  await owner.connect();
  world = await makeContractWorld(api);
  addenda = makeAddendaWorld(api, world);
  spaces = await Promise.all([1, 2].map(() => world.space(1000)));
  const headers = await signInAs(api, 'inventory');
  const rule = (code: string, own: object) => ({
    id: newLineId(),
    code,
    name: code,
    value_kind: 'pct',
    ...own,
  });
  const made = await api.inject({
    method: 'POST',
    url: '/api/price-lists',
    headers,
    payload: {
      code: 'TAR-REGLAS',
      name: 'Tarifario con reglas',
      kind: 'general',
      currency_code: 'DOP',
      valid: { from: '2020-01-01', to: null },
      prices: {
        put: spaces.map((id) => ({
          id: newLineId(),
          inventory_item_id: id,
          unit: 'spot',
          unit_price: '1000',
        })),
      },
      rules: {
        put: [
          rule('PRIMERA', { effect: 'surcharge', reason: 'position', applies: 'chosen', pct: '20' }),
          rule('VOLUMEN', {
            effect: 'discount',
            reason: 'volume',
            applies: 'automatic',
            pct: '10',
            min_gross: '20000',
          }),
        ],
      },
    },
  });
  expect(made.statusCode, made.body).toBe(201);
  listId = made.json().data.id;
  const published = await api.inject({
    method: 'POST',
    url: `/api/price-lists/${listId}/publish`,
    headers: { ...headers, 'if-match': `"${made.json().data.row_version}"` },
    payload: {},
  });
  expect(published.statusCode, published.body).toBe(200);
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

const rows = <Row extends object>(statement: ReturnType<typeof sql>) => api.database.query<Row>(statement);
const day = (offset: number): string => addDays(world.today, offset);
/** Ten days from tomorrow on at the price of the list. */
const listed = (place: number, own: object = {}) =>
  world.line(spaces[place] ?? '', {
    agreed_price: null,
    flight: { from: day(1), to: day(10) },
    ...own,
  });
/** Two lines of 12,000 and 10,000 gross: together enough for the discount for volume. */
const signed = (): Promise<AnyRecord> =>
  addenda.signed([listed(0, { conditions: ['PRIMERA'] }), listed(1)], { price_list_id: listId });
const changed = async (addendum: AnyRecord, put: readonly object[]) => {
  const answer = await addenda.patch(addendum.id, { lines: { put } });
  expect(answer.statusCode, answer.body).toBe(200);
  return linesOfAddendum(answer.json().data);
};
const applied = async (addendum: AnyRecord, put: readonly object[]): Promise<void> => {
  const { id } = await addenda.pending(addendum, put);
  const answer = await addenda.apply(id);
  expect(answer.statusCode, answer.body).toBe(200);
};

describe('an addendum to a contract with surcharges and discounts of the list', () => {
  test('begins with the conditions and amounts of its contract', async () => {
    const contract = await signed();
    expect(contract).toMatchObject({ gross: '22000.00', net: '19800.00' });
    const draft = await addenda.draft(contract.id);
    expect(draft).toMatchObject({ delta_net: '0.00' });
    expect(linesOfAddendum(draft)).toMatchObject([
      {
        conditions: ['PRIMERA'],
        rules_surcharge_pct: '20.0000',
        rules_discount_pct: '10.0000',
        net: '10800.00',
      },
      { conditions: [], rules_surcharge_pct: '0.0000', rules_discount_pct: '10.0000', net: '9000.00' },
    ]);
  });

  test('keeps the discount for volume when it makes the contract smaller, and gives it to lines it adds', async () => {
    const draft = await addenda.draft((await signed()).id);
    const [first, second] = linesOfAddendum(draft);
    const lines = await changed(draft, [
      { id: first?.id, op: 'change', flight: { from: day(1), to: day(2) } },
      { id: second?.id, op: 'remove' },
      addenda.added(spaces[1] ?? '', { agreed_price: null, flight: { from: day(3), to: day(3) } }),
    ]);
    expect(lines).toMatchObject([
      { gross: '2400.00', net: '2160.00', rules_discount_pct: '10.0000', is_repriced: false },
      { net: '0.00' },
      { gross: '1000.00', net: '900.00', rules_discount_pct: '10.0000' },
    ]);
  });

  test('keeps it also after an addendum that took most of the contract away', async () => {
    const contract = await signed();
    const first = await addenda.draft(contract.id);
    const [line, other] = linesOfAddendum(first);
    await applied(first, [{ id: other?.id, op: 'remove' }]);
    const second = await addenda.draft(contract.id);
    const lines = await changed(second, [
      { id: linesOfAddendum(second)[0]?.id, op: 'change', flight: { from: day(1), to: day(9) } },
    ]);
    expect(orderLineOf(lines[0])).toBe(orderLineOf(line));
    expect(lines).toMatchObject([{ gross: '10800.00', net: '9720.00', rules_discount_pct: '10.0000' }]);
  });

  test('gives no discount for volume that the contract did not reach, however much it adds', async () => {
    const contract = await addenda.signed([listed(0)], { price_list_id: listId });
    const draft = await addenda.draft(contract.id);
    const lines = await changed(draft, [
      addenda.added(spaces[1] ?? '', {
        agreed_price: null,
        flight: { from: day(1), to: day(10) },
        units_per_day: 9,
      }),
    ]);
    expect(lines.map(({ rules_discount_pct }) => rules_discount_pct)).toEqual(['0.0000', '0.0000']);
  });

  test('changes the conditions of a line that has not begun, and the contract in force has them', async () => {
    const contract = await signed();
    const draft = await addenda.draft(contract.id);
    const [first, second] = linesOfAddendum(draft);
    await applied(draft, [
      { id: first?.id, op: 'change', conditions: [] },
      { id: second?.id, op: 'change', conditions: ['PRIMERA'] },
    ]);
    const found = await rows<object>(sql`
      SELECT conditions, rules_surcharge_pct::text, rules_discount_pct::text, net::text FROM order_lines
      WHERE id = ANY(${[orderLineOf(first), orderLineOf(second)]}::uuid[]) ORDER BY cardinality(conditions)`);
    expect(found).toEqual([
      { conditions: [], rules_surcharge_pct: '0.0000', rules_discount_pct: '10.0000', net: '9000.00' },
      {
        conditions: ['PRIMERA'],
        rules_surcharge_pct: '20.0000',
        rules_discount_pct: '10.0000',
        net: '10800.00',
      },
    ]);
  });

  test('does not change the conditions of a line that runs, and says so at its surcharges', async () => {
    const contract = await addenda.signed(
      [listed(0, { conditions: ['PRIMERA'], flight: { from: world.today, to: day(9) } })],
      { price_list_id: listId },
    );
    const draft = await addenda.draft(contract.id, day(3));
    const [line] = linesOfAddendum(draft);
    const answer = await addenda.patch(draft.id, {
      lines: { put: [{ id: line?.id, op: 'change', conditions: [] }] },
    });
    expect(answer.json(), answer.body).toMatchObject({
      status: 422,
      errors: { [`lines.${line?.id}.surcharge_pct`]: [expect.stringMatching(/ya empezó/)] },
    });
  });

  test('does not change the conditions of a line that was aired, by the API or by SQL (I6)', async () => {
    const contract = await addenda.signed(
      [listed(0, { conditions: ['PRIMERA'], flight: { from: world.today, to: day(9) } })],
      { price_list_id: listId },
    );
    const draft = await addenda.draft(contract.id);
    const [line] = linesOfAddendum(draft);
    const { id } = await addenda.pending(draft, [{ id: line?.id, op: 'change', conditions: [] }]);
    const headers = await signInAs(api, 'admin');
    const { data } = (await api.inject({ url: `/api/quotas?f.contract_id=${contract.id}`, headers })).json();
    for (const quota of data) {
      const url = `/api/quotas/${quota.id}/place`;
      expect((await api.inject({ method: 'POST', url, payload: {}, headers })).statusCode).toBe(200);
    }
    await rows(sql`
      UPDATE placements SET status = 'aired', aired_at = now() WHERE id = (
        SELECT p.id FROM placements p JOIN quotas q ON q.id = p.quota_id
        WHERE q.order_line_id = ${orderLineOf(line)}::uuid AND p.status IN ('scheduled', 'confirmed')
        ORDER BY p.starts_on LIMIT 1)`);
    const refused = await addenda.apply(id);
    expect(refused.statusCode, refused.body).toBe(422);
    expect(refused.json().message).toMatch(/ya se emitió o facturó/i);
    await expect(rows(sql`SELECT apply_addendum_lines(${id}::uuid)`)).rejects.toThrow(/was delivered/);
    await expect(
      owner.query(`UPDATE order_lines SET conditions = '{}' WHERE id = '${orderLineOf(line)}'`),
    ).rejects.toThrow(/stays as it is/);
    expect(await rows(sql`SELECT conditions FROM order_lines WHERE id = ${orderLineOf(line)}::uuid`)).toEqual(
      [{ conditions: ['PRIMERA'] }],
    );
  });
});
