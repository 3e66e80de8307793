import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { BoardSeller } from '@pauta/domain/presales/board.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillingFixture, billingFixture } from '../billing/testing/billing-fixture.ts';
import { sampleBody } from '../testing/sample-values.ts';
import { createUser, signInAs, type TestUser } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

let api: TestApi;
let fixture: BillingFixture;
let admin: Record<string, string>;
let ana: TestUser;
let beto: TestUser;
let made = 0;
const today = companyToday();

beforeAll(async () => {
  api = await startTestApi();
  fixture = await billingFixture(api);
  admin = await signInAs(api);
  ana = await createUser(api, { role: 'sales_rep', full_name: 'Ana Dinero' });
  beto = await createUser(api, { role: 'sales_rep', full_name: 'Beto Dinero' });
});
afterAll(() => api.close());

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
  api.inject({ method, url: `/api/${path}`, headers: admin, ...(payload && { payload }) });
const data = async (answer: ReturnType<typeof call>) => {
  const response = await answer;
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.json().data;
};
const clientOf = async (owner: TestUser): Promise<string> => {
  made += 1;
  const body = { ...(await sampleBody(api.database, clients, 5600 + made)), currency_code: 'DOP' };
  const { id } = await data(
    call('POST', 'clients', { ...body, primary_sales_rep_id: owner.id, additional_sales_rep_id: null }),
  );
  return id;
};
/** An invoice of a client, before tax. */
const bill = async (client_id: string, amount: string, issue_date = today): Promise<AnyRecord> =>
  fixture.issue(await fixture.draft({ client_id }, [{ unit_price: amount }]), { issue_date });
const board = (query = '') => data(call('GET', `portfolio/board${query}`));
const seller = async (user: TestUser, query = ''): Promise<BoardSeller> =>
  (await board(query)).sellers.find(({ id }: BoardSeller) => id === user.id);

test('the draft shows what each seller would sell, and who depends on one client', async () => {
  const [big, small, other] = [await clientOf(ana), await clientOf(ana), await clientOf(beto)];
  await bill(big, '900');
  await bill(small, '100');
  await bill(other, '1000');
  const name = async (id: string) => (await data(call('GET', `clients/${id}`))).trade_name;
  expect((await seller(ana)).figures.sales).toEqual([
    {
      currency: 'DOP',
      amount: '1000.00',
      after: '1000.00',
      share: 50,
      top: { client: await name(big), share: 90 },
    },
  ]);
  expect(await seller(ana)).toMatchObject({ concentrated: true, dependent: true });
  await data(call('POST', 'portfolio/draft/moves', { ids: [big], to_user_id: beto.id }));
  expect((await seller(ana)).figures.sales).toEqual([
    {
      currency: 'DOP',
      amount: '1000.00',
      after: '100.00',
      share: 5,
      top: { client: await name(small), share: 100 },
    },
  ]);
  expect((await seller(beto)).figures.sales).toMatchObject([
    { amount: '1000.00', after: '1900.00', share: 95, top: { client: await name(other), share: 52.6 } },
  ]);
  // The sums of all sellers are those of all invoices, before and after.
  const { sellers } = await board();
  const sumOf = (key: string) =>
    sellers
      .flatMap(({ figures }: AnyRecord) => (figures as { sales: AnyRecord[] }).sales)
      .reduce((sum: number, row: AnyRecord) => sum + Number(row[key]), 0);
  expect(sumOf('amount')).toBe(sumOf('after'));
  await data(call('DELETE', 'portfolio/draft'));
});

test('clients with an open dispute are flagged, with their seller', async () => {
  const client = await clientOf(beto);
  const invoice = await bill(client, '50');
  const before = (await seller(beto)).figures.disputed;
  const opened = await fixture.call('POST', `/api/invoices/${invoice.id}/dispute`, {
    reason_id: await fixture.reason('dispute'),
    resolver_id: ana.id,
  });
  expect(opened.statusCode, opened.body).toBe(200);
  expect((await seller(beto)).figures.disputed).toBe(Number(before) + 1);
  const page = await data(call('GET', `portfolio/sellers/${beto.id}/clients`));
  expect(page.find(({ id }: AnyRecord) => id === client)).toMatchObject({ disputes: 1 });
  expect(page.filter(({ disputes }: AnyRecord) => disputes === 0).length).toBe(page.length - 1);
});

