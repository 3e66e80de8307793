import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billingFixture } from '../../billing/testing/billing-fixture.ts';
import { systemChange } from '../../platform/database/database.ts';
import { addTemplate } from '../../postsales/delivery-fixtures.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type ContractWorld, makeContractWorld } from './contract-fixtures.ts';

let api: TestApi;
let world: ContractWorld;
let billing: Awaited<ReturnType<typeof billingFixture>>;

beforeAll(async () => {
  api = await startTestApi();
  billing = await billingFixture(api);
  world = await makeContractWorld(api);
});
afterAll(() => api?.close());

const change = (statement: Sql): Promise<unknown> =>
  api.database.transaction(systemChange('fixture'), (tx) => tx.query(statement));
const listed = async (query: string): Promise<string[]> => {
  const response = await api.inject({ url: `/api/contracts?limit=100&${query}`, headers: world.headers });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data.map(({ id }: AnyRecord) => id);
};
const signed = async (
  client: { id: string; signatory: string },
  lines: readonly object[],
  values: object = {},
): Promise<AnyRecord> => {
  const { id } = await world.pending(client, lines, values);
  const response = await world.run(id, 'sign', { signed_on: world.today });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
};

test('contracts that end within some days are found', async () => {
  const client = await world.client();
  const until = async (days: number): Promise<string> => {
    const to = addDays(world.today, days);
    const flight = { from: world.today, to: world.today };
    const contract = await signed(client, [world.line(await world.space(9), { flight })], {
      flight,
      valid: { from: world.today, to },
    });
    expect((await world.read(contract.id)).ends_on).toBe(to);
    return contract.id;
  };
  const [last, first, later] = [await until(30), await until(12), await until(61)];
  const ending = async (days: number) =>
    (
      await listed(
        `f.client_id=${client.id}&f.ends_on=${world.today}..${addDays(world.today, days)}&f.status=signed,active,suspended`,
      )
    ).sort();
  expect(await ending(30)).toEqual([first, last].sort());
  expect(await ending(60)).toEqual([first, last].sort());
  expect(await ending(90)).toEqual([first, last, later].sort());
});

test('a signed contract is without material until what its technical sheets ask for is delivered', async () => {
  const client = await world.client();
  const space = await world.space(9);
  await addTemplate(api.database, space, 'LISTA-1');
  const draft = await world.pending(client, [world.line(space)]);
  const isWithout = async (): Promise<boolean[]> => [
    (await listed(`f.client_id=${client.id}&f.without_material=true`)).includes(draft.id),
    (await world.read(draft.id)).without_material === true,
  ];
  expect(await isWithout()).toEqual([false, false]);
  expect((await world.run(draft.id, 'sign', { signed_on: world.today })).statusCode).toBe(200);
  expect(await isWithout()).toEqual([true, true]);
  await change(sql`UPDATE tech_sheets SET status = 'in_review' WHERE contract_id = ${draft.id}::uuid`);
  expect(await isWithout()).toEqual([false, false]);
  expect(await listed(`f.client_id=${client.id}&f.without_material=false`)).toEqual([draft.id]);
});

test('a contract is overconsumed while more of it was delivered than invoiced', async () => {
  const client = await world.client({ taxpayer_type: 'taxpayer', tax_exempt: false });
  const line = world.line(await world.space(100), {
    flight: { from: world.today, to: world.today },
    units_per_day: 10,
  });
  const { id } = await signed(client, [line], { billing_plan: 'by_consumption' });
  const isOver = async (): Promise<boolean[]> => [
    (await listed(`f.client_id=${client.id}&f.overconsumed=true`)).includes(id),
    (await world.read(id)).overconsumed === true,
  ];
  expect(await isOver()).toEqual([false, false]);
  await change(sql`
    INSERT INTO placements (quota_id, inventory_item_id, starts_on, ends_on, units, status, aired_at)
    SELECT id, inventory_item_id, ${world.today}::date, ${world.today}::date, 3, 'aired', now() FROM quotas
    WHERE contract_id = ${id}::uuid`);
  expect(await isOver()).toEqual([true, true]);
  const billed = await billing.call('POST', `/api/contracts/${id}/bill`, {});
  expect(billed.statusCode, billed.body).toBe(200);
  await billing.issue(await billing.read('invoices', billed.json().data.invoice_ids[0]));
  expect(await isOver()).toEqual([false, false]);
});
