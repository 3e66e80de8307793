import type { CommissionOutlook } from '@pauta/domain/billing/commissions/commission-outlook.ts';
import { estimateCommission } from '@pauta/domain/billing/commissions/estimate-commission.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invariants } from '../../invariants.ts';
import { systemChange } from '../../platform/database/database.ts';
import { linesOfAddendum, makeAddendaWorld } from '../../sales/addenda/addenda-fixtures.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { createUser, signIn, signInAs, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';

let api: TestApi;
let world: ContractWorld;
let billing: BillingFixture;
let ana: TestUser;
let beto: TestUser;
/** Another user, who may approve what the fixture's user prepares. */
let approver: Record<string, string>;

const reason = { reason: 'Así lo acordó con ventas' };

beforeAll(async () => {
  api = await startTestApi();
  billing = await billingFixture(api);
  world = await makeContractWorld(api);
  ana = await createUser(api, { role: 'sales_rep', full_name: 'Ana Peñaló' });
  beto = await createUser(api, { role: 'sales_rep', full_name: 'Beto Núñez' });
  approver = await signInAs(api, 'finance');
});
afterAll(async () => {
  await proves();
  await api.close();
});

const change = (...statements: ReturnType<typeof sql>[]) =>
  api.database.transaction(systemChange('test'), async (tx) => {
    for (const statement of statements) await tx.query(statement);
  });

/** No proof of commissions and the ledger finds anything. */
const proves = async (): Promise<void> => {
  for (const one of invariants.filter(({ name }) => /commission|ledger/.test(name)))
    expect(await api.database.query(one.offending), one.name).toEqual([]);
  expect(await contradictions(api)).toEqual([]);
};

type Client = Awaited<ReturnType<ContractWorld['client']>>;

/** A client of Ana, or of Ana and Beto with this share of Beto. */
const clientOf = async (share?: string): Promise<Client> => {
  const client = await world.client({
    primary_sales_rep_id: ana.id,
    ...(share && { additional_sales_rep_id: beto.id }),
  });
  if (!share) return client;
  const { row_version } = await billing.read('clients', client.id);
  const answer = await billing.call(
    'PATCH',
    `/api/clients/${client.id}`,
    { additional_split_pct: share },
    Number(row_version),
  );
  expect(answer.statusCode, answer.body).toBe(200);
  return client;
};

/** A signed contract of one line of 1,000.00 to be billed at once. */
const sold = async (client: Client, values: object = {}, line: object = {}): Promise<AnyRecord> => {
  const lines = [world.line(await world.space(100), { units_per_day: 1, ...line })];
  const { id } = await world.pending(client, lines, {
    owner_id: ana.id,
    billing_plan: 'upfront',
    ...values,
  });
  const signed = await world.run(id, 'sign', { signed_on: world.today });
  expect(signed.statusCode, signed.body).toBe(200);
  return signed.json().data;
};

const orderLinesOf = (contract: AnyRecord) =>
  api.database.query<{ id: string }>(
    sql`SELECT id FROM order_lines WHERE contract_id = ${contract.id}::uuid ORDER BY created_at, id`,
  );

/** An issued invoice of this net of the first line of a contract. */
const billed = async (contract: AnyRecord, client: Client, net: string, line = 0): Promise<AnyRecord> => {
  const order = (await orderLinesOf(contract))[line];
  return billing.issue(
    await billing.draft({ client_id: client.id, contract_id: contract.id }, [
      { order_line_id: order?.id, billed_quantity: '1', unit_price: net },
    ]),
  );
};

const collect = async (invoice: AnyRecord, client: Client, amount: string): Promise<AnyRecord> => {
  const payment = await billing.pay(amount, { client_id: client.id });
  const applied = await billing.call('POST', `/api/payments/${payment.id}/apply`, {
    invoices: [{ invoice: invoice.internal_no, amount }],
  });
  expect(applied.statusCode, applied.body).toBe(200);
  return payment;
};

