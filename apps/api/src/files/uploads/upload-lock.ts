import { randomUUID } from 'node:crypto';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Database } from '../../platform/database/database.ts';
import { notFound, Problem } from '../../platform/http/problem.ts';

/** Whose an upload is: a user's, or of somebody without an account who has a link to a room for material. */
export type UploadOwner = { readonly userId: string } | { readonly materialLinkId: string };

/** The column of an owner, and its value. */
export const ownerColumn = (owner: UploadOwner): readonly ['user_id' | 'material_link_id', string] =>
  'userId' in owner ? ['user_id', owner.userId] : ['material_link_id', owner.materialLinkId];

/** Uploads of an owner. */
export const isOf = (owner: UploadOwner): Sql => {
  const [column, id] = ownerColumn(owner);
  return sql`${raw(column)} = ${id}::uuid`;
};

/** An upload as it is stored. */
export interface StoredUpload {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly received: number;
  readonly path: string | null;
  readonly file_id: string | null;
  readonly touched_at: string;
}

/** The lock of a request on its upload. */
export interface UploadLock {
  readonly upload: StoredUpload;
  readonly token: string;
  /** Aborted when the lock was lost, or another request asks for it. */
  readonly signal: AbortSignal;
}

/** Seconds after which the lock of a dead process ends. */
const lease = 20;

/** Milliseconds that a request waits for the lock of another. */
const patience = 8000;

const pause = 200;

const busy = () =>
  new Problem(
    423,
    'upload_busy',
    'Este archivo se está recibiendo por otra conexión. Continúa en unos segundos.',
    {
      headers: { 'retry-after': '3' },
    },
  );

const gone = () => notFound('Esta subida ya no existe. Suba el archivo de nuevo.');

/**
 * Does one thing at a time to an upload, also among several processes: the lock is in the database. A request that
 * waits asks the other to end early, because after a lost network the server still listens to the old connection.
 *
 * @throws Problem 404 if the owner has no such upload, 423 if it stays locked
 */
export const withUploadLock = async <T>(
  database: Database,
  { id, owner }: { readonly id: string; readonly owner: UploadOwner },
  work: (lock: UploadLock) => Promise<T>,
): Promise<T> => {
  const token = randomUUID();
  const take = () =>
    database.one<StoredUpload>(sql`
      UPDATE uploads SET lock_token = ${token}, locked_until = now() + make_interval(secs => ${lease}), yields = false
      WHERE id = ${id}::uuid AND ${isOf(owner)} AND (locked_until IS NULL OR locked_until < now())
      RETURNING id, name, bytes, received, path, file_id, touched_at`);
  const last = Date.now() + patience;
  let upload = await take();
  while (!upload) {
    const other = await database.one(sql`
      UPDATE uploads SET yields = true WHERE id = ${id}::uuid AND ${isOf(owner)} RETURNING 1 AS one`);
    if (!other) throw gone();
    if (Date.now() > last) throw busy();
    await new Promise((resolve) => setTimeout(resolve, pause));
    upload = await take();
  }
  const controller = new AbortController();
  const beat = setInterval(async () => {
    try {
      const held = await database.one<{ yields: boolean }>(sql`
        UPDATE uploads SET locked_until = now() + make_interval(secs => ${lease})
        WHERE id = ${id}::uuid AND lock_token = ${token} RETURNING yields`);
      if (!held || held.yields) controller.abort();
    } catch {
      // Without the database the lease ends by itself, and what was received since cannot be recorded.
    }
  }, 1000);
  try {
    return await work({ upload, token, signal: controller.signal });
  } finally {
    clearInterval(beat);
    await database.query(sql`
      UPDATE uploads SET lock_token = NULL, locked_until = NULL WHERE id = ${id}::uuid AND lock_token = ${token}`);
  }
};

/** Records what is on the disk. @throws Problem 423 if another request has the lock now */
export const recordReceived = async (
  database: Database,
  { upload, token }: UploadLock,
  received: number,
): Promise<void> => {
  const held = await database.one(sql`
    UPDATE uploads SET received = ${received}, touched_at = now()
    WHERE id = ${upload.id}::uuid AND lock_token = ${token} RETURNING 1 AS one`);
  if (!held) throw busy();
};
