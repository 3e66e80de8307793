import { homeCards } from '@pauta/domain/home/cards.ts';
import type {
  BudgetYear,
  CardFigure,
  DashboardLayout,
  OccupancyWeeks,
} from '@pauta/domain/home/dashboard/dashboard-card.ts';
import { dashboardCard, dashboardCards } from '@pauta/domain/home/dashboard/dashboard-cards.ts';
import { type SetupState, setupSteps } from '@pauta/domain/home/setup.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import { type AnyRecord, fieldOf } from '@pauta/domain/resource/resource.ts';
import { resourceNamed } from '@pauta/domain/resources.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoClients } from '../demo/demo-clients.ts';
import { loadDemo } from '../demo/load-demo.ts';
import { systemChange } from '../platform/database/database.ts';
import { openFolderStorage } from '../platform/storage/folder-storage.ts';
import { startSmtpServer, type TestSmtpServer } from '../testing/programs/smtp-server.ts';
import { createRole, createUser, ensureRoles, signIn } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

type Headers = Record<string, string>;

let api: TestApi;
let smtp: TestSmtpServer;
const people = new Map<string, { readonly id: string; readonly headers: Headers }>();

beforeAll(async () => {
  smtp = await startSmtpServer();
  api = await startTestApi({ config: { smtpUrl: smtp.url, mailFrom: 'Pauta <pauta@ejemplo.com>' } });
  await ensureRoles(api);
  await api.database.transaction(systemChange('demo'), (tx) =>
    loadDemo(tx, {
      clients: demoClients,
      now: new Date(),
      storage: openFolderStorage(api.config.storageDir),
    }),
  );
  const staff = await api.database.query<{ id: string; role: string }>(sql`
    SELECT DISTINCT ON (r.name) u.id, r.name AS role FROM users u JOIN user_roles x ON x.user_id = u.id
      JOIN roles r ON r.id = x.role_id
    WHERE u.status = 'active'
    -- Of sellers, one with open opportunities.
    ORDER BY r.name, (SELECT count(*) FROM opportunities o WHERE o.owner_id = u.id AND o.result = 'open') DESC, u.id`);
  for (const { id, role } of staff) people.set(role, { id, headers: await signIn(api, { id }) });
});
afterAll(async () => {
  await api.close();
  await smtp.close();
});

const headersOf = (role: string): Headers => {
  const found = people.get(role);
  if (!found) throw new Error(`nobody is ${role}`);
  return found.headers;
};
const get = (url: string, headers: Headers) => api.inject({ url, headers });
const read = async <T>(url: string, headers: Headers): Promise<T> => {
  const response = await get(url, headers);
  expect(response.statusCode, `${url} ${response.body}`).toBe(200);
  return response.json().data;
};
const layoutOf = (headers: Headers) => read<DashboardLayout>('/api/dashboard', headers);
const put = (cards: readonly unknown[], headers: Headers) =>
  api.inject({ method: 'PUT', url: '/api/dashboard', payload: { cards }, headers });

/** All rows of a list, with the named fields. */
const rowsOf = async (path: string, query: string, fields: readonly string[], headers: Headers) => {
  const rows: AnyRecord[] = [];
  for (let cursor: string | null = null; ; ) {
    const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const response = await get(
      `/api/${path}?${query}&limit=100&fields=${['id', ...fields].join(',')}${next}`,
      headers,
    );
    expect(response.statusCode, response.body).toBe(200);
    const page = response.json();
    rows.push(...page.data);
    cursor = page.next_cursor ?? null;
    if (cursor === null) return rows;
  }
};

/** Compares a figure with its list: number of rows, and sums by currency. */
const agrees = async (
  { count, amounts, query }: Pick<CardFigure, 'count' | 'amounts' | 'query'>,
  { path, fields, currency }: { path: string; fields: readonly string[]; currency: string | undefined },
  headers: Headers,
  of: string,
): Promise<void> => {
  const rows = await rowsOf(path, query, [...fields, ...(currency ? [currency] : [])], headers);
  expect([of, count]).toEqual([of, rows.length]);
  fields.forEach((field, place) => {
    const byCurrency = Map.groupBy(rows, (row) => String(row[currency ?? '']));
    const expected = [...byCurrency].flatMap(([name, own]) => {
      const amount = sum(['0.00', ...own.map((row) => String(row[field] ?? '0'))]);
      return Number(amount) === 0 ? [] : [[name, amount]];
    });
    const found = (amounts[place]?.amounts ?? []).map((one) => [one.currency, one.amount]);
    expect([of, field, Object.fromEntries(found)]).toEqual([of, field, Object.fromEntries(expected)]);
  });
};

