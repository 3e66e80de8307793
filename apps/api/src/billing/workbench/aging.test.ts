import type { AgedBalance } from '@pauta/domain/billing/accounts/account-figures.ts';
import { agingBuckets } from '@pauta/domain/billing/accounts/aging-buckets.ts';
import type { Dues } from '@pauta/domain/billing/accounts/open-due.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { add, sum } from '@pauta/domain/money/arithmetic.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createRole, createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';
import { mostAccounts } from './aging.ts';

let api: TestApi;
let fixture: BillingFixture;
let payers: { readonly clients: readonly string[]; readonly agencies: readonly string[] };

const today = companyToday();
const currencies = ['DOP', 'USD'] as const;
const change = (...statements: ReturnType<typeof sql>[]) =>
  api.database.transaction(systemChange('test'), async (tx) => {
    for (const statement of statements) await tx.query(statement);
  });

beforeAll(async () => {
  api = await startTestApi();
  fixture = await billingFixture(api);
  await change(sql`
    INSERT INTO exchange_rates (from_currency, to_currency, on_date, rate)
    SELECT 'USD', 'DOP', ${today}::date - n, 60 FROM generate_series(0, 250) n`);
  const make = async (resource: Resource, sample: number, values: object = {}): Promise<string> => {
    const body = { ...(await sampleBody(api.database, resource, sample)), ...values };
    const response = await fixture.call('POST', `/api/${resource.path}`, body);
    if (response.statusCode !== 201) throw new Error(response.body);
    return response.json().data.id;
  };
  const plain = { tax_exempt: false, tax_exempt_doc: undefined, tax_exempt_until: undefined };
  payers = {
    clients: [fixture.clientId, await make(clients, 40, plain), await make(clients, 41, plain)],
    agencies: [fixture.agencyId, await make(agencies, 40)],
  };
});
afterAll(() => api.close());

type Account = AgedBalance & { readonly id: string; readonly name: string; readonly disputed: string };

const workbench = async (query: string, headers = fixture.headers) => {
  const response = await api.inject({ url: `/api/billing/workbench?${query}`, headers });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data as {
    readonly accounts: readonly Account[];
    readonly total: AgedBalance;
    readonly is_cut: boolean;
    readonly figures: readonly Readonly<Record<string, string | null>>[];
  };
};

interface Open {
  readonly client: string;
  readonly agency: string | null;
  readonly currency: string;
  readonly issue_date: string;
  readonly due_date: string;
  readonly left: string;
}

/** What is left of each issued invoice: its lines, less applications and credit notes. */
const openInvoices = (): Promise<readonly Open[]> =>
  api.database.query<Open>(sql`
    SELECT i.client_id AS client, CASE i.bill_to WHEN 'agency' THEN i.agency_id END AS agency,
      i.currency_code AS currency, i.issue_date::text, i.due_date::text,
      ((SELECT sum(l.total) FROM invoice_lines l WHERE l.invoice_id = i.id)
        - (SELECT coalesce(sum(a.amount), 0) FROM payment_applications a WHERE a.invoice_id = i.id)
        - (SELECT coalesce(sum(n.total), 0) FROM invoices n
          WHERE n.modifies_invoice_id = i.id AND n.doc_kind = 'credit_note' AND n.status = 'issued'))::text AS left
    FROM invoices i WHERE i.status = 'issued' AND i.doc_kind <> 'credit_note'`);

const days = (from: string): number => (Date.parse(today) - Date.parse(from)) / 86_400_000;

/** The bucket of an age, without the definitions that the statement and the screen use. */
const bucketOf = (age: number): keyof AgedBalance => {
  if (age <= 0) return 'current';
  if (age > 120) return 'older';
  return (['d30', 'd60', 'd90', 'd120'] as const)[Math.ceil(age / 30) - 1] ?? 'older';
};

const zero: Record<keyof AgedBalance, string> = {
  current: '0.00',
  d30: '0.00',
  d60: '0.00',
  d90: '0.00',
  d120: '0.00',
  older: '0.00',
  total: '0.00',
};

