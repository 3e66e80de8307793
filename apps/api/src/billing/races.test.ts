import { newLineId } from '@pauta/domain/document/line-id.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from './testing/billing-fixture.ts';

let api: TestApi;
let fixture: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  fixture = await billingFixture(api);
});
afterAll(() => api.close());

const rounds = 3;
const command = async (path: string, record: AnyRecord, name: string, input: object = {}) => {
  const answer = await fixture.call('POST', `/api/${path}/${record.id}/${name}`, input, record.row_version);
  expect([200, 201, 409, 412, 422], answer.body).toContain(answer.statusCode);
  return answer;
};

test('a draft that is edited and issued at once is issued with the lines that it totals (I7, I8)', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const draft = await fixture.draft();
    const [edited, ...issued] = await Promise.all([
      fixture.call(
        'PATCH',
        `/api/invoices/${draft.id}`,
        { lines: { put: [{ id: newLineId(), description: 'Otra cuña', unit_price: '250.55' }] } },
        draft.row_version,
      ),
      command('invoices', draft, 'issue'),
      command('invoices', draft, 'issue'),
    ]);
    const statuses = [edited, ...issued].map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const after = await fixture.read('invoices', draft.id);
    expect(after.status).toBe(edited.statusCode === 200 ? 'draft' : 'issued');
    for (const amount of ['net', 'tax', 'total'])
      expect(sum(linesIn(after, 'lines').map((line) => String(line[amount])))).toBe(after[amount]);
    if (after.status === 'draft') await fixture.issue(after);
  }
  // No number was taken twice, and none is missing.
  const numbers = await api.database.query<{ document: string; missing: number }>(sql`
    SELECT fiscal_document AS document, max(right(fiscal_number, 8)::integer) - count(*)::integer AS missing
    FROM invoices WHERE fiscal_number IS NOT NULL GROUP BY 1`);
  expect(numbers.filter(({ missing }) => missing !== 0)).toEqual([]);
  expect(await contradictions(api)).toEqual([]);
});

test('an invoice that is paid, credited and voided at once ends in one of these ways (I10)', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const invoice = await fixture.issued();
    const note = await command('invoices', invoice, 'credit_note', {
      reason_id: await fixture.reason('credit_note'),
    });
    const draft = note.json().data as AnyRecord;
    const payments = [await fixture.pay('900'), await fixture.pay('900')];
    await Promise.all([
      command('invoices', await fixture.read('invoices', invoice.id), 'void', {
        reason_id: await fixture.reason('void'),
      }),
      command('invoices', await fixture.read('invoices', draft.id), 'issue'),
      ...payments.map((payment) =>
        command('payments', payment, 'apply', {
          invoices: [{ invoice: invoice.internal_no, amount: '900' }],
        }),
      ),
    ]);
    const after = await fixture.read('invoices', invoice.id);
    expect(Number(after.paid) + Number(after.credited)).toBeLessThanOrEqual(Number(after.total));
    if (after.status === 'voided') expect([after.paid, after.credited]).toEqual(['0.00', '0.00']);
    expect(await contradictions(api)).toEqual([]);
  }
});

test('a payment that is applied, unapplied and returned at once leaves commission and books in agreement (I10, I11)', async () => {
  await api.database.query(sql`UPDATE agencies SET commission_mode = 'later_settlement'`);
  for (let round = 0; round < rounds; round += 1) {
    const invoice = await fixture.issued({ agency_id: fixture.agencyId });
    const total = String(invoice.total);
    const [first, second] = [await fixture.pay(total), await fixture.pay(total)] as const;
    const reason = { reason: 'Cheque sin fondos' };
    await Promise.all([
      command('payments', first, 'apply_oldest'),
      command('payments', second, 'apply_oldest'),
    ]);
    const [one, other] = [
      await fixture.read('payments', first.id),
      await fixture.read('payments', second.id),
    ];
    await Promise.all([
      command('payments', one, 'return', reason),
      command('payments', one, 'unapply', reason),
      command('payments', other, 'return', reason),
      command('payments', other, 'apply_oldest'),
    ]);
    expect(await contradictions(api)).toEqual([]);
  }
  const [commissions] = await api.database.query<{ count: number; payable: number }>(sql`
    SELECT count(*)::integer AS count, count(*) FILTER (WHERE due_amount > amount)::integer AS payable
    FROM agency_commissions`);
  expect(commissions).toMatchObject({ count: rounds, payable: 0 });
});
