import { sum } from '@pauta/domain/money/arithmetic.ts';
import { monthNames } from '@pauta/domain/presales/planning/months.ts';
import type { GridOutcome, SavedRow } from '@pauta/domain/presales/planning/plan-grid.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { createUser, signIn, signInAs, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { planningCalls } from './planning-fixtures.ts';

type Headers = ContractWorld['headers'];

let api: TestApi;
let world: ContractWorld;
let ana: TestUser;
let own: Headers;
let manager: Headers;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  ana = await createUser(api, { role: 'sales_rep', full_name: 'Ana Peñaló' });
  own = await signIn(api, ana);
  manager = await signInAs(api, 'sales_manager');
});
afterAll(() => api.close());

const { call, data } = planningCalls(() => ({ api, world }));
const budgetOf = async (values: object = {}, seller = ana): Promise<AnyRecord> => {
  const client = await world.client({ primary_sales_rep_id: seller.id });
  return data(
    call('POST', 'client-budgets', {
      fiscal_year: 2040,
      client_id: client.id,
      source: 'declared',
      currency_code: 'DOP',
      m01: '100.00',
      ...values,
    }),
    201,
  );
};
const goalOf = (user: TestUser, values: object = {}): Promise<AnyRecord> =>
  data(
    call('POST', 'rep-goals', { fiscal_year: 2041, user_id: user.id, metric: 'visits', m01: '5', ...values }),
    201,
  );
const save = (path: string, rows: readonly SavedRow[], as: Headers = world.headers) =>
  call('POST', `${path}/cells`, { rows }, undefined, as);
const saved = async (path: string, rows: readonly SavedRow[], as?: Headers): Promise<GridOutcome[]> =>
  data(save(path, rows, as));
const cell = (before: string, after: string) => ({ before, after });
const stored = (path: string, id: string): Promise<AnyRecord> => data(call('GET', `${path}/${id}`));