test('a past day shows who had each client then, without the draft', async () => {
  const client = await clientOf(ana);
  await bill(client, '70', addDays(today, -30));
  await bill(client, '5');
  const day = addDays(today, -10);
  const owner = new pg.Client(api.testDatabase.owner);
  await owner.connect();
  await owner.query(
    'UPDATE portfolio_assignments SET valid = daterange($1::date - 60, upper(valid)) WHERE client_id = $2',
    [today, client],
  );
  await owner.query(
    "UPDATE portfolio_assignments SET valid = daterange(lower(valid), $1::date) WHERE client_id = $2 AND role = 'principal'",
    [today, client],
  );
  await owner.query(
    "INSERT INTO portfolio_assignments (client_id, user_id, role, split_pct, valid) VALUES ($2, $3, 'principal', 100, daterange($1::date, NULL))",
    [today, client, beto.id],
  );
  await owner.query('UPDATE clients SET primary_sales_rep_id = $2 WHERE id = $1', [client, beto.id]);
  await owner.end();
  const ids = async (user: TestUser, query = '') =>
    (await data(call('GET', `portfolio/sellers/${user.id}/clients${query}`))).map(({ id }: AnyRecord) => id);
  expect(await ids(beto)).toContain(client);
  expect(await ids(ana)).not.toContain(client);
  expect(await ids(ana, `?on=${day}`)).toEqual([client]);
  expect(await ids(beto, `?on=${day}`)).not.toContain(client);
  const then = await board(`?on=${day}`);
  expect(then).toMatchObject({ on: day, draft: { moves: 0 }, clients: 1 });
  expect(await seller(ana, `?on=${day}`)).toMatchObject({
    now: { clients: 1 },
    after: { clients: 1 },
    figures: { sales: [{ amount: '70.00', after: '70.00' }], pipeline: null },
  });
  expect((await board(`?on=${today}`)).on).toBeNull();
  for (const on of [addDays(today, 1), 'ayer', '2026-02-31'])
    expect((await call('GET', `portfolio/board?on=${on}`)).statusCode, on).toBeLessThan(500);
  expect((await call('GET', `portfolio/board?on=${addDays(today, 1)}`)).statusCode).toBe(422);
});

test('a rule applies to clients within its band of twelve months of sales', async () => {
  const [none, some, much] = [await clientOf(ana), await clientOf(ana), await clientOf(ana)];
  await bill(some, '500');
  await bill(much, '5000');
  const rule = {
    name: 'Cuentas medianas',
    priority: 1,
    assign_to: 'user',
    user_id: beto.id,
    sales_from: '400.00',
    sales_below: '600.00',
    currency_code: 'DOP',
    is_active: true,
  };
  const wrong = await call('POST', 'portfolio-rules', { ...rule, sales_below: '400.00' });
  expect(wrong.json().errors).toHaveProperty('sales_below');
  await data(call('POST', 'portfolio-rules', rule));
  const applied = await data(call('POST', 'portfolio/draft/rules', { from_user_id: ana.id }));
  expect(applied.by_rule).toMatchObject([{ name: 'Cuentas medianas', count: 1 }]);
  const moves = await data(call('GET', 'portfolio/draft/moves'));
  expect(moves.map(({ id }: AnyRecord) => id)).toEqual([some]);
  expect([none, much]).not.toContain(moves[0].id);
  await expect(
    api.database.query(sql`UPDATE portfolio_rules SET sales_below = 300 WHERE name = 'Cuentas medianas'`),
  ).rejects.toThrow('portfolio_rules_band');
});