const addUp = (
  open: readonly Open[],
  by: 'client' | 'agency',
  from: 'due_date' | 'issue_date',
  currency: string,
): ReadonlyMap<string, AgedBalance> => {
  const sums = new Map<string, Record<keyof AgedBalance, string>>();
  for (const one of open) {
    const id = one[by];
    if (id === null || one.currency !== currency || compareDecimals(one.left, '0') <= 0) continue;
    const balance = sums.get(id) ?? { ...zero };
    const bucket = bucketOf(days(one[from]));
    balance[bucket] = add(balance[bucket], one.left);
    balance.total = add(balance.total, one.left);
    sums.set(id, balance);
  }
  return sums;
};

/** Each amount of the aging is the sum of what the list behind it has. */
const cellsAgree = async (): Promise<number> => {
  let walked = 0;
  for (const by of ['client', 'agency'] as const)
    for (const from of ['due_date', 'issue_date'] as const)
      for (const currency of currencies) {
        const query = `by=${by}&from=${from}&currency=${currency}`;
        const { accounts, total } = await workbench(query);
        for (const row of [{ id: null, ...total }, ...accounts])
          for (const name of ['total', ...agingBuckets.map((bucket) => bucket.name)] as const) {
            const cell = `${query}${row.id === null ? '' : `&account=${row.id}`}${name === 'total' ? '' : `&bucket=${name}`}`;
            const answer = await api.inject({ url: `/api/billing/dues?${cell}`, headers: fixture.headers });
            expect(answer.statusCode, answer.body).toBe(200);
            const found = answer.json().data as Dues;
            expect([found.total, found.count], cell).toEqual([row[name], found.dues.length]);
            expect(sum(['0.00', ...found.dues.map((due) => due.balance)]), cell).toBe(row[name]);
            walked += found.count;
          }
      }
  return walked;
};

const agrees = async (): Promise<void> => {
  const open = await openInvoices();
  for (const by of ['client', 'agency'] as const)
    for (const from of ['due_date', 'issue_date'] as const)
      for (const currency of currencies) {
        const expected = addUp(open, by, from, currency);
        const { accounts, total } = await workbench(`by=${by}&from=${from}&currency=${currency}`);
        const of = `${by} ${from} ${currency}`;
        expect(new Map(accounts.map(({ id, name, disputed, ...balance }) => [id, balance])), of).toEqual(
          expected,
        );
        for (const name of ['total', ...agingBuckets.map((bucket) => bucket.name)] as const)
          expect(total[name], of).toBe(sum(['0.00', ...[...expected.values()].map((one) => one[name])]));
        const totals = accounts.map((account) => account.total);
        expect(totals, of).toEqual(totals.toSorted((a, b) => compareDecimals(b, a)));
      }
};

const step = fc.record({
  kind: fc.constantFrom('issue', 'issue', 'pay', 'credit', 'void'),
  units: fc.integer({ min: 1, max: 5_000_000 }),
  age: fc.nat(200),
  pick: fc.nat(100),
  isAgency: fc.boolean(),
  isForeign: fc.boolean(),
});

