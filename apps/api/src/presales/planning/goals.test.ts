import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { dominicanHolidays } from '@pauta/domain/calendar/dominican-holidays.ts';
import { holidaysOf } from '@pauta/domain/calendar/working-time.ts';
import { workingDays } from '@pauta/domain/presales/planning/goals/prorate.ts';
import { monthNames } from '@pauta/domain/presales/planning/months.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { createUser, signIn, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { planningCalls } from './planning-fixtures.ts';

let api: TestApi;
let world: ContractWorld;
const today = companyToday();
const year = Number(today.slice(0, 4));
const month = Number(today.slice(5, 7));
const thisMonth = `${today.slice(0, 8)}01`;
const field = monthNames[month - 1] ?? 'm01';
const calendar = { holidays: holidaysOf(dominicanHolidays) };

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
});
afterAll(() => api.close());

const { call, data } = planningCalls(() => ({ api, world }));
const seller = (full_name: string) => createUser(api, { role: 'sales_rep', full_name });
const goal = (user: TestUser, values: object = {}): Promise<AnyRecord> =>
  data(
    call('POST', 'rep-goals', {
      fiscal_year: year,
      user_id: user.id,
      metric: 'signed_sales',
      currency_code: 'DOP',
      [field]: '1000.00',
      ...values,
    }),
    201,
  );
/** Ten days at this price. */
const sell = async (user: TestUser, price: string) => {
  const client = await world.client({ primary_sales_rep_id: user.id });
  const contract = await world.pending(client, [world.line(await world.space(50), { agreed_price: price })], {
    owner_id: user.id,
  });
  const response = await world.run(contract.id, 'sign', { signed_on: world.today });
  expect(response.statusCode, response.body).toBe(200);
  return { client };
};
const setPeriod = (first: string, status: 'open' | 'closed') =>
  api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`
      INSERT INTO fiscal_periods (company_id, month, status)
      SELECT id, ${first}::date, ${status} FROM companies WHERE archived_at IS NULL
      ON CONFLICT ON CONSTRAINT fiscal_periods_once DO UPDATE
        SET status = excluded.status, reopening_by_id = NULL, reopening_reason = NULL`),
  );
const reopen = (first: string) =>
  api.database.transaction(systemChange('test'), async (tx) => {
    await tx.query(sql`
      UPDATE fiscal_periods SET reopening_by_id = (SELECT id FROM users ORDER BY id LIMIT 1), reopening_reason = 'Prueba'
      WHERE month = ${first}::date`);
    await tx.query(sql`
      UPDATE fiscal_periods SET status = 'open', reopened_by_id = (SELECT id FROM users ORDER BY id DESC LIMIT 1)
      WHERE month = ${first}::date`);
  });

describe('a closed month', () => {
  test('freezes the goal and what was reached of it, until it is reopened', async () => {
    const ana = await seller('Ana Cerrada');
    const made = await goal(ana);
    await sell(ana, '25');
    await setPeriod(thisMonth, 'closed');

    const refused = await call('PATCH', `rep-goals/${made.id}`, { [field]: '2000' }, made.row_version);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors).toEqual({ [field]: [expect.stringContaining('El mes está cerrado')] });
    const other = monthNames[month === 12 ? 0 : month] ?? 'm01';
    const changed = await data(
      call('PATCH', `rep-goals/${made.id}`, { [other]: '7', notes: 'Sí' }, made.row_version),
    );
    expect(changed).toMatchObject({ [other]: '7.00', [field]: '1000.00' });
    for (const values of [
      { metric: 'billed' },
      { user_id: (await seller('Otra')).id },
      { currency_code: 'USD' },
    ]) {
      const answer = await call('PATCH', `rep-goals/${made.id}`, values, changed.row_version);
      expect(answer.statusCode, answer.body).toBe(422);
    }
    const late = await call('POST', 'rep-goals', {
      fiscal_year: year,
      user_id: (await seller('Tarde')).id,
      metric: 'signed_sales',
      currency_code: 'DOP',
      [field]: '1',
    });
    expect(late.statusCode).toBe(422);
    expect(late.json().errors).toHaveProperty(field);

    // What is credited afterwards counts in no frozen month.
    await sell(ana, '10');
    expect(await data(call('GET', `rep-goals/${made.id}`))).toMatchObject({ reached: '250.00' });
    const kept = await data(call('GET', `rep-goals/${made.id}/actuals`));
    expect(kept.measures[0].months[month - 1]).toBe('250.00');

    await reopen(thisMonth);
    expect(await data(call('GET', `rep-goals/${made.id}`))).toMatchObject({ reached: '350.00' });
    const again = await data(call('GET', `rep-goals/${made.id}`));
    expect(
      await data(call('PATCH', `rep-goals/${made.id}`, { [field]: '2000' }, again.row_version)),
    ).toMatchObject({
      [field]: '2000.00',
    });
  });

  test('of another company does not freeze the goals of a seller', async () => {
    const beto = await seller('Beto Abierto');
    const made = await goal(beto, { fiscal_year: 2041, m05: '10.00', [field]: '10.00' });
    await api.database.transaction(systemChange('test'), async (tx) => {
      const [own] = await tx.query<{ id: string }>(sql`
        INSERT INTO companies (code, name, legal_name, tax_id, tax_id_type, country_id)
        SELECT 'OTRA-B', 'Otra compañía', 'Otra compañía', '1', tax_id_type, country_id
        FROM companies ORDER BY code LIMIT 1 RETURNING id`);
      await tx.query(sql`UPDATE users SET company_id = ${own?.id}::uuid WHERE id = ${beto.id}::uuid`);
      await tx.query(sql`
        INSERT INTO fiscal_periods (company_id, month, status) VALUES (${world.companyId}::uuid, '2041-05-01', 'closed')`);
    });
    expect(await data(call('PATCH', `rep-goals/${made.id}`, { m05: '11' }, made.row_version))).toMatchObject({
      m05: '11.00',
    });
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`UPDATE companies SET archived_at = now() WHERE code = 'OTRA-B'`),
    );
  });

  test('and a change of the goal at the same time: what was kept is what the goal says', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, (_, at) => seller(`Carrera ${at}`)));
    const goals = await Promise.all(
      users.map((user) => goal(user, { fiscal_year: 2042, m03: '10.00', [field]: '10.00' })),
    );
    const [, ...answers] = await Promise.all([
      setPeriod('2042-03-01', 'closed'),
      ...goals.map((one) => call('PATCH', `rep-goals/${one.id}`, { m03: '20' }, one.row_version)),
    ]);
    expect(answers.every((one) => [200, 422].includes((one as { statusCode: number }).statusCode))).toBe(
      true,
    );
    const different = await api.database.query(sql`
      SELECT g.id FROM rep_goals g LEFT JOIN rep_goal_closings k ON k.rep_goal_id = g.id AND k.month = '2042-03-01'
      WHERE g.fiscal_year = 2042 AND k.target IS DISTINCT FROM g.m03`);
    expect(different).toEqual([]);
  });
});

