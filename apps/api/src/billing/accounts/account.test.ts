import type { AccountFigures } from '@pauta/domain/billing/accounts/account-figures.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createRole, createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture } from '../testing/billing-fixture.ts';

let api: TestApi;
let fixture: BillingFixture;
const today = companyToday();

beforeAll(async () => {
  api = await startTestApi();
  fixture = await billingFixture(api);
});
afterAll(() => api.close());

interface Invoice {
  readonly id: string;
  readonly client_id: string;
  readonly agency_id: string | null;
  readonly bill_to: string;
  readonly currency_code: string;
  readonly doc_kind: string;
  readonly status: string;
  readonly issue_date: string | null;
  readonly voided_on: string | null;
  readonly due_date: string | null;
  readonly taxable: string;
  readonly balance: string;
}

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));
const text = (amount: bigint): string => {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const total = (amounts: readonly bigint[]): string => text(amounts.reduce((sum, one) => sum + one, 0n));

const readInvoices = (): Promise<Invoice[]> =>
  api.database.query<Invoice>(sql`
    SELECT id, client_id, agency_id, bill_to, currency_code, doc_kind, status, issue_date::text, voided_on::text,
      due_date::text, taxable::text, balance::text FROM invoices`);

/** What was billed by day, one document after the other. */
const billed = (invoices: readonly Invoice[]): { day: string; amount: bigint }[] =>
  invoices.flatMap(({ status, doc_kind, issue_date, voided_on, taxable }) => {
    if (!['issued', 'voided'].includes(status)) return [];
    const amount = doc_kind === 'credit_note' ? -cents(taxable) : cents(taxable);
    return [
      { day: issue_date ?? '', amount },
      ...(status === 'voided' ? [{ day: voided_on ?? '', amount: -amount }] : []),
    ];
  });
const firstDay = ((): string => {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - 12, 1)).toISOString().slice(0, 10);
})();

const get = async (path: string, headers = fixture.headers) => api.inject({ url: `/api/${path}`, headers });
const accountOf = async (path: string, headers = fixture.headers): Promise<AccountFigures> => {
  const response = await get(`${path}/account`, headers);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
};
const rowOf = async (path: string, id: string, headers = fixture.headers): Promise<AnyRecord> => {
  const response = await get(`${path}?fields=*&limit=100`, headers);
  expect(response.statusCode, response.body).toBe(200);
  const row = response.json().data.find((one: AnyRecord) => one.id === id);
  if (!row) throw new Error(`${path} does not list ${id}`);
  return row;
};

const documents = fc.array(
  fc.record({
    kind: fc.constantFrom('invoice', 'invoice', 'agency', 'dollars', 'credit', 'void', 'pay'),
    units: fc.integer({ min: 1, max: 900_000 }),
    ago: fc.integer({ min: 0, max: 420 }),
    pick: fc.nat(20),
  }),
  { minLength: 8, maxLength: 14 },
);