/** A draft of a credit note of this net. */
const noteOf = async (invoice: AnyRecord, net: string): Promise<AnyRecord> => {
  const made = await billing.call('POST', `/api/invoices/${invoice.id}/credit_note`, {
    reason_id: await billing.reason('credit_note'),
  });
  expect(made.statusCode, made.body).toBe(201);
  const note: AnyRecord = made.json().data;
  const put = linesIn(note, 'lines').map(({ id }) => ({ id, unit_price: net, billed_quantity: '0.01' }));
  const patched = await billing.call(
    'PATCH',
    `/api/invoices/${note.id}`,
    { lines: { put } },
    note.row_version,
  );
  expect(patched.statusCode, patched.body).toBe(200);
  return patched.json().data;
};

const credit = async (invoice: AnyRecord, net: string): Promise<AnyRecord> =>
  billing.issue(await noteOf(invoice, net));

interface Earned {
  readonly who: string;
  readonly pct: string;
  readonly base: string;
  readonly amount: string;
  readonly due: string;
}

/** What was earned on an invoice, by beneficiary and rate. */
const earned = (invoice: AnyRecord) =>
  api.database.query<Earned>(sql`
    SELECT coalesce(u.full_name, r.referred_name) AS who, c.pct::float8::text AS pct, sum(c.base_amount)::text AS base,
      sum(c.amount)::text AS amount, sum(c.due_amount)::text AS due
    FROM agency_commissions c LEFT JOIN users u ON u.id = c.seller_id LEFT JOIN referrals r ON r.id = c.referral_id
    WHERE c.invoice_id = ${invoice.id}::uuid AND c.beneficiary_kind <> 'agency'
    GROUP BY 1, 2 ORDER BY 1, 2`);

test('sellers earn by the plan of the day of the signature, divided as the sale was, with what is collected', async () => {
  const client = await clientOf('33.3333');
  const contract = await sold(client);
  await change(sql`UPDATE commission_types SET default_pct = 9 WHERE code = 'EJECUTIVO-DIRECTA'`);
  const invoice = await billed(contract, client, '1000');
  await change(sql`UPDATE commission_types SET default_pct = 5 WHERE code = 'EJECUTIVO-DIRECTA'`);
  expect(await earned(invoice)).toEqual([
    { who: 'Ana Peñaló', pct: '5', base: '666.67', amount: '33.33', due: '0.00' },
    { who: 'Beto Núñez', pct: '5', base: '333.33', amount: '16.67', due: '0.00' },
  ]);
  await collect(invoice, client, '590');
  expect((await earned(invoice)).map(({ due }) => due)).toEqual(['16.67', '8.34']);
  await collect(invoice, client, '590');
  expect((await earned(invoice)).map(({ due }) => due)).toEqual(['33.33', '16.67']);
  const lines = await api.database.query(sql`
    SELECT p.role, u.full_name AS who, sum(l.debit - l.credit)::text AS amount FROM journal_lines l
      JOIN posting_accounts p ON p.gl_account_id = l.gl_account_id AND p.role LIKE 'sales_%' JOIN users u ON u.id = l.seller_id
    WHERE l.invoice_id = ${invoice.id}::uuid GROUP BY 1, 2 ORDER BY 1, 2`);
  expect(lines).toEqual([
    { role: 'sales_commission_expense', who: 'Ana Peñaló', amount: '33.33' },
    { role: 'sales_commission_expense', who: 'Beto Núñez', amount: '16.67' },
    { role: 'sales_commission_payable', who: 'Ana Peñaló', amount: '-33.33' },
    { role: 'sales_commission_payable', who: 'Beto Núñez', amount: '-16.67' },
  ]);
  await proves();
});

