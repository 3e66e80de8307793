import { randomUUID } from 'node:crypto';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { Line } from '@pauta/domain/document/document.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import fc from 'fast-check';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { linesOfAddendum, makeAddendaWorld } from '../../sales/addenda/addenda-fixtures.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createRole, createUser, signIn, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let world: ContractWorld;
let ana: TestUser;
let beto: TestUser;
const year = Number(companyToday().slice(0, 4));
const month = Number(companyToday().slice(5, 7));

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  ana = await createUser(api, { role: 'sales_rep', full_name: 'Ana Peñaló' });
  beto = await createUser(api, { role: 'sales_rep', full_name: 'Beto Núñez' });
});
afterAll(() => api.close());

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));
const text = (amount: bigint): string => {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
/** Half up, away from zero, as PostgreSQL rounds. */
const divided = (a: bigint, b: bigint): bigint => (2n * a + b) / (2n * b);

const post = async (path: string, payload: object): Promise<AnyRecord> => {
  const response = await api.inject({ method: 'POST', url: `/api/${path}`, headers: world.headers, payload });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const get = async (path: string, headers = world.headers) => api.inject({ url: `/api/${path}`, headers });
const read = async (path: string, headers = world.headers) => {
  const response = await get(path, headers);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
};
const signed = async (
  client: { id: string; signatory: string },
  lines: readonly object[],
  values: object = {},
): Promise<AnyRecord> => {
  const contract = await world.pending(client, lines, values);
  const response = await world.run(contract.id, 'sign', { signed_on: world.today });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
};

interface Credit {
  readonly order_line_id: string;
  readonly user_id: string;
  readonly kind: string;
  readonly amount: string;
  readonly taxable: string;
  readonly days: number;
  readonly left: number;
}
const creditsOf = (contract: AnyRecord): Promise<Credit[]> =>
  api.database.query<Credit>(sql`
    SELECT s.order_line_id, s.user_id, s.kind, s.amount::text, o.taxable::text,
      upper(o.flight) - lower(o.flight) AS days, upper(o.flight) - business_date() - 1 AS left
    FROM sale_credits s JOIN order_lines o ON o.id = s.order_line_id WHERE s.contract_id = ${contract.id}::uuid`);

test('shares of any size add up to each line to the cent, and a cancellation takes back the days left', async () => {
  const prices = fc.array(fc.integer({ min: 1, max: 999_999 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(prices, fc.integer({ min: 1, max: 999_999 }), async (amounts, share) => {
      const pct = (share / 10_000).toFixed(4);
      const client = await world.client({ primary_sales_rep_id: ana.id, additional_sales_rep_id: beto.id });
      const { row_version } = await read(`clients/${client.id}`);
      const shared = await api.inject({
        method: 'PATCH',
        url: `/api/clients/${client.id}`,
        headers: { ...world.headers, 'if-match': `"${row_version}"` },
        payload: { additional_split_pct: pct },
      });
      expect(shared.statusCode, shared.body).toBe(200);
      const space = await world.space(50);
      const contract = await signed(
        client,
        amounts.map((units) => world.line(space, { agreed_price: (units / 100).toFixed(2) })),
        { owner_id: ana.id },
      );
      const credits = await creditsOf(contract);
      const byLine = Map.groupBy(credits, ({ order_line_id }) => order_line_id);
      expect(byLine.size).toBe(amounts.length);
      for (const own of byLine.values()) {
        const whole = cents(own[0]?.taxable ?? '0');
        expect(own.reduce((sum, { amount }) => sum + cents(amount), 0n)).toBe(whole);
        // The largest share is rounded, and the other one is the rest.
        const larger = share > 500_000 ? beto.id : ana.id;
        const part = BigInt(share > 500_000 ? share : 1_000_000 - share);
        const largest = own.find(({ user_id }) => user_id === larger);
        if (share !== 500_000) expect(cents(largest?.amount ?? '0')).toBe(divided(whole * part, 1_000_000n));
      }
      const cancelled = await world.run(contract.id, 'cancel', { reason: 'El cliente cerró' });
      expect(cancelled.statusCode, cancelled.body).toBe(200);
      const after = await creditsOf(contract);
      for (const credit of after.filter(({ kind }) => kind === 'signed')) {
        const back = after.find(
          (one) =>
            one.kind === 'ended' &&
            one.order_line_id === credit.order_line_id &&
            one.user_id === credit.user_id,
        );
        const wanted = divided(cents(credit.amount) * BigInt(credit.left), BigInt(credit.days));
        expect(-cents(back?.amount ?? '0.00')).toBe(wanted);
      }
    }),
    { numRuns: 5 },
  );
});

test('the shares of the opportunity come first, and a seller who is not the client’s has all of it', async () => {
  const client = await world.client({ primary_sales_rep_id: ana.id });
  const share = (user: TestUser, pct: string) => ({
    id: newLineId(),
    user_id: user.id,
    role: 'support',
    pct,
  });
  const sample = await sampleBody(api.database, opportunities, 900);
  const opportunity = await post('opportunities', {
    ...sample,
    client_id: client.id,
    brand_id: null,
    agency_id: null,
    contact_id: null,
    referral_id: null,
    splits: { put: [share(ana, '30'), share(beto, '70')] },
  });
  const space = await world.space(50);
  const won = await signed(client, [world.line(space)], {
    opportunity_id: opportunity.id,
    owner_id: ana.id,
  });
  const amounts = async (contract: AnyRecord) =>
    Object.fromEntries((await creditsOf(contract)).map(({ user_id, amount }) => [user_id, amount]));
  expect(await amounts(won)).toEqual({ [ana.id]: '300.00', [beto.id]: '700.00' });
  const others = await signed(client, [world.line(space)], { owner_id: beto.id });
  expect(await amounts(others)).toEqual({ [beto.id]: '1000.00' });
});

test('an addendum that changes a line adds the difference by its shares, and a cancellation takes back what is left', async () => {
  const client = await world.client({ primary_sales_rep_id: ana.id, additional_sales_rep_id: beto.id });
  const { row_version } = await read(`clients/${client.id}`);
  const shared = await api.inject({
    method: 'PATCH',
    url: `/api/clients/${client.id}`,
    headers: { ...world.headers, 'if-match': `"${row_version}"` },
    payload: { additional_split_pct: '33.3333' },
  });
  expect(shared.statusCode, shared.body).toBe(200);
  const addenda = makeAddendaWorld(api, world);
  const flight = { from: addDays(world.today, 1), to: addDays(world.today, 10) };
  const contract = await signed(
    client,
    [world.line(await world.space(9), { flight }), world.line(await world.space(9), { agreed_price: '0' })],
    { owner_id: ana.id },
  );
  const change = async (put: (lines: readonly Line[]) => readonly object[]) => {
    const draft = await addenda.draft(contract.id, addDays(world.today, 1));
    const { id } = await addenda.pending(draft, put(linesOfAddendum(draft)));
    const answer = await addenda.apply(id);
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const amounts = async (kind: string) =>
    (await creditsOf(contract))
      .filter((credit) => credit.kind === kind)
      .map(({ user_id, amount }) => [user_id === ana.id ? 'Ana' : 'Beto', amount])
      .sort();
  expect(await amounts('signed')).toEqual([
    ['Ana', '666.67'],
    ['Beto', '333.33'],
  ]);
  await change(([line]) => [
    { id: line?.id, op: 'change', flight: { ...flight, to: addDays(world.today, 4) } },
  ]);
  expect(await amounts('changed')).toEqual([
    ['Ana', '-400.00'],
    ['Beto', '-200.00'],
  ]);
  await change(([line]) => [
    { id: line?.id, op: 'change', flight: { ...flight, to: addDays(world.today, 5) } },
  ]);
  expect(await amounts('changed')).toEqual([
    ['Ana', '-400.00'],
    ['Ana', '66.66'],
    ['Beto', '-200.00'],
    ['Beto', '33.34'],
  ]);
  const cancelled = await world.run(contract.id, 'cancel', { reason: 'El cliente cerró' });
  expect(cancelled.statusCode, cancelled.body).toBe(200);
  expect(await amounts('ended')).toEqual([
    ['Ana', '-333.33'],
    ['Beto', '-166.67'],
  ]);
});

test('budgets and goals show what was signed, by month and by line', async () => {
  const carla = await createUser(api, { role: 'sales_rep', full_name: 'Carla Ruiz' });
  const client = await world.client({ primary_sales_rep_id: carla.id });
  const space = await world.space(50);
  const platform = await api.database.one<{ id: string }>(
    sql`SELECT platform_id AS id FROM inventory_items WHERE id = ${space}::uuid`,
  );
  const before = await post('sales-budgets', {
    name: `Plan ${year}`,
    company_id: world.companyId,
    fiscal_year: year,
    currency_code: 'DOP',
    lines: {
      put: [
        { id: newLineId(), description: 'Todo', m01: '4000.00' },
        { id: newLineId(), description: 'Plataforma', platform_id: platform?.id, m02: '500.00' },
      ],
    },
  });
  const plan = await post('client-budgets', {
    fiscal_year: year,
    client_id: client.id,
    currency_code: 'DOP',
    m01: '2000.00',
  });
  const goal = await post('rep-goals', {
    fiscal_year: year,
    user_id: carla.id,
    metric: 'signed_sales',
    currency_code: 'DOP',
    m01: '3000.00',
  });
  const fresh = await post('rep-goals', {
    fiscal_year: year,
    user_id: carla.id,
    metric: 'new_clients',
    m01: '2.00',
  });
  const again = await post('rep-goals', {
    fiscal_year: year,
    user_id: carla.id,
    metric: 'renewals',
    m01: '2.00',
  });
  await signed(client, [world.line(space), world.line(space, { agreed_price: '12.50' })], {
    owner_id: carla.id,
  });
  await signed(client, [world.line(space, { agreed_price: '50' })], { owner_id: carla.id });

  const all = await api.database.query<{ amount: string }>(
    sql`SELECT amount::text FROM sale_credits WHERE currency_code = 'DOP'`,
  );
  const whole = text(all.reduce((sum, { amount }) => sum + cents(amount), 0n));
  expect(await read(`sales-budgets/${before.id}`)).toMatchObject({ booked: whole });
  expect(await read(`client-budgets/${plan.id}`)).toMatchObject({
    booked: '1625.00',
    booked_pct: '81.3',
    gap: '375.00',
    billed: '0.00',
  });
  expect(await read(`rep-goals/${goal.id}`)).toMatchObject({ reached: '1625.00', reached_pct: '54.2' });
  expect(await read(`rep-goals/${fresh.id}`)).toMatchObject({ reached: '1.00', reached_pct: '50.0' });
  expect(await read(`rep-goals/${again.id}`)).toMatchObject({ reached: '1.00' });

  const months = Array.from({ length: 12 }, (_, at) => (at + 1 === month ? '1625.00' : '0.00'));
  expect(await read(`rep-goals/${goal.id}/actuals`)).toEqual({
    measures: [{ name: 'reached', months, total: '1625.00' }],
    lines: [],
  });
  const { measures, lines } = await read(`sales-budgets/${before.id}/actuals`);
  expect(measures.map(({ name, total }: AnyRecord) => [name, total])).toEqual([
    ['booked', whole],
    ['billed', '0.00'],
    ['collected', '0.00'],
  ]);
  expect(lines.map(({ total }: AnyRecord) => total)).toEqual([whole, whole]);
  const list = await read(`rep-goals?f.user_id=${carla.id}&fields=reached,reached_pct`);
  expect(list.map(({ reached }: AnyRecord) => reached).sort()).toEqual(['1.00', '1.00', '1625.00']);

  const own = await signIn(api, carla);
  expect((await read('rep-goals?fields=reached', own)).length).toBe(3);
  expect(await read(`rep-goals/${goal.id}`, own)).toMatchObject({ reached: '1625.00' });
  expect((await get(`rep-goals/${goal.id}/actuals`, await signIn(api, beto))).statusCode).toBe(404);
  const planner = await createUser(api, {
    role: await createRole(api, ['sales_budgets.view_all', 'contracts.view_all']),
  });
  const seen = await read(`sales-budgets/${before.id}/actuals`, await signIn(api, planner));
  expect(seen.measures.map(({ name }: AnyRecord) => name)).toEqual(['booked']);
  const blind = await createUser(api, { role: await createRole(api, ['sales_budgets.view_all']) });
  expect(await read(`sales-budgets/${before.id}/actuals`, await signIn(api, blind))).toEqual({
    measures: [],
    lines: [],
  });
  expect((await get('sales-budgets/nada/actuals')).statusCode).toBe(404);
});

test('a package counts in the plans of each of its components by its share, to the cent', async () => {
  const elsa = await createUser(api, { role: 'sales_rep', full_name: 'Elsa Mora' });
  const client = await world.client({ primary_sales_rep_id: elsa.id });
  const [first, second, third] = [await world.space(50), await world.space(50), await world.space(50)];
  // The second component is on another platform and in another category.
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`
      UPDATE inventory_items i SET platform_id = c.platform_id, inventory_category_id = c.id
      FROM (SELECT c.id, c.platform_id FROM inventory_categories c
        WHERE c.platform_id <> (SELECT platform_id FROM inventory_items WHERE id = ${first}::uuid) ORDER BY c.id LIMIT 1) c
      WHERE i.id = ${second}::uuid`),
  );
  const packageId = await world.package([{ itemId: first }, { itemId: second }, { itemId: third }]);
  const placeOf = async (id: string) => {
    const row = await api.database.one<Record<string, string>>(sql`
      SELECT platform_id, inventory_category_id, division_id, subdivision_id FROM inventory_items WHERE id = ${id}::uuid`);
    if (!row) throw new Error('the space exists');
    return row;
  };
  const [here, there] = [await placeOf(first), await placeOf(second)];
  const budgetLines = [
    {},
    { platform_id: here.platform_id },
    { platform_id: there.platform_id },
    { inventory_category_id: there.inventory_category_id },
    { division_id: here.division_id },
    { subdivision_id: here.subdivision_id },
    // Nothing is sold of both.
    { platform_id: here.platform_id, inventory_category_id: there.inventory_category_id },
  ].map((part, at) => ({ id: newLineId(), description: `Parte ${at}`, m01: '100.00', ...part }));
  const budget = await post('sales-budgets', {
    name: 'Plan de los paquetes',
    company_id: world.companyId,
    fiscal_year: year,
    currency_code: 'USD',
    lines: { put: budgetLines },
  });
  const goal = (values: object) =>
    post('rep-goals', {
      fiscal_year: year,
      user_id: elsa.id,
      metric: 'signed_sales',
      currency_code: 'USD',
      m01: '100.00',
      ...values,
    });
  const plan = (values: object) =>
    post('client-budgets', {
      fiscal_year: year,
      client_id: client.id,
      currency_code: 'USD',
      m01: '100.00',
      ...values,
    });
  const goals = [
    await goal({ platform_id: here.platform_id }),
    await goal({ platform_id: there.platform_id }),
  ];
  const plans = [
    await plan({ platform_id: here.platform_id }),
    await plan({ platform_id: there.platform_id }),
  ];
  const list = randomUUID();
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`
      INSERT INTO price_lists (id, code, name, kind, currency_code, valid, status)
      VALUES (${list}::uuid, 'USD', 'Lista en dólares', 'internal', 'USD', '[2020-01-01,2040-01-01)', 'current')`),
  );
  await signed(client, [world.packageLine(packageId, { agreed_price: '100.01' })], {
    owner_id: elsa.id,
    currency_code: 'USD',
    price_list_id: list,
  });

  const { lines } = await read(`sales-budgets/${budget.id}/actuals`);
  expect(lines.map(({ id }: AnyRecord) => id)).toEqual(budgetLines.slice(0, -1).map(({ id }) => id));
  const totals = lines.map(({ total }: AnyRecord) => total);
  // Of 33.34, 33.34 and 33.33 (`allocatePackage`) the first and the third, and the second.
  expect(totals).toEqual(['100.01', '66.67', '33.34', '33.34', '100.01', '100.01']);
  expect(cents(totals[1]) + cents(totals[2])).toBe(cents('100.01'));
  for (const [at, total] of [totals[1], totals[2]].entries()) {
    expect(await read(`rep-goals/${goals[at]?.id}`)).toMatchObject({ reached: total });
    expect(await read(`client-budgets/${plans[at]?.id}`)).toMatchObject({ booked: total });
  }
});

test('the board shows sales, pipeline and goal of each seller to those who may see them', async () => {
  const dora = await createUser(api, { role: 'sales_rep', full_name: 'Dora Vega' });
  const client = await post('clients', {
    ...(await sampleBody(api.database, clients, 4300)),
    primary_sales_rep_id: dora.id,
    additional_sales_rep_id: null,
  });
  await post('rep-goals', {
    fiscal_year: year,
    user_id: dora.id,
    metric: 'signed_sales',
    currency_code: 'DOP',
    m01: '800.00',
  });
  const opportunity = await post('opportunities', {
    ...(await sampleBody(api.database, opportunities, 901)),
    client_id: client.id,
    brand_id: null,
    agency_id: null,
    contact_id: null,
    referral_id: null,
    owner_id: dora.id,
    expected_amount: '1000.00',
    currency_code: 'DOP',
  });
  const figures = async (headers = world.headers) =>
    (await read('portfolio/board', headers)).sellers.find(({ id }: AnyRecord) => id === dora.id).figures;
  expect(await figures()).toEqual({
    sales: [],
    pipeline:
      opportunity.result === 'open'
        ? [{ currency: 'DOP', amount: '1000.00', weighted: opportunity.weighted_amount }]
        : [],
    goals: [{ currency: 'DOP', target: '800.00', reached: '0.00' }],
    disputed: 0,
  });
  const reader = await createUser(api, {
    role: await createRole(api, ['portfolio.view_all', 'clients.view_all']),
  });
  const headers = await signIn(api, reader);
  expect(await figures(headers)).toEqual({ sales: null, pipeline: null, goals: null, disputed: null });
  const page = await read(`portfolio/sellers/${dora.id}/clients`, headers);
  expect(page).toMatchObject([{ id: client.id, billed_12m: null, disputes: null }]);
  expect(await read(`portfolio/sellers/${dora.id}/clients`)).toMatchObject([
    { billed_12m: '0.00', disputes: 0 },
  ]);
});

test('the parts of a line that is no package are those of the rule for packages', async () => {
  const parts = (name: string) =>
    raw(`(SELECT array_agg(ROW(p.*)::text ORDER BY ROW(p.*)::text) FROM ${name}(o, s.amount) p)`);
  const found = await api.database.one<Record<'lines' | 'packages' | 'different', number>>(sql`
    SELECT count(*) FILTER (WHERE o.package_id IS NULL)::integer AS lines,
      count(*) FILTER (WHERE o.package_id IS NOT NULL)::integer AS packages,
      count(*) FILTER (WHERE ${parts('sold_parts')} IS DISTINCT FROM ${parts('sold_package_parts')}
        OR l.is_package <> (o.package_id IS NOT NULL OR o.components IS NOT NULL) OR NOT l.is_package AND ${parts('sold_parts')}
          <> ARRAY[ROW(l.platform_id, l.division_id, l.subdivision_id, l.inventory_category_id, s.amount)::text])::integer
        AS different
    FROM sale_credits s JOIN order_lines o ON o.id = s.order_line_id JOIN sold_lines l ON l.order_line_id = o.id`);
  expect(found?.different).toBe(0);
  expect(found?.lines).toBeGreaterThan(0);
  expect(found?.packages).toBeGreaterThan(0);
});
