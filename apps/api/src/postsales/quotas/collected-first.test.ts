import { randomUUID } from 'node:crypto';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingFixture, billingFixture } from '../../billing/testing/billing-fixture.ts';
import { systemChange } from '../../platform/database/database.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../delivery-world.ts';

let api: TestApi;
let world: ContractWorld;
let billing: BillingFixture;
let delivery: DeliveryWorld;
let political: string;
const list = randomUUID();

beforeAll(async () => {
  api = await startTestApi();
  billing = await billingFixture(api);
  world = await makeContractWorld(api);
  delivery = makeDeliveryWorld(api, world);
  const found = await api.database.one<{ id: string }>(
    sql`SELECT id FROM ad_classifications WHERE is_political`,
  );
  political = found?.id ?? '';
  await api.database.transaction(systemChange('fixture'), (tx) =>
    tx.query(sql`
      INSERT INTO price_lists (id, code, name, kind, currency_code, valid, status)
      VALUES (${list}::uuid, 'POL', 'Tarifa política', 'political', 'DOP', '[2020-01-01,2040-01-01)', 'current')`),
  );
});
afterAll(() => api?.close());

/** A line of ten units of 100.00: 1,180.00 with tax. */
const line = async () => world.line(await world.space(20), { ad_classification_id: political });

/** A signed political contract, billed in advance with as many lines. */
const sold = async (lines: number): Promise<AnyRecord> => {
  const wanted = await Promise.all(Array.from({ length: lines }, line));
  const { id } = await world.pending(
    await world.client({ taxpayer_type: 'taxpayer', tax_exempt: false }),
    wanted,
    {
      price_list_id: list,
      billing_plan: 'upfront',
    },
  );
  const signed = await world.run(id, 'sign', { signed_on: world.today });
  expect(signed.statusCode, signed.body).toBe(200);
  return signed.json().data;
};

const quotasOf = async ({ id }: AnyRecord): Promise<readonly { id: string }[]> =>
  api.database.query(sql`SELECT id FROM quotas WHERE contract_id = ${id}::uuid ORDER BY id`);

const place = (quota: { id: string } | undefined, units?: number) =>
  delivery.call('POST', `/api/quotas/${quota?.id}/place`, units === undefined ? {} : { units });

/** Issues the invoice of a contract. */
const invoiced = async (contract: AnyRecord): Promise<AnyRecord> => {
  const billed = await billing.call('POST', `/api/contracts/${contract.id}/bill`, {});
  expect(billed.statusCode, billed.body).toBe(200);
  const { data } = (await billing.call('GET', `/api/invoices?f.contract_id=${contract.id}&fields=*`)).json();
  return billing.issue(data[0]);
};

const collect = async (contract: AnyRecord, invoice: AnyRecord, amount: string): Promise<void> => {
  const { id } = await billing.pay(amount, { client_id: (contract.client_id as { id: string }).id });
  const applied = await billing.call('POST', `/api/payments/${id}/apply`, {
    invoices: [{ invoice: invoice.internal_no, amount }],
  });
  expect(applied.statusCode, applied.body).toBe(200);
};

const confirmed = async (contractId: string) => {
  const [placement] = await api.database.query<{ id: string }>(
    sql`SELECT id FROM placements WHERE contract_id = ${contractId}::uuid ORDER BY id LIMIT 1`,
  );
  return delivery.run('placements', placement?.id ?? '', 'confirm');
};

describe('the price list of a political contract', () => {
  test('is political: any other one is refused at the draft', async () => {
    const refused = await api.inject({
      method: 'POST',
      url: '/api/contracts',
      headers: world.headers,
      payload: world.draftBody(await world.client(), [await line()]),
    });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors.price_list_id[0]).toContain('lista de precios de tipo «Político»');
  });

  test('is asked for again when it is sent to be signed', async () => {
    const client = await world.client();
    const draft = await world.draft(client, [await line()], { price_list_id: list });
    await world.run(draft.id, 'plan_billing');
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(
        sql`UPDATE contracts SET price_list_id = ${world.priceListId}::uuid WHERE id = ${draft.id}::uuid`,
      ),
    );
    const refused = await world.run(draft.id, 'submit');
    expect(refused.statusCode).toBe(409);
    expect(refused.json().reasons).toMatchObject([{ code: 'not_political_list' }]);
  });
});

test('a political contract is placed as far as it is collected, and what is missing is named', async () => {
  const contract = await sold(1);
  const [quota] = await quotasOf(contract);
  const nothing = await place(quota);
  expect(nothing.statusCode, nothing.body).toBe(409);
  expect(nothing.body).toContain('faltan RD$1,180.00 por cobrar');
  const invoice = await invoiced(contract);
  await collect(contract, invoice, '590');
  expect((await place(quota, 6)).body).toContain('faltan RD$118.00 por cobrar');
  const half = await place(quota, 5);
  expect(half.statusCode, half.body).toBe(200);
  expect((await place(quota, 1)).statusCode).toBe(409);
  await collect(contract, invoice, '590');
  const rest = await place(quota);
  expect(rest.statusCode, rest.body).toBe(200);
});

test('what was placed is not confirmed once its payment was taken back', async () => {
  const contract = await sold(1);
  const [quota] = await quotasOf(contract);
  const invoice = await invoiced(contract);
  await collect(contract, invoice, '1180');
  expect((await place(quota)).statusCode).toBe(200);
  const [payment] = await api.database.query<{ id: string; row_version: number }>(sql`
    SELECT p.id, p.row_version FROM payments p JOIN payment_applications a ON a.payment_id = p.id
    WHERE a.invoice_id = ${invoice.id}::uuid`);
  const taken = await billing.call(
    'POST',
    `/api/payments/${payment?.id}/unapply`,
    { reason: 'Era de otra factura' },
    payment?.row_version,
  );
  expect(taken.statusCode, taken.body).toBe(200);
  const refused = await confirmed(contract.id);
  expect(refused.statusCode).toBe(409);
  expect(refused.body).toContain('por cobrar');
  await expect(
    api.database.query(
      sql`UPDATE placements SET status = 'confirmed' WHERE contract_id = ${contract.id}::uuid`,
    ),
  ).rejects.toMatchObject({ constraint: 'placements_collected' });
});

test('of two that place the last of what was collected at once, one does', async () => {
  for (let round = 0; round < 3; round += 1) {
    const contract = await sold(2);
    await collect(contract, await invoiced(contract), '1180');
    const answers = await Promise.all((await quotasOf(contract)).map((quota) => place(quota)));
    expect(
      answers.map(({ statusCode }) => statusCode).sort(),
      answers.map(({ body }) => body).join(),
    ).toEqual([200, 409]);
  }
});

test('a contract that is not political is placed before it is collected', async () => {
  const { placements } = await delivery.placed([world.line(await world.space(20))]);
  expect(placements).not.toHaveLength(0);
});
