import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { Context, HandlerContext } from '../../resource/commands/context.ts';
import type { CommandHandler, StateChangeHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { issueRunJob, lanes } from './issue-run.ts';
import { prepareRun } from './prepare-run.ts';

/** Changing every draft of a large run takes longer than the limit of other statements. */
const allowTime = (tx: Transaction): Promise<unknown> =>
  tx.query(sql`SELECT set_config('statement_timeout', '60s', true), set_config('lock_timeout', '30s', true)`);

const approveAll: CommandHandler = {
  answer: { approved: { type: 'integer' } },
  run: async ({ tx }, run) => {
    await allowTime(tx);
    // Each row is audited as its review.
    await tx.query(sql`SELECT set_config('pauta.action', 'review', true)`);
    const approved = await tx.query(sql`
      UPDATE invoices SET status = 'reviewed'
      WHERE billing_run_id = ${run?.id}::uuid AND status = 'draft' AND total > 0 AND archived_at IS NULL RETURNING 1`);
    return { approved: approved.length };
  },
};

const startJobs = async ({ tx, server }: Context, id: string): Promise<void> => {
  for (let lane = 0; lane < lanes; lane += 1) await server.jobs.add(tx, issueRunJob, { id, lane });
};

const issue: StateChangeHandler = async (context: HandlerContext, run, { issue_date }) => {
  const today = companyDay(context.now.getTime());
  if (issue_date && String(issue_date) > today)
    throw invalid({ issue_date: ['La fecha no puede ser futura.'] });
  await startJobs(context, run.id);
  return { issued_by_id: context.actor.userId, issue_on: issue_date ?? null };
};

const retry: StateChangeHandler = async (context: HandlerContext, run) => {
  await context.tx.query(sql`DELETE FROM billing_run_failures WHERE run_id = ${run.id}::uuid`);
  await startJobs(context, run.id);
  return { issued_by_id: context.actor.userId };
};

/**
 * Stops a run. What a process is issuing at this moment is waited for and stays issued; every other draft is archived, or
 * is a plain draft again.
 */
const cancel: StateChangeHandler = async ({ tx }, run, { keep_drafts }) => {
  await allowTime(tx);
  // What is free is locked at once: waiting for one row after the other would follow the jobs up to the last one.
  await tx.query(sql`
    SELECT FROM invoices
    WHERE billing_run_id = ${run.id}::uuid AND status IN ('draft', 'reviewed') AND archived_at IS NULL
    FOR NO KEY UPDATE SKIP LOCKED`);
  if (keep_drafts)
    await tx.query(sql`
      UPDATE invoices SET status = 'draft'
      WHERE billing_run_id = ${run.id}::uuid AND status = 'reviewed' AND archived_at IS NULL`);
  else
    await tx.query(sql`
      UPDATE invoices SET archived_at = now()
      WHERE billing_run_id = ${run.id}::uuid AND status IN ('draft', 'reviewed') AND archived_at IS NULL`);
};

/** Server code of runs of billing. */
export const runHooks: ResourceHooks = {
  commands: { prepare: prepareRun, approve_all: approveAll, issue, retry, cancel },
};
