import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';

let api: TestApi;
let fixture: BillingFixture;
/** Another agency than that of the fixture. */
let otherAgency: string;

const change = (...statements: ReturnType<typeof sql>[]) =>
  api.database.transaction(systemChange('test'), async (tx) => {
    for (const statement of statements) await tx.query(statement);
  });
const accrueOn = (accrual: 'invoice' | 'payment') =>
  change(sql`
    UPDATE agencies SET commission_type_id = (SELECT id FROM commission_types WHERE accrual = ${accrual} LIMIT 1)`);

beforeAll(async () => {
  api = await startTestApi();
  fixture = await billingFixture(api);
  const other = await fixture.call('POST', '/api/agencies', await sampleBody(api.database, agencies, 30));
  otherAgency = other.json().data.id;
  await accrueOn('payment');
});
afterAll(() => api.close());

const noteOf = async (invoice: AnyRecord): Promise<AnyRecord> => {
  const response = await fixture.call('POST', `/api/invoices/${invoice.id}/credit_note`, {
    reason_id: await fixture.reason('credit_note'),
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};

const patch = (note: AnyRecord, values: object) =>
  fixture.call('PATCH', `/api/invoices/${note.id}`, values, note.row_version);

/** A draft of a note that takes back this much of each line, before tax. */
const noteOver = async (invoice: AnyRecord, ...prices: string[]): Promise<AnyRecord> => {
  const note = await noteOf(invoice);
  const put = linesIn(note, 'lines').map(({ id }, place) => ({ id, unit_price: prices[place] ?? '0' }));
  const response = await patch(note, { lines: { put } });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
};

const issue = (note: AnyRecord) =>
  fixture.call('POST', `/api/invoices/${note.id}/issue`, {}, note.row_version);

const voidIt = async (note: AnyRecord): Promise<void> => {
  const response = await fixture.call(
    'POST',
    `/api/invoices/${note.id}/void`,
    { reason_id: await fixture.reason('void') },
    note.row_version,
  );
  expect(response.statusCode, response.body).toBe(200);
};

const pay = async (invoice: AnyRecord, amount: string): Promise<void> => {
  const payment = await fixture.pay(amount);
  const applied = await fixture.call('POST', `/api/payments/${payment.id}/apply`, {
    invoices: [{ invoice: invoice.internal_no, amount }],
  });
  expect(applied.statusCode, applied.body).toBe(200);
};

const commissionOf = (invoice: AnyRecord) =>
  api.database.one<{ amount: string; due: string }>(sql`
    SELECT sum(amount)::text AS amount, sum(due_amount)::text AS due FROM agency_commissions
    WHERE invoice_id = ${invoice.id}::uuid`);

const later = (values: object = {}) => ({
  agency_id: fixture.agencyId,
  agency_commission_pct: '15',
  commission_mode: 'later_settlement',
  ...values,
});

describe('the commission of an agency (I11)', () => {
  test('that is earned with the payment is due once, also after a voided credit note', async () => {
    const invoice = await fixture.issued(later());
    const note = await fixture.issue(await noteOver(invoice, '500'));
    expect(await commissionOf(invoice)).toEqual({ amount: '75.00', due: '0.00' });
    await pay(invoice, '295');
    expect(await commissionOf(invoice)).toEqual({ amount: '75.00', due: '37.50' });
    await voidIt(note);
    expect(await commissionOf(invoice)).toEqual({ amount: '150.00', due: '37.50' });
    await pay(invoice, '885');
    expect(await commissionOf(invoice)).toEqual({ amount: '150.00', due: '150.00' });
    expect(await contradictions(api)).toEqual([]);
  });

  test('is due completely when what a credit note left is paid', async () => {
    const invoice = await fixture.issued(later(), [{ unit_price: '600' }, { unit_price: '400' }]);
    await fixture.issue(await noteOver(invoice, '600', '100'));
    await pay(invoice, '354');
    expect(await commissionOf(invoice)).toEqual({ amount: '45.00', due: '45.00' });
    expect(await contradictions(api)).toEqual([]);
  });

  test('is taken back at its own rate and accrual, whatever the agency or the note have by now', async () => {
    const invoice = await fixture.issued(later());
    const note = await noteOver(invoice, '500');
    const changed = await patch(note, { agency_commission_pct: '40' });
    expect(changed.statusCode, changed.body).toBe(200);
    await accrueOn('invoice');
    await fixture.issue(changed.json().data);
    const mode = await patch(await noteOver(invoice, '300'), { commission_mode: 'invoice_discount' });
    await fixture.issue(mode.json().data);
    await accrueOn('payment');
    const rows = await api.database.query(sql`
      SELECT accrual, pct::text, amount::text FROM agency_commissions WHERE invoice_id = ${invoice.id}::uuid ORDER BY id`);
    expect(rows).toEqual([
      { accrual: 'payment', pct: '15.0000', amount: '150.00' },
      { accrual: 'payment', pct: '15.0000', amount: '-75.00' },
      { accrual: 'payment', pct: '15.0000', amount: '-45.00' },
    ]);
    expect(await contradictions(api)).toEqual([]);
  });

  test('has nothing left after notes over all of it, whatever their rounding', async () => {
    const invoice = await fixture.issued(later({ agency_commission_pct: '3.33' }), [{ unit_price: '100' }]);
    for (const price of ['33.35', '33.35', '33.30']) await fixture.issue(await noteOver(invoice, price));
    expect(await commissionOf(invoice)).toMatchObject({ amount: '0.00' });
    expect(await contradictions(api)).toEqual([]);
  });
});

describe('a note after others', () => {
  test('takes back exactly what they left, also of every account', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 1, max: 30 })), {
          minLength: 1,
          maxLength: 3,
        }),
        fc.integer({ min: 0, max: 9_999 }),
        fc.boolean(),
        fc.array(fc.tuple(fc.constantFrom('price', 'quantity'), fc.integer({ min: 1, max: 9 })), {
          maxLength: 2,
        }),
        async (lines, discount, withAgency, parts) => {
          const hasAmount = ([cents, quantity]: [number, number]) =>
            cents * quantity * (10_000 - discount) >= 20_000;
          // What rounds to nothing is not issued.
          fc.pre(lines.some(hasAmount));
          const invoice = await fixture.issued(
            withAgency
              ? {
                  agency_id: fixture.agencyId,
                  agency_commission_pct: '7.77',
                  commission_mode: 'invoice_discount',
                }
              : {},
            lines.map(([cents, quantity]) => ({
              unit_price: (cents / 100).toFixed(2),
              quantity: String(quantity),
              discount_pct: (discount / 100).toFixed(2),
            })),
          );
          for (const [what, tenths] of parts) {
            if ((await fixture.read('invoices', invoice.id)).balance === '0.00') break;
            const note = await noteOf(invoice);
            const put = linesIn(note, 'lines').map(({ id, quantity, unit_price }) =>
              what === 'price'
                ? { id, unit_price: ((Number(unit_price) * tenths) / 10).toFixed(6) }
                : { id, quantity: ((Number(quantity) * tenths) / 10).toFixed(4) },
            );
            const changed = await patch(note, { lines: { put } });
            expect(changed.statusCode, changed.body).toBe(200);
            // A part of a few cents rounds to nothing, or to all that is left.
            if (changed.json().data.total !== '0.00') await issue(changed.json().data);
          }
          const { balance } = await fixture.read('invoices', invoice.id);
          if (balance !== '0.00') {
            const last = await noteOf(invoice);
            const saved = await patch(last, { notes: 'Lo que queda' });
            expect(saved.json().data, saved.body).toMatchObject({ total: balance });
            await fixture.issue(saved.json().data);
          }
          const accounts = await api.database.query(sql`
            SELECT l.gl_account_id, sum(l.debit - l.credit)::text AS amount
            FROM journal_lines l JOIN journal_entries e ON e.id = l.entry_id
            WHERE e.source_id IN (
              SELECT id::text FROM invoices WHERE ${invoice.id}::uuid IN (id, modifies_invoice_id))
            GROUP BY 1 HAVING sum(l.debit) <> sum(l.credit)`);
          // A part that rounds to all that is owed may leave a cent of the price of a line without an amount.
          if (parts.length === 0 || lines.every(hasAmount)) expect(accounts).toEqual([]);
          const again = await fixture.call('POST', `/api/invoices/${invoice.id}/credit_note`, {
            reason_id: await fixture.reason('credit_note'),
          });
          expect(again.json()).toMatchObject({ status: 409, code: 'nothing_left' });
        },
      ),
      {
        numRuns: 12,
        examples: [
          // A line of one cent, of which the discount leaves nothing, and one of two.
          [
            [
              [1, 1],
              [2, 3],
            ],
            5001,
            false,
            [],
          ],
          // A part that rounds to all of its line, but not to all of its price.
          [[[2, 3]], 5001, false, [['price', 9]]],
        ],
      },
    );
    expect(await contradictions(api)).toEqual([]);
  });

  test('takes back the price and the discount of a line that was given for free', async () => {
    const invoice = await fixture.issued({}, [
      { unit_price: '100' },
      { unit_price: '1000', discount_pct: '100' },
    ]);
    const note = await noteOf(invoice);
    expect(note).toMatchObject({ gross: '1100.00', net: '100.00', total: invoice.total });
    await fixture.issue(note);
    expect(await contradictions(api)).toEqual([]);
  });
});

