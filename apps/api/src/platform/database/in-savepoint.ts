import sql from 'sql-template-tag';
import type { Transaction } from './database.ts';

/**
 * Runs `work` in a savepoint: if it throws, what it wrote is rolled back, and the transaction can continue.
 *
 * @throws what `work` throws
 * @example await inSavepoint(tx, () => tx.query(insert)).catch(explain)
 */
export const inSavepoint = async <T>(tx: Transaction, work: () => Promise<T>): Promise<T> => {
  await tx.query(sql`SAVEPOINT work`);
  let done: T;
  try {
    done = await work();
  } catch (error) {
    // A lost connection or an aborted retry fails here, too: the first error is the one that explains it.
    await tx.query(sql`ROLLBACK TO SAVEPOINT work`).catch(() => {});
    throw error;
  }
  await tx.query(sql`RELEASE SAVEPOINT work`);
  return done;
};
