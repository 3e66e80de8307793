import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clientAgencies } from '@pauta/domain/crm/authorisations/client-agency.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { makeAddendaWorld } from '../../sales/addenda/addenda-fixtures.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';

let api: TestApi;
let world: ContractWorld;
let billing: BillingFixture;
let samples = 60;

beforeAll(async () => {
  api = await startTestApi();
  billing = await billingFixture(api);
  world = await makeContractWorld(api);
});
afterAll(async () => {
  expect(await contradictions(api)).toEqual([]);
  // A fiscal number that was taken is in one document.
  const gaps = await api.database.query(sql`
    SELECT s.document FROM fiscal_sequences s WHERE s.next_no - s.first_no <> (
      SELECT count(DISTINCT i.fiscal_number) FROM invoices i
      WHERE i.company_id = s.company_id AND i.fiscal_document = s.document AND i.fiscal_number IS NOT NULL)`);
  expect(gaps).toEqual([]);
  await api.close();
});

type Client = Awaited<ReturnType<ContractWorld['client']>>;
const taxed = { taxpayer_type: 'taxpayer', tax_exempt: false };

/** A signed contract of one line of 1,000.00, which is due today. */
const signed = async (client: Client, values: object = {}): Promise<AnyRecord> => {
  const line = world.line(await world.space(100), {
    flight: { from: world.today, to: world.today },
    units_per_day: 10,
  });
  const { id } = await world.pending(client, [line], { billing_plan: 'upfront', ...values });
  const response = await world.run(id, 'sign', { signed_on: world.today });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
};

const prepare = (contracts: readonly AnyRecord[], grouping: string, path = 'prepare') =>
  billing.call('POST', `/api/invoices/${path}`, { ids: contracts.map(({ id }) => id), grouping });

const prepared = async (contracts: readonly AnyRecord[], grouping: string): Promise<AnyRecord[]> => {
  const response = await prepare(contracts, grouping);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data.invoices;
};

const invoicesOf = async ({ id }: AnyRecord, more = ''): Promise<AnyRecord[]> => {
  const url = `/api/invoices?f.contract_id=${id}&fields=*${more}`;
  const { data } = (await billing.call('GET', url)).json();
  return Promise.all(data.map((one: AnyRecord) => billing.read('invoices', one.id)));
};

/** The only invoice or draft of each of some contracts. */
const sharedBy = async (contracts: readonly AnyRecord[]): Promise<AnyRecord> => {
  const all = await Promise.all(contracts.map((one) => invoicesOf(one)));
  const [first] = all[0] ?? [];
  expect(all.map((own) => own.map(({ id }) => id))).toEqual(contracts.map(() => [first?.id]));
  return first as AnyRecord;
};

const partsOf = async ({ id }: AnyRecord): Promise<AnyRecord[]> =>
  (await billing.call('GET', `/api/invoices/${id}/contracts`)).json().data;

const billedOf = async ({ id }: AnyRecord): Promise<string> => {
  const row = await api.database.one<{ billed: string }>(sql`
    SELECT sum(billed_net)::text AS billed FROM order_lines WHERE contract_id = ${id}::uuid`);
  return row?.billed ?? '';
};

const change = (statement: ReturnType<typeof sql>) =>
  api.database.transaction(systemChange('fixture'), (tx) => tx.query(statement));

