import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { subtract, sum } from '@pauta/domain/money/arithmetic.ts';
import type {
  SimulatedSeller,
  SimulationResult,
  WrittenChange,
} from '@pauta/domain/presales/simulation/simulation.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingFixture, billingFixture } from '../../billing/testing/billing-fixture.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { quoteWorld } from '../../sales/quotes/fixtures.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createRole, createUser, signIn, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let world: ContractWorld;
let quoted: Awaited<ReturnType<typeof quoteWorld>>;
let billing: BillingFixture;
let ana: TestUser;
let beto: TestUser;
let carla: TestUser;
let accounts: { readonly id: string; readonly signatory: string }[];
let budget: AnyRecord;
let quote: AnyRecord;
let made = 0;
const today = companyToday();
const year = Number(today.slice(0, 4));
/** The last day of the year: every open opportunity of these tests can still close by it. */
const last = `${year}-12-31`;

type Headers = Record<string, string>;
const call = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  { version, as = world.headers }: { readonly version?: unknown; readonly as?: Headers } = {},
) =>
  api.inject({
    method,
    url: `/api/${path}`,
    headers: { ...as, ...(version !== undefined && { 'if-match': `"${String(version)}"` }) },
    ...(payload && { payload }),
  });
const data = async (answer: ReturnType<typeof call>) => {
  const response = await answer;
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.json().data;
};
const bodyOf = (changes: readonly WrittenChange[], values: object = {}): object => {
  made += 1;
  return { name: `Escenario ${made}`, company_id: world.companyId, year, changes, ...values };
};
const create = (changes: readonly WrittenChange[], as = world.headers): Promise<AnyRecord> =>
  data(call('POST', 'portfolio/simulations', bodyOf(changes), { as }));
const resultOf = (id: string, as = world.headers): Promise<SimulationResult> =>
  data(call('GET', `portfolio/simulations/${id}/result`, undefined, { as }));
const simulate = async (changes: readonly WrittenChange[], as = world.headers): Promise<SimulationResult> => {
  const { id, row_version } = await create(changes, as);
  const result = await resultOf(id, as);
  await call('DELETE', `portfolio/simulations/${id}`, undefined, { version: row_version, as });
  return result;
};
const lose = (clients: readonly string[], from = today): WrittenChange => ({
  kind: 'lost_client',
  client_ids: clients,
  from,
});
const move = (seller: TestUser, recipients: readonly TestUser[], from = today): WrittenChange => ({
  kind: 'moved_seller',
  seller_id: seller.id,
  recipient_ids: recipients.map(({ id }) => id),
  from,
});
const raise = (adjust_pct: string, values: object = {}): WrittenChange => ({
  kind: 'rate_card',
  price_list_id: String(quoted.list.id),
  new_list_id: null,
  adjust_pct,
  from: today,
  to: addDays(today, 400),
  ...values,
});
const sellerIn = ({ sellers }: SimulationResult, user: TestUser): SimulatedSeller | undefined =>
  sellers.find(({ id }) => id === user.id);
