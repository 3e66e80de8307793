import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { monthNames } from '@pauta/domain/presales/planning/months.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { createRole, createUser, signIn, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { planningCalls } from './planning-fixtures.ts';

let api: TestApi;
let world: ContractWorld;
let ana: TestUser;
let beto: TestUser;
const year = Number(companyToday().slice(0, 4));
const month = Number(companyToday().slice(5, 7));

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  ana = await createUser(api, { role: 'sales_rep', full_name: 'Ana Concilia' });
  beto = await createUser(api, { role: 'sales_rep', full_name: 'Beto Concilia' });
});
afterAll(() => api.close());

const { call, data } = planningCalls(() => ({ api, world }));
const clientOf = (user: TestUser) => world.client({ primary_sales_rep_id: user.id });
/** Ten days at this price. */
const sell = async (user: TestUser, client: { id: string; signatory: string }, price: string) => {
  const line = world.line(await world.space(50), { agreed_price: price });
  const contract = await world.pending(client, [line], { owner_id: user.id });
  const signed = await world.run(contract.id, 'sign', { signed_on: world.today });
  expect(signed.statusCode, signed.body).toBe(200);
};
const plan = (client_id: string, values: object): Promise<AnyRecord> =>
  data(
    call('POST', 'client-budgets', { fiscal_year: year, client_id, currency_code: 'DOP', ...values }),
    201,
  );
const page = (query = '', headers = world.headers) =>
  data(call('GET', `sales-budgets/reconciliation${query}`, undefined, undefined, headers));

test('company, clients and sellers of a year stand side by side, each as its own records say', async () => {
  const [one, two] = [await clientOf(ana), await clientOf(beto)];
  const platform = await api.database.one<{ id: string }>(
    sql`SELECT id FROM platforms ORDER BY code LIMIT 1`,
  );
  const budget = await data(
    call('POST', 'sales-budgets', {
      name: 'Plan conciliado',
      company_id: world.companyId,
      fiscal_year: year,
      currency_code: 'DOP',
      lines: {
        put: [
          { id: newLineId(), description: 'Todo', m01: '600.00' },
          { id: newLineId(), description: 'Una plataforma', platform_id: platform?.id, m02: '400.00' },
        ],
      },
    }),
    201,
  );
  expect((await page()).budget).toBeNull();
  await data(call('POST', `sales-budgets/${budget.id}/approve`, {}, budget.row_version));
  // The declared budget counts instead of the estimated one, and the whole instead of its part.
  await plan(one.id, { m01: '500.00' });
  await plan(one.id, { source: 'estimated', m01: '9000.00' });
  await plan(one.id, { platform_id: platform?.id, m01: '7000.00' });
  await plan(two.id, { platform_id: platform?.id, source: 'historical', m03: '70.00' });
  await plan(two.id, { currency_code: 'USD', source: 'estimated', m01: '11.00' });
  for (const [user, values] of [
    [ana, { m01: '300.00' }],
    [ana, { m01: '100.00', platform_id: platform?.id }],
    [beto, { m02: '55.00', platform_id: platform?.id }],
  ] as const)
    await data(
      call('POST', 'rep-goals', {
        fiscal_year: year,
        user_id: user.id,
        metric: 'signed_sales',
        currency_code: 'DOP',
        ...values,
      }),
      201,
    );
  await sell(ana, one, '12.5');
  await sell(beto, two, '1');

  const found = await page(`?year=${year}&company_id=${world.companyId}`);
  expect(found).toMatchObject({
    year,
    currency: 'DOP',
    budget: { id: budget.id, total: '1000.00', records: 2 },
    goals: { total: '355.00', records: 2 },
    signed: { total: '135.00', records: 2 },
  });
  expect(found.budget.months.slice(0, 3)).toEqual(['600.00', '400.00', '0.00']);
  expect(found.signed.months[month - 1]).toBe('135.00');
  expect(found.sellers.filter(({ id }: AnyRecord) => [ana.id, beto.id].includes(id))).toEqual([
    { id: ana.id, label: 'Ana Concilia', clients: '500.00', goal: '300.00', signed: '125.00' },
    { id: beto.id, label: 'Beto Concilia', clients: '0.00', goal: '55.00', signed: '10.00' },
  ]);
  const part = found.platforms.find(({ id }: AnyRecord) => id === platform?.id);
  expect(part).toMatchObject({ budget: '400.00', goals: '155.00' });
  expect(found.platforms.at(-1)).toMatchObject({ id: null, label: 'Sin plataforma', budget: '600.00' });
  const sumOf = (rows: AnyRecord[], name: string) =>
    rows.reduce((sum, row) => sum + Math.round(Number(row[name]) * 100), 0) / 100;
  expect(sumOf(found.sellers, 'clients')).toBe(Number(found.clients.total));
  expect(sumOf(found.sellers, 'signed')).toBe(Number(found.signed.total));
  expect(sumOf(found.platforms, 'signed')).toBe(Number(found.signed.total));
  expect(sumOf(found.divisions, 'budget')).toBe(Number(found.budget.total));

  // Who sees less gets less, also in the totals.
  const role = await createRole(api, [
    'sales_budgets.view_all',
    'client_budgets.view_own',
    'clients.view_own',
    'rep_goals.view_own',
    'contracts.view_own',
  ]);
  const reader = await createUser(api, { role });
  await data(
    call(
      'PATCH',
      `clients/${two.id}`,
      { additional_sales_rep_id: reader.id },
      (await data(call('GET', `clients/${two.id}`))).row_version,
    ),
  );
  const own = await page('', await signIn(api, reader));
  expect(own).toMatchObject({ clients: { total: '0.00' }, goals: { total: '0.00', records: 0 } });
  expect(JSON.stringify(own)).not.toContain('Ana Concilia');
  const blind = await createUser(api, { role: await createRole(api, ['sales_budgets.view_all']) });
  expect(await page('', await signIn(api, blind))).toMatchObject({
    budget: { total: '1000.00' },
    clients: null,
    goals: null,
    signed: null,
    sellers: [],
  });
  const seller = await signIn(api, ana);
  expect((await call('GET', 'sales-budgets/reconciliation', undefined, undefined, seller)).statusCode).toBe(
    403,
  );
  for (const [query, status] of [
    ['?year=1999', 422],
    ['?year=nada', 422],
    ['?company_id=nada', 404],
    [`?company_id=${ana.id}`, 404],
  ] as const)
    expect((await call('GET', `sales-budgets/reconciliation${query}`)).statusCode, query).toBe(status);
});