describe('the grid of client budgets', () => {
  test('has the rows that the reader may see, by the filters of the list, in one answer', async () => {
    const [mine, other] = [
      await budgetOf({ fiscal_year: 2042 }),
      await budgetOf(
        { fiscal_year: 2042, source: 'estimated' },
        await createUser(api, { role: 'sales_rep' }),
      ),
    ];
    const rows = async (query: string, as?: Headers) => {
      const response = await call('GET', `client-budgets/grid?${query}`, undefined, undefined, as);
      expect(response.statusCode, response.body).toBe(200);
      return response.json() as { data: AnyRecord[]; is_cut: boolean };
    };
    const all = await rows('f.fiscal_year=2042&fields=client_id,m01');
    expect(all.data.map(({ id }) => id).sort()).toEqual([mine.id, other.id].sort());
    expect(all.is_cut).toBe(false);
    expect((await rows('f.fiscal_year=2042&f.source=estimated')).data).toMatchObject([{ id: other.id }]);
    expect((await rows('f.fiscal_year=2042', own)).data).toMatchObject([{ id: mine.id }]);
    for (const query of ['f.fiscal_year=x', 'f.nada=1', 'fields=nada', 'sort=nada'])
      expect((await call('GET', `client-budgets/grid?${query}`)).statusCode, query).toBe(422);
  });

  test('saves the cells of several rows, and those of others keep who changed them', async () => {
    const [one, two] = [await budgetOf(), await budgetOf()];
    const outcomes = await saved('client-budgets', [
      {
        id: one.id,
        row_version: one.row_version,
        cells: { m01: cell('100.00', '7'), m12: cell('0.00', '3.50') },
      },
      { id: two.id, row_version: two.row_version, cells: { m02: cell('0.00', '9.00') } },
    ]);
    expect(outcomes).toMatchObject([
      { id: one.id, row_version: one.row_version + 1, conflicts: [], problems: {} },
      { id: two.id, row_version: two.row_version + 1, months: { m01: '100.00', m02: '9.00' } },
    ]);
    expect(await stored('client-budgets', one.id)).toMatchObject({
      m01: '7.00',
      m12: '3.50',
      total: '10.50',
    });
    // The second one read the first version.
    const [late] = await saved(
      'client-budgets',
      [
        {
          id: one.id,
          row_version: one.row_version,
          cells: { m01: cell('100.00', '8.00'), m05: cell('0.00', '1.00'), m12: cell('0.00', '3.50') },
        },
      ],
      manager,
    );
    expect(late?.conflicts).toMatchObject([{ column: 'm01', theirs: '7.00', at: expect.any(String) }]);
    expect(late?.months).toMatchObject({ m01: '7.00', m05: '1.00', m12: '3.50' });
  });

  test('a seller saves those of their clients only, and a reader none', async () => {
    const [mine, other] = [
      await budgetOf(),
      await budgetOf({}, await createUser(api, { role: 'sales_rep', full_name: 'Otro Vendedor' })),
    ];
    const rows = [mine, other].map(({ id, row_version }) => ({
      id,
      row_version,
      cells: { m03: cell('0.00', '4.00') },
    }));
    const outcomes = await saved('client-budgets', rows, own);
    expect(outcomes).toMatchObject([
      { id: mine.id, months: { m03: '4.00' }, problems: {} },
      { id: other.id, row_version: null, months: {} },
    ]);
    expect(outcomes[1]?.problems['']).toBeTruthy();
    expect((await stored('client-budgets', other.id)).m03).toBe('0.00');
    const auditor = await signInAs(api, 'auditor');
    expect((await save('client-budgets', rows, auditor)).statusCode).toBe(403);
  });

  test('wrong bodies are refused', async () => {
    const { id, row_version } = await budgetOf();
    const row = { id, row_version, cells: { m01: cell('100.00', '1.00') } };
    const wrong: readonly unknown[] = [
      [],
      [row, row],
      [{ ...row, cells: { total: cell('1', '2') } }],
      [{ ...row, cells: { m01: cell('100.00', '-1') } }],
      [{ ...row, cells: { m01: cell('100.00', '1e3') } }],
      [{ ...row, cells: { m01: cell('100.00', '=1+1') } }],
      [{ ...row, cells: { m01: cell('100.00', '12345678901234567.00') } }],
      [{ ...row, cells: { m01: { after: '1' } } }],
      [{ ...row, id: 'x' }],
      Array.from({ length: 201 }, () => row),
    ];
    for (const rows of wrong) {
      const { statusCode } = await save('client-budgets', rows as readonly SavedRow[]);
      expect(statusCode >= 400 && statusCode < 500, JSON.stringify(rows).slice(0, 80)).toBe(true);
    }
    expect((await stored('client-budgets', id)).m01).toBe('100.00');
  });

  test('the cells of people who save at once are merged, and none is lost', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.dictionary(fc.constantFrom(...monthNames), fc.integer({ min: 1, max: 9999 }), { minKeys: 1 }),
          { minLength: 2, maxLength: 4 },
        ),
        async (writers) => {
          const made = await budgetOf({ m01: '0.00' });
          const heads = [world.headers, manager, own];
          const answers = await Promise.all(
            writers.map((months, at) =>
              saved(
                'client-budgets',
                [
                  {
                    id: made.id,
                    row_version: made.row_version,
                    cells: Object.fromEntries(
                      Object.entries(months).map(([name, value]) => [name, cell('0.00', `${value}.00`)]),
                    ),
                  },
                ],
                heads[at % heads.length],
              ),
            ),
          );
          const now = await stored('client-budgets', made.id);
          for (const name of monthNames) {
            const given = writers.flatMap((months) =>
              months[name] === undefined ? [] : [`${months[name]}.00`],
            );
            // One of the values that were written; the others were told to their writers.
            expect(given.length === 0 ? ['0.00'] : given).toContain(now[name]);
            for (const [at, months] of writers.entries()) {
              if (months[name] === undefined || `${months[name]}.00` === now[name]) continue;
              const told = answers[at]?.[0]?.conflicts.filter(({ column }) => column === name);
              expect(told).toMatchObject([{ theirs: now[name] }]);
            }
          }
          expect(now.total).toBe(sum(monthNames.map((name) => String(now[name]))));
        },
      ),
      { numRuns: 12 },
    );
  });
});

