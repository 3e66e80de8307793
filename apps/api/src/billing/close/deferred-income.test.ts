import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invariants } from '../../invariants.ts';
import { systemChange } from '../../platform/database/database.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';

let api: TestApi;
let world: ContractWorld;
let billing: BillingFixture;
let other: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi();
  billing = await billingFixture(api);
  world = await makeContractWorld(api);
  other = await signInAs(api, 'finance');
});
afterAll(() => api.close());

const reason = { reason: 'Fin de mes' };

const run = async (
  period: AnyRecord,
  command: string,
  input: object,
  headers: Record<string, string> = billing.headers,
) => {
  const { row_version } = await billing.read('fiscal-periods', String(period.id));
  const answer = await api.inject({
    method: 'POST',
    url: `/api/fiscal-periods/${period.id}/${command}`,
    headers: { ...headers, 'if-match': `"${row_version}"` },
    payload: { ...reason, ...input },
  });
  expect(answer.statusCode, answer.body).toBe(200);
};

/** Units of a contract that are placed and aired today. */
const air = async (contractId: string, units: number): Promise<void> => {
  const placed = await api.database.transaction(systemChange('fixture'), (tx) =>
    tx.one<{ id: string }>(sql`
      INSERT INTO placements (quota_id, inventory_item_id, starts_on, ends_on, units)
      SELECT id, inventory_item_id, ${world.today}::date, ${world.today}::date, ${units} FROM quotas
      WHERE contract_id = ${contractId}::uuid RETURNING id`),
  );
  let placement = await billing.read('placements', placed?.id ?? '');
  for (const command of ['confirm', 'mark_aired']) {
    const done = await billing.call(
      'POST',
      `/api/placements/${placement.id}/${command}`,
      {},
      placement.row_version,
    );
    expect(done.statusCode, done.body).toBe(200);
    placement = done.json().data;
  }
};

/** Deferred income by the ledger, and what is left as income. */
const ledger = async (): Promise<{ deferred: string; income: string }> => {
  const row = await api.database.one<{ deferred: string; income: string }>(sql`
    SELECT coalesce(sum(l.credit - l.debit) FILTER (WHERE p.role = 'deferred_income'), 0)::text AS deferred,
      coalesce(sum(l.credit - l.debit) FILTER (WHERE p.role = 'income'), 0)::text AS income
    FROM journal_lines l
      JOIN (SELECT DISTINCT role, gl_account_id FROM posting_accounts WHERE role IN ('deferred_income', 'income')) p
        ON p.gl_account_id = l.gl_account_id`);
  return row ?? { deferred: '', income: '' };
};

const proves = async (): Promise<void> => {
  for (const { name, offending } of invariants.filter(({ name }) =>
    /deferred|ledger|closed_months/.test(name),
  ))
    expect(await api.database.query(offending), name).toEqual([]);
  expect(await contradictions(api)).toEqual([]);
};

test('what is billed ahead is deferred by the closing, and earned as it airs', async () => {
  const line = world.line(await world.space(100), {
    flight: { from: world.today, to: world.today },
    units_per_day: 10,
  });
  const { id } = await world.pending(await world.client(), [line], { billing_plan: 'upfront' });
  const signed = await world.run(id, 'sign', { signed_on: world.today });
  expect(signed.statusCode, signed.body).toBe(200);
  const contract = signed.json().data as AnyRecord;
  const billed = await billing.call('POST', `/api/contracts/${contract.id}/bill`, {});
  expect(billed.statusCode, billed.body).toBe(200);
  const [invoiceId] = billed.json().data.invoice_ids;
  await billing.issue(await billing.read('invoices', invoiceId));
  expect(await ledger()).toEqual({ deferred: '0', income: '1000.00' });

  const company = contract.company_id as { id: string };
  const made = await billing.call('POST', '/api/fiscal-periods', {
    company_id: company.id,
    month: companyToday(),
  });
  expect(made.statusCode, made.body).toBe(201);
  const period = made.json().data as AnyRecord;
  await run(period, 'close', { with_open: true });
  expect(await ledger()).toEqual({ deferred: '1000.00', income: '0.00' });
  await proves();

  await run(period, 'ask_reopening', {});
  await run(period, 'reopen', {}, other);
  await air(String(contract.id), 4);
  await run(period, 'close', { with_open: true });
  expect(await ledger()).toEqual({ deferred: '600.00', income: '400.00' });
  await proves();

  // Closing again without anything new posts nothing.
  const before = await api.database.query(sql`SELECT FROM journal_entries WHERE source_kind = 'deferral'`);
  await run(period, 'ask_reopening', {});
  await run(period, 'reopen', {}, other);
  await run(period, 'close', { with_open: true });
  expect(
    await api.database.query(sql`SELECT FROM journal_entries WHERE source_kind = 'deferral'`),
  ).toHaveLength(before.length);
  await proves();
});