const opportunity = async (client: string, owner: TestUser, amount: string): Promise<AnyRecord> => {
  made += 1;
  return data(
    call('POST', 'opportunities', {
      ...(await sampleBody(api.database, opportunities, 7000 + made * 2)),
      client_id: client,
      owner_id: owner.id,
      expected_amount: amount,
      currency_code: 'DOP',
      expected_close_date: last,
    }),
  );
};

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  quoted = await quoteWorld(api, world.headers);
  billing = await billingFixture(api);
  ana = await createUser(api, { role: 'sales_rep', full_name: 'Ana Escenario' });
  beto = await createUser(api, { role: 'sales_rep', full_name: 'Beto Escenario' });
  carla = await createUser(api, { role: 'sales_rep', full_name: 'Carla Escenario' });
  accounts = [];
  for (const owner of [ana, ana, ana, beto])
    accounts.push(await world.client({ primary_sales_rep_id: owner.id }));
  for (const [at, [owner, amount]] of (
    [
      [ana, '1000.01'],
      [ana, '250.10'],
      [ana, '33.33'],
      [beto, '70.07'],
    ] as const
  ).entries())
    await opportunity(accounts[at]?.id ?? '', owner, amount);
  for (const [at, amount] of ['900', '300', '100', '50'].entries()) {
    const client_id = accounts[at]?.id ?? '';
    await billing.issue(
      await billing.draft({ client_id, company_id: world.companyId }, [{ unit_price: amount }]),
      {
        issue_date: today,
      },
    );
    await data(
      call('POST', 'client-budgets', { fiscal_year: year, client_id, currency_code: 'DOP', m12: '500.00' }),
    );
  }
  budget = await data(
    call('POST', 'sales-budgets', {
      name: 'Plan de escenarios',
      company_id: world.companyId,
      fiscal_year: year,
      currency_code: 'DOP',
      lines: {
        put: [
          { id: newLineId(), description: 'Radio', m11: '100.00', m12: '1000.00' },
          { id: newLineId(), description: 'TV', m12: '2000.01' },
        ],
      },
    }),
  );
  budget = await data(
    call('POST', `sales-budgets/${budget.id}/approve`, {}, { version: budget.row_version }),
  );
  await data(
    call('POST', 'rep-goals', {
      fiscal_year: year,
      user_id: ana.id,
      metric: 'signed_sales',
      currency_code: 'DOP',
      m12: '5000.00',
    }),
  );
  const signed = await world.pending(
    accounts[0] as never,
    [world.line(await world.space(50), { agreed_price: '12.5' })],
    { owner_id: ana.id },
  );
  const done = await world.run(String(signed.id), 'sign', { signed_on: today });
  expect(done.statusCode, done.body).toBe(200);
  const chance = await opportunity(accounts[1]?.id ?? '', ana, '20000');
  quote = await quoted.makeQuote({ id: accounts[1]?.id } as AnyRecord, [quoted.line({ units_per_day: 2 })], {
    opportunity_id: chance.id,
    owner_id: ana.id,
  });
});
afterAll(() => api.close());

