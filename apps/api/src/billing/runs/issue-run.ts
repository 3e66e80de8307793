import { setImmediate as nextTurn } from 'node:timers/promises';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import {
  type ChangeContext,
  preparedStatement,
  sqlState,
  systemChange,
} from '../../platform/database/database.ts';
import { Problem, textsOf } from '../../platform/http/problem.ts';
import { problemOfSql } from '../../platform/http/sql-problem.ts';
import { type JobKind, type JobWork, jobSlice } from '../../platform/jobs/job.ts';
import { servedOf } from '../../resource/commands/served-of.ts';
import { runCommand } from '../../resource/writing/run-command.ts';

interface RunOrder {
  readonly id: string;
  /** Several jobs work on one run at once, each with its own key. */
  readonly lane: number;
}

/** The jobs that issue a run at once. */
export const lanes = 2;

/** Issues the invoices of a run; waiting for the next attempt of a failed one would delay the others of its lane. */
export const issueRunJob: JobKind<RunOrder> = {
  name: 'issue_billing_run',
  attempts: 25,
  keyOf: ({ id, lane }) => `${id}:${lane}`,
};

interface Order {
  readonly number: string;
  readonly issued_by_id: string;
  readonly issue_on: string | null;
}

const readOrder = (app: FastifyInstance, id: string): Promise<Order | undefined> =>
  app.database.one<Order>(sql`
    SELECT number, issued_by_id, issue_on::text FROM billing_runs WHERE id = ${id}::uuid AND status = 'issuing'`);

const changeOf = ({ number, issued_by_id }: Order): ChangeContext => ({
  actorId: issued_by_id,
  requestId: `billing-run:${number}`,
  ip: null,
  reason: `Corrida ${number}`,
});

const reasonsOf = (refusal: Problem): readonly Reason[] =>
  (refusal.extra?.reasons as readonly Reason[] | undefined) ?? textsOf(refusal).map((text) => ({ text }));

/** Classes of SQLSTATE of errors that the same statement has again: data, integrity, syntax, and functions. */
const lasting = ['22', '23', '42', 'P0'];

/**
 * Why an invoice was refused; undefined for an error that may not come again. An unexpected error that would come again is
 * logged and kept as the failure of its invoice, so that the others are issued.
 */
const refusalOf = (app: FastifyInstance, error: unknown): Problem | undefined => {
  const problem = error instanceof Problem ? error : problemOfSql(error);
  if (problem && problem.status < 500) return problem.code === 'busy' ? undefined : problem;
  const state = sqlState(error);
  const isLasting =
    state === undefined
      ? error instanceof TypeError || error instanceof RangeError
      : lasting.includes(state.slice(0, 2));
  if (!isLasting) return undefined;
  app.log.error({ err: error }, 'an invoice of a billing run could not be issued');
  return new Problem(
    409,
    'unexpected',
    'Ocurrió un error inesperado al emitirla. Quedó anotado; avise a soporte.',
  );
};

/**
 * Issues one invoice of the run that no other process is issuing, in its own transaction and as the user who started it.
 * One that cannot be issued is kept with its reasons.
 *
 * @returns false if there is none left
 */
const issueNext = async (app: FastifyInstance, id: string, order: Order): Promise<boolean> => {
  const change = changeOf(order);
  const taken = { id: '' };
  try {
    return await app.database.transaction({ ...change, action: 'issue' }, async (tx) => {
      taken.id = '';
      const row = await tx.one<{ id: string }>(
        preparedStatement(sql`
        SELECT i.id FROM invoices i
        WHERE i.billing_run_id = ${id}::uuid AND i.status = 'reviewed' AND i.archived_at IS NULL
          AND NOT EXISTS (SELECT FROM billing_run_failures f WHERE f.invoice_id = i.id)
          AND EXISTS (SELECT FROM billing_runs r WHERE r.id = i.billing_run_id AND r.status = 'issuing')
        ORDER BY i.created_at, i.id LIMIT 1 FOR NO KEY UPDATE OF i SKIP LOCKED`),
      );
      if (!row) return false;
      taken.id = row.id;
      const actor = await app.engine.people.loadActor(tx, order.issued_by_id);
      if (!actor)
        throw new Problem(403, 'forbidden', 'Quien inició la emisión ya no tiene una cuenta activa.');
      const context = { tx, actor, server: app, now: new Date(), isDry: false };
      const input = order.issue_on === null ? {} : { issue_date: order.issue_on };
      await runCommand(context, servedOf(app, invoices.name), 'issue', { input }, row.id);
      return true;
    });
  } catch (error) {
    const refusal = refusalOf(app, error);
    // If the database is busy or unavailable, the job is retried.
    if (!refusal || taken.id === '') throw error;
    await app.database.transaction(change, (tx) =>
      tx.query(sql`
        INSERT INTO billing_run_failures (invoice_id, run_id, reasons)
        SELECT id, billing_run_id, ${JSON.stringify(reasonsOf(refusal))}::jsonb FROM invoices
        WHERE id = ${taken.id}::uuid AND billing_run_id = ${id}::uuid AND status = 'reviewed' AND archived_at IS NULL
        FOR NO KEY UPDATE
        ON CONFLICT DO NOTHING`),
    );
    return true;
  }
};

/** Ends the emission of a run of which nothing waits: it is finished, or in review again if drafts are left. */
export const settleRun = (app: FastifyInstance, id: string): Promise<void> =>
  app.database.transaction({ ...systemChange(`billing-run:${id}`), action: 'settle' }, async (tx) => {
    await tx.query(sql`SELECT FROM billing_runs WHERE id = ${id}::uuid FOR NO KEY UPDATE`);
    await tx.query(sql`
      UPDATE billing_runs r SET status = CASE WHEN left_over.is_some THEN 'review' ELSE 'finished' END,
        finished_at = CASE WHEN NOT left_over.is_some THEN now() END
      FROM (
        SELECT EXISTS (
          SELECT FROM invoices WHERE billing_run_id = ${id}::uuid AND status IN ('draft', 'reviewed') AND archived_at IS NULL)
          AS is_some) left_over
      WHERE r.id = ${id}::uuid AND r.status = 'issuing' AND reviewed_count(r) = 0`);
  });

/**
 * Issues what waits of a run until nothing is left that no other process is issuing.
 *
 * @returns whether it was stopped before
 */
export const issueRun = async (
  app: FastifyInstance,
  id: string,
  isStopped: () => boolean = () => false,
): Promise<boolean> => {
  for (;;) {
    const order = await readOrder(app, id);
    if (!order) return false;
    if (isStopped()) return true;
    if (!(await issueNext(app, id, order))) break;
    // Waiting requests are served first.
    await nextTurn();
  }
  await settleRun(app, id);
  return false;
};

/** The handler of the job: works for a limited time and leaves the rest to another job. */
export const workOnBillingRun =
  (app: FastifyInstance): JobWork<RunOrder> =>
  async (order, { isStopping }) => {
    const until = performance.now() + jobSlice;
    if (await issueRun(app, order.id, () => isStopping() || performance.now() > until))
      await app.jobs.add(app.database, issueRunJob, order);
  };
