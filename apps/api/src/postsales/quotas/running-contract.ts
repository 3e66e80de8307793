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

/** Why nothing is placed on the days after a contract ends. */
const notAnyMore: Reason = {
  code: 'contract_not_running',
  text: 'Su contrato está cancelado y termina antes de ese día. Elija un día anterior.',
};

/**
 * Refuses a change of what a locked quota takes once its contract does not run, or does not any more on a day. Cancelling a
 * contract locks the contract and then its quotas: a command that holds a quota was first, or finds the contract cancelled.
 *
 * @param until last civil day of what is placed; absent: what is booked already
 * @throws Problem 409 `contract_not_running`
 */
export const requireRunning = async (tx: Transaction, quota: LockedQuota, until?: string): Promise<void> => {
  const found = await tx.one<{ runs: boolean; runs_until: boolean }>(sql`
    SELECT contract_runs(c) AS runs, contract_runs(c, coalesce(${until ?? null}::date, business_date())) AS runs_until
    FROM contracts c WHERE c.id = ${quota.contract_id}::uuid`);
  if (!found?.runs) throw refusalOf([notRunning]);
  if (!found.runs_until) throw refusalOf([notAnyMore]);
};