test('after any invoices, payments and credit notes, what accounts owe by age is what a plain sum says', async () => {
  const term = await api.database.one<{ id: string }>(
    sql`SELECT id FROM credit_terms WHERE kind = 'days' AND days = 30 LIMIT 1`,
  );
  const pickOf = <T>(all: readonly T[], place: number): T | undefined => all[place % Math.max(1, all.length)];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14 }), async (steps) => {
      const issued: AnyRecord[] = [];
      for (const { kind, units, age, pick, isAgency, isForeign } of steps) {
        const amount = (units / 100).toFixed(2);
        const invoice = pickOf(issued, pick);
        if (kind === 'issue') {
          const draft = await fixture.draft(
            {
              client_id: pickOf(payers.clients, pick),
              ...(isAgency && { agency_id: pickOf(payers.agencies, pick), bill_to: 'agency' }),
              currency_code: isForeign ? 'USD' : 'DOP',
              credit_term_id: term?.id,
            },
            [{ unit_price: amount }],
          );
          issued.push(await fixture.issue(draft, { issue_date: addDays(today, -age) }));
        } else if (kind === 'pay' && invoice) {
          const { id } = (invoice.bill_to === 'agency' ? invoice.agency_id : invoice.client_id) as {
            id: string;
          };
          const payment = await fixture.pay(amount, {
            client_id: invoice.bill_to === 'agency' ? null : id,
            agency_id: invoice.bill_to === 'agency' ? id : null,
            method: 'cash',
            bank_account_id: null,
            currency_code: invoice.currency_code,
            received_on: today,
          });
          await fixture.call('POST', `/api/payments/${payment.id}/apply_oldest`, {});
        } else if (kind === 'credit' && invoice) {
          const note = await fixture.call('POST', `/api/invoices/${invoice.id}/credit_note`, {
            reason_id: await fixture.reason('credit_note'),
          });
          if (note.statusCode !== 201) continue;
          const draft = note.json().data as AnyRecord;
          const put = linesIn(draft, 'lines').map((line) => ({
            id: line.id,
            unit_price: (Number(line.unit_price) / ((pick % 3) + 1)).toFixed(2),
          }));
          const part = await fixture.call(
            'PATCH',
            `/api/invoices/${draft.id}`,
            { lines: { put } },
            draft.row_version,
          );
          await fixture.call('POST', `/api/invoices/${draft.id}/issue`, {}, part.json().data.row_version);
        } else if (kind === 'void' && invoice) {
          const { row_version } = await fixture.read('invoices', invoice.id);
          const input = { reason_id: await fixture.reason('void') };
          await fixture.call('POST', `/api/invoices/${invoice.id}/void`, input, row_version);
        }
      }
      await agrees();
    }),
    { numRuns: 4 },
  );
  expect((await openInvoices()).length).toBeGreaterThan(5);
  expect(await contradictions(api)).toEqual([]);
});

test('every cell leads to the parts that it adds up, also of invoices in instalments', async () => {
  const term = await api.database.one<{ id: string }>(sql`
    INSERT INTO credit_terms (code, name, kind, installments)
    VALUES ('CUOTAS', 'Tres cuotas', 'milestones',
      '[{"pct": "33.3333", "days": 0}, {"pct": "33.3333", "days": 30}, {"pct": "33.3334", "days": 60}]')
    RETURNING id`);
  const inParts = await fixture.issue(await fixture.draft({ credit_term_id: term?.id }), {
    issue_date: addDays(today, -45),
  });
  expect(inParts.instalments).toHaveLength(3);
  const payment = await fixture.pay('500', { received_on: addDays(today, -20) });
  const applied = await fixture.call('POST', `/api/payments/${payment.id}/apply`, {
    invoices: [{ invoice: String(inParts.internal_no), amount: '500' }],
  });
  expect(applied.statusCode, applied.body).toBe(200);
  expect(await cellsAgree()).toBeGreaterThan(10);
  const answer = await fixture.call('GET', `/api/billing/dues?account=${fixture.clientId}&bucket=current`);
  expect(answer.json().data.dues).toContainEqual(
    expect.objectContaining({ id: inParts.id, parts: 3, total: '1180.00', balance: '393.34' }),
  );
  const others = await signIn(
    api,
    await createUser(api, { role: await createRole(api, ['invoices.view_own']) }),
  );
  expect((await api.inject({ url: '/api/billing/dues', headers: others })).statusCode).toBe(403);
});

