import { readFile } from 'node:fs/promises';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { createRole, createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';

let api: TestApi;
let fixture: BillingFixture;
let dollarAccount: string;
const today = companyToday();
const ago = (days: number): string => addDays(today, -days);
const reason = { reason: 'Fondos insuficientes' };

beforeAll(async () => {
  api = await startTestApi();
  fixture = await billingFixture(api);
  const account = await fixture.call('POST', '/api/bank-accounts', {
    company_id: fixture.companyId,
    bank: 'Banco de Prueba',
    account_no: '960-USD',
    currency_code: 'USD',
  });
  dollarAccount = account.json().data.id;
  // A rate of each day: 59.0137, 59.1274, and so on from forty days ago.
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`
      INSERT INTO exchange_rates (from_currency, to_currency, on_date, rate)
      SELECT 'USD', 'DOP', ${today}::date - g, 60 + (20 - g) * 0.1137 FROM generate_series(0, 40) g`),
  );
});
afterAll(() => api.close());

const run = (payment: AnyRecord, command: string, input: object = {}) =>
  fixture.call('POST', `/api/payments/${payment.id}/${command}`, input);
const payDollars = (amount: string, days = 0) =>
  fixture.pay(amount, { currency_code: 'USD', bank_account_id: dollarAccount, received_on: ago(days) });
const payPesos = (amount: string, days = 0) => fixture.pay(amount, { received_on: ago(days) });
const bill = async (currency: string, price: string, days = 0): Promise<AnyRecord> =>
  fixture.issue(await fixture.draft({ currency_code: currency }, [{ unit_price: price }]), {
    issue_date: ago(days),
  });
const applyTo = async (payment: AnyRecord, invoice: AnyRecord, amount?: string): Promise<AnyRecord> => {
  const done = await run(payment, 'apply', { invoices: [{ invoice: invoice.internal_no, amount }] });
  expect(done.statusCode, done.body).toBe(200);
  return done.json().data;
};

/** Movements of the roles of an exchange difference, in the company's currency: debits less credits. */
const posted = async (...sources: AnyRecord[]): Promise<Record<string, string>> => {
  const rows = await api.database.query<{ role: string; amount: string }>(sql`
    SELECT p.role, sum(company_value(l, e))::text AS amount
    FROM journal_entries e JOIN journal_lines l ON l.entry_id = e.id
      JOIN posting_accounts p ON p.gl_account_id = l.gl_account_id
        AND p.role IN ('exchange_gain', 'exchange_loss', 'exchange_clearing', 'receivable_clients')
    WHERE e.source_id = ANY(${sources.map(({ id }) => id)}::text[]) GROUP BY 1 HAVING sum(company_value(l, e)) <> 0`);
  return Object.fromEntries(rows.map(({ role, amount }) => [role, amount]));
};

describe('an invoice in dollars', () => {
  test('paid in dollars at a higher rate realises a gain, and owes nothing in pesos', async () => {
    const invoice = await bill('USD', '1000', 20);
    expect(invoice.fx_rate).toBe('60.000000');
    const payment = await payDollars('1180', 10);
    expect((await applyTo(payment, invoice)).left).toBe('0.00');
    // 1,180 × (61.137 − 60)
    expect(await posted(invoice, payment)).toEqual({ exchange_gain: '-1341.66' });
    expect(await contradictions(api)).toEqual([]);
    expect((await run(payment, 'unapply', reason)).statusCode).toBe(200);
    expect(await posted(payment)).toEqual({});
    expect(await contradictions(api)).toEqual([]);
  });

  test('paid in dollars at a lower rate realises a loss, which a return takes back', async () => {
    const invoice = await bill('USD', '100', 10);
    const payment = await payDollars('50', 20);
    await applyTo(payment, invoice);
    expect(await posted(payment)).toMatchObject({ exchange_loss: '56.85' });
    expect((await run(payment, 'return', reason)).statusCode).toBe(200);
    expect(await posted(payment)).toEqual({});
    expect(await contradictions(api)).toEqual([]);
  });

  test('is settled with pesos at the rate of the day of the payment', async () => {
    const invoice = await bill('USD', '100', 20);
    const payment = await payPesos('10000', 10);
    const plan = await applyTo(payment, invoice);
    expect(plan).toMatchObject({
      applications: [{ currency_code: 'USD', amount: '118.00', taken: '7214.17' }],
      currency_code: 'DOP',
      left: '2785.83',
    });
    expect(await fixture.read('invoices', invoice.id)).toMatchObject({
      balance: '0.00',
      payment_status: 'paid',
    });
    expect(await fixture.read('payments', payment.id)).toMatchObject({ applied: '7214.17' });
    expect(await posted(invoice, payment)).toEqual({ exchange_gain: '-134.17' });
    expect(await contradictions(api)).toEqual([]);
    const [row] = (
      await fixture.call('GET', `/api/payment-applications?f.payment_id=${payment.id}&fields=*`)
    ).json().data;
    expect(row).toMatchObject({
      amount: '118.00',
      currency_code: 'USD',
      payment_amount: '7214.17',
      payment_currency_code: 'DOP',
      fx_rate: '61.137000',
    });
    expect((await run(payment, 'unapply', reason)).statusCode).toBe(200);
    expect(await posted(payment)).toEqual({});
    expect(await contradictions(api)).toEqual([]);
  });

  test('is partly settled by pesos that do not reach', async () => {
    const invoice = await bill('USD', '100', 20);
    const payment = await payPesos('1000', 20);
    const plan = await applyTo(payment, invoice);
    expect(plan).toMatchObject({ applications: [{ amount: '16.67', taken: '1000.00' }], left: '0.00' });
    expect(await contradictions(api)).toEqual([]);
  });

  test('credited at another rate owes nothing in pesos, also after the note is voided', async () => {
    const invoice = await bill('USD', '333.33', 20);
    const note = await fixture.call('POST', `/api/invoices/${invoice.id}/credit_note`, {
      reason_id: await fixture.reason('credit_note'),
    });
    const issued = await fixture.issue(note.json().data);
    expect(await contradictions(api)).toEqual([]);
    expect(await posted(issued)).toHaveProperty('exchange_gain');
    const voided = await fixture.call(
      'POST',
      `/api/invoices/${issued.id}/void`,
      { reason_id: await fixture.reason('void') },
      issued.row_version,
    );
    expect(voided.statusCode, voided.body).toBe(200);
    expect(await posted(issued)).toEqual({});
    expect(await contradictions(api)).toEqual([]);
  });
});