const walk = async (name: string, query: string, headers: Headers): Promise<number> => {
  const figures = await read<readonly CardFigure[]>(`/api/dashboard/cards/${name}?${query}`, headers);
  const { content } = dashboardCard(name) ?? {};
  if (content?.kind !== 'lists') throw new Error(`${name} is not a card of lists`);
  let walked = 0;
  for (const figure of figures) {
    const line = content.lines.find((one) => one.name === figure.name);
    const resource = line && resourceNamed(line.resource.name);
    if (!line || !resource) throw new Error(figure.name);
    const fields = line.amounts ?? [];
    const currency = fields[0] && (fieldOf(resource, fields[0]).options as { currency?: string }).currency;
    const list = { path: resource.path, fields, currency };
    await agrees(figure, list, headers, `${name}/${figure.name}`);
    walked += figure.count;
    for (const part of figure.parts ?? []) {
      await agrees(part, list, headers, `${name}/${figure.name}/${part.label}`);
    }
  }
  return walked;
};

const listCards = dashboardCards.filter(({ content }) => content.kind === 'lists').map(({ name }) => name);

describe.each([
  'admin',
  'general_manager',
  'sales_manager',
  'sales_rep',
  'traffic',
  'billing',
  'collections',
  'auditor',
])('for %s', (role) => {
  beforeAll(async () => {
    if (!people.has(role)) {
      const user = await createUser(api, { role });
      people.set(role, { id: user.id, headers: await signIn(api, user) });
    }
  });

  test('every figure of every card they see is the sum of the list it leads to', async () => {
    const headers = headersOf(role);
    const { available } = await layoutOf(headers);
    let walked = 0;
    for (const name of available.filter((one) => listCards.includes(one)))
      walked += await walk(name, 'period=quarter', headers);
    expect(walked).toBeGreaterThan(0);
  });

  test('cards they do not see are refused, naming the permission', async () => {
    const headers = headersOf(role);
    const { available, cards } = await layoutOf(headers);
    expect(cards.length).toBeGreaterThan(2);
    expect(cards.every((name) => available.includes(name))).toBe(true);
    for (const name of listCards.filter((one) => !available.includes(one))) {
      const response = await get(`/api/dashboard/cards/${name}`, headers);
      expect([name, response.statusCode]).toEqual([name, 403]);
    }
  });
});

describe('a seller', () => {
  const others = async (): Promise<string> => {
    const row = await api.database.one<{ id: string }>(sql`
      SELECT owner_id AS id FROM opportunities WHERE result = 'open' AND owner_id <> ${people.get('sales_rep')?.id}::uuid
        AND NOT EXISTS (SELECT FROM opportunity_splits s WHERE s.opportunity_id = opportunities.id) LIMIT 1`);
    return row?.id ?? '';
  };

  test('gets no figure of the clients of others, nor the names of other sellers', async () => {
    const headers = headersOf('sales_rep');
    const { sellers } = await layoutOf(headers);
    expect(sellers).toEqual([]);
    const mine = await read<readonly CardFigure[]>('/api/dashboard/cards/pipeline', headers);
    const all = await read<readonly CardFigure[]>(
      '/api/dashboard/cards/pipeline',
      headersOf('sales_manager'),
    );
    const whole = await api.database.one<{ n: number }>(
      sql`SELECT count(*)::integer AS n FROM opportunities WHERE result = 'open' AND archived_at IS NULL`,
    );
    expect(all[0]?.count).toBe(whole?.n);
    expect(mine[0]?.count).toBeGreaterThan(0);
    expect(mine[0]?.count).toBeLessThan(whole?.n ?? 0);
    const asked = await read<readonly CardFigure[]>(
      `/api/dashboard/cards/quotes?seller=${await others()}`,
      headers,
    );
    expect(asked.map(({ count }) => count)).toEqual(asked.map(() => 0));
    const owed = await read<readonly CardFigure[]>('/api/dashboard/cards/overdue', headers);
    const owedToAll = await read<readonly CardFigure[]>('/api/dashboard/cards/overdue', headersOf('billing'));
    expect(owed[0]?.count).toBeLessThan(owedToAll[0]?.count ?? 0);
  });

  test('cannot read the cards of management', async () => {
    const headers = headersOf('sales_rep');
    expect((await get('/api/dashboard/budget', headers)).statusCode).toBe(403);
    const none = await signIn(
      api,
      await createUser(api, { role: await createRole(api, ['clients.view_own']) }),
    );
    expect((await get('/api/dashboard/occupancy', none)).statusCode).toBe(403);
    const { available, cards } = await layoutOf(none);
    expect(available.filter((name) => listCards.includes(name))).toEqual([]);
    expect(cards).toEqual(available.slice(0, 8));
  });
});