test('lists and pages sum what a naive calculation sums, after any sequence of documents', async () => {
  const year = today.slice(0, 4);
  const plan = { fiscal_year: Number(year), currency_code: 'DOP' };
  const post = async (path: string, payload: object): Promise<string> => {
    const response = await fixture.call('POST', `/api/${path}`, payload);
    expect(response.statusCode, response.body).toBe(201);
    return response.json().data.id;
  };
  const budget = await post('sales-budgets', { ...plan, name: 'Plan', company_id: fixture.companyId });
  const expected = await post('client-budgets', { ...plan, client_id: fixture.clientId });
  const { primary_sales_rep_id: seller } = await fixture.read('clients', fixture.clientId);
  const sellerId = (seller as { id: string }).id;
  const goals = await Promise.all(
    ['billed', 'collected'].map((metric) => post('rep-goals', { ...plan, user_id: sellerId, metric })),
  );
  await fc.assert(
    fc.asyncProperty(documents, async (steps) => {
      const made: AnyRecord[] = [];
      for (const { kind, units, ago, pick } of steps) {
        const amount = (units / 100).toFixed(2);
        const one = made[pick % Math.max(1, made.length)];
        if (kind === 'invoice' || kind === 'agency' || kind === 'dollars') {
          const draft = await fixture.draft(
            {
              ...(kind === 'agency' && { agency_id: fixture.agencyId, bill_to: 'agency' }),
              ...(kind === 'dollars' && { currency_code: 'USD' }),
            },
            [{ unit_price: amount, discount_pct: '7.5' }],
          );
          const answer = await fixture.call(
            'POST',
            `/api/invoices/${draft.id}/issue`,
            { issue_date: addDays(today, -ago) },
            draft.row_version,
          );
          expect([200, 409, 422], answer.body).toContain(answer.statusCode);
          if (answer.statusCode === 200) made.push(answer.json().data);
        } else if (kind === 'credit' && one) {
          const note = await fixture.call('POST', `/api/invoices/${one.id}/credit_note`, {
            reason_id: await fixture.reason('credit_note'),
          });
          if (note.statusCode !== 201) continue;
          const { id, row_version } = note.json().data;
          const answer = await fixture.call('POST', `/api/invoices/${id}/issue`, {}, row_version);
          // Refused if payments left less than the note takes back.
          expect([200, 422], answer.body).toContain(answer.statusCode);
        } else if (kind === 'void' && one) {
          const { row_version } = await fixture.read('invoices', one.id);
          const input = { reason_id: await fixture.reason('void') };
          await fixture.call('POST', `/api/invoices/${one.id}/void`, input, row_version);
        } else if (kind === 'pay') {
          const payment = await fixture.pay(amount);
          const { row_version } = await fixture.read('payments', payment.id);
          await fixture.call('POST', `/api/payments/${payment.id}/apply_oldest`, {}, row_version);
        }
      }
      const all = await readInvoices();
      const own = all.filter((one) => one.client_id === fixture.clientId);
      const client = await rowOf('clients', fixture.clientId);
      const currency = String(client.currency_code);
      const inCurrency = own.filter((one) => one.currency_code === currency);
      const events = billed(inCurrency).filter(({ day }) => day >= firstDay);
      expect(client.billed_12m).toBe(total(events.map(({ amount }) => amount)));
      const isOverdue = (one: Invoice) => cents(one.balance) > 0n && (one.due_date ?? '9999') < today;
      expect(client.overdue_balance).toBe(
        total(inCurrency.filter(isOverdue).map(({ balance }) => cents(balance))),
      );
      expect(client.has_overdue).toBe(own.some(isOverdue));
      expect((await fixture.read('clients', fixture.clientId)).billed_12m).toBe(client.billed_12m);

      const agency = await rowOf('agencies', fixture.agencyId);
      const ofAgency = all.filter(
        (one) => one.agency_id === fixture.agencyId && one.currency_code === agency.currency_code,
      );
      expect(agency.billed_12m).toBe(
        total(
          billed(ofAgency)
            .filter(({ day }) => day >= firstDay)
            .map(({ amount }) => amount),
        ),
      );
      expect(agency.open_balance).toBe(
        total(ofAgency.filter(({ bill_to }) => bill_to === 'agency').map(({ balance }) => cents(balance))),
      );

      const ofYear = (events: readonly { day: string; amount: bigint }[]): bigint[] =>
        events.filter(({ day }) => day.startsWith(year)).map(({ amount }) => amount);
      const inPesos = all.filter((one) => one.currency_code === 'DOP');
      const collected = (
        await api.database.query<{ day: string; amount: string; taxable: string; total: string }>(sql`
          SELECT a.applied_on::text AS day, a.amount::text, i.taxable::text, i.total::text FROM payment_applications a
          JOIN invoices i ON i.id = a.invoice_id WHERE i.currency_code = 'DOP'`)
      ).map(({ day, amount, taxable, total: whole }) => {
        const [part, by] = [cents(amount) * cents(taxable), cents(whole)];
        const size = part < 0n ? -part : part;
        const rounded = (2n * size + by) / (2n * by);
        return { day, amount: part < 0n ? -rounded : rounded };
      });
      expect(await fixture.read('sales-budgets', budget)).toMatchObject({
        booked: '0.00',
        billed: total(ofYear(billed(inPesos))),
        collected: total(ofYear(collected)),
      });
      expect(await fixture.read('client-budgets', expected)).toMatchObject({
        billed: total(ofYear(billed(inPesos.filter((one) => one.client_id === fixture.clientId)))),
      });
      // The client has its seller since today; days before count for nobody.
      const [shares] = await api.database.query<{ pct: string }>(sql`
        SELECT split_pct::text AS pct FROM portfolio_assignments
        WHERE client_id = ${fixture.clientId}::uuid AND user_id = ${sellerId}::uuid AND valid @> ${today}::date`);
      const since = (events: readonly { day: string; amount: bigint }[]): string => {
        const whole = events.filter(({ day }) => day >= today).reduce((sum, { amount }) => sum + amount, 0n);
        const part = whole * cents(shares?.pct ?? '0.0000');
        const [size, by] = [part < 0n ? -part : part, 1_000_000n];
        const rounded = (2n * size + by) / (2n * by);
        return text(part < 0n ? -rounded : rounded);
      };
      const reached = await Promise.all(
        goals.map(async (id) => (await fixture.read('rep-goals', id)).reached),
      );
      expect(reached).toEqual([
        since(billed(inPesos.filter((one) => one.client_id === fixture.clientId))),
        since(collected),
      ]);

      const account = await accountOf(`clients/${fixture.clientId}`);
      const currencies = new Set(account.currencies.map((one) => one.currency));
      for (const one of currencies) {
        const figures = account.currencies.find((row) => row.currency === one);
        const mine = own.filter((row) => row.currency_code === one);
        expect(figures?.balance.total).toBe(total(mine.map(({ balance }) => cents(balance))));
        const { total: _, ...ages } = figures?.balance ?? { total: '' };
        expect(total(Object.values(ages).map(cents))).toBe(figures?.balance.total);
        account.months.forEach((month, at) => {
          const amounts = billed(mine).filter(({ day }) => day.startsWith(month));
          expect(figures?.sales[at]).toBe(total(amounts.map(({ amount }) => amount)));
        });
      }
      expect(account.currencies.find((row) => row.currency === currency)?.sales_total ?? '0.00').toBe(
        client.billed_12m,
      );
      for (const value of ['true', 'false']) {
        const found = await get(`clients?f.has_overdue=${value}&limit=100&fields=has_overdue`);
        const ids = found.json().data.map(({ id }: AnyRecord) => id);
        expect(ids.includes(fixture.clientId)).toBe(String(client.has_overdue) === value);
      }
    }),
    { numRuns: 3 },
  );
});

