import { percentOf, round, subtract, sum } from '@pauta/domain/money/arithmetic.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
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

const noteIds = async ({ id }: AnyRecord): Promise<string[]> =>
  ((await fixture.read('rebate-accruals', id)).credit_note_ids as { id: string }[]).map((one) => one.id);

const command = async (path: string, id: string, name: string, input: object = {}) => {
  const { row_version } = await fixture.read(path, id);
  return fixture.call('POST', `/api/${path}/${id}/${name}`, input, row_version);
};

/** An approved rebate of a quarter with these invoices to the agency, as price and day. */
const approvedOf = async (day: string, invoices: readonly (readonly [string, string])[], values = {}) => {
  const issued: AnyRecord[] = [];
  for (const [unit_price, issue_date] of invoices)
    issued.push(
      await fixture.issue(
        await fixture.draft({ agency_id: fixture.agencyId, bill_to: 'agency', ...values }, [{ unit_price }]),
        { issue_date },
      ),
    );
  const made = await compute({ within: day });
  expect(made.statusCode, made.body).toBe(201);
  const rebate: AnyRecord = made.json().data;
  const approved = await run(rebate, 'approve', {}, other);
  expect(approved.statusCode, approved.body).toBe(200);
  return { rebate, issued };
};

test('an approved rebate is given by credit notes on what the agency owes of the period, with their tax', async () => {
  const before = await owed();
  const { rebate, issued } = await approvedOf('2025-02-10', [
    ['60', '2025-01-10'],
    ['9000', '2025-02-10'],
  ]);
  expect(rebate.amount).toBe('453.00');
  const preview = await fixture.call('POST', `/api/rebate-accruals/${rebate.id}/credit/preview`, {});
  expect(preview.statusCode, preview.body).toBe(200);
  // The first invoice is not enough; the discount of the agency stays in proportion.
  expect(preview.json().data.notes).toMatchObject([
    { internal_no: issued[0]?.internal_no, taxable: issued[0]?.taxable },
    { internal_no: issued[1]?.internal_no },
  ]);
  const answers = await Promise.all(
    [1, 2, 3].map(() => fixture.call('POST', `/api/rebate-accruals/${rebate.id}/credit`, {})),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
  expect(await fixture.read('rebate-accruals', rebate.id)).toMatchObject({
    status: 'crediting',
    credited: '0.00',
  });
  const payment = {
    paid_on: '2026-05-01',
    bank_account_id: fixture.bankAccountId,
    payment_reference: 'TR-10',
  };
  expect((await run(rebate, 'pay', payment)).statusCode).toBe(409);
  expect((await run(rebate, 'void', { reason: 'Ya no corresponde' })).statusCode).toBe(409);
  const notes = await noteIds(rebate);
  expect(notes).toHaveLength(2);
  const results = await Promise.all(notes.map((id) => command('invoices', id, 'issue')));
  for (const { statusCode, body } of results) expect(statusCode, body).toBe(200);
  expect(sum(results.map((answer) => answer.json().data.taxable))).toBe('453.00');
  const last: AnyRecord = results[1]?.json().data;
  expect(last.tax).toBe(round(percentOf(String(last.taxable), '18'), 2));
  expect(await fixture.read('rebate-accruals', rebate.id)).toMatchObject({
    status: 'credited',
    credited: '453.00',
  });
  expect(await owed()).toBe(before);
  await proves();
  // What is given is no less volume of its own period.
  const [volume] = await api.database.query<{ amount: string }>(sql`
    SELECT rebate_volume(${fixture.agencyId}::uuid, ${fixture.companyId}::uuid, daterange(business_date(), NULL), 'DOP',
      'net')::text AS amount`);
  expect(volume?.amount).toBe('0');

  // A note that is voided leaves its part to be given again.
  const voided = await command('invoices', last.id, 'void', { reason_id: await fixture.reason('void') });
  expect(voided.statusCode, voided.body).toBe(200);
  expect(await fixture.read('rebate-accruals', rebate.id)).toMatchObject({ status: 'crediting' });
  expect(subtract(await owed(), before)).toBe(last.taxable);
  await proves();
  const again = await fixture.call('POST', `/api/rebate-accruals/${rebate.id}/credit`, {});
  expect(again.json().data.notes, again.body).toMatchObject([{ taxable: last.taxable }]);
});

test('with drafts that are archived it can be paid, and what is not owed cannot be given', async () => {
  const { rebate } = await approvedOf('2025-05-10', [['4000', '2025-05-10']]);
  expect((await fixture.call('POST', `/api/rebate-accruals/${rebate.id}/credit`, {})).statusCode).toBe(200);
  const [note = ''] = await noteIds(rebate);
  const archive = async (id: string) => {
    const { row_version } = await fixture.read('invoices', id);
    return api.inject({
      method: 'DELETE',
      url: `/api/invoices/${id}`,
      headers: { ...fixture.headers, 'if-match': `"${row_version}"` },
    });
  };
  expect((await archive(note)).statusCode).toBeLessThan(300);
  expect(await fixture.read('rebate-accruals', rebate.id)).toMatchObject({ status: 'approved' });
  const paid = await run(rebate, 'pay', {
    paid_on: '2026-05-01',
    bank_account_id: fixture.bankAccountId,
    payment_reference: 'TR-11',
  });
  expect(paid.statusCode, paid.body).toBe(200);
  // The draft of what was paid otherwise does not come back.
  await expect(change(sql`UPDATE invoices SET archived_at = NULL WHERE id = ${note}::uuid`)).rejects.toThrow(
    /settled otherwise/,
  );

  const { rebate: second, issued } = await approvedOf('2025-08-10', [['4000', '2025-08-10']]);
  const payment = await fixture.pay(String(issued[0]?.balance), {
    client_id: null,
    agency_id: fixture.agencyId,
  });
  const applied = await fixture.call('POST', `/api/payments/${payment.id}/apply`, {
    invoices: [{ invoice: issued[0]?.internal_no }],
  });
  expect(applied.statusCode, applied.body).toBe(200);
  const refused = await fixture.call('POST', `/api/rebate-accruals/${second.id}/credit`, {});
  expect(refused.statusCode).toBe(409);
  expect(refused.json().message).toContain('Pague la bonificación');
});

test('a note that gives more than its rebate is not issued', async () => {
  const { rebate } = await approvedOf('2025-11-10', [['4000', '2025-11-10']]);
  expect((await fixture.call('POST', `/api/rebate-accruals/${rebate.id}/credit`, {})).statusCode).toBe(200);
  const [id = ''] = await noteIds(rebate);
  const note = await fixture.read('invoices', id);
  const [line] = linesIn(note, 'lines');
  const edited = await fixture.call(
    'PATCH',
    `/api/invoices/${id}`,
    { lines: { put: [{ id: line?.id, description: line?.description, unit_price: '2000' }] } },
    note.row_version,
  );
  expect(edited.statusCode, edited.body).toBe(200);
  const refused = await command('invoices', id, 'issue');
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain('más que la bonificación');
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
