import sql from 'sql-template-tag';
import type { Transaction } from './database/database.ts';

/**
 * Runs `work` and logs its changes of records under a separate action, which undo ignores.
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
