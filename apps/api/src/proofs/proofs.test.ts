import { rm } from 'node:fs/promises';
import type { Proofs, ProvedInvariant } from '@pauta/domain/proofs/proof-result.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { invariants } from '../invariants.ts';
import { addSpace } from '../inventory/inventory-fixtures.ts';
import { createRole, createUser, signIn, signInAs, type TestUser } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { prove } from './prove.ts';
import { startNightlyRun } from './start-run.ts';

let api: TestApi;
let admin: TestUser;
let auditor: TestUser;
let headers: { authorization: string };
let auditing: { authorization: string };

beforeAll(async () => {
  api = await startTestApi();
  admin = await createUser(api, { role: 'admin', full_name: 'Ada Administra' });
  auditor = await createUser(api, { role: 'auditor', full_name: 'Aura Audita' });
  [headers, auditing] = [await signIn(api, admin), await signIn(api, auditor)];
});
afterAll(() => api.close());

const get = async <T>(url: string, as = headers): Promise<T> => {
  const reply = await api.inject({ url, headers: as });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().data as T;
};
const start = (as = headers) => api.inject({ method: 'POST', url: '/api/proof-runs/run', headers: as });

interface Run {
  readonly id: string;
  readonly status: string;
  readonly origin: string;
  readonly proved: number;
  readonly broken: number;
}

const finished = async (id: string): Promise<Run> => {
  await expect
    .poll(async () => (await get<Run>(`/api/proof-runs/${id}`)).status, { interval: 50 })
    .not.toBe('running');
  return get<Run>(`/api/proof-runs/${id}`);
};
const proveNow = async (as = headers): Promise<Run> => {
  const reply = await start(as);
  expect(reply.statusCode, reply.body).toBe(200);
  return finished(reply.json().data.id);
};
const proofs = (as = headers) => get<Proofs>('/api/proofs', as);
const named = ({ invariants: all }: Proofs, name: string): ProvedInvariant => {
  const one = all.find((each) => each.name === name);
  if (!one) throw new Error(`no invariant ${name}`);
  return one;
};
const tasks = () =>
  api.database.query<{
    id: string;
    subject: string;
    notes: string;
    assigned_to_id: string;
    status: string;
  }>(
    sql`SELECT id, subject, notes, assigned_to_id, status FROM activities WHERE invariant IS NOT NULL ORDER BY created_at`,
  );
const mails = () =>
  api.database.query<{ to_address: string; subject: string }>(
    sql`SELECT to_address, subject FROM mails WHERE subject LIKE 'Pauta:%' ORDER BY to_address`,
  );
/** Makes the company's clock show this hour: zones are named with the sign reversed, from +12 to -11. */
const setHour = (hour: number) => {
  const ahead = ((hour - new Date().getUTCHours() + 35) % 24) - 11;
  return api.testDatabase.runAsSuperuser(sql`
    INSERT INTO settings (key, value) VALUES ('timezone', ${JSON.stringify(`Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`)}::jsonb)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`);
};

beforeEach(() =>
  api.testDatabase.runAsSuperuser(sql`
    WITH a AS (DELETE FROM activities), m AS (DELETE FROM mails), r AS (DELETE FROM proof_results)
    DELETE FROM proof_runs`),
);

test('everything is proved, and a task or mail is sent to nobody', async () => {
  const before = await proofs();
  expect(before.proved_at).toBeNull();
  expect(before.invariants.every(({ state }) => state === null)).toBe(true);
  const run = await proveNow();
  expect(run).toMatchObject({ status: 'passed', origin: 'manual', proved: invariants.length, broken: 0 });
  const after = await proofs(auditing);
  expect(after.proved_at).not.toBeNull();
  expect(after.invariants).toHaveLength(invariants.length);
  for (const one of after.invariants) {
    expect(one.state, one.title).toBe('passed');
    expect(one.since, one.title).toBe(one.at);
  }
  expect(after.invariants.map(({ number }) => Number(number.slice(1)))).toEqual(
    after.invariants.map(({ number }) => Number(number.slice(1))).toSorted((a, b) => a - b),
  );
  expect([await tasks(), await mails()]).toEqual([[], []]);
});

