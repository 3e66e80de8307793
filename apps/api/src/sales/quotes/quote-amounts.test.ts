import { newLineId } from '@pauta/domain/document/line-id.ts';
import { usualRules } from '@pauta/domain/inventory/prices/usual-rules.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { derivedOfSale } from '@pauta/domain/sales/lines/sale-line.ts';
import { quoteTotals } from '@pauta/domain/sales/quotes/quote-totals.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { everyDay, quoteWorld } from './fixtures.ts';

let api: TestApi;
let world: Awaited<ReturnType<typeof quoteWorld>>;
let client: AnyRecord;
let agency: AnyRecord;
let article: string;
/** A current list with the usual rules and prices in tiers. */
let list: AnyRecord;

beforeAll(async () => {
  api = await startTestApi();
  world = await quoteWorld(api, await signInAs(api, 'admin'));
  client = await world.makeClient();
  agency = await world.makeAgency();
  await world.makeLetter(client, agency);
  article =
    (await api.database.one<{ id: string }>(sql`SELECT id FROM ad_articles ORDER BY id LIMIT 1`))?.id ?? '';
  // One of the two spaces is in prime time.
  await api.database.query(sql`
    UPDATE inventory_items SET time_slot_id = (SELECT id FROM time_slots WHERE is_prime ORDER BY id LIMIT 1)
    WHERE id = ${world.space}::uuid`);
  const made = await world.call('POST', 'price-lists', {
    code: 'TAR-USUAL',
    name: 'Tarifario con recargos usuales',
    kind: 'special',
    currency_code: 'DOP',
    valid: { from: '2020-01-01', to: '2099-12-31' },
    prices: {
      put: [
        { inventory_item_id: world.space, unit: 'spot', unit_price: '4321.987654' },
        { inventory_item_id: world.space, unit: 'spot', unit_price: '3999.5', min_qty: '50' },
        { inventory_item_id: world.other, unit: 'week', unit_price: '12345.67' },
        { ad_article_id: article, unit: 'unit', unit_price: '99999.99' },
      ].map((one) => ({ id: newLineId(), ...one })),
    },
  });
  expect(made.statusCode, made.body).toBe(201);
  const { id } = made.json().data as AnyRecord;
  for (const command of ['add_usual_rules', 'publish']) {
    list = (await world.call('GET', `price-lists/${id}`)).json().data;
    const answer = await world.call('POST', `price-lists/${id}/${command}`, {}, { record: list });
    expect(answer.statusCode, answer.body).toBe(200);
  }
});
afterAll(() => api.close());

const decimal = (most: number, digits: number) =>
  fc.integer({ min: 0, max: most }).map((value) => (value / 10 ** digits).toFixed(digits));
const own = fc.record({
  conditions: fc.subarray(usualRules.map(({ code }) => code)),
  surcharge_pct: fc.oneof(fc.constant('0'), decimal(500_000, 4)),
  discount_pct: fc.oneof(fc.constant('0'), decimal(1_000_000, 4)),
  agreed_price: fc.option(decimal(10 ** 9, 6), { freq: 3 }),
});
const flight = fc.constantFrom(
  { from: '2027-10-20', to: '2027-11-20' },
  { from: '2027-03-01', to: '2027-05-31' },
  { from: '2027-12-31', to: '2028-01-02' },
);
const anyLine = fc.oneof(
  fc.tuple(
    own,
    fc.record({
      line_kind: fc.constantFrom('airtime', 'sponsorship', 'bonus'),
      isPrime: fc.boolean(),
      flight,
      days: fc.constantFrom(everyDay, ['5', '6', '7']),
      units_per_day: fc.integer({ min: 1, max: 20 }),
      duration_sec: fc.constantFrom(null, 30),
    }),
  ),
  fc.tuple(
    own,
    fc.record({
      line_kind: fc.constant('production'),
      flight,
      units: decimal(30_000, 2).map((one) => (one === '0.00' ? '1.00' : one)),
    }),
  ),
);
const anyQuote = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 6 }),
  hasAgency: fc.boolean(),
});

test('a saved quote has exactly the amounts that the form calculates from the terms it looks up', async () => {
  const applied = new Set<string>();
  await fc.assert(
    fc.asyncProperty(anyQuote, async ({ lines, hasAgency }) => {
      const put = lines.map(([common, sold]) => {
        const { isPrime, ...values } = { isPrime: false, ...sold };
        const isPiece = values.line_kind === 'production';
        return world.line({
          inventory_item_id: isPiece ? null : isPrime ? world.space : world.other,
          ...(isPiece && { ad_article_id: article, days: null, units_per_day: null }),
          ...common,
          ...values,
          ...(values.line_kind === 'bonus' && { agreed_price: null, discount_pct: null }),
        });
      });
      const saved = await world.makeQuote(client, put, {
        price_list_id: list.id,
        flight: { from: '2027-03-01', to: '2028-01-31' },
        agency_id: hasAgency ? agency.id : null,
      });
      const answer = await world.call('POST', 'quotes/terms', {
        price_list_id: list.id,
        currency_code: 'DOP',
        company_id: world.company,
        client_id: client.id,
        agency_id: hasAgency ? agency.id : null,
        from: '2027-03-01',
        inventory_item_ids: [world.space, world.other],
        ad_article_ids: [article],
      });
      expect(answer.statusCode, answer.body).toBe(200);
      const { header, lines: found } = quoteTotals(saved, answer.json().data.terms);
      expect(saved).toMatchObject(header);
      for (const line of linesIn(saved, 'lines')) {
        const values = found.get(line.id) ?? {};
        for (const name of derivedOfSale)
          expect({ [name]: line[name] }).toMatchObject({ [name]: values[name] });
        if (line.rules_surcharge_pct !== '0.0000') applied.add('surcharge');
        if (line.rules_discount_pct !== '0.0000') applied.add('discount');
      }
      const { lines: _, ...read } = await world.read(saved);
      expect(read).toMatchObject(header);
    }),
    { numRuns: 25 },
  );
  expect([...applied].sort()).toEqual(['discount', 'surcharge']);
});