test('filters change the figures and the lists they lead to alike', async () => {
  const headers = headersOf('sales_manager');
  const { sellers, companies, divisions } = await layoutOf(headers);
  expect([sellers, companies, divisions].every((options) => options.length > 0)).toBe(true);
  const seller = people.get('sales_rep')?.id;
  expect(sellers.map(({ id }) => id)).toContain(seller);
  const whole = await read<readonly CardFigure[]>('/api/dashboard/cards/pipeline', headers);
  const part = await read<readonly CardFigure[]>(`/api/dashboard/cards/pipeline?seller=${seller}`, headers);
  expect(part[0]?.count).toBeGreaterThan(0);
  expect(part[0]?.count).toBeLessThan(whole[0]?.count ?? 0);
  expect(part[0]?.query).toContain(`f.owner_id=${seller}`);
  await walk('pipeline', `seller=${seller}`, headers);
  await walk('contracts', `period=year&company=${companies[0]?.id}&seller=${seller}`, headers);
  // Facts of the contract, the space, the client and the opportunity of a row.
  for (const division of [undefined, ...divisions.map(({ id }) => id)]) {
    const where = new URLSearchParams({
      seller: String(seller),
      ...(division !== undefined && { division }),
    });
    await walk('holds', String(where), headers);
    if (companies[0]) where.set('company', companies[0].id);
    for (const name of ['unplaced', 'material', 'starts']) await walk(name, String(where), headers);
  }
  for (const name of ['overdue', 'top_clients', 'changes']) await walk(name, `seller=${seller}`, headers);
  for (const period of ['month', 'quarter', 'year'])
    await walk('top_clients', `period=${period}`, headersOf('admin'));
});

test('the largest clients are those that a plain sum names, with their part of the total', async () => {
  const headers = headersOf('admin');
  const [figure] = await read<readonly CardFigure[]>('/api/dashboard/cards/top_clients?period=year', headers);
  const rows = await api.database.query<{ name: string; amount: string; whole: string }>(sql`
    SELECT c.trade_name AS name, sum(i.net)::text AS amount, sum(sum(i.net)) OVER ()::text AS whole
    FROM invoices i JOIN clients c ON c.id = i.client_id
    WHERE i.status = 'issued' AND i.archived_at IS NULL AND i.doc_kind IN ('invoice', 'debit_note') AND i.currency_code = 'DOP'
      AND extract(year FROM i.issue_date) = extract(year FROM business_date())
    GROUP BY c.id ORDER BY sum(i.net) DESC, c.id LIMIT 10`);
  const pesos = (figure?.parts ?? []).flatMap(({ label, amounts: [first] }) =>
    (first?.amounts ?? []).filter(({ currency }) => currency === 'DOP').map(({ amount }) => [label, amount]),
  );
  expect(rows).toHaveLength(10);
  // The largest in another currency come after them, with what they have in this one.
  expect(pesos.slice(0, 10)).toEqual(rows.map(({ name, amount }) => [name, amount]));
  const ten = rows.reduce((all, { amount }) => all + Number(amount), 0);
  const share = figure?.shares?.find(({ currency }) => currency === 'DOP')?.share;
  expect(Number(share)).toBeCloseTo((100 * ten) / Number(rows[0]?.whole), 0);
});