describe('figures', () => {
  test('without changes everything is what the pages of planning show', async () => {
    const result = await simulate([]);
    const sides = await data(
      call('GET', `sales-budgets/reconciliation?year=${year}&company_id=${world.companyId}`),
    );
    const { measures } = await data(call('GET', `sales-budgets/${budget.id}/comparison`));
    const weighted = measures.find(({ name }: AnyRecord) => name === 'weighted');
    expect(result.weighted).toEqual({
      before: weighted.months,
      after: weighted.months,
      total: { before: weighted.total, after: weighted.total },
    });
    expect(result.signed).toEqual({ months: sides.signed.months, total: sides.signed.total });
    expect(result.planned?.before).toEqual(sides.clients.months);
    expect(result.planned?.after).toEqual(sides.clients.months);
    expect(result.budget).toMatchObject({
      id: budget.id,
      months: sides.budget.months,
      total: sides.budget.total,
    });
    for (const { id, goal, signed } of sides.sellers)
      expect(result.sellers.find((one) => one.id === id)).toMatchObject({ goal, signed });
    const forecast = await data(call('GET', 'opportunities/forecast?period=year'));
    const delivered = forecast.rows
      .filter(({ currency }: AnyRecord) => currency === 'DOP')
      .map(({ to_deliver }: { to_deliver: string }) => to_deliver);
    expect(result.to_deliver).toEqual({ before: sum(delivered), after: sum(delivered) });
    expect(result.concentration?.before).toEqual(result.concentration?.after);
    expect(result.concentration?.before).toMatchObject({
      total: '1350.00',
      largest: { id: accounts[0]?.id, share: '66.7' },
      top: '100.0',
    });
  });

  test('a lost client takes exactly what is expected of it from the day on', async () => {
    const lost = accounts[0]?.id ?? '';
    const before = await simulate([]);
    const own = await api.database.one<{ weighted: string }>(sql`
      SELECT sum(weighted_amount)::text AS weighted FROM opportunities WHERE client_id = ${lost}::uuid`);
    const result = await simulate([lose([lost])]);
    expect(result.weighted?.total.before).toBe(before.weighted?.total.before);
    expect(subtract(result.weighted?.total.before ?? '', result.weighted?.total.after ?? '')).toBe(
      own?.weighted,
    );
    expect(result.signed).toEqual(before.signed);
    expect(result.concentration?.after).toMatchObject({
      total: '450.00',
      largest: { id: accounts[1]?.id, share: '66.7' },
    });
    // A month of the budget of a client is lost if it begins on the day or later.
    const month = Number(today.slice(5, 7));
    const isWhole = month < 12 || today === `${year}-12-01`;
    expect(subtract(result.planned?.total.before ?? '', result.planned?.total.after ?? '')).toBe(
      isWhole ? '500.00' : '0.00',
    );
    expect(Number(result.to_deliver?.after)).toBeLessThan(Number(result.to_deliver?.before));
    // Nothing of it is lost later than the last day of its flight.
    const later = addDays(today, 30);
    if (later <= last) expect((await simulate([lose([lost], later)])).to_deliver).toEqual(before.to_deliver);
  });

  test('a moved portfolio changes sellers and no total', async () => {
    const before = await simulate([]);
    const result = await simulate([move(ana, [beto])]);
    expect(result.weighted).toEqual(before.weighted);
    expect(sellerIn(result, ana)?.weighted).toMatchObject({ after: '0.00' });
    expect(sellerIn(result, beto)?.weighted?.after).toBe(
      sum([sellerIn(before, ana)?.weighted?.before ?? '', sellerIn(before, beto)?.weighted?.before ?? '']),
    );
    expect(result.moves).toEqual([{ from: 'Ana Escenario', to: 'Beto Escenario', clients: 3 }]);
    expect(sellerIn(result, ana)).toMatchObject({ goal: '5000.00', signed: sellerIn(before, ana)?.signed });
  });

  test('the clients of a moved portfolio take turns from the largest to the smallest', async () => {
    const result = await simulate([move(ana, [beto, carla])]);
    expect(result.moves).toEqual([
      { from: 'Ana Escenario', to: 'Beto Escenario', clients: 2 },
      { from: 'Ana Escenario', to: 'Carla Escenario', clients: 1 },
    ]);
  });

  test('new prices change the open quotes of the list and, in proportion, what their opportunities expect', async () => {
    const before = await simulate([]);
    const result = await simulate([raise('10')]);
    expect(result.quotes).toMatchObject([
      { id: quote.id, before: '20000.00', after: '22000.00', difference: '2000.00', currency: 'DOP' },
    ]);
    const own = await api.database.one<{ more: string }>(sql`
      SELECT (round(weighted_amount * 22000 / 20000, 2) - weighted_amount)::text AS more FROM opportunities
      WHERE expected_amount = 20000`);
    expect(subtract(result.weighted?.total.after ?? '', before.weighted?.total.before ?? '')).toBe(own?.more);
    expect((await simulate([raise('10', { from: addDays(today, 2) })])).quotes).toEqual([]);
    expect((await data(call('GET', `quotes/${quote.id}`))).net).toBe('20000.00');
  });

  test('whatever is lost, moved and repriced, sellers and months have the same sums, and before is what it was', async () => {
    const before = await simulate([]);
    const people = [ana, beto, carla];
    await fc.assert(
      fc.asyncProperty(
        fc.subarray([0, 1, 2, 3]),
        fc.subarray([0, 1, 2], { minLength: 1 }),
        fc.integer({ min: 0, max: 2 }),
        fc.constantFrom('-100', '-3.5', '12.25'),
        async (lost, moved, recipient, pct) => {
          const changes: WrittenChange[] = [
            raise(pct),
            ...(lost.length > 0 ? [lose(lost.map((at) => accounts[at]?.id ?? ''))] : []),
            ...moved
              .filter((at) => at !== recipient)
              .map((at) => move(people[at] as TestUser, [people[recipient] as TestUser])),
          ];
          const result = await simulate(changes);
          expect(result.weighted?.before).toEqual(before.weighted?.before);
          for (const side of ['before', 'after'] as const)
            expect(sum(['0.00', ...result.sellers.map(({ weighted }) => weighted?.[side] ?? '')])).toBe(
              result.weighted?.total[side],
            );
          const unmoved = await simulate(changes.filter(({ kind }) => kind !== 'moved_seller'));
          expect(result.weighted).toEqual(unmoved.weighted);
        },
      ),
      { numRuns: 8 },
    );
  });
});

