import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { addenda } from '@pauta/domain/sales/addenda/addendum.ts';
import { bindingStates } from '@pauta/domain/sales/contracts/contract.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { Context } from '../../resource/commands/context.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';
import { requireLetter } from '../lines/require-letter.ts';
import { lockAccounts, lockOtherPayers } from '../signing/lock-accounts.ts';
import { requireSigningDay } from '../signing/require-signing-day.ts';
import { completeRequest, type DocumentToSign, type SigningRequest } from '../signing/signing-request.ts';
import { readSigningStates } from '../signing/signing-state.ts';
import { lastSignedOn } from '../signing-room/give-signature.ts';
import type { SignedKind } from '../signing-room/signed-kind.ts';
import { addNextVersion } from './add-next-version.ts';
import { addendumReasons, refuseUnsignable } from './addendum-state.ts';
import { moveDelivery } from './move-delivery.ts';
import { readAddendumContent } from './read-addendum-content.ts';

/** What an addendum says that is sent to be signed. */
export const addendumToSign = async (tx: Transaction, addendum: AnyRecord): Promise<DocumentToSign> => ({
  contractId: referenceId(addendum.contract_id) ?? '',
  addendumId: addendum.id,
  billingParty: addendum.billing_party === 'agency' ? 'agency' : 'client',
  content: await readAddendumContent(tx, addendum),
});

/**
 * Changes capacity, the lines in force and what is delivered, adds the next version of the contract, and completes the
 * request that everybody has signed.
 */
export const changeContract = async (
  tx: Transaction,
  addendum: AnyRecord,
  { contractNumber, request }: { readonly contractNumber: string; readonly request: SigningRequest },
): Promise<void> => {
  const contractId = referenceId(addendum.contract_id) ?? '';
  const signedOn = lastSignedOn(request);
  await moveDelivery(tx, { addendumId: addendum.id, contractId, from: String(addendum.effective_on) });
  await addNextVersion(tx, addendum, { contractNumber, signedOn, request });
  await completeRequest(tx, request);
};

/** Checks the credit of the payer under the lock that a signature takes, and changes the contract. */
const applyAddendum = async (
  { tx, now }: Context,
  addendum: AnyRecord,
  request: SigningRequest,
): Promise<Values> => {
  const today = companyDay(now);
  const signedOn = lastSignedOn(request);
  const contractId = referenceId(addendum.contract_id) ?? '';
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
  await lockOtherPayers(tx, contractId, addendum.id);
  const [state] = await readSigningStates(tx, [addendum.id], 'addenda');
  if (!state) throw new Error(`addendum ${addendum.id} is gone within its own transaction`);
  requireSigningDay(signedOn, { state, now, why: 'ese día se firmó el contrato' });
  await requireLetter(tx, 'addenda', addendum.id);
  const [first, ...others] =
    (await addendumReasons(tx, [addendum.id], { today, on: signedOn })).get(addendum.id) ?? [];
  if (first) throw refusalOf([first, ...others]);
  await changeContract(tx, addendum, { contractNumber: contract.number, request });
  return { status: 'applied', signed_on: signedOn };
};

/** Addenda, as people sign them: the last signature applies them. */
export const signedAddenda: SignedKind = {
  resource: addenda,
  refuse: refuseUnsignable,
  prepare: async ({ tx }, addendum) => ({ ...(await addendumToSign(tx, addendum)), columns: {} }),
  complete: applyAddendum,
};
