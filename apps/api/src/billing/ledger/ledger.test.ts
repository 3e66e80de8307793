import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { multiply, negate, subtract, sum } from '@pauta/domain/money/arithmetic.ts';
import golden from '@pauta/domain/money/golden-money.json' with { type: 'json' };
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import { readSheet } from 'read-excel-file/universal';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invariants } from '../../invariants.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';

let api: TestApi;
let fixture: BillingFixture;
let approver: Record<string, string>;

const today = companyToday();
const month = today.slice(0, 7);

beforeAll(async () => {
  api = await startTestApi();
  fixture = await billingFixture(api);
  approver = await signInAs(api, 'finance');
  await api.database.query(sql`UPDATE agencies SET commission_mode = 'later_settlement'`);
});
afterAll(() => api.close());

/** What is proved every night of billing and the ledger. */
const proofs = invariants.filter(({ name }) =>
  /^(fiscal_numbers|applications|ledger_balances|commissions|commission_settlements|advances)$/.test(name),
);
const proveAll = async (): Promise<void> => {
  expect(await contradictions(api)).toEqual([]);
  for (const { name, offending } of proofs) expect(await api.database.query(offending), name).toEqual([]);
};

/** How often each thing was done and not refused. */
const done: Record<string, number> = {};

/** Refusals are answers; anything else than a refusal or success is an error of the product. */
const attempt = async (
  method: 'POST',
  path: string,
  record: Partial<AnyRecord> | undefined,
  input: object = {},
) => {
  if (!record) return;
  const answer = await fixture.call(method, `/api/${path}`, input, Number(record.row_version ?? 0));
  expect([200, 201, 409, 412, 422], answer.body).toContain(answer.statusCode);
  const command = path.split('/').at(-1) ?? '';
  if (answer.statusCode < 300) done[command] = (done[command] ?? 0) + 1;
};

/** One thing that is done; `pick` chooses of what there is. */
type Step =
  | { readonly do: 'bill'; readonly cents: number; readonly agency: boolean }
  | { readonly do: 'pay'; readonly cents: number }
  | {
      readonly do:
        | 'apply'
        | 'unapply'
        | 'return'
        | 'void'
        | 'credit'
        | 'settle'
        | 'approve'
        | 'drop'
        | 'adjust';
      readonly pick: number;
    };

const pick = fc.nat(50);
const cents = fc.oneof(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 100, max: 99_999_99 }));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('bill' as const), cents, agency: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pay' as const), cents }) },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'apply',
        'unapply',
        'return',
        'void',
        'credit',
        'settle',
        'approve',
        'drop',
        'adjust',
      ),
      pick,
    }),
  },
);

const amountOf = (value: number): string => (value / 100).toFixed(2);
const rowsOf = async (path: string): Promise<AnyRecord[]> =>
  (await fixture.call('GET', `/api/${path}?limit=100&fields=*`)).json().data;
const oneOf = (rows: readonly AnyRecord[], place: number): AnyRecord | undefined =>
  rows.length === 0 ? undefined : rows[place % rows.length];
const reason = { reason: 'Movimiento de una prueba' };

