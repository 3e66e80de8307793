import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invariants } from '../../invariants.ts';
import { systemChange } from '../../platform/database/database.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';

let api: TestApi;
let fixture: BillingFixture;
/** Another user, who may approve what the fixture's user calculates. */
let other: Record<string, string>;

const within = '2026-02-10';

beforeAll(async () => {
  api = await startTestApi();
  fixture = await billingFixture(api);
  other = await signInAs(api, 'finance');
  await change(sql`
    WITH made AS (
      INSERT INTO volume_rebates (name, period, base, currency_code, tiers, valid)
      VALUES ('Trimestral', 'quarter', 'net', 'DOP',
        '[{"from": "1000.00", "pct": "2.0000"}, {"from": "3000.00", "pct": "5.0000"}]', '[2020-01-01,)') RETURNING id)
    UPDATE agencies SET volume_rebate_id = made.id FROM made WHERE agencies.id = ${fixture.agencyId}::uuid`);
});
afterAll(async () => {
  await proves();
  await api.close();
});

const change = (statement: ReturnType<typeof sql>) =>
  api.database.transaction(systemChange('test'), (tx) => tx.query(statement));

const proves = async (): Promise<void> => {
  for (const one of invariants.filter(({ name }) => /rebate|ledger/.test(name)))
    expect(await api.database.query(one.offending), one.name).toEqual([]);
  expect(await contradictions(api)).toEqual([]);
};

const compute = (input: object = {}, command = 'compute') =>
  fixture.call('POST', `/api/rebate-accruals/${command}`, {
    company_id: fixture.companyId,
    agency_id: fixture.agencyId,
    within,
    ...input,
  });

const run = async (
  { id }: AnyRecord,
  command: string,
  input: object = {},
  headers: Record<string, string> = fixture.headers,
) => {
  const { row_version } = await fixture.read('rebate-accruals', id);
  return api.inject({
    method: 'POST',
    url: `/api/rebate-accruals/${id}/${command}`,
    headers: { ...headers, 'if-match': `"${row_version}"` },
    payload: input,
  });
};

/** What the ledger owes the agency for its volume. */
const owed = async (): Promise<string> => {
  const row = await api.database.one<{ amount: string }>(sql`
    SELECT coalesce(sum(l.credit - l.debit), 0)::numeric(18,2)::text AS amount FROM journal_lines l
      JOIN posting_accounts p ON p.gl_account_id = l.gl_account_id AND p.role = 'rebate_payable'
    WHERE l.agency_id = ${fixture.agencyId}::uuid`);
  return row?.amount ?? '';
};

test('a period is rewarded once by the tier of its volume, approved by another user, and paid', async () => {
  const early = await compute();
  expect(early.statusCode, early.body).toBe(409);
  expect(early.json().message).toContain('no alcanza un tramo');
  const first = await fixture.issue(
    await fixture.draft({ agency_id: fixture.agencyId }, [{ unit_price: '2500' }]),
    { issue_date: '2026-01-20' },
  );
  expect((await compute({}, 'compute/preview')).json().data).toMatchObject({
    pct: '2.0000',
    amount: '50.00',
  });
  await fixture.issue(await fixture.draft({ agency_id: fixture.agencyId }, [{ unit_price: '900' }]), {
    issue_date: '2026-03-31',
  });
  // Of another quarter.
  await fixture.issue(await fixture.draft({ agency_id: fixture.agencyId }, [{ unit_price: '9000' }]), {
    issue_date: '2026-04-01',
  });
  expect(first.net).toBe('2500.00');
  const made = await Promise.all([compute(), compute(), compute()]);
  expect(made.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422, 422]);
  const rebate: AnyRecord = made.find(({ statusCode }) => statusCode === 201)?.json().data;
  expect(rebate).toMatchObject({
    base_amount: '3400.00',
    pct: '5.0000',
    amount: '170.00',
    period: { from: '2026-01-01', to: '2026-03-31' },
  });
  expect(await owed()).toBe('170.00');
  await proves();
  expect((await run(rebate, 'approve')).body).toContain('la aprueba otra persona');
  const payment = {
    paid_on: '2026-05-01',
    bank_account_id: fixture.bankAccountId,
    payment_reference: 'TR-9',
  };
  expect((await run(rebate, 'pay', payment)).statusCode).toBe(409);
  const approved = await run(rebate, 'approve', {}, other);
  expect(approved.statusCode, approved.body).toBe(200);
  const paid = await run(rebate, 'pay', payment);
  expect(paid.statusCode, paid.body).toBe(200);
  expect(await owed()).toBe('0.00');
  expect((await run(rebate, 'void', { reason: 'Ya no corresponde' })).statusCode).toBe(409);
});

test('one that is voided takes its entry back, and its period is calculated again', async () => {
  const input = { within: '2026-05-15' };
  const first = await compute(input);
  expect(first.statusCode, first.body).toBe(201);
  expect(first.json().data).toMatchObject({ amount: '450.00' });
  const voided = await run(first.json().data, 'void', { reason: 'Faltaba una nota de crédito' });
  expect(voided.statusCode, voided.body).toBe(200);
  expect(await owed()).toBe('0.00');
  const again = await compute(input);
  expect(again.statusCode, again.body).toBe(201);
  expect(await owed()).toBe('450.00');
});

test('a period that is not over is refused', async () => {
  const answer = await compute({ within: '2099-05-15' });
  expect(answer.json().errors, answer.body).toHaveProperty('within');
});

test('the database refuses what no command does', async () => {
  const row = sql`(SELECT id FROM rebate_accruals WHERE status = 'accrued' ORDER BY id LIMIT 1)`;
  for (const [statement, message] of [
    [sql`UPDATE rebate_accruals SET amount = amount + 1 WHERE id = ${row}`, /from accrued to paid/],
    [sql`UPDATE rebate_accruals SET status = 'paid' WHERE id = ${row}`, /from accrued to paid/],
    [
      sql`UPDATE rebate_accruals SET status = 'approved', approved_by_id = prepared_by_id WHERE id = ${row}`,
      /by_another/,
    ],
    [
      sql`
        INSERT INTO rebate_accruals (name, company_id, agency_id, volume_rebate_id, period, base, currency_code, base_amount,
          pct, amount, prepared_by_id)
        SELECT name, company_id, agency_id, volume_rebate_id, period, base, currency_code, base_amount, pct, amount,
          prepared_by_id FROM rebate_accruals WHERE id = ${row}`,
      /has a rebate of this period/,
    ],
  ] as const)
    await expect(change(statement)).rejects.toThrow(message);
});
