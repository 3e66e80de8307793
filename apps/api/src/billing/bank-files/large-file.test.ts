import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture } from '../testing/billing-fixture.ts';
import { makeBankWorld, statement } from './bank-file-fixtures.ts';

let api: TestApi;
let billing: BillingFixture;
let bank: ReturnType<typeof makeBankWorld>;

beforeAll(async () => {
  api = await startTestApi();
  billing = await billingFixture(api);
  bank = makeBankWorld(api, billing);
});
afterAll(() => api?.close());

const rows = 10_000;
const known = 2_000;

/** Registered payments of the account, as an import of former ones leaves them. */
const addPayments = () =>
  api.database.transaction(systemChange('fixture'), (tx) =>
    tx.query(sql`
      INSERT INTO payments (receipt_no, company_id, client_id, received_on, method, bank_account_id, reference, amount)
      SELECT 'IMP-' || n, ${billing.companyId}::uuid, ${billing.clientId}::uuid, '2026-01-15', 'transfer',
        ${billing.bankAccountId}::uuid, 'GR-' || (100000 + n), 100 + n
      FROM generate_series(1, ${known}) AS n`),
  );

test('10,000 movements are read and matched in bounded time, and nobody waits meanwhile', async () => {
  await addPayments();
  const invoices: AnyRecord[] = [];
  for (let n = 0; n < 20; n += 1) invoices.push(await billing.issued({}, [{ unit_price: String(9000 + n) }]));
  const lines = Array.from({ length: rows }, (_, n) => {
    const day = `${String((n % 28) + 1).padStart(2, '0')}/01/2026`;
    if (n < known) return `${day};GR${100_001 + n};Transferencia recibida;;${101 + n}.00;1.00`;
    const invoice = invoices[n - known];
    if (invoice) return `${day};L${n};Pago factura ${invoice.internal_no};;${invoice.total};1.00`;
    return `${day};L${n};Movimiento ${n} de alguien;;${(n % 700) + 1}.37;1.00`;
  });
  const began = performance.now();
  const id = await bank.take(statement(...lines));
  const taken = performance.now() - began;
  let isDone = false;
  const waits: number[] = [];
  const asking = (async () => {
    while (!isDone) {
      const at = performance.now();
      const answer = await billing.call('GET', '/api/payments?limit=5');
      expect(answer.statusCode).toBe(200);
      waits.push(performance.now() - at);
    }
  })();
  const run = await bank.runJob(id, 'match');
  isDone = true;
  await asking;
  const all = performance.now() - began;
  expect(run.answer).toMatchObject({ rows, pending: rows, sure: known + invoices.length });
  // Bounds for a slow machine under load: a query for each row takes many times as long.
  expect({ taken: taken < 30_000, all: all < 180_000 }).toEqual({ taken: true, all: true });
  const slow = waits.toSorted((a, b) => a - b);
  expect(slow[Math.floor(slow.length * 0.95)]).toBeLessThan(3000);
  const again = await bank.send(statement(...lines));
  expect(again.statusCode).toBe(409);
}, 300_000);