test('a violation opens one task with its records and mails those who see proofs, once while it is open', async () => {
  const space = await addSpace(api, { capacity: 20 });
  await proveNow();
  await api.testDatabase.runAsSuperuser(
    sql`INSERT INTO occupancy (item_id, day, capacity, held) VALUES (${space}::uuid, '2031-03-02', 20, 3)`,
  );
  const run = await proveNow(auditing);
  expect(run).toMatchObject({ status: 'failed', broken: 1, proved: invariants.length - 1 });
  const found = named(await proofs(auditing), 'occupancy_counters');
  expect(found).toMatchObject({
    state: 'failed',
    since: null,
    count: 1,
    rows: [
      {
        resource: 'inventory_items',
        id: space,
        wrong: 'El 02/03/2031 el libro suma 0 en reserva y 0 vendido; el contador dice 3 y 0.',
      },
    ],
  });
  const [task, ...others] = await tasks();
  expect(others).toEqual([]);
  expect(task).toMatchObject({
    id: found.task_id,
    assigned_to_id: admin.id,
    status: 'pending',
    subject: 'No se cumple: Los contadores de ocupación son la suma de lo reservado y lo vendido',
  });
  expect(task?.notes).toContain('el contador dice 3 y 0');
  expect((await mails()).map(({ to_address }) => to_address)).toEqual(
    [admin.email, auditor.email].toSorted(),
  );
  const read = await get<ProvedInvariant[]>(`/api/proof-runs/${run.id}/results`, auditing);
  expect(read.filter(({ state }) => state !== 'passed').map(({ name }) => name)).toEqual([
    'occupancy_counters',
  ]);

  await proveNow();
  expect([(await tasks()).length, (await mails()).length]).toEqual([1, 2]);

  // Completed without mending it: the next proof opens another one.
  const result = await api.database.one<{ id: string }>(
    sql`SELECT id FROM contact_results WHERE code = 'CUMPLIDA'`,
  );
  const done = await api.inject({
    method: 'POST',
    url: `/api/activities/${task?.id}/complete`,
    headers: { ...headers, 'if-match': '"1"' },
    payload: { contact_result_id: result?.id },
  });
  expect(done.statusCode, done.body).toBe(200);
  await proveNow();
  expect([(await tasks()).map(({ status }) => status), (await mails()).length]).toEqual([
    ['done', 'pending'],
    4,
  ]);

  await api.testDatabase.runAsSuperuser(sql`DELETE FROM occupancy`);
  const mended = await proveNow();
  expect(mended.status).toBe('passed');
  const kept = named(await proofs(), 'occupancy_counters');
  expect(kept.since).toBe(kept.at);
});

test('is started by those who may, and only once at a time', async () => {
  for (const role of ['sales_rep', 'billing', 'sales_manager']) {
    const other = await signInAs(api, role);
    expect((await start(other)).statusCode, role).toBe(403);
    for (const url of ['/api/proofs', '/api/proof-runs'])
      expect((await api.inject({ url, headers: other })).statusCode, role).toBe(403);
  }
  const viewer = await signIn(api, await createUser(api, { role: await createRole(api, ['proofs.view']) }));
  expect((await start(viewer)).statusCode).toBe(403);
  expect((await start(await signInAs(api, 'general_manager'))).statusCode).toBe(200);
  await api.testDatabase.runAsSuperuser(sql`
    UPDATE proof_runs SET status = 'running', finished_at = NULL`);
  const refused = await start();
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'in_progress']);
  expect((await proofs()).running_id).not.toBeNull();
});