describe('who sees what', () => {
  test('nobody opens, changes or publishes the simulation of another', async () => {
    const { id, row_version: version } = await create([]);
    const other = await signIn(api, await createUser(api));
    for (const [method, path, payload] of [
      ['GET', `${id}/result`],
      ['PUT', id, bodyOf([])],
      ['POST', `${id}/publish`],
      ['DELETE', id],
    ] as const)
      expect(
        (await call(method, `portfolio/simulations/${path}`, payload, { version, as: other })).statusCode,
      ).toBe(404);
    expect((await data(call('GET', 'portfolio/simulations', undefined, { as: other }))).length).toBe(0);
  });

  test('figures are those of the records that the reader may see', async () => {
    const role = await createRole(api, ['portfolio.view_all', 'portfolio.update', 'clients.view_all']);
    const limited = await signIn(api, await createUser(api, { role }));
    const result = await simulate([lose([accounts[0]?.id ?? '']), move(ana, [beto])], limited);
    expect(result).toMatchObject({
      budget: null,
      signed: null,
      weighted: null,
      planned: null,
      to_deliver: null,
      concentration: null,
      sellers: [],
      quotes: [],
    });
    const refused = await call('POST', 'portfolio/simulations', bodyOf([raise('5')]), { as: limited });
    expect(refused.statusCode).toBe(403);
    const seller = await createRole(api, [
      'portfolio.view_all',
      'portfolio.update',
      'clients.view_own',
      'opportunities.view_own',
    ]);
    const own = await createUser(api, { role: seller });
    const hers = await signIn(api, own);
    expect((await simulate([], hers)).weighted?.total).toEqual({ before: '0.00', after: '0.00' });
    const unseen = await call('POST', 'portfolio/simulations', bodyOf([lose([accounts[0]?.id ?? ''])]), {
      as: hers,
    });
    expect(unseen.statusCode).toBe(422);
    const reader = await createRole(api, ['portfolio.view_all']);
    const readers = await signIn(api, await createUser(api, { role: reader }));
    expect((await call('POST', 'portfolio/simulations', bodyOf([]), { as: readers })).statusCode).toBe(403);
    const none = await signIn(api, ana);
    expect((await call('GET', 'portfolio/simulations', undefined, { as: none })).statusCode).toBe(403);
  });
});

