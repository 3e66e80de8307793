import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { systemChange } from '../../platform/database/database.ts';
import { workRegularly } from '../../platform/regular-work.ts';
import { jobContext } from '../../resource/commands/context.ts';
import { release } from '../capacity/move-capacity.ts';
import { endDueOverrides } from '../overrides/end-overrides.ts';
import { endWaiting, promoteQueues } from './queue.ts';
import { remindOwners } from './reminders.ts';
import { expiredNews, tellOwners } from './tell-owners.ts';

const together = 50;

/** Ends some holds that are past their time; false if there are none that no other process ends. */
const expireSome = (server: FastifyInstance): Promise<boolean> =>
  server.database.transaction(
    { ...systemChange('holds', 'Venció su plazo'), action: 'expire' },
    async (tx) => {
      const due = await tx.query<{ id: string; status: string }>(sql`
        SELECT id, status FROM holds WHERE status IN ('requested', 'queued', 'active') AND expires_at <= now()
        ORDER BY id LIMIT ${together} FOR NO KEY UPDATE SKIP LOCKED`);
      if (due.length === 0) return false;
      const holdIds = due.map(({ id }) => id);
      await release(tx, { holdIds });
      await tx.query(sql`
        UPDATE holds h SET status = 'expired', reason = CASE
          WHEN h.status = 'active' AND h.challenged_by_id IS NOT NULL THEN 'No se convirtió en venta dentro del plazo del desafío.'
          ELSE h.reason END
        WHERE h.id = ANY(${holdIds}::uuid[])`);
      const context = jobContext(server, tx);
      const waiting = due.filter(({ status }) => status !== 'active').map(({ id }) => id);
      await endWaiting(context, waiting);
      await tellOwners(context, holdIds, expiredNews);
      return true;
    },
  );

/** Ends every hold that is past its time. */
export const expireDueHolds = async (
  server: FastifyInstance,
  isStopped: () => boolean = () => false,
): Promise<void> => {
  const isDue = await server.database.one(sql`
    SELECT FROM holds WHERE status IN ('requested', 'queued', 'active') AND expires_at <= now() LIMIT 1`);
  if (!isDue) return;
  while (!isStopped() && (await expireSome(server)));
};

/** What happens by itself: the end of holds and overrides, the next option, and reminders. Each row is taken by one process. */
export const advanceHolds = async (
  server: FastifyInstance,
  isStopped: () => boolean = () => false,
): Promise<void> => {
  await expireDueHolds(server, isStopped);
  await endDueOverrides(server.database);
  await promoteQueues(server, isStopped);
  await remindOwners(server);
};

const pause = 5_000;

/** Advances holds while the server runs, each within seconds of its time. */
export const advanceHoldsInTime = (app: FastifyInstance): void =>
  workRegularly(app, {
    failure: 'holds were not ended or promoted',
    pause,
    work: async (isStopped) => {
      await advanceHolds(app, isStopped);
      return undefined;
    },
  });
