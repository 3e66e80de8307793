import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { type Database, systemChange } from '../../platform/database/database.ts';
import { workRegularly } from '../../platform/regular-work.ts';
import { release } from '../capacity/move-capacity.ts';

const together = 50;

/** Ends some holds that are past their time; false if there are none that no other process ends. */
const expireSome = (database: Database): Promise<boolean> =>
  database.transaction({ ...systemChange('holds', 'Venció su plazo'), action: 'expire' }, async (tx) => {
    const due = await tx.query<{ id: string }>(sql`
      SELECT id FROM holds WHERE status = 'active' AND expires_at <= now()
      ORDER BY id LIMIT ${together} FOR NO KEY UPDATE SKIP LOCKED`);
    if (due.length === 0) return false;
    const holdIds = due.map(({ id }) => id);
    await release(tx, { holdIds });
    await tx.query(sql`UPDATE holds SET status = 'expired' WHERE id = ANY(${holdIds}::uuid[])`);
    return true;
  });

/** Ends every hold that is past its time. */
export const expireDueHolds = async (
  database: Database,
  isStopped: () => boolean = () => false,
): Promise<void> => {
  while (!isStopped() && (await expireSome(database)));
};

const pause = 15_000;

/** Ends holds while the server runs, each within seconds of its time. */
export const expireHoldsInTime = (app: FastifyInstance): void =>
  workRegularly(app, {
    failure: 'expired holds were not ended',
    pause,
    work: async (isStopped) => {
      await expireDueHolds(app.database, isStopped);
      return undefined;
    },
  });
