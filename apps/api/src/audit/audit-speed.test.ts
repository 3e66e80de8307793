import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAs } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

const rows = Number(process.env.AUDIT_ROWS ?? 0);
let api: TestApi;
let headers: Record<string, string>;

// A measurement, not a check of every run: `AUDIT_ROWS=1000000 vitest run --project api …/audit-speed.test.ts`.
const measured = test.skipIf(rows === 0);

beforeAll(async () => {
  if (rows === 0) return;
  api = await startTestApi();
  headers = await signInAs(api);
  const client = new pg.Client(api.testDatabase.owner);
  await client.connect();
  await client.query(`
    INSERT INTO audit_log (at, actor_id, ip, request_id, entity, entity_id, action, before, after, reason)
    SELECT now() - (${rows} - i) * interval '20 seconds', md5((i % 97)::text)::uuid, '10.0.0.1'::inet + (i % 200),
      'request-' || i / 2, (ARRAY['clients','users','client_registrations','industries','settings'])[1 + i % 5],
      md5((i % 50000)::text)::uuid::text, CASE WHEN i % 9973 = 0 THEN 'merge' ELSE (ARRAY['create','update','update','archive','login'])[1 + i % 5] END,
      CASE WHEN i % 5 IN (1, 2) THEN jsonb_build_object(CASE WHEN i % 3 = 0 THEN 'trade_name' ELSE 'credit_limit' END, i) END,
      jsonb_build_object(CASE WHEN i % 3 = 0 THEN 'trade_name' ELSE 'credit_limit' END, i + 1),
      CASE WHEN i % 40 = 0 THEN 'Corrección pedida por el cliente ' || i END
    FROM generate_series(1, ${rows}) i`);
  await client.query('ANALYZE audit_log');
  await client.end();
}, 600_000);
afterAll(() => api?.close());

measured.for([
  [''],
  ['sort=at'],
  ['f.actor_id=c4ca4238-a0b9-2382-0dcc-509a6f75849b'],
  ['f.action=login'],
  ['f.action=merge'],
  ['f.entity=clients'],
  ['f.entity=clients&f.action=update'],
  ['f.record_id=c4ca4238-a0b9-2382-0dcc-509a6f75849b'],
  ['f.request_id=request-4242'],
  ['f.fields=trade_name'],
  ['f.fields=no_existe'],
  ['q=correccion+99960'],
  ['f.at=2026-11-01..2026-11-20'],
  ['f.at=..2020-01-01'],
] as [string][])('%s answers within 150 ms', async ([query]) => {
  const times: number[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const began = performance.now();
    const response = await api.inject({ url: `/api/audit-entries?${query}`, headers });
    times.push(performance.now() - began);
    expect(response.statusCode, response.body).toBe(200);
  }
  times.sort((a, b) => a - b);
  console.log(`${query || '(all)'}: p50 ${times[9]?.toFixed(0)} ms, p95 ${times[18]?.toFixed(0)} ms`);
  expect(times[18]).toBeLessThan(150);
});
