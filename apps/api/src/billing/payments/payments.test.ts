import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { add, subtract } from '@pauta/domain/money/arithmetic.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';

let api: TestApi;
let fixture: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  fixture = await billingFixture(api);
});
afterAll(() => api.close());

const run = (payment: AnyRecord, command: string, input: object = {}) =>
  fixture.call('POST', `/api/payments/${payment.id}/${command}`, input);
const reason = { reason: 'Fondos insuficientes' };

/** Issued invoices of one line with this price and 18 % tax. */
const invoicesOf = async (...prices: string[]): Promise<AnyRecord[]> => {
  const made: AnyRecord[] = [];
  for (const price of prices) made.push(await fixture.issued({}, [{ unit_price: price }]));
  return made;
};

/** Settles what other tests left open, so that a payment is applied to its own invoices. */
const settleAll = async (): Promise<void> => {
  const row = await api.database.one<{ open: string }>(
    sql`SELECT coalesce(sum(balance), 0)::text AS open FROM invoices WHERE bill_to = 'client'`,
  );
  if (row && compareDecimals(row.open, '0') > 0) {
    const done = await run(await fixture.pay(row.open), 'apply_oldest');
    expect(done.statusCode, done.body).toBe(200);
  }
};

describe('a payment', () => {
  test('begins with a company and the day of its clock', async () => {
    const begins = await fixture.call('GET', '/api/payments/beginning');
    expect(begins.statusCode, begins.body).toBe(200);
    expect(begins.json().data).toMatchObject({
      company_id: { id: expect.any(String), label: expect.any(String) },
      received_on: companyToday(),
    });
  });

  test('has a receipt at once, and what is not applied is an advance', async () => {
    const payment = await fixture.pay('500', {
      withholdings: [{ kind: 'itbis', amount: '90', pct: '100', certificate: null }],
    });
    expect(payment).toMatchObject({
      receipt_no: expect.stringMatching(/^RC-\d{4}-\d{6}$/),
      withheld: '90.00',
      unapplied: '590.00',
      status: 'registered',
    });
    expect(await contradictions(api)).toEqual([]);
    const voided = await run(payment, 'void', reason);
    expect(voided.statusCode, voided.body).toBe(200);
    expect(await fixture.read('payments', payment.id)).toMatchObject({ status: 'voided', unapplied: '0.00' });
    expect((await run(payment, 'void', reason)).statusCode).toBe(409);
    expect(await contradictions(api)).toEqual([]);
  });

  test('is refused with a future date, without its account, and with a reference twice', async () => {
    const post = (values: object) =>
      fixture.call('POST', '/api/payments', {
        company_id: fixture.companyId,
        client_id: fixture.clientId,
        received_on: '2026-01-15',
        method: 'cheque',
        bank_account_id: fixture.bankAccountId,
        reference: 'CHEQUE-1',
        amount: '10',
        ...values,
      });
    expect((await post({})).statusCode).toBe(201);
    expect((await post({})).json().errors).toHaveProperty('reference');
    expect((await post({ received_on: '2999-01-01' })).json().errors).toHaveProperty('received_on');
    expect((await post({ bank_account_id: null })).json().errors).toHaveProperty('bank_account_id');
    expect((await post({ currency_code: 'USD', reference: 'X' })).json().errors).toHaveProperty(
      'bank_account_id',
    );
    expect((await post({ agency_id: fixture.agencyId, reference: 'Y' })).json().errors).toHaveProperty(
      'client_id',
    );
  });

  test('that was voided or returned is registered again with its reference', async () => {
    for (const command of ['void', 'return']) {
      const values = { reference: `OTRA-VEZ-${command}` };
      const wrong = await fixture.pay('10', values);
      expect((await run(wrong, command, reason)).statusCode).toBe(200);
      const right = await fixture.pay('12', values);
      expect(right).toMatchObject({ amount: '12.00', reference: values.reference });
      await expect(fixture.pay('12', values)).rejects.toThrow('Ya hay un cobro con esa referencia');
    }
  });

  test('by barter is posted to its own account, and is not cash', async () => {
    const collected = async (): Promise<string | undefined> =>
      (await fixture.call('GET', '/api/billing/workbench'))
        .json()
        .data.figures.find(({ currency }: AnyRecord) => currency === 'DOP')?.collected;
    const received_on = companyToday();
    await fixture.pay('5', { received_on });
    const before = await collected();
    const receipt = await fixture.barter('700', { received_on });
    expect(await collected()).toBe(before);
    const lines = await api.database.query(sql`
      SELECT a.code, l.debit::text, l.credit::text FROM journal_entries e JOIN journal_lines l ON l.entry_id = e.id
        JOIN gl_accounts a ON a.id = l.gl_account_id WHERE e.source_id = ${referenceId(receipt.payment_id)}
      ORDER BY l.position`);
    expect(lines).toEqual([
      { code: '1.1.04', debit: '700.00', credit: '0.00' },
      { code: '2.1.04', debit: '0.00', credit: '700.00' },
    ]);
    expect(await contradictions(api)).toEqual([]);
  });

  test('is applied to the oldest invoices first, as its dry run says', async () => {
    await settleAll();
    const [first, second] = await invoicesOf('100', '200');
    const payment = await fixture.pay('200');
    const plan = (await run(payment, 'apply_oldest/preview')).json().data;
    expect(plan).toMatchObject({
      applications: [
        { invoice_id: first!.id, amount: '118.00' },
        { invoice_id: second!.id, amount: '82.00' },
      ],
      left: '0.00',
    });
    const done = await run(payment, 'apply_oldest');
    expect(done.json().data, done.body).toMatchObject(plan);
    expect(await fixture.read('invoices', first!.id)).toMatchObject({
      balance: '0.00',
      payment_status: 'paid',
    });
    expect(await fixture.read('invoices', second!.id)).toMatchObject({
      balance: '154.00',
      payment_status: 'partial',
    });
    expect(await contradictions(api)).toEqual([]);
  });

  test('is applied to chosen invoices, up to what is left of both', async () => {
    const [invoice] = await invoicesOf('100');
    const payment = await fixture.pay('1000');
    const rows = (...invoices: object[]) => run(payment, 'apply', { invoices });
    expect((await rows({ invoice: 'FA-0', amount: '1' })).statusCode).toBe(422);
    expect((await rows({ invoice: invoice!.fiscal_number, amount: '118.01' })).json().message).toContain(
      '118.00',
    );
    const done = await rows(
      { invoice: invoice!.internal_no, amount: '18' },
      { invoice: invoice!.fiscal_number, amount: null },
    );
    expect(done.statusCode).toBe(422);
    expect((await rows({ invoice: invoice!.internal_no, amount: '18' })).statusCode).toBe(200);
    expect((await rows({ invoice: invoice!.fiscal_number })).statusCode).toBe(200);
    expect(await fixture.read('invoices', invoice!.id)).toMatchObject({ paid: '118.00', balance: '0.00' });
    expect(await fixture.read('payments', payment.id)).toMatchObject({
      applied: '118.00',
      unapplied: '882.00',
    });
  });

  test('that is returned reopens its invoices, with rows that take back its applications', async () => {
    await settleAll();
    const [invoice] = await invoicesOf('300');
    const payment = await fixture.pay('354');
    await run(payment, 'apply_oldest');
    const returned = await run(payment, 'return', reason);
    expect(returned.json().data, returned.body).toMatchObject({ reversed: 1 });
    expect(await fixture.read('payments', payment.id)).toMatchObject({
      status: 'returned',
      applied: '0.00',
      unapplied: '0.00',
    });
    expect(await fixture.read('invoices', invoice!.id)).toMatchObject({ paid: '0.00', balance: '354.00' });
    const rows = (
      await fixture.call('GET', `/api/payment-applications?f.payment_id=${payment.id}&fields=*`)
    ).json().data;
    expect(rows.map(({ amount }: AnyRecord) => amount).sort()).toEqual(['-354.00', '354.00']);
    expect((await run(payment, 'apply_oldest')).statusCode).toBe(409);
    expect(await contradictions(api)).toEqual([]);
  });
});

