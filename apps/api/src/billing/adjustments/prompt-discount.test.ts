import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { add, subtract } from '@pauta/domain/money/arithmetic.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';

let api: TestApi;
let fixture: BillingFixture;
/** 2 % within 10 days, else 30 days. */
let term: string;
const today = companyToday();

beforeAll(async () => {
  api = await startTestApi();
  fixture = await billingFixture(api);
  const row = await api.database.one<{ id: string }>(sql`
    SELECT id FROM credit_terms WHERE discount_pct = 2 AND discount_days = 10 AND days = 30`);
  term = row?.id ?? '';
});
afterAll(async () => {
  expect(await contradictions(api)).toEqual([]);
  await api.close();
});

const invoiceOf = async (
  lines: readonly object[] = [{ unit_price: '1000' }],
  values: object = {},
  issue_date = today,
): Promise<AnyRecord> =>
  fixture.issue(await fixture.draft({ credit_term_id: term, ...values }, lines), { issue_date });
const pay = async (invoice: AnyRecord, amount: string, received_on = today): Promise<AnyRecord> => {
  const payer = invoice.bill_to === 'agency' ? { client_id: null, agency_id: fixture.agencyId } : {};
  const payment = await fixture.pay(amount, { received_on, ...payer });
  const applied = await fixture.call('POST', `/api/payments/${payment.id}/apply`, {
    invoices: [{ invoice: invoice.internal_no, amount }],
  });
  expect(applied.statusCode, applied.body).toBe(200);
  return payment;
};
const discount = (invoice: AnyRecord) =>
  fixture.call('POST', `/api/invoices/${invoice.id}/prompt_discount`, {});
const issue = async (note: AnyRecord) => {
  const { row_version } = await fixture.read('invoices', note.id);
  return fixture.call('POST', `/api/invoices/${note.id}/issue`, {}, row_version);
};
const dueOf = (invoice: AnyRecord): string =>
  subtract(String(invoice.total), String(invoice.prompt_discount));

test('an invoice offers the discount of its term, and what was paid in time but for it is settled by a credit note', async () => {
  const invoice = await invoiceOf();
  expect(invoice).toMatchObject({
    total: '1180.00',
    prompt_until: addDays(today, 10),
    prompt_pct: '2.0000',
    prompt_discount: '23.60',
  });
  const early = await discount(invoice);
  expect(early.statusCode).toBe(409);
  expect(early.json().message).toMatch(/Faltan RD\$1,156\.40/);
  await pay(invoice, '1156.40');
  const prepared = await discount(invoice);
  expect(prepared.statusCode, prepared.body).toBe(201);
  const note = prepared.json().data as AnyRecord;
  expect(note).toMatchObject({ doc_kind: 'credit_note', status: 'draft', total: '23.60', rebill: false });
  expect(linesIn(note, 'lines')).toMatchObject([{ net: '20.00', tax: '3.60', total: '23.60' }]);
  const twice = await discount(invoice);
  expect(twice.statusCode).toBe(422);
  expect(twice.json().message).toMatch(/ya tiene su descuento/);
  const issued = await issue(note);
  expect(issued.statusCode, issued.body).toBe(200);
  expect(await fixture.read('invoices', invoice.id)).toMatchObject({
    balance: '0.00',
    paid: '1156.40',
    credited: '23.60',
    payment_status: 'paid',
  });
});

test('it is refused when the payment came late, was too much, or another note changed the invoice', async () => {
  const late = await invoiceOf(undefined, {}, addDays(today, -11));
  expect(late.prompt_until).toBe(addDays(today, -1));
  const payment = await pay(late, dueOf(late));
  const refused = await discount(late);
  expect(refused.statusCode).toBe(409);
  expect(refused.json().message).toContain(`El cobro ${payment.receipt_no} llegó después`);

  const over = await invoiceOf();
  await pay(over, '1160');
  expect((await discount(over)).json().message).toMatch(/Se le aplicó de más/);

  const credited = await invoiceOf([{ unit_price: '1000' }, { unit_price: '10' }]);
  const other = await fixture.call('POST', `/api/invoices/${credited.id}/credit_note`, {
    reason_id: await fixture.reason('credit_note'),
  });
  const draft = other.json().data as AnyRecord;
  const [first] = linesIn(draft, 'lines');
  const part = await fixture.call(
    'PATCH',
    `/api/invoices/${draft.id}`,
    { lines: { drop: [first?.id] } },
    draft.row_version,
  );
  expect(part.statusCode, part.body).toBe(200);
  expect((await issue(draft)).statusCode).toBe(200);
  await pay(credited, subtract(dueOf(credited), '11.80'));
  expect((await discount(credited)).json().message).toMatch(/otra nota de crédito/);

  const none = await fixture.issued();
  expect(none.prompt_discount).toBeNull();
  expect((await discount(none)).statusCode).toBe(409);
});

