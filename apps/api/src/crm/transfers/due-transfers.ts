import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { Database } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { problemOfSql } from '../../platform/http/sql-problem.ts';
import { workRegularly } from '../../platform/regular-work.ts';
import { logItems, sumUp } from './log.ts';
import { lockUsers, movePlan, type TransferPlan } from './run.ts';

interface DueTransfer {
  readonly id: string;
  readonly batch_no: string;
  readonly from_user_id: string;
  readonly to_user_id: string;
  readonly reason: string;
  readonly plan: TransferPlan;
  readonly created_by: string | null;
}

const every = 20_000;

/** Transfers whose day has come, the earliest first. */
const due = (database: Database): Promise<DueTransfer[]> =>
  database.query<DueTransfer>(sql`
    SELECT id, batch_no, from_user_id, to_user_id, reason, plan, created_by FROM account_transfers
    WHERE status = 'scheduled' AND effective_on <= business_date() ORDER BY effective_on, id LIMIT 20`);

const execute = (database: Database, transfer: DueTransfer): Promise<void> => {
  const { id, batch_no, from_user_id: from, to_user_id: to, reason, plan, created_by } = transfer;
  const change = { actorId: created_by, requestId: `transfer:${batch_no}`, ip: null, reason };
  return database.transaction(change, async (tx) => {
    await tx.query(sql`SET LOCAL statement_timeout = '60s'`);
    // A concurrent process waits here and finds the transfer executed: later transfers depend on the earlier ones.
    const mine = await tx.one(sql`
      SELECT 1 AS one FROM account_transfers WHERE id = ${id} AND status = 'scheduled' FOR UPDATE`);
    if (!mine) return;
    await lockUsers(tx, from, to);
    const { changes, skipped } = await movePlan(tx, plan, from, to);
    if (changes.length === 0)
      throw new Problem(409, 'nothing_to_transfer', 'Ese día ya no había nada que transferir.');
    await logItems(tx, id, changes, skipped);
    const { count, scope, amounts } = await sumUp(tx, from, changes);
    await tx.query(sql`
      UPDATE account_transfers SET status = 'executed', executed_at = now(), executed_by_id = ${created_by},
        item_count = ${count}, skipped_count = ${skipped.length},
        scope = ${JSON.stringify(scope)}::jsonb, amounts = ${JSON.stringify(amounts)}::jsonb
      WHERE id = ${id}`);
  });
};

const giveUp = (database: Database, { id, batch_no, created_by }: DueTransfer, message: string) =>
  database.transaction({ actorId: created_by, requestId: `transfer:${batch_no}`, ip: null }, (tx) =>
    tx.query(sql`
      UPDATE account_transfers SET status = 'cancelled', note = ${`No se ejecutó en su fecha. ${message}`.slice(0, 1000)}
      WHERE id = ${id} AND status = 'scheduled'`),
  );

/**
 * Executes the scheduled transfers that are due; one that cannot be executed is cancelled with its reason. Safe in any
 * number of processes at once.
 */
export const executeDueTransfers = async (database: Database): Promise<void> => {
  for (const transfer of await due(database)) {
    try {
      await execute(database, transfer);
    } catch (error) {
      const refusal = error instanceof Problem ? error : problemOfSql(error);
      // A database that is busy or away answers another time.
      if (!refusal || refusal.status >= 500 || refusal.code === 'busy') throw error;
      await giveUp(database, transfer, refusal.message);
    }
  }
};

/** Looks for due transfers as long as the server runs. */
export const executeTransfersInTime = (app: FastifyInstance): void =>
  workRegularly(app, {
    failure: 'scheduled transfers failed',
    pause: every,
    work: async () => {
      await executeDueTransfers(app.database);
      return undefined;
    },
  });