test('the occupancy of a platform counts the active spaces that the list has, and their taken days', async () => {
  const headers = headersOf('sales_manager');
  const { weeks, platforms } = await read<OccupancyWeeks>('/api/dashboard/occupancy', headers);
  expect(weeks).toHaveLength(4);
  expect(platforms.length).toBeGreaterThan(2);
  for (const { id, spaces, weeks: parts } of platforms) {
    const list = await get(`/api/inventory-items?f.platform_id=${id}&f.status=active&f.parent_id=-`, headers);
    expect(list.json().total).toBe(spaces);
    expect(parts).toHaveLength(4);
    const plain = await api.database.one<{ pct: string | null }>(sql`
      SELECT round(100 * avg(least(1.0, coalesce(o.held + o.booked, 0)::numeric / capacity_on(i, d.day::date))), 1)::text AS pct
      FROM inventory_items i CROSS JOIN generate_series(business_date(), business_date() + 6, interval '1 day') AS d(day)
        LEFT JOIN occupancy o ON o.item_id = i.id AND o.day = d.day::date
      WHERE i.platform_id = ${id}::uuid AND i.status = 'active' AND i.archived_at IS NULL AND i.parent_id IS NULL
        AND capacity_on(i, d.day::date) > 0`);
    expect(parts[0]).toBe(plain?.pct);
  }
  expect(platforms.some(({ weeks: [first] }) => Number(first) > 0)).toBe(true);
  const { divisions } = await layoutOf(headers);
  const counts = await Promise.all(
    divisions.map(async ({ id }) =>
      (await read<OccupancyWeeks>(`/api/dashboard/occupancy?division=${id}`, headers)).platforms.reduce(
        (all, { spaces }) => all + spaces,
        0,
      ),
    ),
  );
  expect(counts.reduce((a, b) => a + b, 0)).toBe(platforms.reduce((all, { spaces }) => all + spaces, 0));
});

test('the budget of the year is the approved one, with the figures that its own page shows', async () => {
  const headers = headersOf('general_manager');
  const budgets = await read<readonly BudgetYear[]>('/api/dashboard/budget', headers);
  expect(budgets.length).toBeGreaterThan(0);
  for (const { id, months } of budgets) {
    const { measures } = await read<{
      measures: readonly { name: keyof BudgetYear['months'][number]; months: readonly string[] }[];
    }>(`/api/sales-budgets/${id}/actuals`, headers);
    expect(measures.length).toBe(3);
    for (const { name, months: expected } of measures)
      expect(months.map((one) => one[name])).toEqual(expected);
    const plain = await api.database.one<{ m01: string; m12: string; status: string }>(sql`
      SELECT sum(l.m01)::text AS m01, sum(l.m12)::text AS m12, min(b.status) AS status
      FROM sales_budgets b JOIN sales_budget_lines l ON l.sales_budget_id = b.id WHERE b.id = ${id}::uuid`);
    expect([months[0]?.budget, months[11]?.budget, 'approved']).toEqual([
      plain?.m01,
      plain?.m12,
      plain?.status,
    ]);
  }
  const planner = await signIn(
    api,
    await createUser(api, { role: await createRole(api, ['sales_budgets.view_all']) }),
  );
  const [seen] = await read<readonly BudgetYear[]>('/api/dashboard/budget', planner);
  expect(seen?.months[0]).toMatchObject({ booked: null, billed: null, collected: null });
});

describe('an arrangement', () => {
  test('is kept for its owner alone, and reset to the cards of the role', async () => {
    const [owner, other] = [headersOf('sales_manager'), headersOf('general_manager')];
    const before = await layoutOf(owner);
    expect(before.arranged).toBe(false);
    const wanted = [...before.cards.slice(1).toReversed()];
    const saved = await put(wanted, owner);
    expect(saved.statusCode, saved.body).toBe(200);
    expect(saved.json().data).toMatchObject({ cards: wanted, arranged: true });
    expect(await layoutOf(owner)).toMatchObject({ cards: wanted, arranged: true });
    expect((await layoutOf(other)).arranged).toBe(false);
    expect((await put([], owner)).json().data.cards).toEqual([]);
    const reset = await api.inject({ method: 'DELETE', url: '/api/dashboard', headers: owner });
    expect(reset.json().data).toMatchObject({ cards: before.cards, arranged: false });
    expect((await api.inject({ method: 'DELETE', url: '/api/dashboard', headers: owner })).statusCode).toBe(
      200,
    );
  });

  test('has only cards that exist, once each, and that its owner may see', async () => {
    const seller = headersOf('sales_rep');
    for (const [cards, status] of [
      [['nothing'], 422],
      [['goal', 'goal'], 422],
      [['budget'], 403],
      [['__proto__'], 422],
      [[5], 422],
      [Array.from({ length: 41 }, (_, at) => `card${at}`), 422],
    ] as const)
      expect([cards, (await put(cards, seller)).statusCode]).toEqual([cards, status]);
    expect((await layoutOf(seller)).arranged).toBe(false);
  });

  test('of two tabs that save at once leaves one of both', async () => {
    const seller = headersOf('sales_rep');
    const orders = [
      ['goal', 'pipeline'],
      ['pipeline', 'goal', 'quotes'],
    ];
    const answers = await Promise.all(orders.flatMap((cards) => [put(cards, seller), put(cards, seller)]));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(orders).toContainEqual((await layoutOf(seller)).cards);
  });

  test('leaves out a card that its owner may no longer see', async () => {
    const role = await createRole(api, ['opportunities.view_all', 'quotes.view_all']);
    const user = await createUser(api, { role });
    const headers = await signIn(api, user);
    await put(['quotes', 'pipeline'], headers);
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`DELETE FROM role_permissions p USING roles r
        WHERE r.id = p.role_id AND r.name = ${role} AND p.permission = 'quotes.view_all'`),
    );
    expect((await layoutOf(await signIn(api, user))).cards).toEqual(['pipeline']);
  });
});