describe('who sees the amounts', () => {
  const make = async (owner: string, count: number): Promise<string> => {
    const response = await fixture.call('POST', '/api/clients', {
      ...(await sampleBody(api.database, clients, count)),
      primary_sales_rep_id: owner,
      additional_sales_rep_id: null,
      currency_code: 'DOP',
      tax_exempt: false,
      tax_exempt_doc: undefined,
      tax_exempt_until: undefined,
      taxpayer_type: 'taxpayer',
    });
    expect(response.statusCode, response.body).toBe(201);
    return response.json().data.id;
  };

  test('sellers see those of their clients; without permission for invoices nobody does', async () => {
    const seller = await createUser(api, { role: 'sales_rep' });
    const other = await createUser(api, { role: 'sales_rep' });
    const mine = await make(seller.id, 4100);
    const theirs = await make(other.id, 4101);
    for (const client_id of [mine, theirs]) await fixture.issued({ client_id }, [{ unit_price: '250' }]);
    const own = await signIn(api, seller);
    expect(await rowOf('clients', mine, own)).toMatchObject({ billed_12m: '250.00', has_overdue: false });
    expect((await accountOf(`clients/${mine}`, own)).currencies).toMatchObject([
      { currency: 'DOP', sales_total: '250.00' },
    ]);
    expect((await get(`clients/${theirs}/account`, own)).statusCode).toBe(404);

    const blind = await signIn(
      api,
      await createUser(api, { role: await createRole(api, ['clients.view_all', 'clients.export']) }),
    );
    const hidden = { billed_12m: null, overdue_balance: null, has_overdue: null };
    expect(await rowOf('clients', mine, blind)).toMatchObject({ ...hidden, has_contract: false });
    expect((await get(`clients/${mine}`, blind)).json().data).toMatchObject(hidden);
    expect((await get('clients?f.has_overdue=false', blind)).json().data).toEqual([]);
    expect((await get('clients?where=not has_overdue:true', blind)).json().data).toEqual([]);
    expect((await get(`clients/${mine}/account`, blind)).statusCode).toBe(403);
    const file = await api.inject({
      method: 'POST',
      url: '/api/clients/export',
      headers: blind,
      payload: { format: 'csv', ids: [mine], columns: ['trade_name', 'billed_12m', 'overdue_balance'] },
    });
    expect(file.statusCode, file.body).toBe(200);
    expect(file.body).not.toContain('250');
    const seen = await api.inject({
      method: 'POST',
      url: '/api/clients/export',
      headers: fixture.headers,
      payload: { format: 'csv', ids: [mine], columns: ['trade_name', 'billed_12m'] },
    });
    expect(seen.body).toContain('250.00');

    // A reader of all clients who sees only the invoices of their own.
    const partly = await createUser(api, {
      role: await createRole(api, ['clients.view_all', 'invoices.view_own']),
    });
    const partlyOwn = await make(partly.id, 4102);
    await fixture.issued({ client_id: partlyOwn }, [{ unit_price: '40' }]);
    const some = await signIn(api, partly);
    expect(await rowOf('clients', partlyOwn, some)).toMatchObject({ billed_12m: '40.00' });
    expect(await rowOf('clients', theirs, some)).toMatchObject(hidden);
    expect((await accountOf(`clients/${theirs}`, some)).currencies).toEqual([]);
  });

  test('amounts are neither filters nor orders, and a bad id is no failure', async () => {
    for (const query of ['f.billed_12m=>DOP1', 'sort=billed_12m', 'where=overdue_balance>1'])
      expect((await get(`clients?${query}`)).statusCode, query).toBe(422);
    expect((await get('clients/summary?group=has_overdue')).statusCode).toBe(422);
    expect((await get('clients/nada/account')).statusCode).toBe(404);
    expect((await get(`agencies/${fixture.clientId}/account`)).statusCode).toBe(404);
    expect((await get('clients', await signInAs(api, 'pending'))).statusCode).toBe(403);
  });
});