describe('the grid of goals', () => {
  const closeMonth = (first: string) =>
    api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`
        INSERT INTO fiscal_periods (company_id, month, status)
        SELECT id, ${first}::date, 'closed' FROM companies WHERE archived_at IS NULL`),
    );

  test('names the closed months, and saves the other cells of a row without them', async () => {
    const goal = await goalOf(await createUser(api, { role: 'sales_rep', full_name: 'Meta Cerrada' }));
    await closeMonth('2041-01-01');
    await closeMonth('2041-03-01');
    const grid = (await call('GET', 'rep-goals/grid?f.fiscal_year=2041')).json();
    expect(grid.locked[goal.id]).toEqual(['m01', 'm03']);
    const [outcome] = await saved('rep-goals', [
      {
        id: goal.id,
        row_version: goal.row_version,
        cells: { m01: cell('5.00', '6.00'), m02: cell('0.00', '2.00'), m03: cell('0.00', '1.00') },
      },
    ]);
    expect(outcome).toMatchObject({
      months: { m01: '5.00', m02: '2.00', m03: '0.00' },
      problems: {
        m01: expect.stringContaining('cerrado'),
        m03: expect.stringContaining('cerrado'),
      },
    });
  });

  test('an approved goal is changed by who approves goals only, and a seller sees their own', async () => {
    const goal = await goalOf(ana, { fiscal_year: 2043 });
    const approve = await call('POST', `rep-goals/${goal.id}/approve`, {}, goal.row_version, manager);
    expect(approve.statusCode, approve.body).toBe(200);
    expect(approve.json().data).toMatchObject({ status: 'approved', approved_at: expect.any(String) });
    const version = approve.json().data.row_version;
    const planner = await signInAs(api, 'planner');
    const row = (before: string, after: string, row_version: number) => [
      { id: goal.id, row_version, cells: { m02: cell(before, after) } },
    ];
    const [refused] = await saved('rep-goals', row('0.00', '3.00', version), planner);
    expect(Object.values(refused?.problems ?? {}).join(' ')).toContain('aprobada');
    expect(refused?.months.m02).toBe('0.00');
    const patch = await call('PATCH', `rep-goals/${goal.id}`, { stretch: '9' }, version, planner);
    expect(patch.statusCode).toBe(422);
    const prorate = { starts_on: '2043-06-15' };
    expect((await call('POST', `rep-goals/${goal.id}/prorate`, prorate, undefined, planner)).statusCode).toBe(
      403,
    );
    for (const name of ['approve', 'reopen'])
      expect(
        (await call('POST', `rep-goals/${goal.id}/${name}`, {}, version, planner)).statusCode,
        name,
      ).toBe(403);
    const [taken] = await saved('rep-goals', row('0.00', '3.00', version), manager);
    expect(taken).toMatchObject({ months: { m02: '3.00' }, problems: {} });
    const open = await data(call('POST', `rep-goals/${goal.id}/reopen`, {}, taken?.row_version, manager));
    expect(open).toMatchObject({ status: 'draft', approved_at: null, approved_by_id: null });
    const [again] = await saved('rep-goals', row('3.00', '4.00', open.row_version), planner);
    expect(again?.months.m02).toBe('4.00');

    const seen = (await call('GET', 'rep-goals/grid?f.fiscal_year=2043', undefined, undefined, own)).json();
    expect(seen.data).toMatchObject([{ id: goal.id }]);
    const bea = await signIn(api, await createUser(api, { role: 'sales_rep', full_name: 'Bea' }));
    const none = (await call('GET', 'rep-goals/grid?f.fiscal_year=2043', undefined, undefined, bea)).json();
    expect(none).toMatchObject({ data: [], locked: {} });
    const empty = await goalOf(ana, { fiscal_year: 2044, m01: '0' });
    expect(
      (await call('POST', `rep-goals/${empty.id}/approve`, {}, empty.row_version, manager)).statusCode,
    ).toBe(409);
  });
});
