import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import {
  type BudgetComparison,
  partKey,
  partNames,
} from '@pauta/domain/presales/planning/budget-comparison.ts';
import { planPeriods } from '@pauta/domain/presales/planning/plan-calendar.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import fc from 'fast-check';
import papaparse from 'papaparse';
import pg from 'pg';
import { readSheet } from 'read-excel-file/universal';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createRole, createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let world: ContractWorld;
let budget: AnyRecord;
const year = Number(companyToday().slice(0, 4));

/** A signed amount as this file adds it, without the statement under test. */
interface Sale extends Values {
  readonly day: string;
  readonly cents: bigint;
}
let sales: readonly Sale[] = [];

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));
const text = (amount: bigint): string => {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const post = async (path: string, payload: object): Promise<AnyRecord> => {
  const response = await api.inject({ method: 'POST', url: `/api/${path}`, headers: world.headers, payload });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const compare = async (query = '', headers = world.headers): Promise<BudgetComparison> => {
  const response = await api.inject({ url: `/api/sales-budgets/${budget.id}/comparison${query}`, headers });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
};
const between = (day: string, { from, to }: { from: string; to: string }): boolean =>
  day >= from && day <= to;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  const client = await world.client({});
  const spaces = [await world.space(50), await world.space(50), await world.space(50)];
  // The second space is on another platform and in another category.
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`
      UPDATE inventory_items i SET platform_id = c.platform_id, inventory_category_id = c.id
      FROM (SELECT c.id, c.platform_id FROM inventory_categories c
        WHERE c.platform_id <> (SELECT platform_id FROM inventory_items WHERE id = ${spaces[0]}::uuid)
        ORDER BY c.id LIMIT 1) c
      WHERE i.id = ${spaces[1]}::uuid`),
  );
  const pending = await world.pending(
    client,
    spaces.map((space) => world.line(space)),
  );
  const signed = await world.run(pending.id, 'sign', { signed_on: world.today });
  expect(signed.statusCode, signed.body).toBe(200);
  const lines = await api.database.query<Record<string, string | null>>(sql`
    SELECT o.id, i.platform_id, i.division_id, i.subdivision_id, i.inventory_category_id, o.ad_classification_id
    FROM order_lines o JOIN inventory_items i ON i.id = o.inventory_item_id ORDER BY o.id`);
  const days = fc.sample(
    fc.tuple(
      fc.integer({ min: -400, max: 400 }),
      fc.integer({ min: 1, max: 9_999_999 }),
      fc.nat(lines.length - 1),
    ),
    { numRuns: 60, seed: 7 },
  );
  // Written by the owner of the tables: for the application they only follow from signatures.
  const owner = new pg.Client(api.testDatabase.owner);
  await owner.connect();
  await owner.query(
    "SELECT set_config('pauta.request', 'test', false), set_config('pauta.reason', 'test', false)",
  );
  for (const [at, [offset, amount, line]] of days.entries()) {
    const { rows } = await owner.query(
      "INSERT INTO users (full_name, email, status) VALUES ($1, $2, 'active') RETURNING id",
      [`Vendedor ${at}`, `vendedor${at}@medios.test`],
    );
    await owner.query(
      `INSERT INTO sale_credits (order_line_id, contract_id, user_id, kind, on_date, pct, currency_code, amount)
       VALUES ($1, $2, $3, 'signed', $4, 100, 'DOP', $5)`,
      [lines[line]?.id, pending.id, rows[0]?.id, addDays(`${year}-01-01`, offset), text(BigInt(amount))],
    );
  }
  await owner.end();
  const stored = await api.database.query<{ line: string; day: string; amount: string }>(
    sql`SELECT order_line_id AS line, on_date::text AS day, amount::text FROM sale_credits WHERE currency_code = 'DOP'`,
  );
  sales = stored.map(({ line, day, amount }) => ({
    ...lines.find(({ id }) => id === line),
    day,
    cents: cents(amount),
  }));
  const [first, second] = lines;
  const part = (name: string, from = first) => ({ [name]: from?.[name] ?? null });
  const parts = [
    {},
    {},
    part('platform_id'),
    part('platform_id', second),
    part('inventory_category_id', second),
    { ...part('platform_id'), ...part('inventory_category_id') },
    { ...part('platform_id'), ...part('inventory_category_id', second) },
  ];
  budget = await post('sales-budgets', {
    name: `Plan ${year}`,
    company_id: world.companyId,
    fiscal_year: year,
    currency_code: 'DOP',
    lines: {
      put: parts.map((one, at) => ({ id: newLineId(), description: `Renglón ${at}`, m01: '10.00', ...one })),
    },
  });
});
afterAll(() => api.close());

test.each(['calendar', 'broadcast'] as const)(
  'sums what was signed by %s month and by part',
  async (calendar) => {
    const answer = await compare(`?calendar=${calendar}`);
    expect(answer.periods).toEqual(planPeriods(year, calendar));
    const months = (of: readonly Sale[], which: number): readonly string[] =>
      planPeriods(which, calendar).map((period) =>
        text(of.filter(({ day }) => between(day, period)).reduce((all, sale) => all + sale.cents, 0n)),
      );
    const whole = (all: readonly string[]): string =>
      text(all.reduce((total, one) => total + cents(one), 0n));
    for (const [name, which] of [
      ['booked', year],
      ['last_year', year - 1],
    ] as const) {
      const wanted = months(sales, which);
      expect(answer.measures.find((one) => one.name === name)).toEqual({
        name,
        months: wanted,
        total: whole(wanted),
      });
    }
    const lines = budget.lines as readonly Values[];
    const keys = new Set(lines.map(partKey));
    expect(keys.size).toBe(6);
    for (const line of lines) {
      const own = sales.filter((sale) =>
        partNames.every((name) => {
          const value = line[name] as { id: string } | null;
          return value === null || value.id === sale[name];
        }),
      );
      const part = answer.parts.find(({ key }) => key === partKey(line));
      expect(part?.booked ?? '0.00').toBe(whole(months(own, year)));
      expect(part?.last_year ?? Array(12).fill('0.00')).toEqual(months(own, year - 1));
    }
    expect(answer.parts.length).toBeLessThanOrEqual(keys.size);
  },
);