const run = async (one: Step): Promise<void> => {
  if (one.do === 'bill') {
    await fixture.issued({ ...(one.agency && { agency_id: fixture.agencyId }) }, [
      { unit_price: amountOf(one.cents) },
    ]);
    return;
  }
  if (one.do === 'pay') {
    await fixture.pay(amountOf(one.cents));
    return;
  }
  const invoice = async (kind: string) =>
    oneOf(
      (await rowsOf('invoices')).filter(({ status, doc_kind }) => status === 'issued' && doc_kind === kind),
      one.pick,
    );
  const payment = async () => oneOf(await rowsOf('payments'), one.pick);
  const settlement = async () => oneOf(await rowsOf('commission-settlements'), one.pick);
  switch (one.do) {
    case 'apply': {
      const of = await payment();
      return attempt('POST', `payments/${of?.id}/apply_oldest`, of);
    }
    case 'unapply':
    case 'return': {
      const of = await payment();
      return attempt('POST', `payments/${of?.id}/${one.do}`, of, reason);
    }
    case 'void': {
      const of = await invoice(one.pick % 3 === 0 ? 'credit_note' : 'invoice');
      return attempt('POST', `invoices/${of?.id}/void`, of, { reason_id: await fixture.reason('void') });
    }
    case 'credit': {
      const of = await invoice('invoice');
      if (!of) return;
      const made = await fixture.call('POST', `/api/invoices/${of.id}/credit_note`, {
        reason_id: await fixture.reason('credit_note'),
      });
      if (made.statusCode >= 300) return;
      const note = await fixture.read('invoices', made.json().data.id);
      // A part of the line, so that several notes may take back one invoice.
      const [line] = linesIn(note, 'lines');
      const changed = await fixture.call(
        'PATCH',
        `/api/invoices/${note.id}`,
        {
          lines: {
            put: [{ id: line?.id, unit_price: amountOf(Math.max(1, Math.round(Number(line?.net) * 37))) }],
          },
        },
        Number(note.row_version),
      );
      const current = changed.statusCode === 200 ? changed.json().data : note;
      return attempt('POST', `invoices/${note.id}/issue`, current);
    }
    case 'settle':
      return attempt(
        'POST',
        'commission-settlements/prepare',
        { id: '' },
        {
          company_id: fixture.companyId,
          agency_id: fixture.agencyId,
          currency_code: 'DOP',
        },
      );
    case 'approve': {
      const of = await settlement();
      if (!of) return;
      const answer = await api.inject({
        method: 'POST',
        url: `/api/commission-settlements/${of.id}/approve`,
        headers: { ...approver, 'if-match': `"${of.row_version}"` },
        payload: {},
      });
      expect([200, 409, 412], answer.body).toContain(answer.statusCode);
      return;
    }
    case 'drop': {
      const of = await settlement();
      return attempt('POST', `commission-settlements/${of?.id}/void`, of, reason);
    }
    default: {
      const of = oneOf(await rowsOf('agency-commissions'), one.pick);
      return attempt('POST', `agency-commissions/${of?.id}/adjust`, of, {
        amount: amountOf((one.pick - 25) * 7 || 1),
        ...reason,
      });
    }
  }
};

test('random runs of bill, pay, return, credit, void and settle leave balances, ledger and documents in agreement', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
      for (const one of steps) await run(one);
      await proveAll();
    }),
    { numRuns: 10, seed: 20_261_129, endOnFailure: true },
  );
}, 240_000);

test('the same at once, three by three', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, step, step), { minLength: 4, maxLength: 6 }), async (rounds) => {
      for (const round of rounds) await Promise.all(round.map(run));
      await proveAll();
    }),
    { numRuns: 6, seed: 20_261_130, endOnFailure: true },
  );
  // None of the commands was always refused.
  for (const command of ['apply_oldest', 'unapply', 'return', 'void', 'issue', 'prepare', 'adjust'])
    expect(done[command] ?? 0, command).toBeGreaterThan(1);
}, 240_000);

test('entries of an invoice are those of the golden amounts', async () => {
  const documents = golden.documents.filter(({ lines }) =>
    lines.every(
      (line) => line.surcharges.length === 0 && line.agency_discount_rate === '0' && line.tax_rate === '0.18',
    ),
  );
  expect(documents.length).toBeGreaterThan(0);
  for (const { name, lines, expected } of documents) {
    const invoice = await fixture.issued(
      {},
      lines.map(({ quantity, list_price, discount }) => ({
        quantity,
        unit_price: list_price,
        discount_pct: multiply(discount, '100'),
      })),
    );
    const posted = await api.database.query<{ role: string; amount: string }>(sql`
      SELECT p.role, sum(l.debit - l.credit)::text AS amount FROM journal_entries e JOIN journal_lines l ON l.entry_id = e.id
        JOIN posting_accounts p ON p.gl_account_id = l.gl_account_id AND p.platform_id IS NULL
      WHERE e.source_id = ${invoice.id} GROUP BY 1`);
    const of = (role: string) => posted.find((row) => row.role === role)?.amount ?? '0.00';
    expect([of('receivable_clients'), of('tax_payable'), of('income'), of('discounts')], name).toEqual([
      expected.total,
      negate(expected.tax),
      negate(expected.gross),
      subtract(expected.gross, expected.net),
    ]);
  }
});