test('wrong requests are refused by name, and never fail', async () => {
  const headers = headersOf('admin');
  for (const [url, status] of [
    ['/api/dashboard/cards/nothing', 404],
    ['/api/dashboard/cards/goal', 404],
    ['/api/dashboard/cards/__proto__', 404],
    ['/api/dashboard/cards/pipeline?seller=x', 422],
    ['/api/dashboard/cards/pipeline?period=week', 422],
    ['/api/dashboard/cards/pipeline?q=x', 422],
    ['/api/dashboard/cards/pipeline?seller=a&seller=b', 422],
    ['/api/dashboard/occupancy?division=1', 422],
    ['/api/dashboard/budget?company=1', 422],
  ] as const) {
    const { statusCode } = await get(url, headers);
    expect([url, statusCode === 400 ? 422 : statusCode]).toEqual([url, status]);
  }
  expect((await api.inject({ url: '/api/dashboard' })).statusCode).toBe(401);
});

test('the counted cards are offered to whoever may see a list of their group', async () => {
  expect(homeCards.some(({ group }) => group === 'team')).toBe(true);
  expect((await layoutOf(headersOf('sales_rep'))).available).not.toContain('team_work');
  expect((await layoutOf(headersOf('sales_manager'))).available).toContain('team_work');
});

test('with the demonstration every step on the way to the first payment is done, and the list can be hidden', async () => {
  const headers = await signIn(api, await createUser(api, { role: 'admin' }));
  const state = () => read<SetupState>('/api/setup', headers);
  const send = (url: string) => api.inject({ method: 'POST', url, headers });
  const open = async () => {
    const { done } = await state();
    return setupSteps.flatMap(({ name }) => (done[name] ? [] : [name]));
  };
  const wayToPayment = ['fiscal', 'space', 'rate_card', 'quote', 'contract', 'invoice', 'payment'];
  expect((await open()).filter((name) => wayToPayment.includes(name))).toEqual([]);
  await api.database.query(sql`UPDATE fiscal_sequences SET archived_at = now()`);
  expect(await open()).toContain('fiscal');
  expect((await send('/api/setup/dismiss')).json()).toMatchObject({ status: 409, code: 'not_complete' });
  await api.database.query(sql`UPDATE fiscal_sequences SET archived_at = NULL`);
  await api.database.query(sql`
    UPDATE companies SET legal_name = coalesce(legal_name, name), tax_id_type = coalesce(tax_id_type, 'OTRO'),
      tax_id = coalesce(tax_id, 'PRUEBA1') WHERE id = (SELECT id FROM companies WHERE is_active ORDER BY id LIMIT 1)`);
  await api.database.query(
    sql`UPDATE public_forms SET status = 'active', allowed_origins = '{https://www.medios.test}'`,
  );
  await api.database.query(sql`
    INSERT INTO portfolio_rules (name, priority, assign_to, conditions) VALUES ('Todos', 1, 'least_loaded', 'status:active')`);
  const payload = { public_url: 'https://pauta.medios.test' };
  await api.inject({ method: 'PUT', url: '/api/settings', payload, headers });
  await expect.poll(async () => (await state()).mail.state).toBe('ok');
  expect(await open()).toEqual([]);
  const gone = await send('/api/setup/dismiss');
  expect(gone.statusCode, gone.body).toBe(200);
  expect(await state()).toMatchObject({ dismissed: true });
  const other = await signIn(api, await createUser(api, { role: 'admin' }));
  expect(await read<SetupState>('/api/setup', other)).toMatchObject({ dismissed: false });
});
