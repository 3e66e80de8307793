import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { bindingStates } from '@pauta/domain/sales/contracts/contract.ts';
import sql from 'sql-template-tag';
import { conflict } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';
import { requireLetter } from '../lines/require-letter.ts';
import { lockAccounts } from '../signing/lock-accounts.ts';
import { requireSigningDay } from '../signing/require-signing-day.ts';
import { readSigningStates } from '../signing/signing-state.ts';
import { addNextVersion } from './add-next-version.ts';
import { addendumReasons, refuseUnsignable } from './addendum-state.ts';
import { moveDelivery } from './move-delivery.ts';

/**
 * Signs and applies an addendum, in one transaction: credit of the payer under the lock that a signature takes, capacity
 * of what is added, the lines in force, what is delivered, and the next version of the contract.
 */
export const applyAddendum: CommandHandler = {
  refuse: refuseUnsignable,
  run: async ({ tx, now }, record, input) => {
    if (!record) throw new Error('an addendum is applied by itself');
    const today = companyDay(now);
    const signedOn = String(input.signed_on);
    const contractId = referenceId(record.contract_id) ?? '';
    // Whoever cancels or suspends the contract waits, and the other way round.
    const contract = await tx.one<{
      status: string;
      number: string;
      client_id: string;
      agency_id: string | null;
    }>(sql`
      SELECT status, number, client_id, agency_id FROM contracts WHERE id = ${contractId}::uuid FOR NO KEY UPDATE`);
    if (!contract || !bindingStates.some((state) => state === contract.status))
      throw conflict('contract_not_running', 'El contrato ya no está en curso: anule la adenda.');
    await lockAccounts(tx, contract.client_id, contract.agency_id);
    const [state] = await readSigningStates(tx, [record.id], 'addenda');
    if (!state) throw new Error(`addendum ${record.id} is gone within its own transaction`);
    requireSigningDay(signedOn, { state, now, why: 'ese día se firmó el contrato' });
    await requireLetter(tx, 'addenda', record.id);
    const [first, ...others] =
      (await addendumReasons(tx, [record.id], { today, on: signedOn })).get(record.id) ?? [];
    if (first) throw refusalOf([first, ...others]);
    await moveDelivery(tx, { addendumId: record.id, contractId, from: String(record.effective_on) });
    await addNextVersion(tx, record, { contractNumber: contract.number, signedOn });
    await tx.query(sql`SELECT sign_on_paper(ARRAY[${record.id}]::uuid[], ${signedOn}::date)`);
    return { signed_on: signedOn };
  },
};