test('a contract in force counts while it is valid, also one of a client that was merged', async () => {
  const world = await makeContractWorld(api);
  const old = await world.client();
  const heir = await world.client({ currency_code: 'DOP' });
  const space = await world.space(5);
  const contract = await world.pending(old, [world.line(space)]);
  const isListed = async (id: string, value: string): Promise<boolean> => {
    const { data } = (await get(`clients?f.has_contract=${value}&sort=-created_at&limit=5`)).json();
    return data.some((one: AnyRecord) => one.id === id);
  };
  expect([await isListed(old.id, 'true'), await isListed(old.id, 'false')]).toEqual([false, true]);
  expect((await world.run(contract.id, 'sign', { signed_on: today })).statusCode).toBe(200);
  expect([await isListed(old.id, 'true'), await isListed(old.id, 'false')]).toEqual([true, false]);
  expect(await rowOf('clients', old.id)).toMatchObject({ has_contract: true });
  await fixture.issued({ client_id: old.id }, [{ unit_price: '75' }]);

  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(
      sql`UPDATE clients SET merged_into_id = ${heir.id}::uuid, archived_at = now() WHERE id = ${old.id}::uuid`,
    ),
  );
  expect(await rowOf('clients', heir.id)).toMatchObject({ has_contract: true, billed_12m: '75.00' });
  expect(await isListed(heir.id, 'true')).toBe(true);
  expect((await accountOf(`clients/${heir.id}`)).currencies).toMatchObject([{ sales_total: '75.00' }]);
  const cancelled = await world.run(contract.id, 'cancel', { reason: 'El cliente cerró' });
  expect(cancelled.statusCode, cancelled.body).toBe(200);
  expect([await isListed(heir.id, 'true'), await isListed(heir.id, 'false')]).toEqual([false, true]);
});