describe('a credit note', () => {
  test('is of the agency of its invoice, also in SQL', async () => {
    const invoice = await fixture.issued(later());
    for (const agency_id of [otherAgency, null]) {
      const changed = await patch(await noteOf(invoice), { agency_id });
      expect(changed.statusCode, changed.body).toBe(200);
      const refused = await issue(changed.json().data);
      expect(refused.json(), refused.body).toMatchObject({
        errors: { modifies_invoice_id: [expect.stringContaining('agencia')] },
      });
    }
    const without = await fixture.issued();
    const changed = await patch(await noteOf(without), { agency_id: fixture.agencyId });
    expect((await issue(changed.json().data)).statusCode).toBe(422);
  });

  test('may be of the agency that the one of its invoice was merged into', async () => {
    const invoice = await fixture.issued(later({ agency_id: otherAgency }));
    const changed = await patch(await noteOf(invoice), { agency_id: fixture.agencyId });
    const merge = (into: string | null) =>
      change(
        sql`UPDATE agencies SET merged_into_id = ${into}::uuid, archived_at = now() WHERE id = ${otherAgency}::uuid`,
      );
    await merge(fixture.agencyId);
    const issued = await issue(changed.json().data);
    expect(issued.statusCode, issued.body).toBe(200);
    // The agency that earned the commission is the one it is taken back from.
    expect(await commissionOf(invoice)).toMatchObject({ amount: '0.00' });
    expect(await contradictions(api)).toEqual([]);
  });

  test('takes back no more of a line than it bills, together with the other notes', async () => {
    const invoice = await fixture.issued({}, [{ unit_price: '600' }, { unit_price: '400' }]);
    const beyond = await issue(await noteOver(invoice, '0', '400.01'));
    expect(beyond.json().message, beyond.body).toContain('renglón');
    await fixture.issue(await noteOver(invoice, '0', '300'));
    expect((await issue(await noteOver(invoice, '0', '100.01'))).statusCode).toBe(422);
    await fixture.issue(await noteOver(invoice, '600', '100'));
    expect(await fixture.read('invoices', invoice.id)).toMatchObject({ balance: '0.00' });
    expect(await contradictions(api)).toEqual([]);
  });

  test('has only lines of its invoice, with the contracted lines that those bill', async () => {
    const invoice = await fixture.issued();
    const note = await noteOver(invoice, '100');
    const added = await patch(note, {
      lines: { put: [{ id: newLineId(), description: 'Otra', unit_price: '10' }] },
    });
    const refused = await issue(added.json().data);
    expect(refused.json().message, refused.body).toContain('Quite los renglones');
    const other = await fixture.issued();
    await change(
      sql`UPDATE invoices SET lines_xact = pg_current_xact_id() WHERE id = ${note.id}::uuid`,
      sql`UPDATE invoice_lines l SET original_line_id = (SELECT id FROM invoice_lines WHERE invoice_id = ${other.id}::uuid)
        WHERE l.invoice_id = ${note.id}::uuid`,
    );
    expect((await issue(await fixture.read('invoices', note.id))).statusCode).toBe(422);
  });

  test('is not made by hand, without lines to take back', async () => {
    const invoice = await fixture.issued();
    const response = await fixture.call('POST', '/api/invoices', {
      concept: 'Devolución',
      doc_kind: 'credit_note',
      company_id: fixture.companyId,
      client_id: fixture.clientId,
      modifies_invoice_id: invoice.id,
    });
    expect(response.json(), response.body).toMatchObject({
      status: 422,
      errors: { doc_kind: [expect.stringContaining('Nota de crédito')] },
    });
  });

  test('that is issued at once with another takes back a line only once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const invoice = await fixture.issued(later(), [{ unit_price: '600' }, { unit_price: '400' }]);
      const notes = [await noteOver(invoice, '400'), await noteOver(invoice, '400')];
      const answers = await Promise.all(notes.map(issue));
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
      expect(await commissionOf(invoice)).toMatchObject({ amount: '90.00' });
    }
    expect(await contradictions(api)).toEqual([]);
  });
});
