import { raw } from 'sql-template-tag';
import type { ChangeContext, Database, Transaction } from './database.ts';

class RolledBack extends Error {}

// A dry run waits only briefly for locks of running changes; the transaction is tried up to five times.
const impatient = raw(`SET LOCAL lock_timeout = '400ms'`);
// Deferred constraints would otherwise never be checked, because the transaction does not commit.
const settle = raw('SET CONSTRAINTS ALL IMMEDIATE');

/**
 * Runs the work and rolls it back: it returns what the same work would return, and throws what it would throw. Mails,
 * jobs and numbers it wrote are rolled back too.
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