test('a transfer of a client moves no credit that was signed before', async () => {
  const [dora, elia] = [await seller('Dora Vende'), await seller('Elia Recibe')];
  const goals = [await goal(dora), await goal(elia)];
  const contract = await sell(dora, '40');
  const client = await data(call('GET', `clients/${contract.client.id}`));
  const reached = async () =>
    Promise.all(goals.map(async ({ id }) => (await data(call('GET', `rep-goals/${id}`))).reached));
  expect(await reached()).toEqual(['400.00', '0.00']);
  const moved = await call(
    'PATCH',
    `clients/${client.id}`,
    { primary_sales_rep_id: elia.id },
    client.row_version,
  );
  expect(moved.statusCode, moved.body).toBe(200);
  expect(await reached()).toEqual(['400.00', '0.00']);
  const later = await world.pending(
    contract.client,
    [world.line(await world.space(50), { agreed_price: '9' })],
    {
      owner_id: elia.id,
    },
  );
  expect((await world.run(later.id, 'sign', { signed_on: world.today })).statusCode).toBe(200);
  expect(await reached()).toEqual(['400.00', '90.00']);
});

describe('progress', () => {
  test('has pace by working days, rank without amounts, and the weighted score', async () => {
    const [fabio, gema] = [await seller('Fabio Ritmo'), await seller('Gema Ritmo')];
    const part = {
      division_id: (await api.database.one<{ id: string }>(sql`SELECT id FROM divisions LIMIT 1`))?.id,
    };
    const months = Object.fromEntries(monthNames.map((name) => [name, '100.00']));
    const made = await goal(fabio, { ...months, stretch: '2400.00', weight_pct: '40' });
    await goal(fabio, { metric: 'visits', [field]: '10', weight_pct: '60' });
    await sell(fabio, '13');
    await sell(gema, '1');
    await goal(gema, { ...months, [field]: '9999' });
    await goal(gema, { ...part, ...months });

    const ends = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
    const [days, passed] = [workingDays(thisMonth, ends, calendar), workingDays(thisMonth, today, calendar)];
    const progress = await data(call('GET', `rep-goals/${made.id}/progress`));
    expect(progress.today).toBe(today);
    const [current, whole] = progress.spans;
    expect(current).toMatchObject({
      name: 'month',
      starts: thisMonth,
      target: '100.00',
      reached: '130.00',
      missing: '0.00',
      days_left: days - passed,
      expected: ((100 * passed) / days).toFixed(2),
      projected: passed === 0 ? null : ((130 * days) / passed).toFixed(2),
    });
    expect(whole).toMatchObject({
      name: 'year',
      target: '1200.00',
      reached: '130.00',
      missing: '1070.00',
      expected: (100 * (month - 1) + (100 * passed) / days).toFixed(2),
    });
    // 130 of 1200 with a weight of 40, and no visit with one of 60.
    expect(progress.score).toEqual({ score: '4.3', weight: '100.0000', goals: 2 });
    expect(progress.rank.place).toBeGreaterThanOrEqual(1);
    expect(Object.keys(progress.rank).sort()).toEqual(['of', 'place']);
    expect(progress.mix).toEqual([{ sale: 'direct', amount: '130.00', contracts: 1 }]);

    const own = await signIn(api, fabio);
    expect(await data(call('GET', `rep-goals/${made.id}/progress`, undefined, undefined, own))).toEqual(
      progress,
    );
    const stranger = await signIn(api, gema);
    expect(
      (await call('GET', `rep-goals/${made.id}/progress`, undefined, undefined, stranger)).statusCode,
    ).toBe(404);
    expect((await call('GET', 'rep-goals/nada/progress')).statusCode).toBe(404);
    const listed = await data(call('GET', `rep-goals?f.user_id=${fabio.id}&fields=pace_pct,metric`));
    const pace = listed.find(({ metric }: AnyRecord) => metric === 'signed_sales').pace_pct;
    expect(pace).toBe(
      Number(whole.expected) === 0 ? null : ((130 * 100) / Number(whole.expected)).toFixed(1),
    );
  });

  test('working days of the database are those of the calendar', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 700 }),
        fc.integer({ min: 0, max: 60 }),
        async (from, length) => {
          const row = await api.database.one<{ first: string; last: string; days: number }>(sql`
          SELECT a::text AS first, b::text AS last, working_days(a, b, ARRAY(SELECT company_holidays())) AS days
          FROM (SELECT '2026-01-01'::date + ${from}::integer AS a, '2026-01-01'::date + ${from + length}::integer AS b) d`);
          expect(row?.days).toBe(workingDays(row?.first ?? '', row?.last ?? '', calendar));
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('commands', () => {
  test('prorating shows and sets the months of a seller who begins later', async () => {
    const made = await goal(await seller('Hugo Nuevo'), {
      fiscal_year: 2026,
      ...Object.fromEntries(monthNames.map((name) => [name, '2200.00'])),
      [field]: '2200.00',
    });
    const wrong = await call('POST', `rep-goals/${made.id}/prorate`, { starts_on: '2027-03-16' });
    expect(wrong.json().errors).toHaveProperty('starts_on');
    const plan = await data(
      call('POST', `rep-goals/${made.id}/prorate/preview`, { starts_on: '2026-03-16' }),
    );
    expect(plan).toMatchObject({ total: '21000.00', frozen: 0 });
    expect(await data(call('GET', `rep-goals/${made.id}`))).toMatchObject({ total: '26400.00' });
    await data(call('POST', `rep-goals/${made.id}/prorate`, { starts_on: '2026-03-16' }));
    expect(await data(call('GET', `rep-goals/${made.id}`))).toMatchObject({
      m01: '0.00',
      m02: '0.00',
      m03: '1200.00',
      total: '21000.00',
    });
  });

  test('a year is copied once, with a change in percent, for people who are active', async () => {
    const [ines, juan] = [await seller('Inés Copia'), await seller('Juan Copia')];
    await goal(ines, { fiscal_year: 2051, [field]: '100.01', stretch: '200' });
    await goal(ines, { fiscal_year: 2051, metric: 'visits', [field]: '5' });
    await goal(juan, { fiscal_year: 2051 });
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`UPDATE users SET status = 'inactive' WHERE id = ${juan.id}::uuid`),
    );
    const input = { from_year: 2051, to_year: 2052, change_pct: '10' };
    const plan = await data(call('POST', 'rep-goals/copy_year/preview', input));
    expect(plan).toEqual({
      goals: 2,
      existing: 0,
      inactive: 1,
      totals: [{ currency: 'DOP', amount: '110.01' }],
    });
    expect(await data(call('POST', 'rep-goals/copy_year', input))).toMatchObject({ goals: 2 });
    const made = await data(call('GET', 'rep-goals?f.fiscal_year=2052&fields=*'));
    expect(made.map((one: AnyRecord) => [one.metric, one.total, one.stretch]).sort()).toEqual([
      ['signed_sales', '110.01', '220.00'],
      ['visits', '6.00', null],
    ]);
    expect(await data(call('POST', 'rep-goals/copy_year', input))).toMatchObject({ goals: 0, existing: 2 });
    expect((await data(call('GET', 'rep-goals?f.fiscal_year=2052'))).length).toBe(2);
    expect((await call('POST', 'rep-goals/copy_year', { ...input, to_year: 2051 })).statusCode).toBe(422);
    expect((await call('POST', 'rep-goals/copy_year', { ...input, from_year: 2099 })).statusCode).toBe(422);
    const own = await signIn(api, ines);
    expect((await call('POST', 'rep-goals/copy_year', input, undefined, own)).statusCode).toBe(403);
  });
});
