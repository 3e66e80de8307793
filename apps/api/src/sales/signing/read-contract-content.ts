import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { type ContractContent, contractContent } from '@pauta/domain/sales/contracts/contract-content.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { termsTextOf } from '../contract-texts/terms-text.ts';
import { partiesOf } from './contract-parties.ts';
import { billedAccount, readSigningStates } from './signing-state.ts';

/**
 * What would be signed of a contract now: what it says, its payer, its parties, and the terms of its text.
 *
 * @param contract header and lines
 */
export const readContractContent = async (
  database: Queryable,
  contract: AnyRecord,
): Promise<ContractContent> => {
  const [state] = await readSigningStates(database, [contract.id]);
  if (!state) throw new Error(`contract ${contract.id} is gone`);
  const account = billedAccount(state);
  const payer: Values = { payer_name: account.legal_name, payer_tax_id: account.tax_id };
  const text = await termsTextOf(database, {
    companyId: referenceId(contract.company_id),
    textId: referenceId(contract.text_id),
  });
  return contractContent({ ...contract, ...payer, signed_on: null }, partiesOf(state), text);
};
