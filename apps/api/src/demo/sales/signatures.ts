import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { parseRecord } from '../../resource/reading/read-record.ts';
import { tableOf } from '../../resource/table.ts';
import { reread } from '../../resource/writing/write-record.ts';
import { openRequest, type SigningRequest } from '../../sales/signing/signing-request.ts';
import { contractToSign } from '../../sales/signing-room/complete-contract.ts';
import { giveSignature } from '../../sales/signing-room/give-signature.ts';
import type { DemoContract } from './contracts.ts';

/** How the demonstration asks for signatures. */
export const askedTogether = { order: 'together', sendsMail: false } as const;

/** Registers the signatures of a request on paper. @param most how many of them */
export const signOnPaper = async (
  tx: Transaction,
  asked: SigningRequest,
  signedOn: string,
  most = asked.signers.length,
): Promise<SigningRequest> => {
  let request = asked;
  for (const signer of asked.signers.slice(0, most))
    request = await giveSignature(tx, request, signer, { method: 'paper', signedOn, scan: null });
  return request;
};

/** Asks for the signatures of contracts that wait for them; of every second one the first has signed. */
export const askSignatures = async (
  tx: Transaction,
  waiting: readonly DemoContract[],
  today: string,
): Promise<void> => {
  for (const [index, { id, number }] of waiting.entries()) {
    const contract = parseRecord(await reread(tx, tableOf(contracts), id));
    const asked = await openRequest(tx, await contractToSign(tx, contract, String(number)), askedTogether);
    await tx.query(sql`UPDATE contracts SET number = ${number} WHERE id = ${id}::uuid`);
    if (index % 2 === 0) await signOnPaper(tx, asked, today, 1);
  }
};
