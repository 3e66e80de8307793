import { newLineId } from '@pauta/domain/document/line-id.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { splitTotal } from '@pauta/domain/sales/opportunities/split-total.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { createUser, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type Sales, startSales } from './opportunity-fixtures.ts';

let api: TestApi;
let sales: Sales;
let people: TestUser[];

beforeAll(async () => {
  api = await startTestApi();
  sales = await startSales(api);
  people = await Promise.all(Array.from({ length: 3 }, () => createUser(api, { role: 'sales_rep' })));
});
afterAll(() => api.close());

interface Share {
  readonly person: number;
  readonly pct: number;
  readonly from: number | null;
  readonly to: number | null;
}

const dayOf = (place: number): string => `2030-01-${String(place + 1).padStart(2, '0')}`;
const periodOf = ({ from, to }: Share) =>
  from === null && to === null
    ? null
    : { from: from === null ? null : dayOf(from), to: to === null ? null : dayOf(to) };
const line = (share: Share) => ({
  id: newLineId(),
  user_id: people[share.person]?.id,
  role: 'support',
  pct: String(share.pct),
  valid: periodOf(share),
});

const share = fc
  .record({
    person: fc.integer({ min: 0, max: 2 }),
    pct: fc.constantFrom(30, 40, 50, 60, 70, 100),
    from: fc.option(fc.integer({ min: 0, max: 5 })),
    length: fc.option(fc.integer({ min: 0, max: 4 })),
  })
  .map(
    ({ length, ...one }): Share => ({
      ...one,
      to: length === null ? null : (one.from ?? 0) + length,
    }),
  );
/** Shares that change on some days, all of them complete. */
const complete = fc
  .uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 2 })
  .chain((changes) => {
    const bounds = [...changes].sort((a, b) => a - b);
    const periods = [null, ...bounds].map((from, place): [number | null, number | null] => {
      const next = bounds[place];
      return [from, next === undefined ? null : next - 1];
    });
    return fc.tuple(
      ...periods.map(([from, to]) =>
        fc.integer({ min: 1, max: 99 }).map((pct): Share[] => [
          { person: 0, pct, from, to },
          { person: 1, pct: 100 - pct, from, to },
        ]),
      ),
    );
  })
  .map((parts) => parts.flat());

/** Checked day by day, as the rule is told: whoever shares on a day has one share, and all shares make 100. */
const isRight = (shares: readonly Share[]): boolean =>
  Array.from({ length: 14 }, (_, index) => index - 2).every((day) => {
    const there = shares.filter(({ from, to }) => (from ?? -9) <= day && day <= (to ?? 99));
    const persons = new Set(there.map(({ person }) => person));
    return (
      persons.size === there.length &&
      (there.length === 0 || there.reduce((sum, { pct }) => sum + pct, 0) === 100)
    );
  });

test('shares with dates are accepted exactly if each person has one, and they add up to 100 on each day', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.array(share, { minLength: 1, maxLength: 4 }), complete), async (shares) => {
      const answer = await sales.call('POST', '/api/opportunities', {
        ...opening(),
        splits: { put: shares.map(line) },
      });
      expect(answer.statusCode < 300, `${answer.body} ${JSON.stringify(shares)}`).toBe(isRight(shares));
      expect(answer.statusCode).toBeLessThan(500);
    }),
    { numRuns: 60 },
  );
});

test('the sum that the browser shows is that of the database', async () => {
  await fc.assert(
    fc.property(fc.array(share, { maxLength: 4 }), (shares) => {
      const days = Array.from({ length: 14 }, (_, index) => index - 2);
      const sums = days.flatMap((day) => {
        const there = shares.filter(({ from, to }) => (from ?? -9) <= day && day <= (to ?? 99));
        return there.length > 0 ? [there.reduce((sum, { pct }) => sum + pct, 0)] : [];
      });
      const total = Number(splitTotal(shares.map((one) => ({ pct: String(one.pct), valid: periodOf(one) }))));
      expect(total === 100).toBe(sums.length > 0 && sums.every((one) => one === 100));
      expect(total === 0).toBe(sums.length === 0);
    }),
  );
});

const opening = () => ({
  name: 'Campaña compartida',
  client_id: sales.client.id,
  owner_id: sales.seller.id,
  stage_id: sales.stages.PROSPECTO,
  expected_amount: '1000.00',
  currency_code: 'DOP',
  expected_close_date: '2030-05-15',
  next_step: 'Presentar la propuesta',
});

test('two transactions that go around the API at once leave complete shares', async () => {
  const put = [
    { person: 0, pct: 50, from: null, to: 4 },
    { person: 1, pct: 50, from: null, to: 4 },
    { person: 0, pct: 100, from: 5, to: null },
  ].map(line);
  const record: AnyRecord = await sales.data(
    sales.call('POST', '/api/opportunities', { ...opening(), splits: { put } }),
  );
  // Each is complete alone; both together would give the person two shares on the same days, or leave 150 %.
  const change = (statement: ReturnType<typeof sql>) =>
    api.database.transaction(systemChange('test'), async (tx) => {
      await tx.query(
        sql`UPDATE opportunities SET lines_xact = pg_current_xact_id() WHERE id = ${record.id}::uuid`,
      );
      await tx.query(statement);
    });
  const results = await Promise.allSettled([
    change(
      sql`UPDATE opportunity_splits SET valid = '(,2030-01-08)' WHERE opportunity_id = ${record.id}::uuid AND pct = 50`,
    ),
    change(
      sql`UPDATE opportunity_splits SET valid = '[2030-01-03,)' WHERE opportunity_id = ${record.id}::uuid AND pct = 100`,
    ),
    change(
      sql`DELETE FROM opportunity_splits WHERE opportunity_id = ${record.id}::uuid AND pct = 50 AND user_id = ${people[1]?.id}::uuid`,
    ),
  ]);
  for (const result of results) {
    if (result.status === 'rejected')
      expect(['opportunities_splits_complete', 'opportunity_splits_user_once']).toContain(
        result.reason.constraint,
      );
  }
  const wrong = await api.database.one<{ day: string | null }>(
    sql`SELECT incomplete_split_day(${record.id}::uuid)::text AS day`,
  );
  expect(wrong?.day).toBeNull();
});
