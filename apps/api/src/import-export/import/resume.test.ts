import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '../../testing/programs/api-process.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import type { ImportAnswer } from '../fixtures.ts';

const rows = 2_000;

let testDatabase: TestDatabase;
let token: string;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  token = (await signInAs(testDatabase)).authorization;
});
afterAll(() => testDatabase.drop());

const startProcess = async (): Promise<ApiProcess> =>
  startApiProcess('main.ts', {
    PAUTA_DATA_DIR: await makeTestFolder(),
    PAUTA_RATE_LIMIT: '0',
    PAUTA_JOB_LEASE: '2',
    DATABASE_URL: testDatabase.ownerUrl,
  });

const call = async <T>(api: ApiProcess, method: string, path: string, body?: object): Promise<T> => {
  const response = await fetch(`${api.address}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: token },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  // An overloaded server answers 503, and the client retries.
  if (response.status === 503) {
    await sleep(200);
    return call(api, method, path, body);
  }
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (JSON.parse(text) as { data: T }).data;
};

const until = async (
  api: ApiProcess,
  id: string,
  done: (job: ImportAnswer) => boolean,
): Promise<ImportAnswer> => {
  for (;;) {
    const job = await call<ImportAnswer>(api, 'GET', `/imports/${id}`);
    if (done(job)) return job;
    await sleep(50);
  }
};

test.skipIf(process.platform !== 'linux')(
  'kill -9 during an import: another process takes it over, each row is written once',
  async () => {
    let working = await startProcess();
    const text = [
      'Código\tNombre',
      ...Array.from({ length: rows }, (_, n) => `K${n}\tClúster de prueba ${n}`),
    ].join('\n');
    const job = await call<ImportAnswer>(working, 'POST', '/clusters/imports', { text });
    for (const [step, status] of [
      ['check', 'checked'],
      ['commit', 'done'],
    ] as const) {
      await call(working, 'POST', `/imports/${job.id}/${step}`, {});
      const half = await until(working, job.id, ({ processed }) => processed >= 500);
      await working.end('SIGKILL');
      expect(half.processed).toBeLessThan(rows);
      working = await startProcess();
      const settled = await until(working, job.id, (now) => now.status !== half.status);
      expect(settled.status, settled.failure ?? '').toBe(status);
    }
    const end = await until(working, job.id, () => true);
    await working.end('SIGTERM');
    expect(end.outcomes).toMatchObject({ created: rows, skipped: 0, failed: 0 });
    const [written] = await testDatabase.database.query<{ records: number; logged: number }>(sql`
      SELECT (SELECT count(*)::integer FROM clusters WHERE name LIKE 'Clúster de prueba %') AS records,
        (SELECT count(*)::integer FROM audit_log WHERE request_id = ${end.request_id}) AS logged`);
    expect(written).toEqual({ records: rows, logged: rows });
  },
  600_000,
);