test('the note is not issued once the payment was taken back or its amount was changed', async () => {
  const invoice = await invoiceOf();
  const payment = await pay(invoice, dueOf(invoice));
  const note = (await discount(invoice)).json().data as AnyRecord;
  const [line] = linesIn(note, 'lines');
  const more = await fixture.call(
    'PATCH',
    `/api/invoices/${note.id}`,
    { lines: { put: [{ id: line?.id, unit_price: '100' }] } },
    note.row_version,
  );
  expect(more.statusCode, more.body).toBe(200);
  const changed = await issue(note);
  expect(changed.statusCode).toBe(422);
  expect(changed.json().message).toMatch(/ya no corresponde/);
  const back = more.json().data as AnyRecord;
  await fixture.call(
    'PATCH',
    `/api/invoices/${note.id}`,
    { lines: { put: [{ id: line?.id, unit_price: '20' }] } },
    back.row_version,
  );
  const unapply = async () => {
    const { row_version } = await fixture.read('payments', payment.id);
    return fixture.call(
      'POST',
      `/api/payments/${payment.id}/unapply`,
      { reason: 'Era de otra' },
      row_version,
    );
  };
  expect((await unapply()).statusCode).toBe(200);
  expect((await issue(note)).statusCode).toBe(422);
  expect(await fixture.read('invoices', invoice.id)).toMatchObject({ balance: '1180.00', credited: '0.00' });
});

test('two who give it at once give it once', async () => {
  const invoice = await invoiceOf();
  await pay(invoice, dueOf(invoice));
  const answers = await Promise.all([discount(invoice), discount(invoice), discount(invoice)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422, 422]);
  // An archived draft leaves it to be prepared again.
  const note = answers.find(({ statusCode }) => statusCode === 201)?.json().data as AnyRecord;
  const archived = await api.inject({
    method: 'DELETE',
    url: `/api/invoices/${note.id}`,
    headers: { ...fixture.headers, 'if-match': `"${note.row_version}"` },
  });
  expect(archived.statusCode, archived.body).toBeLessThan(300);
  expect((await discount(invoice)).statusCode).toBe(201);
});

test('whatever the lines and the percentage, payment and note settle the invoice to the cent', async () => {
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 9 }).map(String),
    unit_price: fc.integer({ min: 1, max: 500_000 }).map((units) => (units / 100).toFixed(2)),
    discount_pct: fc.constantFrom('0', '12.5', '33.3333'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('0.5', '2', '3.3333', '7.5'),
      fc.boolean(),
      async (lines, pct, isAgency) => {
        await api.database.transaction(systemChange('test'), (tx) =>
          tx.query(sql`UPDATE credit_terms SET discount_pct = ${pct}::numeric WHERE id = ${term}::uuid`),
        );
        const invoice = await invoiceOf(
          lines,
          isAgency
            ? {
                agency_id: fixture.agencyId,
                bill_to: 'agency',
                commission_mode: 'invoice_discount',
                agency_commission_pct: '15',
              }
            : {},
        );
        if (invoice.prompt_discount === null) return;
        await pay(invoice, dueOf(invoice));
        const prepared = await discount(invoice);
        expect(prepared.statusCode, prepared.body).toBe(201);
        expect((await issue(prepared.json().data)).statusCode).toBe(200);
        const settled = await fixture.read('invoices', invoice.id);
        expect(settled.balance).toBe('0.00');
        expect(add(String(settled.paid), String(settled.credited))).toBe(invoice.total);
      },
    ),
    { numRuns: 6 },
  );
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`UPDATE credit_terms SET discount_pct = 2 WHERE id = ${term}::uuid`),
  );
});

test('the printed invoice and the statement say what to pay until when', async () => {
  const invoice = await invoiceOf();
  for (const path of [`invoices/${invoice.id}/invoice.pdf`, `clients/${fixture.clientId}/statement.pdf`]) {
    const answer = await fixture.call('GET', `/api/${path}`);
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await readPdf(answer.rawPayload)).text.replaceAll(/\s+/g, ' ')).toMatch(
      /[Pp]ronto pago: (pague RD\$)?1,156\.40 hasta el/,
    );
  }
});
