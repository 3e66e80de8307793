import { newLineId } from '@pauta/domain/document/line-id.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { everyDay, flight, makeSpace, quoteWorld } from './fixtures.ts';

let api: TestApi;
let world: Awaited<ReturnType<typeof quoteWorld>>;
let client: AnyRecord;

beforeAll(async () => {
  api = await startTestApi();
  world = await quoteWorld(api, await signInAs(api, 'admin'));
  client = await world.makeClient();
});

afterAll(async () => api?.close());

interface Spread {
  readonly spent: string;
  readonly left: string;
  readonly spaces: readonly {
    readonly id: string;
    readonly units_per_day: number;
    readonly cost: string;
    readonly why: string;
    readonly line: object | null;
  }[];
}

const body = (values: object = {}) => ({
  amount: '100000.00',
  aim: 'even',
  most_per_day: 20,
  days: everyDay,
  flight,
  inventory_item_ids: [world.space, world.other],
  price_list_id: world.list.id,
  currency_code: 'DOP',
  client_id: client.id,
  ...values,
});

const spread = async (values: object = {}): Promise<Spread> => {
  const answer = await world.call('POST', 'quotes/distribute', body(values));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
};

test('money becomes lines that cost what was said, fit, and can be held together', async () => {
  const found = await spread();
  expect(found).toMatchObject({ spent: '100000.00', left: '0.00' });
  expect(found.spaces.map(({ units_per_day, cost }) => [units_per_day, cost])).toEqual([
    [5, '50000.00'],
    [10, '50000.00'],
  ]);
  const draft = await world.makeQuote(
    client,
    found.spaces.map(({ id, line }) =>
      // The form sends references as ids.
      world.line({ ...line, id: newLineId(), inventory_item_id: id, ad_article_id: null }),
    ),
  );
  expect(draft.taxable).toBe('100000.00');
  const held = await world.run('hold', draft, { waits: false });
  expect(held.statusCode, held.body).toBe(200);

  // What is held is not offered to the next one.
  const next = await spread({ amount: '10000000.00' });
  expect(next.spaces.map(({ units_per_day, why }) => [units_per_day, why])).toEqual([
    [15, expect.stringMatching(/^No queda lugar el /)],
    [10, expect.stringMatching(/^No queda lugar el /)],
  ]);
});

test('what has no price, or is not known, gets nothing', async () => {
  const unpriced = await makeSpace(api, 'PRUEBA-C');
  const found = await spread({ inventory_item_ids: [unpriced, newLineId()], amount: '500.00' });
  expect(found.spaces).toMatchObject([{ id: unpriced, line: null, why: 'No tiene precio en la lista.' }]);
  expect(found.left).toBe('500.00');
});

test('input that is not valid is refused with its reason', async () => {
  for (const wrong of [
    { amount: '-1' },
    { amount: 'mucho' },
    { most_per_day: 0 },
    { days: [] },
    { flight: { from: '2026-11-02', to: '2026-11-01' } },
    { flight: { from: '2026-01-01', to: '2030-01-01' } },
    { inventory_item_ids: [] },
    { aim: 'otra' },
  ])
    expect((await world.call('POST', 'quotes/distribute', body(wrong))).statusCode).toBe(422);
});