test('budgets that count are those of the most certain source, whatever there is', async () => {
  const sources = ['declared', 'estimated', 'historical'];
  const platforms = await api.database.query<{ id: string }>(
    sql`SELECT id FROM platforms ORDER BY code LIMIT 2`,
  );
  const part = fc.record({
    platform: fc.constantFrom<number | null>(null, 0, 1),
    source: fc.constantFrom(...sources),
    amount: fc.integer({ min: 1, max: 99_999 }),
  });
  const parts = fc.uniqueArray(part, {
    minLength: 1,
    maxLength: 6,
    selector: ({ platform, source }) => `${platform} ${source}`,
  });
  let fiscal_year = 2060;
  const client = await clientOf(ana);
  await fc.assert(
    fc.asyncProperty(parts, async (given) => {
      fiscal_year += 1;
      for (const { platform, source, amount } of given)
        await plan(client.id, {
          fiscal_year,
          platform_id: platform === null ? null : platforms[platform]?.id,
          source,
          m01: (amount / 100).toFixed(2),
        });
      const whole = given.filter(({ platform }) => platform === null);
      const counted = [
        ...Map.groupBy(whole.length > 0 ? whole : given, ({ platform }) => platform).values(),
      ].map(
        (own) =>
          own.toSorted((a, b) => sources.indexOf(a.source) - sources.indexOf(b.source))[0]?.amount ?? 0,
      );
      const wanted = (counted.reduce((sum, amount) => sum + amount, 0) / 100).toFixed(2);
      expect((await page(`?year=${fiscal_year}`)).clients.total).toBe(wanted);
    }),
    { numRuns: 8 },
  );
});

test('a budget follows the seller of its client', async () => {
  const client = await clientOf(ana);
  const made = await plan(client.id, { m01: '1.00' });
  expect(made.sales_rep_id).toMatchObject({ id: ana.id });
  const { row_version } = await data(call('GET', `clients/${client.id}`));
  await data(call('PATCH', `clients/${client.id}`, { primary_sales_rep_id: beto.id }, row_version));
  // It is the same version: whoever edits the budget loses nothing.
  expect(await data(call('GET', `client-budgets/${made.id}`))).toMatchObject({
    sales_rep_id: { id: beto.id },
    row_version: made.row_version,
  });
  const listed = await data(call('GET', `client-budgets?f.sales_rep_id=${beto.id}&f.client_id=${client.id}`));
  expect(listed.map(({ id }: AnyRecord) => id)).toEqual([made.id]);
});

test('a budget that is made while its client changes seller has the new one', async () => {
  const clients = await Promise.all(Array.from({ length: 8 }, () => clientOf(ana)));
  await Promise.all(
    clients.map(async (client) => {
      const { row_version } = await data(call('GET', `clients/${client.id}`));
      await Promise.all([
        data(call('PATCH', `clients/${client.id}`, { primary_sales_rep_id: beto.id }, row_version)),
        ...[11, 12, 13].map((more) => plan(client.id, { fiscal_year: year + more, m01: '1.00' })),
      ]);
    }),
  );
  const others = await api.database.query(sql`
    SELECT b.id FROM client_budgets b JOIN clients c ON c.id = b.client_id
    WHERE b.sales_rep_id IS DISTINCT FROM c.primary_sales_rep_id`);
  expect(others).toEqual([]);
});

