import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingFixture, billingFixture } from '../../../billing/testing/billing-fixture.ts';
import { systemChange } from '../../../platform/database/database.ts';
import { createUser, signIn } from '../../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';

let api: TestApi;
let billing: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  billing = await billingFixture(api);
});
afterAll(() => api?.close());

const january = '2026-01';
const query = (month = january, company = billing.companyId) => `company_id=${company}&month=${month}`;

const lines = async (report: number, month = january): Promise<readonly (readonly string[])[]> => {
  const answer = await billing.call('GET', `/api/fiscal-reports/${report}?${query(month)}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.body.split('\r\n').map((line) => line.split('|'));
};

const summary = async (month = january) =>
  (await billing.call('GET', `/api/fiscal-reports?${query(month)}`)).json().data;

describe('the report of sales', () => {
  test('has what was issued in the month, how it was paid by its end, and what was withheld', async () => {
    const invoice = await billing.issued({}, [{ unit_price: '1000' }]);
    const note = await billing.call(
      'POST',
      `/api/invoices/${invoice.id}/credit_note`,
      { reason_id: await billing.reason('credit_note') },
      invoice.row_version as number,
    );
    expect(note.statusCode, note.body).toBe(201);
    const day = String(invoice.issue_date);
    const month = day.slice(0, 7);
    const [header, row, ...rest] = await lines(607, month);
    expect(header?.[0]).toBe('607');
    expect(header?.[3]).toBe(String(1 + rest.length));
    expect(row?.[2]).toBe(invoice.fiscal_number);
    expect(row?.[7]).toBe('1000.00');
    expect(row?.[8]).toBe(invoice.tax);
    expect(row?.[19]).toBe(invoice.total);

    const payment = await billing.pay('300.00', {
      received_on: day,
      withholdings: [{ kind: 'isr', amount: '20' }],
    });
    const applied = await billing.call(
      'POST',
      `/api/payments/${payment.id}/apply`,
      { invoices: [{ invoice: invoice.fiscal_number }] },
      payment.row_version as number,
    );
    expect(applied.statusCode, applied.body).toBe(200);
    const [, paid] = await lines(607, month);
    expect(paid?.[11]).toBe('20.00');
    expect(paid?.[6]).toMatch(/^\d{8}$/);
    expect(paid?.[17]).toBe('320.00');
    expect((Number(paid?.[19]) + 320).toFixed(2)).toBe(Number(invoice.total).toFixed(2));

    const draft = note.json().data;
    const [line] = draft.lines;
    const reduced = await billing.call(
      'PATCH',
      `/api/invoices/${draft.id}`,
      { lines: { put: [{ id: line.id, quantity: '0.1' }] } },
      draft.row_version,
    );
    expect(reduced.statusCode, reduced.body).toBe(200);
    const credited = await billing.issue(reduced.json().data);
    const modified = (await lines(607, month)).find(([, , number]) => number === credited.fiscal_number);
    expect(modified?.slice(2, 5)).toEqual([credited.fiscal_number, invoice.fiscal_number, '01']);
    expect(modified?.[7]).toBe('100.00');
  });

  test('sums consumer invoices below the limit instead of listing them', async () => {
    const before = (await lines(607, new Date().toISOString().slice(0, 7))).length;
    const small = await billing.issued({ fiscal_document: 'B02' }, [{ unit_price: '100' }]);
    const month = String(small.issue_date).slice(0, 7);
    expect(await lines(607, month)).toHaveLength(before);
    const { 607: sales } = await summary(month);
    expect(sales.consumers).toMatchObject({ documents: 1, amount: '100.00', tax: small.tax });
    expect(sales.documents).toBe(before - 1);
  });

  test('of a month without sales is its header', async () => {
    expect(await lines(607, '2020-02')).toEqual([['607', 'EMISOR', '202002', '0']]);
  });
});

test('the report of voided documents has each with the code of its reason, and needs the code', async () => {
  const invoice = await billing.issued();
  const reason = await billing.reason('void');
  const voided = await billing.call(
    'POST',
    `/api/invoices/${invoice.id}/void`,
    { reason_id: reason, note: 'Se emitió dos veces' },
    invoice.row_version as number,
  );
  expect(voided.statusCode, voided.body).toBe(200);
  const month = String(voided.json().data.voided_on).slice(0, 7);
  const [header, row] = await lines(608, month);
  expect(header?.[3]).toBe('1');
  expect(row?.[0]).toBe(invoice.fiscal_number);
  expect(row?.[2]).toMatch(/^(0[1-9]|10)$/);

  const code = await api.database.one<{ fiscal_code: string }>(
    sql`SELECT fiscal_code FROM reasons WHERE id = ${reason}::uuid`,
  );
  const setCode = (value: string | null) =>
    api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`UPDATE reasons SET fiscal_code = ${value} WHERE id = ${reason}::uuid`),
    );
  await setCode(null);
  const refused = await billing.call('GET', `/api/fiscal-reports/608?${query(month)}`);
  expect(refused.statusCode).toBe(409);
  expect(refused.json().message).toContain(invoice.fiscal_number);
  expect((await summary(month))[608].without_code).toEqual([invoice.fiscal_number]);
  await setCode(code?.fiscal_code ?? null);
});

test('of a company without a tax id has no file, but says what it would have', async () => {
  const id = await api.database.transaction(systemChange('test'), async (tx) => {
    const row = await tx.one<{ id: string }>(sql`
      INSERT INTO companies (code, name, country_id) SELECT 'SINRNC', 'Sin RNC', country_id FROM companies LIMIT 1 RETURNING id`);
    return row?.id ?? '';
  });
  const shown = await billing.call('GET', `/api/fiscal-reports?${query(january, id)}`);
  expect(shown.json().data).toMatchObject({ has_tax_id: false, 607: { documents: 0 } });
  const refused = await billing.call('GET', `/api/fiscal-reports/607?${query(january, id)}`);
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({ code: 'company_without_tax_id' });
});

describe('a request', () => {
  test('without a company, a month or a known report is refused', async () => {
    for (const [url, status] of [
      [`/api/fiscal-reports?month=${january}`, 422],
      [`/api/fiscal-reports?${query('2026-13')}`, 422],
      [`/api/fiscal-reports/607?${query(january, '00000000-0000-7000-8000-000000000000')}`, 422],
      [`/api/fiscal-reports/609?${query()}`, 404],
    ] as const)
      expect((await billing.call('GET', url)).statusCode, url).toBe(status);
  });

  test('of somebody who does not see all invoices is forbidden', async () => {
    const headers = await signIn(api, await createUser(api, { role: 'sales_rep' }));
    const answer = await api.inject({ url: `/api/fiscal-reports/607?${query()}`, headers });
    expect(answer.statusCode).toBe(403);
  });
});