test('an invoice in pesos is settled with dollars, and no amount is settled for nothing', async () => {
  const invoice = await bill('DOP', '1000');
  const payment = await payDollars('15', 20);
  const plan = await applyTo(payment, invoice, '0.20');
  expect(plan).toMatchObject({ applications: [{ amount: '0.20', taken: '0.01' }], left: '14.99' });
  const rest = await applyTo(payment, invoice);
  expect(rest.applications).toMatchObject([{ amount: '899.40', taken: '14.99' }]);
  expect(await contradictions(api)).toEqual([]);
  const { id: fresh } = await payDollars('5');
  const refused = api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`
      INSERT INTO payment_applications (name, payment_id, invoice_id, client_id, applied_on, currency_code, amount,
        payment_currency_code, payment_amount)
      SELECT 'x', p.id, ${invoice.id}::uuid, p.client_id, business_date(), 'DOP', 100, 'USD', 0.01
      FROM payments p WHERE p.id = ${fresh}::uuid`),
  );
  await expect(refused).rejects.toMatchObject({ constraint: 'payment_applications_at_rate' });
});

test('the oldest invoices are those of the currency of the payment', async () => {
  await bill('DOP', '10', 40);
  const payment = await payDollars('5');
  const plan = await run(payment, 'apply_oldest/preview');
  const { applications } = plan.json().data;
  expect(applications.every(({ currency_code }: AnyRecord) => currency_code === 'USD')).toBe(true);
});

test('a payment settles invoices of another account only with the permission for it', async () => {
  const invoice = await fixture.issued({ agency_id: fixture.agencyId, bill_to: 'client' });
  const payment = await fixture.pay('1180', { client_id: null, agency_id: fixture.agencyId });
  const role = await createRole(api, [
    'payments.view_all',
    'payments.apply',
    'clients.view_all',
    'agencies.view_all',
  ]);
  const headers = await signIn(api, await createUser(api, { role }));
  const refused = await api.inject({
    method: 'POST',
    url: `/api/payments/${payment.id}/apply`,
    headers,
    payload: { invoices: [{ invoice: invoice.internal_no }] },
  });
  expect(refused.statusCode, refused.body).toBe(422);
  expect(refused.json().message ?? refused.body).toContain('otras cuentas');
  const plan = await applyTo(payment, invoice);
  expect((plan.applications as AnyRecord[])[0]).toMatchObject({
    billed_to: invoice.payer_name,
    amount: invoice.total,
  });
  expect(await fixture.read('invoices', invoice.id)).toMatchObject({ balance: '0.00' });
  expect(await contradictions(api)).toEqual([]);
  expect((await run(payment, 'unapply', reason)).statusCode).toBe(200);
  expect(await contradictions(api)).toEqual([]);
  // Without saying so, the database refuses it.
  const attempt = api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`
      INSERT INTO payment_applications (name, payment_id, invoice_id, agency_id, applied_on, currency_code, amount)
      VALUES ('x', ${payment.id}::uuid, ${invoice.id}::uuid, ${fixture.agencyId}::uuid, business_date(), 'DOP', 1)`),
  );
  await expect(attempt).rejects.toMatchObject({ constraint: 'payment_applications_fit' });
});

