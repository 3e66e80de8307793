import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { sealAudit, verifyAudit } from '../../platform/audit.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { startEmbeddedPostgres } from '../../platform/database/embedded-postgres.ts';
import { readPostmaster } from '../../platform/database/postmaster.ts';
import { makeTestFolder } from '../test-folder.ts';
import { killTree, startApiProcess } from './api-process.ts';

const rounds = 8;
const writers = 8;

test.skipIf(process.platform !== 'linux')(
  `kill -9 of the API and the database during writes, ${rounds} rounds: no acknowledged write is lost, none is executed partially or twice`,
  async () => {
    const dataDir = await makeTestFolder();
    const acknowledged = new Map<string, string>();
    let unanswered: string[] = [];

    const post = async (address: string, name: string): Promise<void> => {
      const reply = await fetch(`${address}/api/writes`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': name },
        body: JSON.stringify({ name }),
      });
      // An overloaded process refuses the request before any effect.
      if (reply.status === 503) return post(address, name);
      if (reply.status !== 201) throw new Error(`${reply.status} ${await reply.text()}`);
      const { id } = (await reply.json()) as { id: string };
      acknowledged.set(name, id);
    };

    for (let round = 1; round <= rounds; round += 1) {
      const api = await startApiProcess('testing/programs/crash-program.ts', {
        PAUTA_DATA_DIR: dataDir,
        PAUTA_RATE_LIMIT_ANONYMOUS: '0',
      });
      // A client without an answer retries with the same key.
      for (const name of unanswered) await post(api.address, name);
      unanswered = [];
      let isUp = true;
      const before = acknowledged.size;
      const work = Array.from({ length: writers }, async () => {
        while (isUp) {
          const name = randomUUID();
          await post(api.address, name).catch(() => {
            isUp = false;
            unanswered.push(name);
          });
        }
      });
      // At a random moment during the first writes.
      const some = before + Math.floor(Math.random() * 60);
      await expect.poll(() => acknowledged.size, { interval: 5, timeout: 30_000 }).toBeGreaterThan(some);
      const postmaster = await readPostmaster(join(dataDir, 'postgresql', 'cluster'));
      expect(postmaster).toBeDefined();
      const killDatabase = () => killTree(postmaster?.pid ?? 0);
      const killApi = () => api.end('SIGKILL');
      await Promise.all(round % 2 === 0 ? [killDatabase(), killApi()] : [killApi(), killDatabase()]);
      await Promise.all(work);
      expect(unanswered.length).toBeGreaterThan(0);
    }

    const embedded = await startEmbeddedPostgres({ dataDir });
    const database = openDatabase({ connection: embedded.connection('pauta_app') });
    const rows = await database.query<{ name: string; ids: string[]; halves: string[] }>(sql`
      SELECT entity_id AS name, array_agg(DISTINCT reason) AS ids, array_agg(action ORDER BY action) AS halves
      FROM audit_log WHERE entity = 'crash' GROUP BY entity_id`);
    const written = new Map(rows.map((row) => [row.name, row]));
    const lost = [...acknowledged].filter(([name, id]) => written.get(name)?.ids.join() !== id);
    const torn = rows.filter(({ halves }) => halves.join() !== 'first,second');
    const keys = await database.one<{ open: number; total: number }>(
      sql`SELECT count(*) FILTER (WHERE status IS NULL) AS open, count(*) AS total FROM idempotency_keys`,
    );
    expect({ lost: lost.length, torn: torn.length, keys }).toEqual({
      lost: 0,
      torn: 0,
      keys: { open: 0, total: rows.length },
    });
    await sealAudit(database);
    expect(await verifyAudit(database)).toBeNull();
    await database.close();
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  },
  300_000,
);