/** An agency that the client buys through, with its own rate by letter. */
const makeAgency = async (values: object = {}): Promise<string> => {
  samples += 1;
  const response = await billing.call('POST', '/api/agencies', {
    ...(await sampleBody(api.database, agencies, samples)),
    commission_mode: 'later_settlement',
    commission_pct: '15',
    status: 'active',
    ...values,
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data.id;
};
const authorise = async (client: Client, agency_id: string): Promise<void> => {
  samples += 1;
  const letter = await billing.call('POST', '/api/client-agencies', {
    ...(await sampleBody(api.database, clientAgencies, samples)),
    brand_id: null,
    client_id: client.id,
    agency_id,
    valid: { from: '2020-01-01', to: '2099-12-31' },
    services: ['buying'],
    commission_pct_override: null,
  });
  expect(letter.statusCode, letter.body).toBe(201);
};

describe('one invoice of the contracts of a payer', () => {
  test('is mailed to the billing contact of each contract, beside those of the client', async () => {
    const client = await world.client(taxed);
    const contact = async (name: string): Promise<string> => {
      const answer = await billing.call('POST', '/api/contacts', {
        first_name: name,
        last_name: 'De Prueba',
        client_id: client.id,
        role: 'commercial',
        emails: [{ email: `${name}@cliente.example`, is_primary: true }],
      });
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json().data.id;
    };
    await contact('otra');
    const contracts = [
      await signed(client, { billing_contact_id: await contact('primera') }),
      await signed(client, { billing_contact_id: await contact('segunda') }),
    ];
    await prepared(contracts, 'payer');
    const { id } = await sharedBy(contracts);
    const recipients = await api.database.query<{ email: string }>(sql`
      SELECT r.email FROM invoices i CROSS JOIN LATERAL invoice_recipients(i) r WHERE i.id = ${id}::uuid ORDER BY 1`);
    // The client has one for billing.
    expect(recipients.map(({ email }) => email)).toEqual([
      'facturas@cliente.test',
      'primera@cliente.example',
      'segunda@cliente.example',
    ]);
  });

  test('has the lines of each, is found from each, and its figures are those of each', async () => {
    const client = await world.client(taxed);
    const [first, second] = [await signed(client), await signed(client)];
    const stranger = await signed(await world.client(taxed));
    const preview = await prepare([first, second, stranger], 'payer', 'prepare/preview');
    expect(preview.json().data.invoices).toMatchObject([
      {
        contracts: [
          { id: first.id, net: '1000.00' },
          { id: second.id, net: '1000.00' },
        ],
        lines: 2,
        total: '2360.00',
      },
      { contracts: [{ id: stranger.id }], lines: 1 },
    ]);
    expect(await invoicesOf(first)).toEqual([]);

    await prepared([first, second, stranger], 'payer');
    const draft = await sharedBy([first, second]);
    expect(draft).toMatchObject({
      contract_id: null,
      net: '2000.00',
      concept: `Contratos ${first.number}, ${second.number}`,
    });
    expect((await sharedBy([stranger])).contract_id).toMatchObject({ id: stranger.id });
    // It is no invoice without a contract, and not one of others.
    const found = async (filter: string): Promise<string[]> => {
      const url = `/api/invoices?f.client_id=${client.id}&f.contract_id=${encodeURIComponent(filter)}`;
      const { data } = (await billing.call('GET', url)).json();
      return data.map(({ id }: AnyRecord) => id);
    };
    expect(await found('-')).toEqual([]);
    expect(await found('!-')).toEqual([draft.id]);
    expect(await found(`!${first.id}`)).toEqual([]);
    expect(await found(`!${stranger.id}`)).toEqual([draft.id]);

    const issued = await billing.issue(draft);
    expect(await partsOf(issued)).toMatchObject([
      { contract_id: first.id, net: '1000.00', total: '1180.00', balance: '1180.00', is_open: true },
      { contract_id: second.id, net: '1000.00', total: '1180.00', balance: '1180.00' },
    ]);
    expect([await billedOf(first), await billedOf(second)]).toEqual(['1000.00', '1000.00']);
    const payment = await billing.pay('1000.01', { client_id: client.id, received_on: world.today });
    const applied = await billing.call(
      'POST',
      `/api/payments/${payment.id}/apply_oldest`,
      {},
      payment.row_version,
    );
    expect(applied.statusCode, applied.body).toBe(200);
    const balances = (await partsOf(issued)).map(({ balance }) => String(balance));
    expect(sum(balances)).toBe('1359.99');
    for (const contract of [first, second]) {
      const { data } = (await billing.call('GET', `/api/contracts/${contract.id}/consumption`)).json();
      expect(data).toMatchObject({ billed: '1000.00', unbilled_total: '0.00', invoiced_total: '1180.00' });
      expect(balances).toContain(data.open_balance);
      expect(await world.read(contract.id)).toMatchObject({
        collected_pct: expect.stringMatching(/^42\.37/),
      });
    }
  });

  test('is divided by purchase order; contracts without one share one', async () => {
    const client = await world.client(taxed);
    const contracts = [
      await signed(client, { po_number: 'OC-1' }),
      await signed(client),
      await signed(client, { po_number: 'OC-2' }),
      await signed(client),
    ];
    const drafts = await prepared(contracts, 'purchase_order');
    expect(drafts.map((one) => [one.po_number, (one.contracts as unknown[]).length])).toEqual([
      ['OC-1', 1],
      [null, 2],
      ['OC-2', 1],
    ]);
    const [, b, , d] = contracts as [AnyRecord, AnyRecord, AnyRecord, AnyRecord];
    expect(await sharedBy([b, d])).toMatchObject({ po_number: null, contract_id: null });
  });

  test('whatever is prepared at once, by whatever grouping, is billed once', async () => {
    const client = await world.client(taxed);
    const contracts = [await signed(client), await signed(client), await signed(client, { po_number: 'X' })];
    const answers = await Promise.all(
      ['payer', 'contract', 'purchase_order', 'month', 'payer'].map((grouping) =>
        prepare(contracts, grouping),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    const rows = await api.database.query(sql`
      SELECT o.net::text, sum(l.net)::text AS drafted FROM order_lines o JOIN invoice_lines l ON l.order_line_id = o.id
      WHERE o.contract_id = ANY(${contracts.map(({ id }) => id)}::uuid[]) GROUP BY o.id`);
    expect(rows).toEqual(contracts.map(() => ({ net: '1000.00', drafted: '1000.00' })));
  });

  test('is not made of what differs in its credit term, its barter or the commission of its agency', async () => {
    const client = await world.client(taxed);
    const agency_id = await makeAgency();
    await authorise(client, agency_id);
    const term = await api.database.one<{ id: string }>(sql`
      SELECT id FROM credit_terms WHERE id <> ${world.creditTermId}::uuid ORDER BY id LIMIT 1`);
    const plain = await signed(client);
    const later = await signed(client, { credit_term_id: term?.id });
    const barter = await signed(client, { contract_type: 'barter' });
    const old = await signed(client, { agency_id });
    const { row_version } = await billing.read('agencies', agency_id);
    const cheaper = { commission_pct: '10', reason: 'Acuerdo nuevo' };
    const url = `/api/agencies/${agency_id}/change_commission`;
    expect((await billing.call('POST', url, cheaper, row_version)).statusCode).toBe(200);
    const recent = [await signed(client, { agency_id }), await signed(client, { agency_id })];
    const all = [plain, later, barter, old, ...recent];
    const drafts = await prepared(all, 'payer');
    expect(drafts.map((one) => (one.contracts as unknown[]).length).toSorted()).toEqual([1, 1, 1, 1, 2]);

    // Nor by hand.
    const line = async ({ id }: AnyRecord) => {
      const row = await api.database.one<{ id: string }>(
        sql`SELECT id FROM order_lines WHERE contract_id = ${id}::uuid`,
      );
      return {
        id: newLineId(),
        description: 'Cuña',
        unit_price: '1',
        order_line_id: row?.id,
        billed_quantity: '0',
      };
    };
    const create = async (values: object, of: readonly AnyRecord[]) =>
      billing.call('POST', '/api/invoices', {
        concept: 'Publicidad',
        company_id: world.companyId,
        client_id: client.id,
        ...values,
        lines: { put: await Promise.all(of.map(line)) },
      });
    for (const [values, of] of [
      [{}, [plain, barter]],
      [{ agency_id }, [old, ...recent]],
      // A contract without this agency.
      [{ agency_id }, [plain]],
      [{}, [await signed(await world.client(taxed))]],
    ] as const)
      expect((await create(values, of)).statusCode).toBe(422);
    expect((await create({}, [plain, later])).statusCode).toBe(201);

    // Each contract earns its agency the rate of its signature.
    for (const contract of [old, ...recent]) {
      const [draft] = await invoicesOf(contract, '&f.status=draft');
      if (draft) await billing.issue(draft);
    }
    const earned = await api.database.query(sql`
      SELECT base_amount::text AS base, pct::text, amount::text FROM agency_commissions
      WHERE agency_id = ${agency_id}::uuid ORDER BY pct`);
    expect(earned).toEqual([
      { base: '2000.00', pct: '10.0000', amount: '200.00' },
      { base: '1000.00', pct: '15.0000', amount: '150.00' },
    ]);
  });

  test('that discounts the commission does so in each line at the rate of the contracts', async () => {
    const client = await world.client(taxed);
    const agency_id = await makeAgency({ commission_mode: 'invoice_discount', commission_pct: '20' });
    await authorise(client, agency_id);
    const contracts = [await signed(client, { agency_id }), await signed(client, { agency_id })];
    await prepared(contracts, 'payer');
    const draft = await sharedBy(contracts);
    expect(draft).toMatchObject({ net: '2000.00', agency_discount: '400.00', taxable: '1600.00' });
    // Saving it keeps what the contracts fixed, whatever the agency has today.
    const saved = await billing.call(
      'PATCH',
      `/api/invoices/${draft.id}`,
      { notes: 'Revisada', agency_commission_pct: '5' },
      draft.row_version,
    );
    expect(saved.statusCode, saved.body).toBe(200);
    expect(await billing.issue(saved.json().data)).toMatchObject({
      agency_discount: '400.00',
      agency_commission_pct: '20.0000',
    });
  });

  test('names on paper each contract with its campaign, brand, order and subtotal', async () => {
    const client = await world.client(taxed);
    const contracts = [
      await signed(client, { po_number: 'OC-7', name: 'Campaña de verano' }),
      await signed(client, { po_number: 'OC-8', name: 'Campaña de invierno' }),
    ];
    await prepared(contracts, 'payer');
    const { id } = await sharedBy(contracts);
    const answer = await api.inject({ url: `/api/invoices/${id}/invoice.pdf`, headers: billing.headers });
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
    const text = (await readPdf(answer.rawPayload)).text.replaceAll(/\s+/g, ' ');
    for (const { number, name, po_number } of contracts) {
      expect(text).toContain(`${number} · ${name}`);
      expect(text).toContain(`Orden de compra ${po_number}`);
      expect(text).toContain(`Subtotal de ${number}`);
    }
    expect(text).toContain('2,360.00');
  });
});

describe('taking back an invoice of several contracts', () => {
  const reason = () => billing.reason('credit_note');

  test('voiding it makes each contract due again', async () => {
    const client = await world.client(taxed);
    const contracts = [await signed(client), await signed(client)];
    await prepared(contracts, 'payer');
    const issued = await billing.issue(await sharedBy(contracts));
    const voided = await billing.call(
      'POST',
      `/api/invoices/${issued.id}/void`,
      { reason_id: await billing.reason('void'), note: 'Se emitió por error' },
      issued.row_version,
    );
    expect(voided.statusCode, voided.body).toBe(200);
    expect(await Promise.all(contracts.map(billedOf))).toEqual(['0.00', '0.00']);
    expect(await prepared(contracts, 'contract')).toHaveLength(2);
  });

  test('a note over one contract credits that one alone, and is found from it', async () => {
    const client = await world.client(taxed);
    const [kept, credited] = [await signed(client), await signed(client)];
    await prepared([kept, credited], 'payer');
    const issued = await billing.issue(await sharedBy([kept, credited]));
    const made = await billing.call('POST', `/api/invoices/${issued.id}/credit_note`, {
      reason_id: await reason(),
    });
    expect(made.statusCode, made.body).toBe(201);
    const note = made.json().data as AnyRecord;
    const lineIds = await api.database.query<{ id: string }>(sql`
      SELECT l.id FROM invoice_lines l JOIN order_lines o ON o.id = l.order_line_id
      WHERE l.invoice_id = ${note.id}::uuid AND o.contract_id = ${kept.id}::uuid`);
    const smaller = await billing.call(
      'PATCH',
      `/api/invoices/${note.id}`,
      { rebill: true, lines: { drop: lineIds.map(({ id }) => id) } },
      note.row_version,
    );
    expect(smaller.statusCode, smaller.body).toBe(200);
    await billing.issue(smaller.json().data);
    expect([await billedOf(kept), await billedOf(credited)]).toEqual(['1000.00', '0.00']);
    expect(await partsOf(issued)).toMatchObject([
      { contract_id: kept.id, credited: '0.00', balance: '1180.00' },
      { contract_id: credited.id, credited: '1180.00', balance: '0.00' },
    ]);
    expect(await invoicesOf(credited)).toHaveLength(2);
    expect(await invoicesOf(kept)).toHaveLength(1);
    expect(await prepared([kept, credited], 'payer')).toMatchObject([{ contracts: [{ id: credited.id }] }]);
  });

  test('a note takes back only what the invoice bills', async () => {
    const client = await world.client(taxed);
    const contracts = [await signed(client), await signed(client)];
    const foreign = await signed(client);
    await prepared(contracts, 'payer');
    const issued = await billing.issue(await sharedBy(contracts));
    const made = await billing.call('POST', `/api/invoices/${issued.id}/credit_note`, {
      reason_id: await reason(),
    });
    const row = await api.database.one<{ id: string }>(
      sql`SELECT id FROM order_lines WHERE contract_id = ${foreign.id}::uuid`,
    );
    const note = made.json().data as AnyRecord;
    const [line] = linesIn(note, 'lines');
    const wrong = await billing.call(
      'PATCH',
      `/api/invoices/${note.id}`,
      { lines: { put: [{ id: line?.id, order_line_id: row?.id }] } },
      note.row_version,
    );
    expect(wrong.statusCode, wrong.body).toBe(422);
  });

  test('an invoice of a contract, alone or with others, is charged interest by a debit note of no contract', async () => {
    const client = await world.client(taxed);
    const contracts = [await signed(client), await signed(client), await signed(client)];
    await change(sql`UPDATE credit_terms SET days = 0`);
    await prepared(contracts.slice(0, 2), 'payer');
    await prepared(contracts.slice(2), 'contract');
    for (const of of [contracts.slice(0, 2), contracts.slice(2)]) {
      const draft = await sharedBy(of);
      const issued = await billing.issue(draft, { issue_date: addDays(world.today, -20) });
      const note = await billing.call('POST', `/api/invoices/${issued.id}/charge_interest`, {
        monthly_pct: '2',
      });
      expect(note.statusCode, note.body).toBe(201);
      expect(await billing.issue(note.json().data)).toMatchObject({
        doc_kind: 'debit_note',
        contract_id: null,
      });
    }
  });
});

test('the instalments of each month have their own invoice, which names it; together they are what is due', async () => {
  const client = await world.client(taxed);
  const { id, number } = await world.pending(
    client,
    [
      world.line(await world.space(100), {
        flight: { from: world.today, to: addDays(world.today, 100) },
        units_per_day: 1,
        agreed_price: '33.33',
      }),
      world.line(await world.space(100), {
        flight: { from: world.today, to: addDays(world.today, 40) },
        units_per_day: 1,
        agreed_price: '7.77',
      }),
    ],
    { flight: { from: world.today, to: addDays(world.today, 100) }, billing_plan: 'monthly' },
  );
  expect((await world.run(id, 'sign', { signed_on: world.today })).statusCode).toBe(200);
  // All but the last are due.
  await api.testDatabase.runAsSuperuser(sql`
    UPDATE contract_instalments i SET due_on = (business_date() - make_interval(months => (3 - n.place)::integer))::date
    FROM (SELECT id, row_number() OVER (ORDER BY due_on, id) AS place FROM contract_instalments
      WHERE contract_id = ${id}::uuid) n WHERE n.id = i.id AND n.place <= 3`);
  const due = await api.database.query<{ month: string; amount: string }>(sql`
    SELECT to_char(due_on, 'YYYY-MM') AS month, sum(amount)::text AS amount FROM contract_instalments
    WHERE contract_id = ${id}::uuid AND due_on <= business_date() GROUP BY 1 ORDER BY 1`);
  expect(due).toHaveLength(3);
  const contract = { id } as AnyRecord;
  const previewed = await prepare([contract], 'month', 'prepare/preview');
  expect(previewed.statusCode, previewed.body).toBe(200);
  const preview = previewed.json().data.invoices;
  expect(preview.map(({ month, taxable }: AnyRecord) => ({ month, amount: taxable }))).toEqual(due);
  await prepared([contract], 'month');
  const drafts = await invoicesOf(contract);
  expect(drafts.map(({ net }) => net).toSorted()).toEqual(due.map(({ amount }) => amount).toSorted());
  for (const draft of drafts) {
    expect(draft.concept).toMatch(new RegExp(`^${number} · [a-z]+ de 20\\d\\d · `));
    expect(draft.contract_id).toMatchObject({ id });
  }
  // Nothing more is due by any grouping.
  expect(await prepared([contract], 'contract')).toEqual([]);
});

test('a draft of several contracts keeps an addendum from changing who pays one of them', async () => {
  const [client, partner] = [await world.client(taxed), await world.client(taxed)];
  const contracts = [await signed(client), await signed(client)];
  const addenda = makeAddendaWorld(api, world);
  const { id } = await addenda.pending(await addenda.draft(contracts[1]?.id ?? ''), [], {
    payers: { put: [{ id: newLineId(), party: 'other', client_id: partner.id, pct: '100' }] },
  });
  await prepared(contracts, 'payer');
  expect((await addenda.apply(id)).json()).toMatchObject({ status: 409, reasons: [{ code: 'open_drafts' }] });
  await expect(
    change(sql`UPDATE addenda SET status = 'applied', signed_on = business_date() WHERE id = ${id}::uuid`),
  ).rejects.toThrow(/drafts of invoices/);
  await billing.issue(await sharedBy(contracts));
  expect((await addenda.apply(id)).statusCode).toBe(200);
});

describe('a run', () => {
  const parameters = (client: Client, grouping: string) => ({
    company_id: billing.companyId,
    until: world.today,
    client_id: client.id,
    grouping,
  });

  test('groups by its parameter, previews the invoices as they will be, and issues them', async () => {
    const client = await world.client(taxed);
    const contracts = [await signed(client), await signed(client), await signed(client)];
    const preview = await billing.call(
      'POST',
      '/api/billing-runs/prepare/preview',
      parameters(client, 'payer'),
    );
    expect(preview.json().data).toMatchObject({
      invoices: 1,
      drafts: [{ contracts: contracts.map(({ id }) => ({ id })), lines: 3 }],
      payers: [{ invoices: 1, planned: '3000.00', net: '3000.00', difference: '0.00' }],
    });
    const made = await billing.call('POST', '/api/billing-runs/prepare', parameters(client, 'payer'));
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json().data;
    expect(made.json().data).toMatchObject({ grouping: 'payer', invoice_count: 1 });
    for (const command of ['approve_all', 'issue']) {
      const { row_version } = await billing.read('billing-runs', id);
      const done = await billing.call('POST', `/api/billing-runs/${id}/${command}`, {}, row_version);
      expect(done.statusCode, done.body).toBe(200);
    }
    await expect.poll(async () => (await billing.read('billing-runs', id)).status).toBe('finished');
    expect(await sharedBy(contracts)).toMatchObject({ status: 'issued', total: '3540.00' });
  });
});

test('barter contracts on one invoice are settled by barter, and a plain one is not', async () => {
  const client = await world.client(taxed);
  const contracts = [
    await signed(client, { contract_type: 'barter' }),
    await signed(client, { contract_type: 'barter' }),
  ];
  await prepared(contracts, 'payer');
  const issued = await billing.issue(await sharedBy(contracts));
  await billing.barter('2360', { client_id: client.id, issued_on: world.today, received_on: world.today });
  expect(await billing.read('invoices', issued.id)).toMatchObject({
    payment_status: 'paid',
    balance: '0.00',
  });
});