test('the database refuses to change what the signature fixed', async () => {
  const contract = await sold(await clientOf());
  const [line] = await orderLinesOf(contract);
  for (const attack of [
    sql`UPDATE order_line_commissions SET pct = 50 WHERE order_line_id = ${line?.id}::uuid`,
    sql`DELETE FROM order_line_commissions WHERE order_line_id = ${line?.id}::uuid`,
  ])
    await expect(change(attack)).rejects.toThrow();
});

test('a line that an addendum adds has the plan of its day, and one that is not commissionable earns nothing', async () => {
  const client = await clientOf();
  const contract = await sold(client);
  await change(sql`UPDATE commission_types SET default_pct = 7 WHERE code = 'EJECUTIVO-DIRECTA'`);
  const addenda = makeAddendaWorld(api, world);
  const draft = await addenda.draft(contract.id);
  expect(linesOfAddendum(draft)).toHaveLength(1);
  const { id } = await addenda.pending(draft, [addenda.added(await world.space(9))]);
  const applied = await addenda.apply(id);
  expect(applied.statusCode, applied.body).toBe(200);
  await change(sql`UPDATE commission_types SET default_pct = 5 WHERE code = 'EJECUTIVO-DIRECTA'`);
  expect(await earned(await billed(contract, client, '100', 0))).toMatchObject([{ pct: '5' }]);
  expect(await earned(await billed(contract, client, '100', 1))).toMatchObject([{ pct: '7' }]);

  const article = await api.database.transaction(systemChange('fixture'), (tx) =>
    tx.one<{ id: string }>(sql`
      INSERT INTO ad_articles (code, name, platform_id, unit, is_commissionable)
      SELECT 'PROD-SIN', 'Producción', id, 'spot', false FROM platforms ORDER BY id LIMIT 1 RETURNING id`),
  );
  const other = await sold(client, {}, { ad_article_id: article?.id });
  expect(await earned(await billed(other, client, '1000'))).toEqual([]);
});

test('a plan of one seller comes before that of all, and its table gives the rate of the worth of the sale', async () => {
  const type = await billing.call('POST', '/api/commission-types', {
    code: 'ESCALA',
    name: 'Escala',
    beneficiary: 'sales_rep',
    base: 'net',
    default_pct: '2',
    accrual: 'invoice',
    tiers: [
      { from: '500', pct: '4' },
      { from: '5000', pct: '8' },
    ],
  });
  const plan = (values: object = {}) =>
    billing.call('POST', '/api/seller-plans', {
      name: 'De Beto',
      sale: 'direct',
      seller_id: beto.id,
      commission_type_id: type.json().data.id,
      valid: { from: '2020-01-01', to: null },
      ...values,
    });
  const made = await plan();
  expect(made.statusCode, made.body).toBe(201);
  const second = await plan({ name: 'Otro de Beto' });
  expect(second.json().errors, second.body).toHaveProperty('valid');
  const agencyType = await api.database.one<{ id: string }>(
    sql`SELECT id FROM commission_types WHERE code = 'AGENCIA-15'`,
  );
  const wrong = await plan({
    name: 'Mal',
    seller_id: null,
    sale: 'agency',
    commission_type_id: agencyType?.id,
  });
  expect(wrong.statusCode, wrong.body).toBe(422);
  const client = await world.client({ primary_sales_rep_id: beto.id });
  const invoice = await billed(await sold(client, { owner_id: beto.id }), client, '1000');
  expect(await earned(invoice)).toEqual([
    { who: 'Beto Núñez', pct: '4', base: '1000.00', amount: '40.00', due: '40.00' },
  ]);
  await change(sql`UPDATE seller_plans SET archived_at = now() WHERE id = ${made.json().data.id}::uuid`);
});

