import type { Reason } from '@pauta/domain/resource/command.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';
import type { LockedQuota } from './free-cells.ts';

/** Why nothing more is placed, confirmed, moved or compensated. */
export const notRunning: Reason = {
  code: 'contract_not_running',
  text: 'Su contrato está suspendido, cancelado o finalizado: no se coloca nada nuevo.',
};

/**
 * Refuses a change of what a locked quota takes once its contract does not run. Cancelling a contract locks the contract
 * and then its quotas: a command that holds a quota was first, or finds the contract cancelled.
 *
 * @throws Problem 409 `contract_not_running`
 */
export const requireRunning = async (tx: Transaction, quota: LockedQuota): Promise<void> => {
  const stopped = await tx.one(sql`
    SELECT FROM contracts WHERE id = ${quota.contract_id}::uuid AND status NOT IN ('signed', 'active')`);
  if (stopped) throw refusalOf([notRunning]);
};
