import { accountTransfers } from '@pauta/domain/crm/transfers/account-transfer.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { Problem } from '../../platform/http/problem.ts';
import { problemOfSql } from '../../platform/http/sql-problem.ts';
import { workRegularly } from '../../platform/regular-work.ts';
import type { Context } from '../../resource/commands/context.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import { runInJob } from '../../resource/writing/run-command.ts';
import { logItems, sumUp } from './log.ts';
import { lockUsers, movePlan, type TransferPlan } from './run.ts';

const every = 20_000;

/** Executes a scheduled transfer with the records of that day. */
export const completeTransfer: StateChangeHandler<Context> = async ({ tx }, { id }) => {
  await tx.query(sql`SET LOCAL statement_timeout = '60s'`);
  const row = await tx.one<{ from: string; to: string; plan: TransferPlan }>(sql`
    SELECT from_user_id AS from, to_user_id AS to, plan FROM account_transfers WHERE id = ${id}`);
  if (!row) throw new Error(`the locked transfer ${id} is gone`);
  const { from, to, plan } = row;
  await lockUsers(tx, from, to);
  const { changes, skipped } = await movePlan(tx, plan, from, to);
  if (changes.length === 0)
    throw new Problem(409, 'nothing_to_transfer', 'Ese día ya no había nada que transferir.');
  await logItems(tx, id, changes, skipped);
  const { count, ...summary } = await sumUp(tx, from, changes);
  return {
    executed_at: new Date().toISOString(),
    executed_by_id: tx.change.actorId,
    item_count: count,
    skipped_count: skipped.length,
    ...summary,
  };
};

/** Cancels a scheduled transfer that cannot be executed, with its reason. */
export const giveUpTransfer: StateChangeHandler<Context> = async (_context, _record, { reason }) => ({
  note: `No se ejecutó en su fecha. ${String(reason)}`,
});

/**
 * Executes the scheduled transfers that are due, the earliest first; one that cannot be executed is cancelled with its
 * reason. Safe in any number of processes at once.
 */
export const executeDueTransfers = async (server: FastifyInstance): Promise<void> => {
  const due = await server.database.query<{ id: string; batch_no: string; created_by: string | null }>(sql`
    SELECT id, batch_no, created_by FROM account_transfers
    WHERE status = 'scheduled' AND effective_on <= business_date() ORDER BY effective_on, id LIMIT 20`);
  for (const { id, batch_no, created_by } of due) {
    const run = (command: string, input = {}) => {
      const change = { actorId: created_by, requestId: `transfer:${batch_no}`, ip: null };
      return runInJob(server, accountTransfers, command, id, change, input);
    };
    try {
      await run('complete');
    } catch (error) {
      const refusal = error instanceof Problem ? error : problemOfSql(error);
      // If the database is busy or unavailable, the transfer is retried later.
      if (!refusal || refusal.status >= 500 || refusal.code === 'busy') throw error;
      await run('give_up', { reason: refusal.message.slice(0, 900) });
    }
  }
};

/** Executes due transfers periodically while the server is running. */
export const executeTransfersInTime = (app: FastifyInstance): void =>
  workRegularly(app, {
    failure: 'scheduled transfers failed',
    pause: every,
    work: async () => {
      await executeDueTransfers(app);
      return undefined;
    },
  });