test('credit notes take back at the rates of the invoice, the last one the rest; voids take back all', async () => {
  const client = await clientOf('50');
  const contract = await sold(client);
  const invoice = await billed(contract, client, '100.01');
  expect(await earned(invoice)).toMatchObject([
    { base: '50.01', amount: '2.50' },
    { base: '50.00', amount: '2.50' },
  ]);
  await credit(invoice, '33.33');
  await proves();
  const second = await credit(invoice, '33.33');
  await credit(invoice, '33.35');
  expect((await earned(invoice)).map(({ base, amount }) => [base, amount])).toEqual([
    ['0.00', '0.00'],
    ['0.00', '0.00'],
  ]);
  const voided = await billing.call(
    'POST',
    `/api/invoices/${second.id}/void`,
    { reason_id: await billing.reason('void') },
    Number((await billing.read('invoices', second.id)).row_version),
  );
  expect(voided.statusCode, voided.body).toBe(200);
  expect((await earned(invoice)).every(({ amount }) => Number(amount) > 0)).toBe(true);
  await proves();
});

const referral = async (values: { type: string }): Promise<string> => {
  const row = await api.database.transaction(systemChange('fixture'), (tx) =>
    tx.one<{ id: string }>(sql`
      INSERT INTO referrals (referrer_kind, referrer_name, referred_name, received_at, contact_due_at, expires_at,
        assigned_to_id, status, reward_type, commission_type_id)
      SELECT 'event', 'Feria del Este', 'Colmado Nuevo', now(), now(), now() + interval '9 days', ${ana.id}::uuid, 'qualified',
        'commission', id FROM commission_types WHERE code = ${values.type} RETURNING id`),
  );
  return row?.id ?? '';
};

const opportunityOf = async (client: Client, referralId: string): Promise<string> => {
  const row = await api.database.transaction(systemChange('fixture'), (tx) =>
    tx.one<{ id: string }>(sql`
      INSERT INTO opportunities (number, name, client_id, owner_id, stage_id, expected_amount, currency_code,
        expected_close_date, next_step, referral_id)
      SELECT ${`OP-${newLineId().slice(0, 30)}`}, 'De un referido', ${client.id}::uuid, ${ana.id}::uuid, (
        SELECT id FROM closing_probabilities WHERE result = 'open' ORDER BY sort_order LIMIT 1), 1, 'DOP',
        ${world.today}::date, 'Llamar', ${referralId}::uuid RETURNING id`),
  );
  return row?.id ?? '';
};

test('a referrer earns once, on what is collected of the first contract of the referral, and is settled', async () => {
  const client = await clientOf();
  const id = await referral({ type: 'REFERIDO' });
  const opportunity = await opportunityOf(client, id);
  const other = await opportunityOf(client, id);
  const reward = async (of: string) => {
    const { reward_earned, reward_state } = await billing.read('opportunities', of);
    return [reward_earned, reward_state];
  };
  const first = await sold(client, { opportunity_id: opportunity });
  const second = await sold(client, { opportunity_id: other });
  expect(await reward(opportunity)).toEqual([null, 'none']);
  const invoice = await billed(first, client, '1000');
  const others = await billed(second, client, '1000');
  expect(await earned(invoice)).toMatchObject([
    { who: 'Ana Peñaló' },
    { who: 'Colmado Nuevo', pct: '5', amount: '50.00', due: '0.00' },
  ]);
  expect((await earned(others)).map(({ who }) => who)).toEqual(['Ana Peñaló']);
  expect(await billing.read('referrals', id)).toMatchObject({ reward_amount: '50.00' });
  expect(await reward(opportunity)).toEqual(['50.00', 'accrued']);
  await collect(invoice, client, '1180');
  expect(await reward(opportunity)).toEqual(['50.00', 'due']);
  const prepared = await billing.call('POST', '/api/commission-settlements/prepare', {
    company_id: billing.companyId,
    beneficiary_kind: 'referrer',
    referral_id: id,
    currency_code: 'DOP',
  });
  expect(prepared.statusCode, prepared.body).toBe(201);
  expect(prepared.json().data).toMatchObject({ total: '50.00', referral_id: { id } });
  expect(await reward(opportunity)).toEqual(['50.00', 'settling']);
  expect(await reward(other)).toEqual([null, 'none']);
  await proves();
});

