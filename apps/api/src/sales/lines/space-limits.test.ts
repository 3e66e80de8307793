import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { quoteWorld } from '../quotes/fixtures.ts';

let api: TestApi;
let world: Awaited<ReturnType<typeof quoteWorld>>;

beforeAll(async () => {
  api = await startTestApi();
  world = await quoteWorld(api, await signInAs(api, 'admin'));
});
afterAll(() => api.close());

const reasonsOf = async (quote: AnyRecord): Promise<{ code: string; text: string }[]> => {
  const { data } = (await world.call('GET', `quotes/${quote.id}/commands`)).json();
  return data.find((one: { name: string }) => one.name === 'send').reasons;
};

/** A sendable quote of ten days from tomorrow, with a net of 20,000. */
const makeQuote = async (): Promise<{ quote: AnyRecord; space: string }> => {
  const line = world.line();
  const quote = await world.makeQuote(await world.makeClient(), [line]);
  return { quote, space: line.inventory_item_id };
};
const change = (space: string, values: object) =>
  api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`
      UPDATE inventory_items i SET min_flight_days = n.min_flight_days, max_flight_days = n.max_flight_days,
        lead_time_days = n.lead_time_days, closing_days = n.closing_days, min_spend = n.min_spend
      FROM jsonb_populate_record(NULL::inventory_items, ${JSON.stringify(values)}::jsonb) n
      WHERE i.id = ${space}::uuid`),
  );

test.each([
  [{ min_flight_days: 10 }, []],
  [{ min_flight_days: 11 }, ['flight_too_short']],
  [{ max_flight_days: 10 }, []],
  [{ max_flight_days: 9 }, ['flight_too_long']],
  [{ lead_time_days: 1 }, []],
  [{ lead_time_days: 2 }, ['too_late']],
  [{ lead_time_days: 1, closing_days: 3 }, ['too_late']],
  [{ min_spend: '20000.00' }, []],
  [{ min_spend: '20000.01' }, ['spend_too_small']],
  [{ min_flight_days: 11, lead_time_days: 2 }, ['flight_too_short', 'too_late']],
])('a space with %j refuses a line with %j', async (values, codes) => {
  const { quote, space } = await makeQuote();
  await change(space, values);
  const reasons = await reasonsOf(quote);
  await change(space, {});
  expect(reasons.map(({ code }) => code)).toEqual(codes);
  for (const { text } of reasons) expect(text).toContain('«Cuña de prueba»');
});

test('a space that admits only some articles refuses the others', async () => {
  const { quote, space } = await makeQuote();
  const articles = await api.database.query<{ id: string }>(
    sql`SELECT id FROM ad_articles WHERE unit = 'spot' ORDER BY id LIMIT 2`,
  );
  const [allowed, other] = articles;
  await api.database.transaction(systemChange('test'), async (tx) => {
    await tx.query(
      sql`UPDATE inventory_items SET ad_article_id = ${other?.id}::uuid WHERE id = ${space}::uuid`,
    );
    await tx.query(
      sql`INSERT INTO inventory_item_allowed_articles (inventory_item_id, allowed_article_id) VALUES (${space}::uuid, ${allowed?.id}::uuid)`,
    );
  });
  expect((await reasonsOf(quote)).map(({ code }) => code)).toEqual(['article_not_allowed']);
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`UPDATE inventory_items SET ad_article_id = ${allowed?.id}::uuid WHERE id = ${space}::uuid`),
  );
  expect(await reasonsOf(quote)).toEqual([]);
});

test.each(['space', 'program'] as const)('an industry that the %s does not take is refused', async (of) => {
  const { quote, space } = await makeQuote();
  const industry = await api.database.one<{ id: string; name: string }>(sql`
    SELECT n.id, n.name FROM clients c JOIN industries n ON n.id = c.industry_id JOIN quotes q ON q.client_id = c.id
    WHERE q.id = ${quote.id}::uuid`);
  expect(await reasonsOf(quote)).toEqual([]);
  await api.database.transaction(systemChange('test'), async (tx) => {
    if (of === 'space')
      await tx.query(sql`
        INSERT INTO inventory_item_restricted_industries (inventory_item_id, restricted_industry_id)
        VALUES (${space}::uuid, ${industry?.id}::uuid)`);
    else
      await tx.query(sql`
        WITH program AS (
          INSERT INTO programs (code, name, subdivision_id)
          SELECT 'SIN-ELLOS', 'Programa sin ellos', subdivision_id FROM inventory_items WHERE id = ${space}::uuid RETURNING id
        ), restricted AS (
          INSERT INTO program_restricted_industries (program_id, restricted_industry_id)
          SELECT id, ${industry?.id}::uuid FROM program
        )
        UPDATE inventory_items SET program_id = (SELECT id FROM program) WHERE id = ${space}::uuid`);
  });
  expect(await reasonsOf(quote)).toMatchObject([
    {
      code: 'industry_not_allowed',
      text: expect.stringContaining(`no admite anuncios de ${industry?.name}.`),
    },
  ]);
});