describe('the figures', () => {
  const figuresOf = async (headers = fixture.headers) =>
    (await workbench('', headers)).figures.find(({ currency }) => currency === 'EUR');
  /** Sum of a field over the list that a card links to. */
  const listed = async (path: string, query: string, field: string): Promise<string> => {
    const response = await fixture.call(
      'GET',
      `/api/${path}?f.currency_code=EUR&limit=100&fields=*&${query}`,
    );
    expect(response.statusCode, response.body).toBe(200);
    return sum(['0.00', ...response.json().data.map((one: AnyRecord) => String(one[field]))]);
  };

  test('are the sums of the lists that their cards open', async () => {
    await change(sql`
      INSERT INTO exchange_rates (from_currency, to_currency, on_date, rate) VALUES ('EUR', 'DOP', ${today}, 65)`);
    const euro = { currency_code: 'EUR' };
    const invoice = await fixture.issued(euro);
    await fixture.issued(euro, [{ unit_price: '250' }]);
    const note = await fixture.call('POST', `/api/invoices/${invoice.id}/credit_note`, {
      reason_id: await fixture.reason('credit_note'),
    });
    await fixture.issue(note.json().data);
    const paid = { ...euro, received_on: today, bank_account_id: null, reference: null };
    await fixture.pay('100', { ...paid, method: 'cash' });
    await fixture.barter('40', { ...euro, issued_on: today, received_on: today });
    expect(await figuresOf()).toMatchObject({
      open: '295.00',
      invoiced: '1475.00',
      credited: '1180.00',
      collected: '100.00',
      advances: '140.00',
    });
    const month = `${today.slice(0, 8)}01..${today}`;
    const issued = `f.status=issued&f.issue_date=${month}`;
    expect(await listed('invoices', `${issued}&f.doc_kind=invoice,debit_note`, 'total')).toBe('1475.00');
    expect(await listed('invoices', `${issued}&f.doc_kind=credit_note`, 'total')).toBe('1180.00');
    expect(await listed('invoices', 'f.payment_status=open,partial', 'balance')).toBe('295.00');
    const methods = 'transfer,cheque,cash,card,deposit';
    const received = `f.status=registered,reconciled&f.received_on=${month}&f.method=${methods}`;
    expect(await listed('payments', received, 'amount')).toBe('100.00');
    expect(await listed('payments', 'f.unapplied=%3EEUR0', 'unapplied')).toBe('140.00');
  });

  test('of payments are only for those who may see payments, and only of what they see', async () => {
    const as = async (permissions: readonly string[]) => {
      const user = await createUser(api, { role: await createRole(api, permissions) });
      return signIn(api, user);
    };
    expect(await figuresOf(await as(['invoices.view_all']))).toMatchObject({
      invoiced: '1475.00',
      collected: null,
      advances: null,
    });
    expect(await figuresOf(await as(['invoices.view_all', 'payments.view_own']))).toMatchObject({
      collected: '0.00',
      advances: '0.00',
    });
  });
});

test('the total counts all accounts, also those that are not listed', async () => {
  const count = mostAccounts + 3;
  // As the command would leave them; issuing two hundred takes minutes.
  await change(
    sql`
      INSERT INTO clients (client_code, legal_name, trade_name, country_id, tax_id_type, tax_id, client_type_id,
        client_category_id, industry_id, primary_sales_rep_id, credit_term_id)
      SELECT 'CORTE-' || n, 'Cuenta ' || n, 'Cuenta ' || n, c.country_id, 'OTRO', 'CORTE-' || n, c.client_type_id,
        c.client_category_id, c.industry_id, c.primary_sales_rep_id, c.credit_term_id
      FROM clients c CROSS JOIN generate_series(1, ${count}) n WHERE c.id = ${fixture.clientId}::uuid`,
    sql`
      INSERT INTO invoices (concept, company_id, client_id, currency_code, gross, net, taxable, tax, total)
      SELECT 'Una de muchas', ${fixture.companyId}::uuid, id, 'EUR', 1, 1, 1, 0.18, 1.18 FROM clients
      WHERE client_code LIKE 'CORTE-%'`,
    sql`
      INSERT INTO invoice_lines (id, invoice_id, position, description, unit_price, tax_pct, gross, net, taxable, tax, total)
      SELECT new_id(), id, 'a0', 'Cuña', 1, 18, 1, 1, 1, 0.18, 1.18 FROM invoices WHERE concept = 'Una de muchas'`,
    sql`
      UPDATE invoices i SET status = 'issued', issue_date = ${today}::date, due_date = ${today}::date,
        payer_name = c.legal_name, internal_no = c.client_code, fiscal_document = 'B01',
        fiscal_number = 'B01' || (90000000 + substr(c.client_code, 7)::integer)
      FROM clients c WHERE c.id = i.client_id AND i.concept = 'Una de muchas'`,
  );
  const { accounts, total, is_cut } = await workbench('currency=EUR');
  expect(accounts).toHaveLength(mostAccounts);
  expect(is_cut).toBe(true);
  expect(total.total).toBe(add('295.00', (count * 1.18).toFixed(2)));
});