test('applied from two currencies at once, an invoice is never settled twice', async () => {
  const invoice = await bill('USD', '100', 15);
  const payments = [
    await payDollars('118', 3),
    await payPesos('9000', 2),
    await payDollars('118', 1),
    await payPesos('9000'),
  ];
  const answers = await Promise.all(
    payments.map((payment) => run(payment, 'apply', { invoices: [{ invoice: invoice.internal_no }] })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(answers.every(({ statusCode }) => [200, 409, 422].includes(statusCode))).toBe(true);
  expect(await fixture.read('invoices', invoice.id)).toMatchObject({ balance: '0.00' });
  expect(await contradictions(api)).toEqual([]);
});

test('after any sequence in two currencies documents, ledger and pesos agree', async () => {
  const step = fc.record({
    kind: fc.constantFrom(
      'bill',
      'pay',
      'apply',
      'apply',
      'unapply',
      'return',
      'credit',
      'void',
      'void note',
    ),
    dollars: fc.boolean(),
    units: fc.integer({ min: 1, max: 500_000 }),
    days: fc.nat(38),
    pick: fc.nat(20),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
      const invoices: AnyRecord[] = [];
      const notes: AnyRecord[] = [];
      const payments: AnyRecord[] = [];
      for (const { kind, dollars, units, days, pick } of steps) {
        const amount = (units / 100).toFixed(2);
        const invoice = invoices[pick % Math.max(1, invoices.length)];
        const payment = payments[(pick + days) % Math.max(1, payments.length)];
        const voided = kind === 'void' ? invoice : notes[pick % Math.max(1, notes.length)];
        if (kind === 'bill') invoices.push(await bill(dollars ? 'USD' : 'DOP', amount, days));
        else if (kind === 'pay')
          payments.push(await (dollars ? payDollars(amount, days) : payPesos(amount, days)));
        else if (kind === 'credit' && invoice) {
          const note = await fixture.call('POST', `/api/invoices/${invoice.id}/credit_note`, {
            reason_id: await fixture.reason('credit_note'),
          });
          if (note.statusCode !== 201) continue;
          const draft = note.json().data as AnyRecord;
          const put = linesIn(draft, 'lines').map(({ id, unit_price }) => ({
            id,
            unit_price: dollars ? unit_price : (Number(unit_price) / 3).toFixed(2),
          }));
          const part = await fixture.call(
            'PATCH',
            `/api/invoices/${draft.id}`,
            { lines: { put } },
            draft.row_version,
          );
          const { row_version } = part.json().data;
          const issued = await fixture.call('POST', `/api/invoices/${draft.id}/issue`, {}, row_version);
          expect([200, 409, 422], issued.body).toContain(issued.statusCode);
          if (issued.statusCode === 200) notes.push(issued.json().data);
        } else if (voided && (kind === 'void' || kind === 'void note')) {
          const { row_version } = await fixture.read('invoices', voided.id);
          const input = { reason_id: await fixture.reason('void') };
          const answer = await fixture.call('POST', `/api/invoices/${voided.id}/void`, input, row_version);
          expect([200, 409, 422], answer.body).toContain(answer.statusCode);
        } else if (payment && (kind === 'apply' || kind === 'unapply' || kind === 'return')) {
          const answer =
            kind === 'apply'
              ? await run(payment, 'apply', { invoices: [{ invoice: invoice?.internal_no ?? 'FA-0' }] })
              : await run(payment, kind, reason);
          expect([200, 409, 422], answer.body).toContain(answer.statusCode);
        }
        expect(await contradictions(api)).toEqual([]);
      }
    }),
    { numRuns: 20 },
  );
});

test('the migration realises what was settled before it', async () => {
  const invoice = await bill('USD', '70', 20);
  await applyTo(await payDollars('82.60', 1), invoice);
  const migration = await readFile(
    new URL('../../../migrations/0119_payments_in_depth.sql', import.meta.url),
    'utf8',
  );
  const block = /DO \$\$.+?END\n\$\$;/s.exec(migration)?.[0] ?? '';
  await api.testDatabase.runAsSuperuser(sql`
    WITH gone AS (
      DELETE FROM journal_lines l USING journal_entries e WHERE e.id = l.entry_id AND e.source_kind = 'exchange' RETURNING e.id)
    DELETE FROM journal_entries WHERE id IN (SELECT id FROM gone)`);
  expect(await contradictions(api)).toContainEqual({
    what: expect.stringMatching(/^company currency of /),
  });
  const owner = new pg.Client(api.testDatabase.owner);
  await owner.connect();
  try {
    await owner.query(`BEGIN; SELECT set_config('pauta.request', 'test', true); ${block} COMMIT`);
  } finally {
    await owner.end();
  }
  expect(
    (await contradictions(api)).filter(({ what }) => what !== 'numbers of entries' && !/RC-/.test(what)),
  ).toEqual([]);
});
