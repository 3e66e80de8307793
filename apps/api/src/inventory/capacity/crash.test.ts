import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import sql from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, systemChange } from '../../platform/database/database.ts';
import { readPostmaster } from '../../platform/database/postmaster.ts';
import { type ApiProcess, killTree, startApiProcess } from '../../testing/programs/api-process.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { addSpace } from '../inventory-fixtures.ts';

const writers = 6;
/** Days of each hold: a transaction of many rows. */
const days = 45;
const email = 'persona@ejemplo.com';
const password = 'ventisca jarrón ópalo trineo';

/** The API; a backend, after which PostgreSQL restarts all of them; the API and the whole of PostgreSQL. */
type Kill = 'api' | 'backend' | 'all';
const kills: readonly Kill[] = ['api', 'backend', 'all', 'backend', 'api', 'all'];

const dayAt = (offset: number): string => new Date(Date.UTC(2027, 0, 1 + offset)).toISOString().slice(0, 10);

test.skipIf(process.platform !== 'linux')(
  'kill -9 of the API, of a backend and of the database amid holds: the counters agree with the ledger, and no hold is half',
  async () => {
    const dataDir = await makeTestFolder();
    const cluster = join(dataDir, 'postgresql', 'cluster');
    const start = () =>
      startApiProcess('main.ts', {
        PAUTA_DATA_DIR: dataDir,
        PAUTA_RATE_LIMIT: '0',
        PAUTA_RATE_LIMIT_ANONYMOUS: '0',
        PAUTA_ADMIN_EMAIL: email,
        PAUTA_ADMIN_PASSWORD: password,
      });
    /** Connections of the superuser, as long as the database runs. */
    const connection = async () => ({
      host: (await readPostmaster(cluster))?.socketFolder ?? '',
      user: 'postgres',
      database: 'pauta',
    });
    const send = async (address: string, path: string, body: object, headers: object = {}) =>
      fetch(`${address}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const signIn = async (address: string): Promise<object> => {
      const reply = await send(address, '/login', { email, password });
      if (reply.status === 503) {
        await sleep(20);
        return signIn(address);
      }
      if (reply.status !== 200) throw new Error(`${reply.status} ${await reply.text()}`);
      const { token } = (await reply.json()) as { token: string };
      return { authorization: `Bearer ${token}` };
    };

    let api: ApiProcess = await start();
    onTestFinished(async () => {
      await api.end('SIGKILL');
      const postmaster = await readPostmaster(cluster);
      if (postmaster) await killTree(postmaster.pid);
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    });
    const spaces: string[] = [];
    const [client, owner] = await (async () => {
      const database = openDatabase({ connection: await connection() });
      try {
        const rotation = await addSpace({ database }, { capacity: 100_000, unit: 'seconds' });
        const slot = await addSpace({ database }, { capacity: 100_000, unit: 'seconds', parent: rotation });
        const breaks = [
          await addSpace({ database }, { capacity: 600, unit: 'seconds', parent: slot }),
          await addSpace({ database }, { capacity: 100_000, unit: 'seconds', parent: slot }),
        ];
        spaces.push(rotation, slot, ...breaks);
        const row = await database.transaction(systemChange('test'), (tx) =>
          tx.one<{ client: string; owner: string }>(sql`
            INSERT INTO clients (client_code, legal_name, trade_name, person_kind, country_id, tax_id_type, tax_id, taxpayer_type,
              status, client_type_id, client_category_id, industry_id, primary_sales_rep_id, billing_party, currency_code,
              credit_term_id)
            SELECT 'C-1', 'Cliente', 'Cliente', 'legal_entity', (SELECT id FROM countries WHERE code = 'DO'), 'OTRO', 'C1',
              'taxpayer', 'active', (SELECT id FROM client_types LIMIT 1), (SELECT id FROM client_categories LIMIT 1),
              (SELECT id FROM industries LIMIT 1), u.id, 'client', 'DOP', (SELECT id FROM credit_terms LIMIT 1)
            FROM users u WHERE u.email = ${email} RETURNING id AS client, primary_sales_rep_id AS owner`),
        );
        if (!row) throw new Error('inserting a client answers its id');
        return [row.client, row.owner];
      } finally {
        await database.close();
      }
    })();

    /** The answer of each request by its key: the id of its hold, or null where the space was full. */
    const answered = new Map<string, string | null>();
    const unanswered: { key: string; body: object }[] = [];
    const hold = async (headers: object, { key, body }: { key: string; body: object }): Promise<void> => {
      const reply = await send(api.address, '/holds', body, { ...headers, 'idempotency-key': key });
      // The connection to the database was lost, or there is too much to do: it is asked again.
      if (reply.status === 503) {
        await sleep(20);
        return hold(headers, { key, body });
      }
      const { data, code } = (await reply.json()) as { data?: { id: string }; code?: string };
      if (reply.status !== 201 && code !== 'no_capacity') throw new Error(`${reply.status} ${code}`);
      answered.set(key, data?.id ?? null);
    };
    const wanted = () => {
      const first = Math.floor(Math.random() * 20);
      return {
        key: randomUUID(),
        body: {
          client_id: client,
          owner_id: owner,
          inventory_item_id: spaces[Math.floor(Math.random() * spaces.length)],
          flight: { from: dayAt(first), to: dayAt(first + days - 1) },
          duration_sec: 30,
        },
      };
    };
    const killOne = async (): Promise<void> => {
      const one = new pg.Client(await connection());
      await one.connect();
      const { rows } = await one.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE application_name = 'pauta' AND state <> 'idle' AND backend_type = 'client backend'`,
      );
      const [victim] = rows;
      // Ends every other connection too, also this one.
      one.on('error', () => undefined);
      if (victim) process.kill(victim.pid, 'SIGKILL');
      await one.end().catch(() => undefined);
      expect(victim).toBeDefined();
    };
    const killDatabase = async () => killTree((await readPostmaster(cluster))?.pid ?? 0);

    for (const kill of kills) {
      const headers = await signIn(api.address);
      for (const one of unanswered.splice(0)) await hold(headers, one);
      // The API answers before it is killed.
      await hold(headers, wanted());
      let isUp = true;
      const before = answered.size;
      const work = Array.from({ length: writers }, async () => {
        while (isUp) {
          const one = wanted();
          await hold(headers, one).catch(() => {
            isUp = false;
            unanswered.push(one);
          });
        }
      });
      const some = before + writers + Math.floor(Math.random() * 30);
      await expect.poll(() => answered.size, { interval: 5 }).toBeGreaterThan(some);
      if (kill === 'backend') {
        await killOne();
        // PostgreSQL starts again by itself, and the API goes on.
        const then = answered.size;
        await expect.poll(() => answered.size, { interval: 20 }).toBeGreaterThan(then + writers);
        isUp = false;
        await Promise.all(work);
        continue;
      }
      await Promise.all([...(kill === 'all' ? [killDatabase()] : []), api.end('SIGKILL')]);
      await Promise.all(work);
      expect(unanswered.length, kill).toBeGreaterThan(0);
      api = await start();
    }
    const headers = await signIn(api.address);
    for (const one of unanswered.splice(0)) await hold(headers, one);

    const database = openDatabase({ connection: await connection() });
    const rows = await database.query<{ id: string; cells: number }>(sql`
      SELECT h.id, count(c.id)::integer AS cells FROM holds h LEFT JOIN capacity_cells c ON c.hold_id = h.id GROUP BY h.id`);
    const acknowledged = [...answered.values()].filter((id) => id !== null);
    expect(rows.filter(({ cells }) => cells !== days)).toEqual([]);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted());
    expect(await database.query(sql`SELECT * FROM occupancy_differences()`)).toEqual([]);
    expect(
      await database.query(sql`SELECT item_id FROM occupancy WHERE held + booked > capacity + extra`),
    ).toEqual([]);
    expect(
      await database.query(sql`
        SELECT c.id FROM capacity_cells c LEFT JOIN holds h ON h.id = c.hold_id WHERE h.id IS NULL`),
    ).toEqual([]);
    // The race was about something: a break was full, and its requests were refused.
    expect([...answered.values()].filter((id) => id === null).length).toBeGreaterThan(0);
    await database.close();
  },
  300_000,
);
