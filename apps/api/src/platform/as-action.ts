import sql from 'sql-template-tag';
import type { Transaction } from './database/database.ts';

/**
 * Runs `work` with its changes of records standing in the log under an action of their own, which undo leaves alone.
 *
 * @example await asAction(tx, 'transfer', () => tx.query(sql`UPDATE clients SET …`))
 */
export const asAction = async <T>(tx: Transaction, action: string, work: () => Promise<T>): Promise<T> => {
  const before = await tx.one<{ action: string | null }>(
    sql`SELECT current_setting('pauta.action', true) AS action, set_config('pauta.action', ${action}, true)`,
  );
  const result = await work();
  await tx.query(sql`SELECT set_config('pauta.action', ${before?.action ?? ''}, true)`);
  return result;
};