describe('the database (I10)', () => {
  const attempt = (...statements: ReturnType<typeof sql>[]) =>
    api.database
      .transaction(systemChange('test'), async (tx) => {
        for (const statement of statements) await tx.query(statement);
      })
      .then(
        () => 'done',
        (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
      );
  const application = (payment: AnyRecord, invoice: AnyRecord, amount: string) => sql`
    INSERT INTO payment_applications (name, payment_id, invoice_id, client_id, applied_on, currency_code, amount)
    VALUES ('x', ${payment.id}::uuid, ${invoice.id}::uuid, ${fixture.clientId}::uuid, '2026-01-15', 'DOP', ${amount}::numeric)`;

  test('refuses more than the payment, more than the balance, and anybody else’s invoice', async () => {
    const [invoice, other] = await invoicesOf('100', '100');
    const payment = await fixture.pay('120');
    expect(await attempt(application(payment, invoice!, '118.01'))).toBe('invoices_balance_left');
    expect(await attempt(application(payment, invoice!, '118'), application(payment, other!, '2.01'))).toBe(
      'payments_not_overapplied',
    );
    expect(await attempt(application(payment, invoice!, '-1'))).toBe('payment_applications_reversal');
    expect(await attempt(sql`UPDATE payments SET amount = 1000 WHERE id = ${payment.id}::uuid`)).toBe(
      'payments_keep',
    );
    expect(await attempt(sql`UPDATE payments SET applied = 1 WHERE id = ${payment.id}::uuid`)).toBe(
      'counted_columns',
    );
    const agencies = await fixture.issued({ agency_id: fixture.agencyId, bill_to: 'agency' });
    expect(await attempt(application(payment, agencies, '1'))).toBe('payment_applications_fit');
    expect(await attempt(application(payment, await fixture.draft(), '1'))).toMatch(
      /payment_applications_fit|balance/,
    );
  });

  test('many payments applied to one invoice at once never exceed it', async () => {
    await settleAll();
    const [invoice] = await invoicesOf('500');
    const payments: AnyRecord[] = [];
    for (let count = 0; count < 8; count += 1) payments.push(await fixture.pay('200'));
    const answers = await Promise.all(
      payments.map((payment) =>
        run(payment, 'apply', { invoices: [{ invoice: invoice!.internal_no, amount: '200' }] }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
    expect(answers.every(({ statusCode }) => [200, 409, 422].includes(statusCode))).toBe(true);
    expect(await fixture.read('invoices', invoice!.id)).toMatchObject({ paid: '400.00', balance: '190.00' });
    expect(await contradictions(api)).toEqual([]);
  });
});

test('after any sequence of issues, payments, applications, returns, credits and voids the books agree', async () => {
  const step = fc.record({
    kind: fc.constantFrom('issue', 'pay', 'apply', 'unapply', 'return', 'credit', 'void', 'void note'),
    units: fc.integer({ min: 1, max: 500_000 }),
    pick: fc.nat(20),
  });
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`
      UPDATE agencies SET commission_type_id = (SELECT id FROM commission_types WHERE accrual = 'payment' LIMIT 1)`),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), async (steps) => {
      const invoices: AnyRecord[] = [];
      const notes: AnyRecord[] = [];
      const payments: AnyRecord[] = [];
      for (const { kind, units, pick } of steps) {
        const amount = (units / 100).toFixed(2);
        const invoice = invoices[pick % Math.max(1, invoices.length)];
        const payment = payments[pick % Math.max(1, payments.length)];
        const voided = kind === 'void' ? invoice : notes[pick % Math.max(1, notes.length)];
        const commission = { commission_mode: 'later_settlement', agency_commission_pct: String(pick + 1) };
        if (kind === 'issue')
          invoices.push(
            await fixture.issued({ agency_id: fixture.agencyId, ...commission }, [
              { quantity: '3', unit_price: amount, discount_pct: '12.5' },
            ]),
          );
        else if (kind === 'pay') payments.push(await fixture.pay(amount));
        else if (kind === 'credit' && invoice) {
          const note = await fixture.call('POST', `/api/invoices/${invoice.id}/credit_note`, {
            reason_id: await fixture.reason('credit_note'),
          });
          if (note.statusCode === 201) {
            const draft = note.json().data as AnyRecord;
            const put = linesIn(draft, 'lines').map(({ id }) => ({ id, quantity: String((pick % 3) + 1) }));
            const part = await fixture.call(
              'PATCH',
              `/api/invoices/${draft.id}`,
              { lines: { put } },
              draft.row_version,
            );
            const { row_version } = part.json().data;
            const issued = await fixture.call('POST', `/api/invoices/${draft.id}/issue`, {}, row_version);
            expect([200, 422], issued.body).toContain(issued.statusCode);
            if (issued.statusCode === 200) notes.push(issued.json().data);
          }
        } else if (voided && (kind === 'void' || kind === 'void note')) {
          const { row_version } = await fixture.read('invoices', voided.id);
          const input = { reason_id: await fixture.reason('void') };
          await fixture.call('POST', `/api/invoices/${voided.id}/void`, input, row_version);
        } else if (payment && (kind === 'apply' || kind === 'unapply' || kind === 'return')) {
          const command = kind === 'apply' ? 'apply_oldest' : kind;
          const answer = await run(payment, command, kind === 'apply' ? {} : reason);
          expect([200, 409, 422]).toContain(answer.statusCode);
        }
      }
      expect(await contradictions(api)).toEqual([]);
    }),
    { numRuns: 6 },
  );
});

test('what a client owes is what the ledger says', async () => {
  const row = await api.database.one<{
    open: string;
    ledger: string;
    advances: string;
    unapplied: string;
  }>(sql`
    SELECT (SELECT sum(balance) FROM invoices)::text AS open,
      (SELECT sum(l.debit - l.credit) FROM journal_lines l JOIN gl_accounts a ON a.id = l.gl_account_id
        WHERE a.code IN ('1.1.02', '1.1.03'))::text AS ledger,
      (SELECT sum(l.credit - l.debit) FROM journal_lines l JOIN gl_accounts a ON a.id = l.gl_account_id
        WHERE a.code = '2.1.04')::text AS advances,
      (SELECT sum(unapplied) FROM payments)::text AS unapplied`);
  expect(subtract(row!.open, row!.ledger)).toBe('0.00');
  expect(subtract(row!.advances, row!.unapplied)).toBe('0.00');
  expect(compareDecimals(add(row!.open, row!.unapplied), '0')).toBe(1);
});