const settle = (seller: TestUser, input: object = {}) =>
  billing.call('POST', '/api/commission-settlements/prepare', {
    company_id: billing.companyId,
    beneficiary_kind: 'seller',
    seller_id: seller.id,
    currency_code: 'DOP',
    ...input,
  });

const run = async (
  id: string,
  command: string,
  input: object = {},
  headers: Record<string, string> = billing.headers,
) => {
  const { row_version } = await billing.read('commission-settlements', id);
  return api.inject({
    method: 'POST',
    url: `/api/commission-settlements/${id}/${command}`,
    headers: { ...headers, 'if-match': `"${row_version}"` },
    payload: input,
  });
};

test('a seller is settled once by two others, is in the payroll file, and is paid without an invoice', async () => {
  const client = await clientOf();
  const invoice = await billed(await sold(client), client, '1000');
  await collect(invoice, client, '1180');
  const made = await Promise.all([settle(ana), settle(ana), settle(ana)]);
  expect(made.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409]);
  const settlement: AnyRecord = made.find(({ statusCode }) => statusCode === 201)?.json().data;
  expect(settlement).toMatchObject({ beneficiary_kind: 'seller', seller_id: { id: ana.id } });

  expect((await run(settlement.id, 'approve')).body).toContain('la aprueba otra persona');
  await expect(
    change(sql`
      UPDATE commission_settlements SET status = 'approved', approved_by_id = seller_id WHERE id = ${settlement.id}::uuid`),
  ).rejects.toThrow(/not_by_beneficiary/);
  const unapproved = await run(settlement.id, 'pay', {
    paid_on: world.today,
    bank_account_id: billing.bankAccountId,
    payment_reference: 'N-0',
  });
  expect(unapproved.statusCode).toBe(409);
  const approved = await run(settlement.id, 'approve', {}, approver);
  expect(approved.statusCode, approved.body).toBe(200);
  const invoiced = await run(settlement.id, 'invoice', {
    agency_number: 'B0100000078',
    agency_date: world.today,
    agency_tax: '0',
  });
  expect(invoiced.body).toContain('Solo las agencias facturan');
  await expect(
    change(sql`UPDATE commission_settlements SET agency_tax = 1 WHERE id = ${settlement.id}::uuid`),
  ).rejects.toThrow();

  const payroll = await billing.call('GET', '/api/commission-settlements/payroll');
  expect(payroll.statusCode, payroll.body).toBe(200);
  const row = payroll.body.split('\n').find((one) => one.includes(String(settlement.number)));
  expect(row).toContain('Ana Peñaló');
  expect(row).toContain(String(settlement.total));

  const paid = await run(settlement.id, 'pay', {
    paid_on: world.today,
    bank_account_id: billing.bankAccountId,
    payment_reference: 'N-1',
  });
  expect(paid.statusCode, paid.body).toBe(200);
  expect((await billing.call('GET', '/api/commission-settlements/payroll')).body).not.toContain(
    String(settlement.number),
  );
  const pdf = await api.inject({
    url: `/api/commission-settlements/${settlement.id}/settlement.pdf`,
    headers: await signIn(api, ana),
  });
  expect(pdf.statusCode, pdf.body.slice(0, 300)).toBe(200);
  expect((await readPdf(pdf.rawPayload)).text).toContain('Ana Peñaló');
  await proves();
});

