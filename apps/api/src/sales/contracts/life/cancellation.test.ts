import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingFixture, billingFixture } from '../../../billing/testing/billing-fixture.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../../../postsales/delivery-world.ts';
import { signInAs } from '../../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';
import { makeAddendaWorld } from '../../addenda/addenda-fixtures.ts';
import { type ContractWorld, makeContractWorld } from '../contract-fixtures.ts';

let api: TestApi;
let billing: BillingFixture;
let world: ContractWorld;
let delivery: DeliveryWorld;

beforeAll(async () => {
  api = await startTestApi();
  billing = await billingFixture(api);
  world = await makeContractWorld(api);
  delivery = makeDeliveryWorld(api, world);
});
afterAll(() => api.close());

const day = (days: number): string => addDays(world.today, days);
const reason = 'El cliente cerró';

const signed = async (lines: readonly object[], values: object = {}): Promise<AnyRecord> => {
  const { id } = await world.pending(await world.client(), lines, values);
  const response = await world.run(id, 'sign', { signed_on: world.today });
  expect(response.statusCode, response.body).toBe(200);
  return world.read(id);
};
const placedOf = async (contract: AnyRecord) => {
  const quota = await delivery.quotaOf(contract);
  const response = await delivery.call('POST', `/api/quotas/${quota.id}/place`, {});
  expect(response.statusCode, response.body).toBe(200);
  return { quota, placements: await delivery.placementsOf(quota) };
};
const proposalsOf = async ({ id }: AnyRecord): Promise<AnyRecord[]> =>
  (await delivery.call('GET', `/api/cancellation-proposals?fields=*&f.contract_id=${id}`)).json().data;
const cancel = async (contract: AnyRecord, input: object = {}): Promise<AnyRecord> => {
  const response = await world.run(contract.id, 'cancel', { reason, ...input });
  expect(response.statusCode, response.body).toBe(200);
  const [proposal] = await proposalsOf(contract);
  if (!proposal) throw new Error('a signed contract that is cancelled has what is to be settled');
  return proposal;
};
const preview = (contract: AnyRecord, input: object = {}) =>
  delivery.call('POST', `/api/contracts/${contract.id}/cancel/preview`, input);
const bookedDays = async (itemId: string): Promise<readonly string[]> =>
  (
    await api.database.query<{ day: string }>(
      sql`SELECT day::text FROM occupancy WHERE item_id = ${itemId}::uuid AND booked > 0 ORDER BY day`,
    )
  ).map((one) => one.day);

describe('what is settled', () => {
  test('is previewed in amounts, and stored as it was previewed', async () => {
    const item = await world.space(1);
    const contract = await signed([world.line(item)], {
      billing_plan: 'upfront',
      cancel_notice_days: 4,
      penalty_pct: '12.5',
    });
    const { placements } = await placedOf(contract);
    for (const command of ['confirm', 'mark_aired'])
      await delivery.done('placements', String(placements[0]?.id), command);
    const billed = await billing.call('POST', `/api/contracts/${contract.id}/bill`, {});
    expect(billed.statusCode, billed.body).toBe(200);
    const draft = await billing.read('invoices', billed.json().data.invoice_ids[0]);
    const issued = await billing.call('POST', `/api/invoices/${draft.id}/issue`, {}, draft.row_version);
    expect(issued.statusCode, issued.body).toBe(200);

    const planned = await preview(contract);
    expect(planned.statusCode, planned.body).toBe(200);
    // Ten days at 100.00: today is aired, and the three days until the notice is over are placed.
    const amounts = {
      contracted: '1000.00',
      delivered: '400.00',
      undelivered: '600.00',
      billed: '1000.00',
      credit: '600.00',
      to_bill: '0.00',
      penalty: '75.00',
    };
    const ending = { effective_on: day(4), notice_days: 4, missing_notice_days: 0 };
    expect(planned.json().data.cancellation).toMatchObject({
      ...amounts,
      ...ending,
      currency: 'DOP',
      placements: 6,
      freed_days: 6,
    });
    // The dry run wrote nothing.
    expect(await world.read(contract.id)).toMatchObject({
      status: 'signed',
      row_version: contract.row_version,
    });

    expect(await cancel(contract)).toMatchObject({
      ...amounts,
      ...ending,
      status: 'open',
      reason_kind: 'client_request',
      reason,
    });
    expect(await bookedDays(item)).toEqual([day(0), day(1), day(2), day(3)]);
  });

  test('shorter notice than agreed is counted, and the penalty is charged only if wanted', async () => {
    const contract = await signed([world.line(await world.space(1))], {
      cancel_notice_days: 30,
      penalty_pct: '10',
    });
    const proposal = await cancel(contract, {
      effective_on: day(2),
      charge_penalty: false,
      reason_kind: 'breach',
    });
    expect(proposal).toMatchObject({
      missing_notice_days: 28,
      penalty: '0.00',
      penalty_pct: null,
      reason_kind: 'breach',
      credit: '0.00',
      // Nothing is to be credited or charged.
      status: 'settled',
    });
  });

  test('a line without a space counts once its work order is completed', async () => {
    const article = await api.database.one<{ id: string }>(
      sql`SELECT id FROM ad_articles ORDER BY id LIMIT 1`,
    );
    const service = (values: object) =>
      world.line('', {
        line_kind: 'service',
        inventory_item_id: null,
        ad_article_id: article?.id,
        units_per_day: undefined,
        units: '1',
        ...values,
      });
    const contract = await signed([service({ agreed_price: '300' }), service({ agreed_price: '50' })]);
    await api.database.query(sql`
      UPDATE work_orders SET status = 'completed' WHERE order_line_id = (
        SELECT id FROM order_lines WHERE contract_id = ${contract.id}::uuid AND net = 300)`);
    expect(await cancel(contract)).toMatchObject({
      contracted: '350.00',
      delivered: '300.00',
      to_bill: '300.00',
    });
  });

  test('a contract that was not signed leaves nothing to settle', async () => {
    const draft = await world.draft(await world.client(), [world.line(await world.space(1))]);
    expect((await preview(draft)).json().data).toEqual({ cancellation: null });
    expect((await world.run(draft.id, 'cancel', { reason })).statusCode).toBe(200);
    expect(await proposalsOf(draft)).toEqual([]);
  });

  test('the day is from tomorrow on and within the flight', async () => {
    const contract = await signed([world.line(await world.space(1))]);
    for (const effective_on of [day(0), day(-3), day(10)]) {
      const refused = await preview(contract, { effective_on });
      expect(refused.statusCode, refused.body).toBe(422);
      expect(Object.keys(refused.json().errors)).toEqual(['effective_on']);
    }
    expect((await preview(contract, { effective_on: day(9) })).statusCode).toBe(200);
  });
});

