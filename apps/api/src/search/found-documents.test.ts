import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillingFixture, billingFixture } from '../billing/testing/billing-fixture.ts';
import { type ContractWorld, makeContractWorld } from '../sales/contracts/contract-fixtures.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import type { SearchHit } from './search.ts';

let api: TestApi;
let billing: BillingFixture;
let sales: ContractWorld;

beforeAll(async () => {
  api = await startTestApi();
  billing = await billingFixture(api, { firstNumber: 4_711 });
  sales = await makeContractWorld(api);
});
afterAll(() => api.close());

const found = async (text: string): Promise<string[]> => {
  const reply = await billing.call('GET', `/api/search?q=${encodeURIComponent(text)}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().data.map(({ resource, id }: SearchHit) => `${resource} ${id}`);
};

test('invoices are found by fiscal number, payments by receipt and bank reference, contracts by purchase order', async () => {
  const invoice = await billing.issued();
  expect(invoice.fiscal_number).toBe('B0100004711');
  expect(await found('B0100004711')).toContain(`invoices ${invoice.id}`);
  // Without leading zeros, as it is read out.
  expect(await found('B01 4711')).toContain(`invoices ${invoice.id}`);

  const payment = await billing.pay('100', { reference: 'TRF-88412' });
  expect(await found(String(payment.receipt_no))).toContain(`payments ${payment.id}`);
  expect(await found('trf88412')).toContain(`payments ${payment.id}`);

  const client = await sales.client();
  const contract = await sales.draft(client, [sales.line(await sales.space(1))], { po_number: 'OC-55120' });
  expect(await found('oc 55120')).toContain(`contracts ${contract.id}`);
});