test('a seller sees their own commissions and settlements, and no other ones', async () => {
  const client = await clientOf('50');
  const invoice = await billed(await sold(client), client, '1000');
  const list = async (path: string, user: TestUser) => {
    const answer = await api.inject({ url: `/api/${path}`, headers: await signIn(api, user) });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data as AnyRecord[];
  };
  const own = await list(`agency-commissions?fields=*&f.invoice_id=${invoice.id}`, ana);
  expect(own).toMatchObject([{ beneficiary_kind: 'seller', seller_id: { id: ana.id } }]);
  expect(await list(`agency-commissions?f.beneficiary_kind=agency`, ana)).toEqual([]);
  expect((await list('commission-settlements', beto)).length).toBe(0);
  const [of] = await list(`agency-commissions?f.invoice_id=${invoice.id}`, beto);
  const foreign = await api.inject({
    url: `/api/agency-commissions/${own[0]?.id}`,
    headers: await signIn(api, beto),
  });
  expect(of?.id).not.toBe(own[0]?.id);
  expect(foreign.statusCode).toBe(404);
});

test('an adjustment of one seller leaves the other alone, and never takes more than is left', async () => {
  const client = await clientOf('50');
  const invoice = await billed(await sold(client), client, '1000');
  const [commission] = (
    await billing.call('GET', `/api/agency-commissions?f.invoice_id=${invoice.id}&f.seller_id=${ana.id}`)
  ).json().data;
  const adjust = (amount: string) =>
    billing.call('POST', `/api/agency-commissions/${commission.id}/adjust`, { amount, ...reason });
  expect((await adjust('-25.01')).statusCode).toBe(422);
  const [one, two] = await Promise.all([adjust('-20'), adjust('-20')]);
  expect([one?.statusCode, two?.statusCode].toSorted()).toEqual([200, 422]);
  expect((await earned(invoice)).map(({ amount }) => amount)).toEqual(['5.00', '25.00']);
  await proves();
});

test('documents that were issued before get what a newly issued one gets', async () => {
  const client = await clientOf('40');
  const before = await billed(await sold(client), client, '700.07');
  await credit(before, '100.1');
  await collect(before, client, '300');
  const expected = await earned(before);
  const entries = () =>
    api.database.query(sql`
      SELECT l.seller_id, l.gl_account_id, sum(l.debit - l.credit)::text AS amount FROM journal_lines l
      WHERE l.invoice_id = ${before.id}::uuid AND l.seller_id IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`);
  const posted = await entries();
  // As an earlier release left them.
  for (const statement of [
    sql`DELETE FROM agency_commissions WHERE invoice_id = ${before.id}::uuid`,
    sql`UPDATE journal_entries e SET debit = s.debit, credit = s.debit FROM (
      SELECT entry_id, sum(debit) FILTER (WHERE seller_id IS NULL) AS debit FROM journal_lines
      WHERE entry_id IN (SELECT entry_id FROM journal_lines WHERE invoice_id = ${before.id}::uuid) GROUP BY 1) s
      WHERE s.entry_id = e.id`,
    sql`DELETE FROM journal_lines WHERE invoice_id = ${before.id}::uuid AND seller_id IS NOT NULL`,
  ])
    await api.testDatabase.runAsSuperuser(statement);
  expect(await earned(before)).toEqual([]);
  await change(sql`SELECT accrue_earlier_sales()`);
  expect(await earned(before)).toEqual(expected);
  expect(await entries()).toEqual(posted);
  await change(sql`SELECT accrue_earlier_sales()`);
  expect(await earned(before)).toEqual(expected);
  await proves();
});

