import { rm } from 'node:fs/promises';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { type ApiProcess, startApiProcess } from '../../testing/programs/api-process.ts';
import { createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { addClient, addSpace, differences } from '../inventory-fixtures.ts';

// Two API processes on one PostgreSQL, as behind a proxy.
let api: TestApi;
let processes: readonly ApiProcess[] = [];
let folders: string[] = [];
let headers: { authorization: string };
let client: { clientId: string; ownerId: string };

beforeAll(async () => {
  api = await startTestApi({ testDatabase: await createTestDatabase({ pool: 20 }) });
  client = await addClient(api);
  headers = await signIn(api, await createUser(api, { role: 'admin' }));
  folders = [await makeTestFolder(), await makeTestFolder()];
  processes = await Promise.all(
    folders.map((folder) =>
      startApiProcess('main.ts', {
        PAUTA_DATA_DIR: folder,
        PAUTA_RATE_LIMIT: '0',
        PAUTA_RATE_LIMIT_ANONYMOUS: '0',
        DATABASE_URL: api.testDatabase.ownerUrl,
      }),
    ),
  );
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.end('SIGTERM')));
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  await api.close();
});

const requests = 1000;
const capacity = 20;
const day = '2027-11-03';

/** Runs `work` for every request, 32 at a time. */
const race = async (work: (place: number) => Promise<void>): Promise<void> => {
  let next = 0;
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      while (next < requests) {
        next += 1;
        await work(next);
      }
    }),
  );
};

test('1,000 requests for one slot of 20 in two processes give exactly 20 holds', {
  timeout: 120_000,
}, async () => {
  const space = await addSpace(api, { capacity });
  const answers = new Map<number, number>();
  const request = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: client.clientId,
      owner_id: client.ownerId,
      inventory_item_id: space,
      flight: { from: day, to: day },
    }),
  };
  await race(async (place) => {
    const url = `${processes[place % 2]?.address}/api/holds`;
    let response = await fetch(url, request);
    // A server under load asks to try again.
    while (response.status === 503) response = await fetch(url, request);
    const { code } = (await response.json()) as { code?: string };
    answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
    if (response.status !== 201) expect(code).toBe('no_capacity');
  });
  expect(Object.fromEntries(answers)).toEqual({ 201: capacity, 409: requests - capacity });
  const [counter] = await api.database.query(
    sql`SELECT held, booked, capacity FROM occupancy WHERE item_id = ${space}::uuid`,
  );
  expect(counter).toEqual({ held: capacity, booked: 0, capacity });
  const [made] = await api.database.query(
    sql`SELECT count(*)::integer AS holds, count(DISTINCT number)::integer AS numbers FROM holds WHERE inventory_item_id = ${space}::uuid`,
  );
  expect(made).toEqual({ holds: capacity, numbers: capacity });
  expect(await differences(api.database)).toEqual([]);
});

test('the same race overbooks if the free units are only read before the write', async () => {
  await api.testDatabase.runAsSuperuser(sql`CREATE TABLE naive_bookings (units integer NOT NULL)`);
  await api.testDatabase.runAsSuperuser(sql`GRANT SELECT, INSERT ON naive_bookings TO PUBLIC`);
  // Whether one round of the race overbooks is chance, so rounds are run until one does.
  await expect
    .poll(
      async () => {
        await api.testDatabase.runAsSuperuser(sql`TRUNCATE naive_bookings`);
        await race(async () => {
          await api.database.transaction(systemChange('test'), async (tx) => {
            const row = await tx.one<{ sold: number }>(
              sql`SELECT coalesce(sum(units), 0)::integer AS sold FROM naive_bookings`,
            );
            if ((row?.sold ?? 0) < capacity) {
              await tx.query(sql`INSERT INTO naive_bookings VALUES (1)`);
            }
          });
        });
        const row = await api.database.one<{ sold: number }>(
          sql`SELECT sum(units)::integer AS sold FROM naive_bookings`,
        );
        return row?.sold;
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(capacity);
}, 90_000);
