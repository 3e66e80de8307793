import { raw } from 'sql-template-tag';
import type { ChangeContext, Database, Transaction } from './database.ts';

class RolledBack extends Error {}

// Who only looks does not wait long for those who work; the transaction is tried up to five times.
const impatient = raw(`SET LOCAL lock_timeout = '400ms'`);
// Rules that wait for the end of the transaction would otherwise never speak.
const settle = raw('SET CONSTRAINTS ALL IMMEDIATE');

/**
 * Does the work and takes it back: what it answers is what the same work would answer, what it throws is why it would
 * be refused. Mails, jobs and numbers that it wrote are gone with it.
 */
export const dryRun = async <T>(
  database: Database,
  change: ChangeContext,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => {
  let result: { value: T } | undefined;
  await database
    .transaction(change, async (tx) => {
      await tx.query(impatient);
      const value = await work(tx);
      await tx.query(settle);
      result = { value };
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  if (!result) throw new Error('a dry run ended without a result');
  return result.value;
};
