import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '../../testing/programs/api-process.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { type ContractWorld, makeContractWorld } from './contract-fixtures.ts';

let api: TestApi;
let world: ContractWorld;
let owner: pg.Client;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  owner = new pg.Client(api.testDatabase.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await api?.close();
});

const startProcess = async (): Promise<ApiProcess> =>
  startApiProcess('main.ts', {
    PAUTA_DATA_DIR: await makeTestFolder(),
    PAUTA_RATE_LIMIT: '0',
    DATABASE_URL: api.testDatabase.ownerUrl,
  });

/** Everything that a signature writes. */
const traces = async (contractId: string): Promise<Record<string, number | string>> =>
  (
    await owner.query(
      `SELECT c.status, (SELECT count(*)::integer FROM order_lines WHERE contract_id = c.id) AS lines,
        (SELECT count(*)::integer FROM contract_versions WHERE contract_id = c.id) AS versions,
        (SELECT count(*)::integer FROM signatures WHERE contract_id = c.id) AS signatures,
        (SELECT count(*)::integer FROM quotas q JOIN order_lines o ON o.id = q.order_line_id WHERE o.contract_id = c.id) AS quotas,
        (SELECT count(*)::integer FROM capacity_cells s JOIN order_lines o ON o.id = s.order_line_id WHERE o.contract_id = c.id) AS cells,
        (SELECT count(*)::integer FROM sale_credits WHERE contract_id = c.id) AS credits
       FROM contracts c WHERE c.id = $1`,
      [contractId],
    )
  ).rows[0];

/** Connections that have locked a contract to sign it. */
const signing = `SELECT pid FROM pg_locks WHERE relation = 'contracts'::regclass AND mode = 'RowShareLock' AND granted`;
const isAnybodySigning = async (): Promise<boolean> => (await owner.query(signing)).rows.length > 0;
const isWaitingFor = async (table: string): Promise<boolean> =>
  (
    await owner.query(
      `SELECT FROM pg_locks WHERE relation = $1::regclass AND NOT granted AND pid IN (${signing})`,
      [table],
    )
  ).rows.length > 0;

/** Tables that a signature writes: at its beginning, in its middle and at its end. */
const stations = ['order_lines', 'capacity_cells', 'contracts'];

test.skipIf(process.platform !== 'linux')(
  'kill -9 at each station of a signature: nothing of it is there, and asked again it is there once',
  async () => {
    let process = await startProcess();
    try {
      for (const station of stations) {
        const space = await world.space(1);
        const contract = await world.pending(await world.client(), [world.line(space)]);
        const before = await traces(contract.id);
        const key = randomUUID();
        const sign = async (): Promise<number> => {
          const { status } = await fetch(`${process.address}/api/contracts/${contract.id}/sign`, {
            method: 'POST',
            headers: {
              ...world.headers,
              'content-type': 'application/json',
              'if-match': `"${contract.row_version}"`,
              'idempotency-key': key,
            },
            body: JSON.stringify({ signed_on: world.today }),
          });
          if (status !== 503) return status;
          // An overloaded server is asked again.
          await sleep(20);
          return sign();
        };

        await owner.query('BEGIN');
        await owner.query(`LOCK TABLE ${station} IN SHARE MODE`);
        const asked = sign().catch(() => null);
        await expect.poll(() => isWaitingFor(station), { timeout: 30_000 }).toBe(true);
        await process.end('SIGKILL');
        expect(await asked).toBeNull();
        await owner.query('COMMIT');
        // PostgreSQL notices that its client is gone.
        await expect.poll(isAnybodySigning, { timeout: 30_000 }).toBe(false);
        expect(await traces(contract.id), station).toEqual(before);

        process = await startProcess();
        expect([await sign(), await sign()], station).toEqual([200, 200]);
        const after = await traces(contract.id);
        expect(after, station).toMatchObject({
          status: 'signed',
          lines: 1,
          versions: 1,
          signatures: 2,
          quotas: 1,
        });
        expect(after.cells).toBeGreaterThan(0);
        expect((await owner.query('SELECT * FROM occupancy_differences()')).rows).toEqual([]);
      }
    } finally {
      await process.end('SIGKILL');
    }
  },
  180_000,
);