describe('until the notice is over', () => {
  test('what is booked is placed and aired, and nothing is moved behind it', async () => {
    const item = await world.space(3);
    const contract = await signed([world.line(item)]);
    const quota = await delivery.quotaOf(contract);
    const proposal = await cancel(contract, { effective_on: day(3) });
    // Today was not placed; tomorrow and the day after may be.
    expect(proposal).toMatchObject({ delivered: '200.00' });
    expect(await delivery.read('quotas', quota.id)).toMatchObject({ contracted: 2, unplaced: 2 });
    const { placements } = await placedOf(contract);
    const one = String(placements[0]?.id);
    const late = await delivery.run('placements', one, 'move', { starts_on: day(3) });
    expect(late.json(), late.body).toMatchObject({ status: 409, code: 'contract_not_running' });
    await delivery.done('placements', one, 'move', { starts_on: day(2) });
  });

  test('the database books nothing behind it, and keeps the amounts', async () => {
    const item = await world.space(3);
    const contract = await signed([world.line(item)]);
    const proposal = await cancel(contract, { effective_on: day(3) });
    const line = await api.database.one<{ id: string }>(
      sql`SELECT id FROM order_lines WHERE contract_id = ${contract.id}::uuid`,
    );
    const book = (on: string) =>
      api.database.query(sql`
        INSERT INTO capacity_cells (item_id, day, units, state, order_line_id)
        VALUES (${item}::uuid, ${on}::date, 1, 'booked', ${line?.id}::uuid)`);
    await expect(book(day(3))).rejects.toThrow(/cancelled contract/);
    await book(day(2));
    await expect(
      api.database.query(sql`UPDATE cancellation_proposals SET penalty = 1 WHERE id = ${proposal.id}::uuid`),
    ).rejects.toThrow(/stays as it is/);
    await expect(
      api.database.query(sql`DELETE FROM cancellation_proposals WHERE id = ${proposal.id}::uuid`),
    ).rejects.toThrow(/permission denied/);
    const other = await signed([world.line(item)]);
    await expect(
      api.database.query(sql`UPDATE contracts SET status = 'cancelled' WHERE id = ${other.id}::uuid`),
    ).rejects.toThrow(/without what is to be settled/);
  });

  test('the credit of its sale ends with it', async () => {
    const contract = await signed([world.line(await world.space(1))]);
    await cancel(contract, { effective_on: day(4) });
    const rows = await api.database.query<{ on_date: string; amount: string }>(sql`
      SELECT on_date::text, amount::text FROM sale_credits
      WHERE contract_id = ${contract.id}::uuid AND kind = 'ended'`);
    expect(rows).toEqual([{ on_date: day(3), amount: '-600.00' }]);
  });
});

test('its open addendum is voided with it', async () => {
  const contract = await signed([world.line(await world.space(2))]);
  const addenda = makeAddendaWorld(api, world);
  const addendum = await addenda.draft(contract.id);
  await cancel(contract);
  expect(await addenda.read(addendum.id)).toMatchObject({ status: 'voided' });
});

test('what is settled is closed by who prepares credit notes', async () => {
  const contract = await signed([world.line(await world.space(1))], { penalty_pct: '10' });
  const proposal = await cancel(contract);
  expect(proposal).toMatchObject({ status: 'open', penalty: '100.00' });
  const run = async (as: Record<string, string>) =>
    api.inject({
      method: 'POST',
      url: `/api/cancellation-proposals/${proposal.id}/settle`,
      headers: { ...as, 'if-match': `"${proposal.row_version}"` },
      payload: { reason: 'Factura FA-1' },
    });
  expect((await run(await signInAs(api, 'auditor'))).statusCode).toBe(403);
  const settled = await run(world.headers);
  expect(settled.json().data, settled.body).toMatchObject({ status: 'settled' });
});

test('cancelled twice at once, it is settled once', async () => {
  const contract = await signed([world.line(await world.space(1))]);
  const version = { 'if-match': `"${contract.row_version}"` };
  const answers = await Promise.all(
    [1, 2].map(() => delivery.call('POST', `/api/contracts/${contract.id}/cancel`, { reason }, version)),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(await proposalsOf(contract)).toHaveLength(1);
});