test('weighs the open opportunities of the currency by the day they are expected', async () => {
  const before = await compare();
  const sample = await sampleBody(api.database, opportunities, 901);
  const client = await world.client({});
  const made = await post('opportunities', {
    ...sample,
    client_id: client.id,
    brand_id: null,
    agency_id: null,
    contact_id: null,
    referral_id: null,
    currency_code: 'DOP',
    expected_amount: '1000.00',
    expected_close_date: `${year}-12-31`,
  });
  const weighted = (of: BudgetComparison) => of.measures.find(({ name }) => name === 'weighted');
  const now = weighted(await compare());
  expect(cents(now?.months[11] ?? '')).toBe(
    cents(weighted(before)?.months[11] ?? '') + cents(String(made.weighted_amount)),
  );
  // The last day of the year may be after the last Sunday of December, in the broadcast year that follows.
  const isInside = (planPeriods(year, 'broadcast')[11]?.to ?? '') >= `${year}-12-31`;
  const broadcast = weighted(await compare('?calendar=broadcast'));
  expect(broadcast?.total === now?.total).toBe(isInside);
});

test('shows only what its reader may see, and refuses another calendar', async () => {
  const as = async (permissions: readonly string[]) =>
    signIn(
      api,
      await createUser(api, { role: await createRole(api, ['sales_budgets.view_all', ...permissions]) }),
    );
  const names = (of: BudgetComparison) => of.measures.map(({ name }) => name);
  const blind = await compare('', await as([]));
  expect([names(blind), blind.parts]).toEqual([[], []]);
  expect(names(await compare('', await as(['contracts.view_all'])))).toEqual(['booked', 'last_year']);
  const others = await compare(
    '',
    await as(['opportunities.view_all', 'payments.view_all', 'contracts.view_own']),
  );
  expect([names(others), others.parts]).toEqual([['weighted', 'collected'], []]);
  const headers = world.headers;
  const odd = await api.inject({ url: `/api/sales-budgets/${budget.id}/comparison?calendar=lunar`, headers });
  expect(odd.statusCode).toBe(422);
  expect((await api.inject({ url: '/api/sales-budgets/nada/comparison', headers })).statusCode).toBe(404);
  const stranger = await signIn(api, await createUser(api, { role: 'sales_rep' }));
  const refused = await api.inject({ url: `/api/sales-budgets/${budget.id}/comparison`, headers: stranger });
  expect(refused.statusCode).toBe(403);
});

describe('the file of a budget', () => {
  const file = (query: string, headers = world.headers) =>
    api.inject({ url: `/api/sales-budgets/${budget.id}/file?${query}`, headers });

  test('has its lines, totals and figures, without formulas', async () => {
    const response = await file('format=csv');
    expect(response.statusCode, response.body).toBe(200);
    const { data } = papaparse.parse<string[]>(response.body.slice(1).trimEnd());
    const { measures, parts } = await compare();
    expect(data[0]?.slice(0, 2)).toEqual(['Concepto', 'Plataforma']);
    expect(data[0]?.slice(-4)).toEqual(['Total', 'Vendido', 'Vendido el año anterior', 'Diferencia']);
    expect(data[1]?.slice(6, 8)).toEqual(['10.00', '0.00']);
    const whole = parts.find(({ key }) => key === '||||')?.booked ?? '';
    expect(data[1]?.slice(-3)).toEqual([whole, expect.any(String), text(cents(whole) - 1000n)]);
    const names = data.map(([name]) => name);
    expect(names.slice(8)).toEqual([
      'Total',
      ...['Vendido', 'Embudo ponderado', 'Facturado', 'Cobrado', 'Vendido el año anterior'],
    ]);
    expect(data[9]?.slice(6, 18)).toEqual(measures.find(({ name }) => name === 'booked')?.months);
    const sheet = await file('format=xlsx');
    expect(sheet.statusCode).toBe(200);
    const [head, first] = await readSheet(new Uint8Array(sheet.rawPayload).buffer);
    expect([head?.[0], first?.[6]]).toEqual(['Concepto', 10]);
  });

  test('needs the permissions to export and to see, and has only figures that its reader may see', async () => {
    const as = async (permissions: readonly string[]) =>
      signIn(api, await createUser(api, { role: await createRole(api, permissions) }));
    expect((await file('format=csv', await as(['sales_budgets.view_all']))).statusCode).toBe(403);
    expect((await file('format=csv', await as(['sales_budgets.export']))).statusCode).toBe(404);
    const blind = await file('format=csv', await as(['sales_budgets.view_all', 'sales_budgets.export']));
    expect(blind.statusCode).toBe(200);
    expect(blind.body).not.toContain('Vendido');
    expect((await file('format=pdf')).statusCode).toBeGreaterThanOrEqual(400);
    expect((await file('format=pdf')).statusCode).toBeLessThan(500);
  });
});
