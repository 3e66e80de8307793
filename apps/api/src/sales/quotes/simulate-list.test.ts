import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { quoteWorld } from './fixtures.ts';

let api: TestApi;
let world: Awaited<ReturnType<typeof quoteWorld>>;
/** A draft with the prices of the list that quotes use, raised by 10 %. */
let raised: string;
let original: string;

beforeAll(async () => {
  api = await startTestApi();
  world = await quoteWorld(api, await signInAs(api, 'admin'));
  const quote = await world.makeQuote(await world.makeClient());
  original = (quote.price_list_id as { id: string }).id;
  const list = (await world.call('GET', `price-lists/${original}`)).json().data;
  const copied = await world.call(
    'POST',
    `price-lists/${original}/copy`,
    {
      code: 'TAR-ALZA',
      name: 'Con alza',
      valid: { from: '2100-01-01', to: '2100-12-31' },
      adjust_pct: '10',
      decimals: 2,
    },
    { record: list },
  );
  expect(copied.statusCode, copied.body).toBeLessThan(300);
  raised = copied.json().data.id;
});
afterAll(() => api.close());

test('open quotes have their net and the one that the list would give; nothing is written', async () => {
  const quote = await world.makeQuote(await world.makeClient(), [
    world.line({ discount_pct: '20' }),
    world.line({ agreed_price: '1234.56' }),
  ]);
  const simulated = await world.call('GET', `price-lists/${raised}/simulation`);
  expect(simulated.statusCode, simulated.body).toBe(200);
  const rows: { id: string }[] = simulated.json().data.quotes;
  // 20 spots at 1,000 less 20 %, and 20 at an agreed price, which no list changes.
  expect(quote.net).toBe('40691.20');
  expect(rows.find(({ id }) => id === quote.id)).toMatchObject({
    before: '40691.20',
    after: '42291.20',
    difference: '1600.00',
    change_pct: '3.93',
    unpriced: 0,
  });
  const after = (await world.call('GET', `quotes/${quote.id}`)).json().data;
  expect([after.net, after.row_version]).toEqual([quote.net, quote.row_version]);
});

test('who sees only their own quotes simulates only those', async () => {
  const seller = await createUser(api, { role: 'sales_rep' });
  const hers = await signIn(api, seller);
  const own = await world.makeQuote(
    await world.makeClient({ primary_sales_rep_id: seller.id }),
    [world.line()],
    { owner_id: seller.id },
  );
  const answer = await world.call('GET', `price-lists/${raised}/simulation`, undefined, { as: hers });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json().data.quotes.map(({ id }: { id: string }) => id)).toEqual([own.id]);
});

test('two lists are compared price by price', async () => {
  const answer = await world.call('GET', `price-lists/${raised}/comparison?with=${original}`);
  expect(answer.statusCode, answer.body).toBe(200);
  const { prices, ...counts } = answer.json().data;
  expect(counts).toEqual({ added: 0, removed: 0, raised: 2, lowered: 0, same: 0, rules: [] });
  expect(prices).toMatchObject([
    { before: '1000.000000', after: '1100.000000', change_pct: '10.00' },
    { before: '500.000000', after: '550.000000', change_pct: '10.00' },
  ]);
  const wrong = await world.call('GET', `price-lists/${raised}/comparison?with=nada`);
  expect(wrong.statusCode).toBeGreaterThanOrEqual(400);
  expect(wrong.statusCode).toBeLessThan(500);
});

test('the steps of a price lead from the list to the total', async () => {
  const line = world.line({ discount_pct: '20' });
  const quote = await world.makeQuote(await world.makeClient(), [line]);
  const answer = await world.call('GET', `quotes/${quote.id}/prices`);
  expect(answer.statusCode, answer.body).toBe(200);
  const { rows, isCurrent } = answer.json().data[line.id];
  expect(isCurrent).toBe(true);
  expect(rows.map(({ label, value }: { label: string; value: string }) => [label, value])).toEqual([
    ['Precio del espacio', 'RD$1,000.00'],
    ['Bruto', 'RD$20,000.00'],
    ['Descuento del renglón', 'RD$16,000.00'],
    ['Neto', 'RD$16,000.00'],
    ['Impuesto', 'RD$2,880.00'],
    ['Total', 'RD$18,880.00'],
  ]);
});
