import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clientAgencies } from '@pauta/domain/crm/authorisations/client-agency.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { SoldTerms } from '@pauta/domain/sales/contracts/sold/sold-terms.ts';
import pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingFixture, billingFixture } from '../../../billing/testing/billing-fixture.ts';
import { systemChange } from '../../../platform/database/database.ts';
import { sampleBody } from '../../../testing/sample-values.ts';
import { createUser, signIn, type TestUser } from '../../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';
import { linesOfAddendum, makeAddendaWorld } from '../../addenda/addenda-fixtures.ts';
import { type ContractWorld, makeContractWorld } from '../contract-fixtures.ts';

let api: TestApi;
let world: ContractWorld;
let billing: BillingFixture;
let ana: TestUser;
let beto: TestUser;

beforeAll(async () => {
  api = await startTestApi();
  billing = await billingFixture(api);
  world = await makeContractWorld(api);
  ana = await createUser(api, { role: 'sales_rep', full_name: 'Ana Peñaló' });
  beto = await createUser(api, { role: 'sales_rep', full_name: 'Beto Núñez' });
});
afterAll(() => api.close());

const change = (statement: Sql): Promise<unknown> =>
  api.database.transaction(systemChange('fixture'), (tx) => tx.query(statement));
const get = (path: string, headers = world.headers) => api.inject({ url: `/api/${path}`, headers });
const termsOf = async ({ id }: AnyRecord): Promise<SoldTerms[]> => {
  const response = await get(`contracts/${id}/sold-terms`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
};
const sellersOf = async (contract: AnyRecord): Promise<string[]> =>
  (await termsOf(contract)).map(({ sellers }) => sellers.map(({ name, pct }) => `${name} ${pct}`).join(', '));
const signed = async (
  client: { id: string; signatory: string },
  lines: readonly object[],
  values: object = {},
): Promise<AnyRecord> => {
  const { id } = await world.pending(client, lines, { owner_id: ana.id, ...values });
  const response = await world.run(id, 'sign', { signed_on: world.today });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
};
/** A client of Ana and Beto, with this share of Beto. */
const shared = async (pct: string) => {
  const client = await world.client({ primary_sales_rep_id: ana.id, additional_sales_rep_id: beto.id });
  const { row_version } = (await get(`clients/${client.id}`)).json().data;
  const response = await api.inject({
    method: 'PATCH',
    url: `/api/clients/${client.id}`,
    headers: { ...world.headers, 'if-match': `"${row_version}"` },
    payload: { additional_split_pct: pct },
  });
  expect(response.statusCode, response.body).toBe(200);
  return client;
};
const article = async (isCommissionable: boolean): Promise<string> => {
  const row = await api.database.transaction(systemChange('fixture'), (tx) =>
    tx.one<{ id: string }>(sql`
      INSERT INTO ad_articles (code, name, platform_id, unit, is_commissionable)
      SELECT upper('F' || right(replace(new_id()::text, '-', ''), 18)), 'Artículo ' || new_id(), id, 'spot',
        ${isCommissionable}
      FROM platforms ORDER BY id LIMIT 1 RETURNING id`),
  );
  return row?.id ?? '';
};
const classification = async (counts: boolean): Promise<string> => {
  const row = await api.database.transaction(systemChange('fixture'), (tx) =>
    tx.one<{ id: string }>(sql`
      INSERT INTO ad_classifications (code, name, counts_for_goal)
      VALUES (upper('C' || right(replace(new_id()::text, '-', ''), 18)), 'Clase ' || new_id(), ${counts}) RETURNING id`),
  );
  return row?.id ?? '';
};

describe('what the sale of a line fixes', () => {
  test('stays when the portfolio and the catalogues change; a line that is added later has what holds then', async () => {
    const client = await shared('33.3333');
    const [earning, counting] = [await article(true), await classification(true)];
    const own = { ad_article_id: earning, ad_classification_id: counting };
    const contract = await signed(client, [
      world.line(await world.space(9), own),
      // Sold for nothing: it has no credit, and its sellers all the same.
      world.line(await world.space(9), { ...own, line_kind: 'bonus', description: 'Bonificación' }),
    ]);
    const both = 'Ana Peñaló 66.6667, Beto Núñez 33.3333';
    const before = await termsOf(contract);
    expect(await sellersOf(contract)).toEqual([both, both]);
    expect(before).toMatchObject([
      { is_commissionable: true, counts_for_goal: true, commission_pct: null, commission_mode: null },
      { is_commissionable: true, counts_for_goal: true, description: 'Bonificación' },
    ]);

    await change(sql`UPDATE ad_articles SET is_commissionable = false WHERE id = ${earning}::uuid`);
    await change(sql`UPDATE ad_classifications SET counts_for_goal = false WHERE id = ${counting}::uuid`);
    const { row_version } = (await get(`clients/${client.id}`)).json().data;
    const moved = await api.inject({
      method: 'PATCH',
      url: `/api/clients/${client.id}`,
      headers: { ...world.headers, 'if-match': `"${row_version}"` },
      payload: { additional_split_pct: '50' },
    });
    expect(moved.statusCode, moved.body).toBe(200);
    expect(await termsOf(contract)).toEqual(before);

    const addenda = makeAddendaWorld(api, world);
    const draft = await addenda.draft(contract.id);
    const bonus = linesOfAddendum(draft).find(({ description }) => description === 'Bonificación');
    const { id } = await addenda.pending(draft, [
      addenda.added(await world.space(9), { ...own, description: 'Agregado' }),
      { id: bonus?.id, op: 'change', line_kind: bonus?.line_kind, units_per_day: 2 },
    ]);
    const applied = await addenda.apply(id);
    expect(applied.statusCode, applied.body).toBe(200);
    const after = await termsOf(contract);
    expect(after.slice(0, 2)).toEqual(before);
    expect(after[2]).toMatchObject({
      description: 'Agregado',
      is_commissionable: false,
      counts_for_goal: false,
      sellers: [{ pct: '50.0000' }, { pct: '50.0000' }],
    });
  });

  test('cannot be changed by the database role of the API, nor left incomplete by any other', async () => {
    const contract = await signed(await shared('40'), [world.line(await world.space(9))]);
    const [line] = await termsOf(contract);
    const attacks = [
      sql`UPDATE order_line_sellers SET pct = 50 WHERE order_line_id = ${line?.id}::uuid`,
      sql`DELETE FROM order_line_sellers WHERE order_line_id = ${line?.id}::uuid`,
      sql`UPDATE order_line_terms SET counts_for_goal = NOT counts_for_goal WHERE order_line_id = ${line?.id}::uuid`,
      sql`UPDATE order_line_terms SET commission_pct = 99 WHERE order_line_id = ${line?.id}::uuid`,
      sql`DELETE FROM order_line_terms WHERE order_line_id = ${line?.id}::uuid`,
      sql`TRUNCATE order_line_sellers`,
    ];
    const added = sql`
      INSERT INTO order_line_sellers (order_line_id, user_id, pct)
      SELECT ${line?.id}::uuid, id, 10 FROM users WHERE id NOT IN (${ana.id}::uuid, ${beto.id}::uuid) LIMIT 1`;
    for (const attack of [...attacks, added])
      await expect(change(attack)).rejects.toThrow(/permission denied/);
    await expect(
      change(sql`
        SELECT freeze_sale(c, ARRAY[${line?.id}]::uuid[], business_date()) FROM contracts c WHERE id = ${contract.id}::uuid`),
    ).rejects.toThrow(/permission denied/);
    const superuser = new pg.Client(api.testDatabase.superuser);
    await superuser.connect();
    const asSuperuser = ({ text, values }: Sql) => superuser.query(text, [...values]);
    for (const attack of attacks.slice(0, 5))
      await expect(asSuperuser(attack)).rejects.toThrow(/does not change/);
    await expect(asSuperuser(added)).rejects.toThrow(/do not add up to 100/);
    await superuser.end();
    expect(await sellersOf(contract)).toEqual(['Ana Peñaló 60.0000, Beto Núñez 40.0000']);
  });

  test('is shown to those who see the contract', async () => {
    const contract = await signed(await shared('40'), [world.line(await world.space(9))]);
    const stranger = await signIn(api, await createUser(api, { role: 'sales_rep' }));
    for (const path of ['sold-terms', 'consumption']) {
      expect((await get(`contracts/${contract.id}/${path}`, stranger)).statusCode).toBe(404);
      expect((await get(`contracts/${contract.id}/${path}`, await signIn(api, ana))).statusCode).toBe(200);
    }
  });
});

describe('what reads it', () => {
  test('an invoice gives the agency what was signed, whatever the articles and the agency say by then', async () => {
    const agency = await billing.call('POST', '/api/agencies', {
      ...(await sampleBody(api.database, agencies, 60)),
      commission_mode: 'invoice_discount',
      commission_pct: '15',
      status: 'active',
    });
    expect(agency.statusCode, agency.body).toBe(201);
    const agencyId = agency.json().data.id;
    const client = await world.client();
    const letter = await billing.call('POST', '/api/client-agencies', {
      ...(await sampleBody(api.database, clientAgencies, 60)),
      brand_id: null,
      client_id: client.id,
      agency_id: agencyId,
      valid: { from: '2020-01-01', to: '2099-12-31' },
      services: ['buying'],
      commission_pct_override: null,
    });
    expect(letter.statusCode, letter.body).toBe(201);
    const [earning, other] = [await article(true), await article(false)];
    const contract = await signed(
      client,
      [
        world.line(await world.space(9), { ad_article_id: earning }),
        world.line(await world.space(9), { ad_article_id: other }),
      ],
      { agency_id: agencyId, billing_plan: 'upfront' },
    );
    expect(contract).toMatchObject({ agency_discount: '150.00', taxable: '1850.00' });
    const running = await signed(client, [world.line(await world.space(9), { ad_article_id: earning })], {
      agency_id: agencyId,
    });
    expect(await termsOf(contract)).toMatchObject([
      { commission_pct: '15.0000', commission_mode: 'invoice_discount', is_commissionable: true },
      { commission_pct: '15.0000', commission_mode: 'invoice_discount', is_commissionable: false },
    ]);

    await change(sql`UPDATE ad_articles SET is_commissionable = NOT is_commissionable
      WHERE id IN (${earning}::uuid, ${other}::uuid)`);
    await change(sql`UPDATE agencies SET commission_pct = 3, commission_mode = 'later_settlement'
      WHERE id = ${agencyId}::uuid`);
    const billed = await billing.call('POST', `/api/contracts/${contract.id}/bill`, {});
    expect(billed.statusCode, billed.body).toBe(200);
    const invoice = await billing.issue(await billing.read('invoices', billed.json().data.invoice_ids[0]));
    expect(invoice).toMatchObject({ agency_discount: '150.00', taxable: '1850.00' });

    // A line that an addendum changes keeps it too.
    const addenda = makeAddendaWorld(api, world);
    const draft = await addenda.draft(running.id);
    const [line] = linesOfAddendum(draft);
    const changed = await addenda.patch(draft.id, {
      lines: { put: [{ id: line?.id, op: 'change', units_per_day: 2 }] },
    });
    expect(linesOfAddendum(changed.json().data)).toMatchObject([
      { net: '2000.00', agency_discount: '300.00', delta_taxable: '850.00' },
    ]);
  });

  test('a goal counts what counted when it was signed', async () => {
    const carla = await createUser(api, { role: 'sales_rep' });
    const goal = await billing.call('POST', '/api/rep-goals', {
      fiscal_year: Number(companyToday().slice(0, 4)),
      user_id: carla.id,
      metric: 'signed_sales',
      currency_code: 'DOP',
      m01: '5000.00',
    });
    expect(goal.statusCode, goal.body).toBe(201);
    const [counting, other] = [await classification(true), await classification(false)];
    await signed(
      await world.client({ primary_sales_rep_id: carla.id }),
      [
        world.line(await world.space(9), { ad_classification_id: counting }),
        world.line(await world.space(9), { ad_classification_id: other, agreed_price: '30' }),
      ],
      { owner_id: carla.id },
    );
    const reached = async () => (await billing.read('rep-goals', goal.json().data.id)).reached;
    expect(await reached()).toBe('1000.00');
    await change(sql`UPDATE ad_classifications SET counts_for_goal = NOT counts_for_goal
      WHERE id IN (${counting}::uuid, ${other}::uuid)`);
    expect(await reached()).toBe('1000.00');
  });
});

describe('consumption', () => {
  const place = async (contractId: string, units: number): Promise<string> => {
    const placed = await api.database.transaction(systemChange('fixture'), (tx) =>
      tx.one<{ id: string }>(sql`
        INSERT INTO placements (quota_id, inventory_item_id, starts_on, ends_on, units)
        SELECT id, inventory_item_id, ${world.today}::date, ${world.today}::date, ${units} FROM quotas
        WHERE contract_id = ${contractId}::uuid LIMIT 1 RETURNING id`),
    );
    return placed?.id ?? '';
  };
  const run = async (path: string, id: string, command: string, input: object = {}): Promise<AnyRecord> => {
    const { row_version } = await billing.read(path, id);
    const response = await billing.call('POST', `/api/${path}/${id}/${command}`, input, row_version);
    expect(response.statusCode, response.body).toBe(200);
    return response.json().data;
  };
  const consumptionOf = async ({ id }: AnyRecord) => {
    const response = await get(`contracts/${id}/consumption`);
    expect(response.statusCode, response.body).toBe(200);
    return response.json().data;
  };

  test('is nothing before the signature, then what was placed, aired, billed and collected of it', async () => {
    const client = await world.client({ taxpayer_type: 'taxpayer', tax_exempt: false });
    const line = world.line(await world.space(100), {
      flight: { from: world.today, to: world.today },
      units_per_day: 10,
    });
    const draft = await world.pending(client, [line], { billing_plan: 'by_consumption' });
    expect(await consumptionOf(draft)).toBeNull();
    expect((await world.run(draft.id, 'sign', { signed_on: world.today })).statusCode).toBe(200);

    // Ten units of 100.00 with 18 % tax: six placed, four of them aired and billed, half of the invoice paid.
    const aired = await place(draft.id, 4);
    await place(draft.id, 2);
    for (const command of ['confirm', 'mark_aired']) await run('placements', aired, command);
    const billed = await billing.call('POST', `/api/contracts/${draft.id}/bill`, {});
    const invoice = await billing.issue(await billing.read('invoices', billed.json().data.invoice_ids[0]));
    const payment = await billing.pay('236', { client_id: client.id, received_on: world.today });
    await run('payments', payment.id, 'apply', {
      invoices: [{ invoice: invoice.internal_no, amount: '236' }],
    });
    expect(await consumptionOf(draft)).toEqual({
      currency: 'DOP',
      contracted: '1000.00',
      placed: '600.00',
      aired: '400.00',
      billed: '400.00',
      collected: '200.00',
      contracted_total: '1180.00',
      unbilled_total: '708.00',
      invoiced_total: '472.00',
      paid: '236.00',
      open_balance: '236.00',
    });
    const record = await world.read(draft.id);
    expect(record).toMatchObject({ open_balance: '236.00', unbilled_total: '708.00', billed_pct: '40.0000' });
  });

  test('counts what was placed of each component of a package by its share', async () => {
    const components = [{ itemId: await world.space(50) }, { itemId: await world.space(50) }];
    const contract = await signed(await world.client(), [
      world.packageLine(await world.package(components), {
        flight: { from: world.today, to: world.today },
        units: '10.00',
      }),
    ]);
    await place(contract.id, 5);
    const { contracted, placed, aired } = await consumptionOf(contract);
    expect([contracted, placed, aired]).toEqual(['1000.00', '250.00', '0.00']);
  });

  test('is written off by a credit note', async () => {
    const client = await world.client({ taxpayer_type: 'taxpayer', tax_exempt: false });
    const contract = await signed(client, [world.line(await world.space(9))], { billing_plan: 'upfront' });
    const billed = await billing.call('POST', `/api/contracts/${contract.id}/bill`, {});
    const invoice = await billing.issue(await billing.read('invoices', billed.json().data.invoice_ids[0]));
    expect(await consumptionOf(contract)).toMatchObject({ billed: '1000.00', open_balance: '1180.00' });
    const noted = await billing.call('POST', `/api/invoices/${invoice.id}/credit_note`, {
      reason_id: await billing.reason('credit_note'),
    });
    expect(noted.statusCode, noted.body).toBe(201);
    await billing.issue(noted.json().data);
    expect(await consumptionOf(contract)).toMatchObject({
      billed: '0.00',
      collected: '0.00',
      unbilled_total: '1180.00',
      invoiced_total: '0.00',
      open_balance: '0.00',
    });
  });
});
