import { batches } from '@pauta/domain/testing/made-up/batches.ts';
import pg from 'pg';
import sql from 'sql-template-tag';
import { conflict } from '../../platform/http/problem.ts';
import type { JobCommandHandler } from '../../resource/commands/handler.ts';
import { migrationOf } from '../../resource/migration.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';

/** Records that one chunk creates. */
export const chunkSize = 5;

/** First key of the advisory locks with which a test stops a run: the second one is the number of the chunk. */
export const chunkLock = 4711;

const handler: JobCommandHandler = {
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{ id: string }>(
      sql`SELECT id FROM batches WHERE id = ANY(${ids}::uuid[]) AND name LIKE 'Reservado%'`,
    );
    return new Map(rows.map(({ id }) => [id, [{ text: 'Este lote está reservado.' }]]));
  },
  plan: async (_context, _record, { count }) => ({ making: count }),
  runChunk: async ({ tx, actor, now }, record, { count }, { position, done }) => {
    const total = Number(count);
    const made = Math.min(chunkSize, total - done);
    if (made === 0) return { finished: { made: done } };
    const chunk = Number(position ?? 0) + 1;
    const prefix = String(record?.name ?? 'Todo');
    await tx.query(sql`
      INSERT INTO batches (name, status, created_by)
      SELECT ${prefix} || ' ' || (${done}::integer + n), 'open', ${actor.userId}::uuid
      FROM generate_series(1, ${made}::integer) AS n`);
    await tx.query(sql`SELECT pg_advisory_xact_lock_shared(${chunkLock}, ${chunk})`);
    const fault = faults.get(chunk);
    if (fault === 'refused') throw conflict('no_room', 'Ya no hay lugar para más lotes.');
    if (fault) {
      if (fault === 'once') faults.delete(chunk);
      throw new Error(`no luck at ${now.toISOString()}`);
    }
    return { position: chunk, done: done + made, total };
  },
};

/** How a chunk fails, by its number; a test sets it. */
export const faults = new Map<number, 'once' | 'always' | 'refused'>();

/** The made-up resource whose commands run as jobs, as the test API mounts it. */
export const mountedBatches = {
  resource: batches,
  hooks: { commands: { fill: handler, fill_up: handler, fill_all: handler } },
};

/** A database with the table of the made-up resource. */
export const createBatchDatabase = async (): Promise<TestDatabase> => {
  const testDatabase = await createTestDatabase();
  const client = new pg.Client(testDatabase.owner);
  await client.connect();
  try {
    await client.query(migrationOf(batches));
    await client.query(`CALL grant_app_privileges('pauta_app')`);
  } finally {
    await client.end();
  }
  return testDatabase;
};
