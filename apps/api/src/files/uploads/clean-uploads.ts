import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import type { Database } from '../../platform/database/database.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { removeLocalFile } from './receive-part.ts';

/** Days that an interrupted upload waits for the rest. */
export const daysKept = 7;

const hour = 3_600_000;

/** Deletes uploads that nobody continued, answers of finished ones, and local files that belong to none. */
export const cleanUploads = async (database: Database, storage: Storage, now = Date.now()): Promise<void> => {
  const old = sql`(locked_until IS NULL OR locked_until < now()) AND touched_at <
    now() - CASE WHEN file_id IS NULL THEN make_interval(days => ${daysKept}) ELSE interval '1 day' END`;
  const ended = await database.query<{ id: string; path: string | null }>(sql`
    SELECT id, CASE WHEN file_id IS NULL THEN path END AS path FROM uploads WHERE ${old}`);
  for (const { id, path } of ended) {
    const taken = await database.one(
      sql`DELETE FROM uploads WHERE id = ${id}::uuid AND ${old} RETURNING 1 AS one`,
    );
    if (!taken) continue;
    if (path !== null) await storage.remove(path);
    await removeLocalFile(storage, id);
  }

  const names = await readdir(storage.incoming).catch((): string[] => []);
  const known = new Set(
    (await database.query<{ id: string }>(sql`SELECT id FROM uploads WHERE file_id IS NULL`)).map(
      ({ id }) => id,
    ),
  );
  for (const name of names) {
    if (!/\.(upload|part)$/.test(name) || known.has(name.replace(/\.upload$/, ''))) continue;
    const file = join(storage.incoming, name);
    const changed = (await stat(file).catch(() => undefined))?.mtimeMs ?? now;
    // Another request may be receiving it now.
    if (now - changed > 24 * hour) await rm(file, { force: true });
  }
};