test('after billing, paying, returning, crediting and voiding in any order, what is due follows cash to the cent', async () => {
  const client = await clientOf('33.3333');
  const contract = await sold(client, {}, { units_per_day: 100 });
  const invoices: AnyRecord[] = [];
  const payments: AnyRecord[] = [];
  const amountOf = (cents: number) => (cents / 100).toFixed(2);
  const step = async ({ kind, cents, at }: { kind: string; cents: number; at: number }): Promise<void> => {
    const invoice = invoices[at % Math.max(1, invoices.length)];
    if (kind === 'bill' || !invoice) {
      invoices.push(await billed(contract, client, amountOf(cents)));
      return;
    }
    const current = await billing.read('invoices', invoice.id);
    if (kind === 'pay') {
      const amount = amountOf(Math.min(cents, Math.round(Number(current.balance) * 100)));
      if (Number(amount) > 0) payments.push(await collect(invoice, client, amount));
    } else if (kind === 'return' && payments.length > 0) {
      const [payment] = payments.splice(at % payments.length, 1);
      const answer = await billing.call('POST', `/api/payments/${payment?.id}/return`, reason);
      expect(answer.statusCode, answer.body).toBe(200);
    } else if (kind === 'credit' && Number(current.balance) > 0) {
      const net = Math.min(cents, Math.floor((Number(current.balance) * 100) / 1.18));
      if (net === 0) return;
      const note = await noteOf(invoice, amountOf(net));
      // Other notes may have credited its line already.
      const answer = await billing.call('POST', `/api/invoices/${note.id}/issue`, {}, note.row_version);
      expect([200, 422], answer.body).toContain(answer.statusCode);
    } else if (kind === 'void')
      await billing.call(
        'POST',
        `/api/invoices/${invoice.id}/void`,
        { reason_id: await billing.reason('void') },
        Number(current.row_version),
      );
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          kind: fc.constantFrom('bill', 'pay', 'pay', 'return', 'credit', 'void'),
          cents: fc.integer({ min: 1, max: 30_000 }),
          at: fc.nat(20),
        }),
        { minLength: 4, maxLength: 9 },
      ),
      async (steps) => {
        for (const one of steps) await step(one);
        const wrong = await api.database.query(sql`
          SELECT i.internal_no, c.seller_id, sum(c.amount) AS amount, sum(c.due_amount) AS due FROM agency_commissions c
            JOIN invoices i ON i.id = c.invoice_id
          GROUP BY i.id, c.beneficiary_id, c.pct, c.seller_id
          HAVING sum(c.amount) < 0 OR sum(c.due_amount) > sum(c.amount)
            OR i.status = 'voided' AND sum(c.amount) <> 0 OR i.status = 'issued' AND i.credited >= i.total AND sum(c.amount) <> 0
            OR i.status = 'issued' AND i.paid > 0 AND i.balance = 0 AND sum(c.due_amount) <> sum(c.amount)`);
        expect(wrong).toEqual([]);
        await proves();
      },
    ),
    { numRuns: 6 },
  );
}, 120_000);

test('what a seller would earn on a quote is what the signature fixes and the invoice earns', async () => {
  const client = await clientOf('25');
  const opportunity = await opportunityOf(client, await referral({ type: 'REFERIDO' }));
  const outlook = async (user: TestUser, sellerId?: string) =>
    api.inject({
      url: `/api/seller-commissions/outlook${sellerId ? `?seller_id=${sellerId}` : ''}`,
      headers: await signIn(api, user),
    });
  const answer = await outlook(ana);
  expect(answer.statusCode, answer.body).toBe(200);
  const data: CommissionOutlook = answer.json().data;
  expect(data).toMatchObject({ seller_id: ana.id, sellers: [{ id: ana.id, name: 'Ana Peñaló' }] });
  const sale = data.sales.find(({ id }) => id === opportunity);
  expect(sale).toMatchObject({ kind: 'opportunity', sale: 'direct', share: '75.0000' });
  const plan = data.plans.find((one) => one.sale === 'direct');
  if (!sale || !plan) throw new Error('the outlook has the opportunity and the plan');
  const net = { gross: '1000', net: '1000', taxable: '1000', worth: '1000' };
  const estimate = estimateCommission(plan, { ...sale, ...net });
  const invoice = await billed(await sold(client), client, '1000');
  expect((await earned(invoice))[0]).toMatchObject({ base: estimate.base, amount: estimate.amount });
  expect((await outlook(ana, beto.id)).statusCode).toBe(404);
});