describe('publishing', () => {
  test('each change becomes a draft where it is decided, once, also when asked twice at the same time', async () => {
    const lost = accounts[3]?.id ?? '';
    const changes = [
      raise('10'),
      lose([lost], `${year}-12-01` >= today ? `${year}-12-01` : today),
      move(ana, [beto, carla]),
    ];
    const { id, row_version: version } = await create(changes);
    const count = async () =>
      api.database.one<{ lists: number; budgets: number; moves: number }>(sql`
        SELECT (SELECT count(*)::integer FROM price_lists) AS lists,
          (SELECT count(*)::integer FROM sales_budgets) AS budgets,
          (SELECT count(*)::integer FROM portfolio_draft_moves) AS moves`);
    const before = await count();
    const planned = (await resultOf(id)).planned;
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        call('POST', `portfolio/simulations/${id}/publish`, undefined, { version }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409]);
    const published = answers.find(({ statusCode }) => statusCode === 200)?.json().data;
    const less = subtract(planned?.total.before ?? '', planned?.total.after ?? '');
    const hasBudget = less !== '0.00';
    expect(await count()).toEqual({
      lists: Number(before?.lists) + 1,
      budgets: Number(before?.budgets) + (hasBudget ? 1 : 0),
      moves: 3,
    });
    const [list, version2, moves] = published.drafts;
    const listId = list.path.split('/').at(-1);
    const draft = await data(call('GET', `price-lists/${listId}`));
    expect(draft).toMatchObject({
      status: 'draft',
      adjust_pct: '10.0000',
      base_list_id: { id: quoted.list.id },
      valid: { from: today, to: addDays(today, 400) },
    });
    if (hasBudget) {
      const plan = await data(call('GET', `sales-budgets/${version2.path.split('/').at(-1)}`));
      expect(plan).toMatchObject({ status: 'draft', version: 2 });
      expect(subtract(String(budget.total), plan.total)).toBe(less);
    } else expect(version2.path).toBeNull();
    expect(moves).toMatchObject({ kind: 'moved_seller', path: '/prevanta/distribucion-cartera' });
    // Nothing is in force.
    const owners = await api.database.query<{ n: number }>(sql`
      SELECT count(*)::integer AS n FROM clients WHERE primary_sales_rep_id = ${ana.id}::uuid`);
    expect(owners[0]?.n).toBe(3);
    expect((await data(call('GET', `sales-budgets/${budget.id}`))).status).toBe('approved');
    const again = await call('PUT', `portfolio/simulations/${id}`, bodyOf([]), {
      version: published.row_version,
    });
    expect([again.statusCode, again.json().code]).toEqual([409, 'published']);
    await expect(
      api.database.query(sql`UPDATE portfolio_simulations SET changes = '[]' WHERE id = ${id}::uuid`),
    ).rejects.toThrow();
    expect(
      (await call('DELETE', `portfolio/simulations/${id}`, undefined, { version: published.row_version }))
        .statusCode,
    ).toBe(204);
    await call('DELETE', 'portfolio/draft');
  });

  test('without the permission for one of the drafts none is made', async () => {
    const role = await createRole(api, [
      'portfolio.view_all',
      'portfolio.update',
      'clients.view_all',
      'prices.view_all',
    ]);
    const as = await signIn(api, await createUser(api, { role }));
    const { id, row_version: version } = await create([raise('1'), move(ana, [beto])], as);
    const refused = await call('POST', `portfolio/simulations/${id}/publish`, undefined, { version, as });
    expect(refused.statusCode).toBe(403);
    const moves = await api.database.one<{ n: number }>(
      sql`SELECT count(*)::integer AS n FROM portfolio_draft_moves`,
    );
    expect(moves?.n).toBe(0);
  });

  test('one without changes makes nothing', async () => {
    const { id, row_version: version } = await create([]);
    const refused = await call('POST', `portfolio/simulations/${id}/publish`, undefined, { version });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'empty_simulation']);
  });
});

test('wrong bodies are refused with the field of the change', async () => {
  const archived = '01900000-0000-7000-8000-000000000000';
  for (const [change, field] of [
    [lose([archived]), 'client_ids'],
    [lose([accounts[0]?.id ?? ''], addDays(today, -1)), 'from'],
    [lose([accounts[0]?.id ?? ''], `${year + 1}-01-01`), 'from'],
    [move(ana, [ana]), 'recipient_ids'],
    [raise('0'), 'adjust_pct'],
    [raise('1001'), 'adjust_pct'],
    [raise('5', { to: addDays(today, -1) }), 'to'],
    [raise('5', { new_list_id: quoted.list.id }), 'new_list_id'],
    [raise('5', { price_list_id: archived }), 'price_list_id'],
  ] as const) {
    const answer = await call('POST', 'portfolio/simulations', bodyOf([change]));
    expect(answer.statusCode, answer.body).toBe(422);
    expect(answer.json().errors).toHaveProperty([`changes.0.${field}`]);
  }
  const twice = await call('POST', 'portfolio/simulations', bodyOf([move(ana, [beto]), move(ana, [carla])]));
  expect(twice.json().errors).toHaveProperty(['changes.1.seller_id']);
  for (const wrong of [
    { changes: 'nada' },
    { changes: [{ kind: 'otro' }] },
    { changes: [{ ...raise('5'), from: '2026-02-31' }] },
    { changes: Array(21).fill(raise('5')) },
    { changes: [lose([])] },
    { name: '   ' },
    { year: 1 },
    { company_id: archived },
  ]) {
    const answer = await call('POST', 'portfolio/simulations', bodyOf([], wrong));
    expect(answer.statusCode, JSON.stringify(wrong)).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode, JSON.stringify(wrong)).toBeLessThan(500);
  }
  await data(call('POST', 'portfolio/simulations', bodyOf([], { name: 'Igual' })));
  const same = await call('POST', 'portfolio/simulations', bodyOf([], { name: 'IGUAL' }));
  expect([same.statusCode, Object.keys(same.json().errors)]).toEqual([409, ['name']]);
});