test('records that a reader may not see are counted, not shown', async () => {
  const space = await addSpace(api, { capacity: 20 });
  await api.testDatabase.runAsSuperuser(
    sql`INSERT INTO occupancy (item_id, day, capacity, held) VALUES (${space}::uuid, '2031-03-02', 20, 3)`,
  );
  await proveNow();
  const viewer = await signIn(api, await createUser(api, { role: await createRole(api, ['proofs.view']) }));
  const seen = named(await proofs(viewer), 'occupancy_counters');
  expect([seen.count, seen.rows, seen.task_id]).toEqual([1, [], null]);
  await api.testDatabase.runAsSuperuser(sql`DELETE FROM occupancy`);
});

test('the nightly proof runs after three, once a day, whatever the number of processes', async () => {
  const other = await startTestApi({ testDatabase: api.testDatabase });
  try {
    await setHour(2);
    expect(await startNightlyRun(api.app)).toBeUndefined();
    await setHour(3);
    const started = (
      await Promise.all(
        Array.from({ length: 8 }, (_, place) => startNightlyRun((place % 2 === 0 ? api : other).app)),
      )
    ).filter((id) => id !== undefined);
    expect(started).toHaveLength(1);
    expect(await finished(String(started[0]))).toMatchObject({ status: 'passed', origin: 'nightly' });
    expect([await startNightlyRun(api.app), await startNightlyRun(other.app)]).toEqual([
      undefined,
      undefined,
    ]);
    const { n } = (await api.database.one<{ n: number }>(
      sql`SELECT count(*)::integer AS n FROM proof_results`,
    )) ?? { n: 0 };
    expect(n).toBe(invariants.length);
  } finally {
    await other.app.close();
    await rm(other.config.dataDir, { recursive: true, force: true });
  }
});

test('runs are kept for 400 days', async () => {
  await setHour(3);
  await api.testDatabase.runAsSuperuser(sql`
    INSERT INTO proof_runs (name, status, origin, finished_at, created_at)
    SELECT days || ' días', 'passed', 'manual', now(), now() - make_interval(days => days) FROM unnest(ARRAY[399, 401]) AS days`);
  await finished(String(await startNightlyRun(api.app)));
  const runs = await api.database.query<{ name: string }>(
    sql`SELECT name FROM proof_runs WHERE origin = 'manual'`,
  );
  expect(runs).toEqual([{ name: '399 días' }]);
});

test('a run whose process was lost is given up, and another one starts', async () => {
  await api.testDatabase.runAsSuperuser(sql`
    INSERT INTO proof_runs (name, origin, created_at) VALUES ('Perdida', 'manual', now() - interval '7 hours')`);
  expect((await proveNow()).status).toBe('passed');
  const lost = await api.database.one(sql`SELECT status FROM proof_runs WHERE name = 'Perdida'`);
  expect(lost).toEqual({ status: 'incomplete' });
});

test('an invariant that takes too long, or whose query fails, is not proved', async () => {
  const slow = await prove(
    api.database,
    {
      name: 'slow',
      offending: sql`SELECT NULL AS resource, NULL AS id, 'x' AS label, 'x' AS wrong FROM pg_sleep(20)`,
    },
    100,
  );
  expect(slow).toMatchObject({
    state: 'error',
    problem: 'La consulta llegó a su límite de tiempo (0.1 s) y se detuvo.',
  });
  const wrong = await prove(api.database, { name: 'wrong', offending: sql`SELECT 1 / 0, 2, 'a', 'b'` });
  expect([wrong.state, wrong.problem]).toEqual([
    'error',
    'La consulta no se pudo ejecutar (error 22012 de la base de datos).',
  ]);
});

test('a proof cannot write', async () => {
  const writing = await prove(api.database, {
    name: 'writing',
    offending: sql`SELECT NULL, add_job('x', '{}', 'x', 1, false)::text, 'x', 'x'`,
  });
  expect(writing.problem).toMatch(/25006/);
});
