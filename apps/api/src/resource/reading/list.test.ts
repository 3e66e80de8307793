import { resources } from '@pauta/domain/resources.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let headers: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api, 'admin');
  await api.testDatabase.runAsSuperuser(sql`
    INSERT INTO job_positions (code, name, sort_order, created_at)
    SELECT 'P' || i, 'Puesto ' || i, 5, '2026-03-01T03:30:00Z'::timestamptz + i * interval '1 minute'
    FROM generate_series(1, 10100) i`);
});
afterAll(() => api.close());

const list = async (query: string) =>
  (await api.inject({ url: `/api/job-positions?${query}`, headers })).json();

describe('the count', () => {
  test('stops at ten thousand and says so', async () => {
    const { total, total_is_estimate } = await list('q=puesto');
    expect({ total, total_is_estimate }).toEqual({ total: 10_000, total_is_estimate: true });
  });

  test('is exact below', async () => {
    const { total, total_is_estimate } = await list('q=puesto&f.created_at=..2026-03-01');
    expect({ total, total_is_estimate }).toEqual({ total: 1_469, total_is_estimate: false });
  });
});

test('options whose label begins with the search text come first, however many contain it', async () => {
  await api.testDatabase.runAsSuperuser(
    sql`INSERT INTO job_positions (code, name, sort_order) VALUES ('DIEZ', '10 minutos', 99)`,
  );
  const { data } = (await api.inject({ url: '/api/job-positions/options?q=10&limit=3', headers })).json();
  expect(data.map(({ label }: { label: string }) => label)).toEqual([
    '10 minutos',
    'Puesto 10',
    'Puesto 100',
  ]);
});

test('a day is a calendar day on the clock of the company', async () => {
  // 03:59Z is 23:59 of the previous day in Santo Domingo.
  expect((await list('f.created_at=2026-02-28')).total).toBe(29);
  expect((await list('f.created_at=2026-03-01')).total).toBe(1_440);
});

test('thousands of equal values are paged by keyset to the end', async () => {
  const seen = new Set<string>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: { data: { id: string }[]; next_cursor: string | null } = await list(
      `sort=sort_order&limit=100&q=puesto${cursor ? `&cursor=${cursor}` : ''}`,
    );
    for (const { id } of page.data) seen.add(id);
    cursor = page.next_cursor;
  }
  expect(seen.size).toBe(10_100);
});

test('a tampered cursor is refused with a problem, not an internal error', async () => {
  const order = { created_at: 'created_at', sort_order: 'sort_order', name: 'name' };
  for (const sort of Object.values(order)) {
    for (const value of ['x', "'; DROP TABLE users", '99999999999999999999', 5, {}, null]) {
      const cursor = Buffer.from(
        JSON.stringify([sort, value, '01890a5d-ac96-774b-bcce-b302099a8057']),
      ).toString('base64url');
      const response = await api.inject({ url: `/api/job-positions?sort=${sort}&cursor=${cursor}`, headers });
      expect([200, 422], `${sort} ${value}: ${response.body}`).toContain(response.statusCode);
    }
  }
});

describe('every list', () => {
  const forms = [
    'f.created_at=1900-01-01..2999-12-31',
    'f.created_at=2999-12-31',
    'limit=100&sort=-updated_at',
    'q=%25%5C_%27%22%3B--',
    `q=${encodeURIComponent('ñ ü 日本 🙂 ﬁ')}`,
    `q=${'a%20'.repeat(100)}`,
  ];
  test.each(resources.map(({ path }) => path))('of %s takes unusual but valid questions', async (path) => {
    for (const form of forms) {
      const response = await api.inject({ url: `/api/${path}?${form}`, headers });
      expect(response.statusCode, `${form}: ${response.body}`).toBe(200);
    }
  });
});
