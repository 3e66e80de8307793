import { setImmediate as nextTurn } from 'node:timers/promises';
import { isStateChange } from '@pauta/domain/resource/command.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type JobWork, jobSlice } from '../../platform/jobs/job.ts';
import { asProblem } from '../bulk/chunks.ts';
import type { HandlerContext } from '../commands/context.ts';
import { handlerOf } from '../commands/handler.ts';
import { type CommandRun, runCommandJob } from '../commands/run.ts';
import { parseRecord, readRecord } from '../reading/read-record.ts';
import { reasonOf, type Served, writeState } from '../writing/change-record.ts';
import { enterCommand } from '../writing/run-command.ts';

const isUnderWay = sql`state IN ('waiting', 'running')`;

const readUnderWay = (database: Queryable, id: string) =>
  database.one<CommandRun>(sql`SELECT * FROM command_runs WHERE id = ${id}::uuid AND ${isUnderWay}`);

const end = (database: Queryable, id: string, state: 'cancelled' | 'failed', error: string | null = null) =>
  database.query(sql`
    UPDATE command_runs SET state = ${state}, error = ${error}, finished_at = now()
    WHERE id = ${id}::uuid AND ${isUnderWay}`);

/** Messages about the user who started the run, by status of the refusal, which addresses its reader. */
const lost: Readonly<Record<number, string>> = {
  403: 'Quien inició esta acción ya no tiene permiso para continuarla.',
  404: 'El registro ya no existe, o quien inició esta acción ya no puede verlo.',
};

/** The state of the record once everything is done, in the transaction of the last chunk. */
const finishState = async (
  context: HandlerContext,
  served: Served,
  { command: action, input }: CommandRun,
  { id }: AnyRecord,
): Promise<void> => {
  const command = served.table.resource.commands[action];
  if (!command || !isStateChange(command)) return;
  const { tx, actor } = context;
  const current = parseRecord(await readRecord(tx, served.table, id, actor, { lock: true }));
  await tx.query(sql`SELECT set_config('pauta.action', ${action}, true)`);
  const row = { id, version: current.row_version };
  if (!(await writeState({ ...served, context, current, recordChange: { action, input }, row }, command)))
    throw new Error(`the last chunk of ${action} changed the state of the record itself`);
};

/**
 * Executes the next chunk of a run; its writes and the position it reached are one transaction.
 *
 * @returns whether more is to be done
 */
const workOnChunk = async (app: FastifyInstance, id: string): Promise<boolean> => {
  const { database, engine } = app;
  const order = await readUnderWay(database, id);
  if (!order) return false;
  const served = engine.served.get(order.resource);
  const command = served?.table.resource.commands[order.command];
  const handler = handlerOf(served?.hooks.commands, order.command);
  if (!served || !command || !handler?.runChunk)
    throw new Error(`${order.command} of ${order.resource} is not served as a job`);
  const runChunk = handler.runChunk.bind(handler);
  const change = {
    actorId: order.started_by,
    onBehalfOf: order.on_behalf_of,
    requestId: order.request_id,
    ip: null,
    reason: handler.reason?.(order.input) ?? reasonOf(command, order.input),
  };
  return database.transaction(change, async (tx) => {
    // A lock of the row would make the request that cancels the run wait for the end of the chunk.
    await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`command_runs.${id}`}, 0))`);
    const run = await readUnderWay(tx, id);
    if (!run) return false;
    if (run.cancel_requested_at !== null) {
      await end(tx, id, 'cancelled');
      return false;
    }
    const actor = await engine.people.loadActor(tx, run.started_by);
    if (!actor)
      throw new Problem(403, 'forbidden', 'Quien inició esta acción ya no tiene una cuenta activa.');
    await tx.query(raw(`SET LOCAL statement_timeout = '60s'`));
    const context = { tx, actor, server: app, now: new Date(), isDry: false };
    const record = await enterCommand(context, served, command, run.record_id).catch((error: unknown) => {
      const message = error instanceof Problem ? lost[error.status] : undefined;
      throw message === undefined ? error : new Problem(409, 'lost', message, { cause: error });
    });
    const result = await runChunk(context, record, run.input, run);
    if ('finished' in result) {
      if (record) await finishState(context, served, run, record);
      await tx.query(sql`
        UPDATE command_runs SET state = 'finished', answer = ${JSON.stringify(result.finished)}::jsonb, position = NULL,
          done = coalesce(total, done), started_at = coalesce(started_at, now()), finished_at = now()
        WHERE id = ${id}::uuid`);
      return false;
    }
    await tx.query(sql`
      UPDATE command_runs SET state = 'running', started_at = coalesce(started_at, now()), done = ${result.done},
        total = coalesce(${result.total ?? null}::integer, total), position = ${JSON.stringify(result.position ?? null)}::jsonb
      WHERE id = ${id}::uuid`);
    return true;
  });
};

/** The handler of the job of a run: executes its chunks for a limited time; does nothing when it has ended. */
export const workOnRuns =
  (app: FastifyInstance): JobWork<{ readonly id: string }> =>
  async ({ id }, { isLastAttempt, isStopping }) => {
    const until = performance.now() + jobSlice;
    try {
      while (await workOnChunk(app, id)) {
        if (isStopping() || performance.now() > until)
          return await app.jobs.add(app.database, runCommandJob, { id });
        // Waiting requests are served first.
        await nextTurn();
      }
    } catch (error) {
      const problem = asProblem(error);
      if (problem && problem.status < 500 && problem.code !== 'busy') {
        await end(app.database, id, 'failed', problem.message);
        return;
      }
      if (isLastAttempt) {
        app.log.error({ err: error, run: id }, 'a command failed in its job');
        await end(app.database, id, 'failed', 'Ocurrió un error inesperado. Lo que ya se hizo se conserva.');
      }
      throw error;
    }
  };