test('the trial balance of a month adds up to nothing, and its file has the same rows', async () => {
  const query = `company_id=${fixture.companyId}&month=${month}`;
  const answer = await fixture.call('GET', `/api/trial-balance?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  const rows: Record<string, string>[] = answer.json().data;
  expect(rows.length).toBeGreaterThan(3);
  expect(sum(rows.map(({ closing }) => closing ?? ''))).toBe('0.00');
  expect(sum(rows.map(({ debit }) => debit ?? ''))).toBe(sum(rows.map(({ credit }) => credit ?? '')));
  const file = await fixture.call('GET', `/api/trial-balance/file?${query}`);
  expect(file.body.trim().split('\r\n')).toHaveLength(rows.length + 1);
  const journal = await fixture.call('GET', `/api/trial-balance/journal?${query}`);
  const [lines] = await api.database.query<{ count: number }>(sql`
    SELECT count(*)::integer AS count FROM journal_lines l JOIN journal_entries e ON e.id = l.entry_id
    WHERE e.company_id = ${fixture.companyId}::uuid AND e.posted_on >= ${`${month}-01`}::date`);
  expect(journal.body.trim().split('\r\n')).toHaveLength((lines?.count ?? 0) + 1);
  const sheet = async (name: string) => {
    const { rawPayload: bytes, headers } = await fixture.call(
      'GET',
      `/api/trial-balance/${name}?${query}&format=xlsx`,
    );
    expect(headers['content-disposition']).toContain('.xlsx');
    return readSheet(
      bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
      1,
    );
  };
  const balance = await sheet('file');
  expect(balance).toHaveLength(rows.length + 1);
  expect(balance[1]).toEqual([
    rows[0]?.code,
    rows[0]?.name,
    rows[0]?.currency,
    ...['opening', 'debit', 'credit', 'closing'].map((name) => Number(rows[0]?.[name])),
  ]);
  expect((await sheet('journal')).length).toBe((lines?.count ?? 0) + 1);
  const reader = await signInAs(api, 'billing');
  const refused = await api.inject({ url: `/api/trial-balance/journal?${query}`, headers: reader });
  expect(refused.statusCode).toBe(403);
});

test('closing a month names what is open, and keeps what it was', async () => {
  await fixture.draft();
  await fixture.pay('10', { received_on: today });
  const made = await fixture.call('POST', '/api/fiscal-periods', {
    company_id: fixture.companyId,
    month: today,
  });
  expect(made.statusCode, made.body).toBe(201);
  const period = made.json().data;
  const { data } = (await fixture.call('GET', `/api/fiscal-periods/${period.id}/close`)).json();
  expect(data.map(({ code }: { code: string }) => code)).toEqual(
    expect.arrayContaining(['draft_invoices', 'unapplied_payments', 'unreconciled_payments']),
  );
  const close = (input: object) =>
    fixture.call(
      'POST',
      `/api/fiscal-periods/${period.id}/close`,
      { reason: 'Fin de mes', ...input },
      period.row_version,
    );
  const refused = await close({});
  expect(refused.statusCode).toBe(422);
  expect(refused.json().errors.with_open[0]).toContain('borrador');
  const closed = await close({ with_open: true });
  expect(closed.statusCode, closed.body).toBe(200);
  expect(closed.json().data).toMatchObject({ status: 'closed', left_open: expect.stringContaining('cobro') });
  const late = await fixture.call('POST', '/api/commission-settlements/prepare', {
    company_id: fixture.companyId,
    agency_id: fixture.agencyId,
    currency_code: 'DOP',
  });
  expect([201, 409]).toContain(late.statusCode);
  expect((await fixture.call('GET', '/api/fiscal-periods/no-es/close')).statusCode).toBe(404);
});
