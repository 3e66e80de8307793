import type { FastifyReply, FastifyRequest } from 'fastify';
import { raw } from 'sql-template-tag';
import { type Answer, command } from '../../platform/command.ts';
import type { ChangeContext, Database, Transaction } from '../../platform/database/database.ts';
import { dryRun } from '../../platform/database/dry-run.ts';
import { Problem } from '../../platform/http/problem.ts';
import { problemOfSql } from '../../platform/http/sql-problem.ts';

/** Rows changed by one transaction: small enough that locks are short and finished chunks stay committed. */
export const chunkSize = 200;

/** Maximum number of concurrent long commands in one process; each uses two connections of the pool. */
const mostAtOnce = 3;

const waiting: (() => void)[] = [];
let running = 0;

const takeTurn = async (): Promise<void> => {
  if (running < mostAtOnce) running += 1;
  else await new Promise<void>((turn) => waiting.push(turn));
};

const passTurn = (): void => {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
};

/**
 * Runs a command that works in many transactions of its own, such as a bulk change. The transaction of its
 * `Idempotency-Key` stays open meanwhile, so repeated requests wait for the response. If the process ends in between, a
 * request with the same key runs the command again for the remaining records.
 *
 * @param work receives the outer transaction, in which it must change nothing
 */
export const longCommand = async (
  request: FastifyRequest,
  work: (around: Transaction) => Promise<Answer>,
): Promise<FastifyReply> => {
  await takeTurn();
  try {
    return await command(request, async (around) => {
      await around.query(raw(`SET LOCAL idle_in_transaction_session_timeout = '15min'`));
      return work(around);
    });
  } finally {
    passTurn();
  }
};

/** Runs a separate transaction, or a dry run of it. */
export const transact = <T>(
  database: Database,
  change: ChangeContext,
  isDryRun: boolean,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => (isDryRun ? dryRun(database, change, work) : database.transaction(change, work));

/** The `Problem` that corresponds to an error; undefined when it is a programming error. */
export const asProblem = (error: unknown): Problem | undefined =>
  error instanceof Problem ? error : problemOfSql(error);

/**
 * Processes items in transactions of several. A chunk whose rows stay locked by others is refused as a whole.
 *
 * @param refuse the result for the items of a chunk that could not be locked
 * @param size items in one transaction
 */
export const inChunks = async <Item, Result>(
  database: Database,
  change: ChangeContext,
  items: readonly Item[],
  isDryRun: boolean,
  work: (tx: Transaction, chunk: readonly Item[]) => Promise<readonly Result[]>,
  refuse: (item: Item, problem: Problem) => Result,
  size = chunkSize,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += size) {
    const chunk = items.slice(from, from + size);
    try {
      results.push(...(await transact(database, change, isDryRun, (tx) => work(tx, chunk))));
    } catch (error) {
      const problem = asProblem(error);
      if (problem?.code !== 'busy') throw error;
      results.push(...chunk.map((item) => refuse(item, problem)));
    }
  }
  return results;
};

const save = raw('SAVEPOINT one');
// Checks deferred constraints after each row, so that they refuse only that row.
const settle = raw('SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED; RELEASE SAVEPOINT one');
const giveUp = raw('ROLLBACK TO SAVEPOINT one; RELEASE SAVEPOINT one');

/**
 * Runs the change of one row in a savepoint; a refusal rolls back only this row and is returned. Deadlocks and lock
 * timeouts are thrown, so that the transaction is retried.
 */
export const attempt = async <T>(
  tx: Transaction,
  work: () => Promise<T>,
): Promise<{ readonly done: T } | { readonly refused: Problem }> => {
  await tx.query(save);
  try {
    const done = await work();
    await tx.query(settle);
    return { done };
  } catch (error) {
    const refused = asProblem(error);
    if (!refused || refused.status >= 500 || refused.code === 'busy') throw error;
    await tx.query(giveUp);
    return { refused };
  }
};