describe('budgets of clients', () => {
  const from = { from_year: year, confidence_pct: '70' };

  test('are generated once from what was signed, or by the trend', async () => {
    const client = await clientOf(ana);
    await sell(ana, client, '30');
    const input = { ...from, to_year: year + 1, method: 'historical' };
    const shown = await data(call('POST', 'client-budgets/generate/preview', input));
    expect(shown.budgets).toBeGreaterThanOrEqual(1);
    expect(shown.examples).toContainEqual({ client: expect.any(String), currency: 'DOP', amount: '300.00' });
    const before = await data(call('GET', `client-budgets?f.fiscal_year=${year + 1}`));
    expect(before).toEqual([]);
    await data(call('POST', 'client-budgets/generate', input));
    const [made] = await data(
      call('GET', `client-budgets?f.fiscal_year=${year + 1}&f.client_id=${client.id}&fields=*`),
    );
    expect(made).toMatchObject({
      source: 'historical',
      confidence_pct: '70.0000',
      total: '300.00',
      [monthNames[month - 1] ?? '']: '300.00',
    });
    const again = await data(call('POST', 'client-budgets/generate', input));
    expect(again).toMatchObject({ budgets: 0, existing: shown.budgets });
    // 300 after 200 the year before.
    const owner = new pg.Client(api.testDatabase.owner);
    await owner.connect();
    await owner.query(
      `INSERT INTO sale_credits (order_line_id, contract_id, user_id, kind, on_date, pct, currency_code, amount)
      SELECT s.order_line_id, s.contract_id, $1, 'signed', s.on_date - interval '1 year', 100, 'DOP', 200
      FROM sale_credits s JOIN contracts k ON k.id = s.contract_id WHERE k.client_id = $2`,
      [beto.id, client.id],
    );
    await owner.end();
    await data(call('POST', 'client-budgets/generate', { ...input, method: 'estimated' }));
    const estimated = await data(
      call(
        'GET',
        `client-budgets?f.fiscal_year=${year + 1}&f.client_id=${client.id}&f.source=estimated&fields=total`,
      ),
    );
    expect(estimated).toMatchObject([{ total: '450.00' }]);
    expect((await call('POST', 'client-budgets/generate', { ...input, to_year: year })).statusCode).toBe(422);
    const own = await signIn(api, beto);
    const unseen = await data(
      call('POST', 'client-budgets/generate/preview', { ...input, to_year: year + 2 }, undefined, own),
    );
    expect(JSON.stringify(unseen)).not.toContain('300.00');
  });

  test('send their gap to a target list, in its currency, with their most certain source', async () => {
    const [one, two, three] = [await clientOf(ana), await clientOf(ana), await clientOf(ana)];
    await sell(ana, one, '20');
    const budgets = [
      await plan(one.id, { m01: '1000.00' }),
      await plan(one.id, { m01: '5000.00', source: 'estimated' }),
      await plan(two.id, { m01: '10.00', currency_code: 'USD' }),
      await plan(three.id, { m01: '0.00' }),
    ];
    const list = await data(
      call('POST', 'target-lists', {
        name: 'Brechas',
        purpose: 'growth',
        period: { from: `${year}-01-01`, to: `${year}-12-31` },
        owner_id: ana.id,
        currency_code: 'DOP',
      }),
      201,
    );
    const ids = budgets.map(({ id }) => id);
    const input = { target_list_id: list.id, ids };
    const shown = await data(call('POST', 'client-budgets/send_gap/preview', input));
    expect(shown).toMatchObject({
      joining: 1,
      already: 0,
      other_currency: 1,
      without_gap: 1,
      total: { currency: 'DOP', amount: '800.00' },
      blocked_total: 0,
    });
    await data(call('POST', 'client-budgets/send_gap', input));
    const members = () =>
      data(call('GET', `target-list-members?f.target_list_id=${list.id}&fields=client_id,estimated_amount`));
    expect(await members()).toMatchObject([{ client_id: { id: one.id }, estimated_amount: '800.00' }]);
    await sell(ana, one, '30');
    expect(await data(call('POST', 'client-budgets/send_gap', input))).toMatchObject({
      joining: 0,
      already: 1,
    });
    expect(await members()).toMatchObject([{ estimated_amount: '500.00' }]);
    const filtered = { target_list_id: list.id, query: `f.client_id=${one.id}`, expected: 2 };
    expect(await data(call('POST', 'client-budgets/send_gap/preview', filtered))).toMatchObject({
      already: 1,
    });
    // A seller sends no budget of another seller's client.
    const stranger = await signIn(api, beto);
    expect(
      (await call('POST', 'client-budgets/send_gap', input, undefined, stranger)).statusCode,
    ).toBeGreaterThanOrEqual(403);
    expect(
      (await call('POST', 'client-budgets/send_gap', { ...input, target_list_id: ana.id })).statusCode,
    ).toBeLessThan(500);
  });

  test('are changed by a percentage, to the cent', async () => {
    const made = await plan((await clientOf(ana)).id, { m01: '100.01', m02: '0.05' });
    await data(call('POST', `client-budgets/${made.id}/adjust`, { change_pct: '10' }));
    expect(await data(call('GET', `client-budgets/${made.id}`))).toMatchObject({
      m01: '110.01',
      m02: '0.06',
    });
    for (const change_pct of ['-101', 'x', ''])
      expect((await call('POST', `client-budgets/${made.id}/adjust`, { change_pct })).statusCode).toBe(422);
  });
});
