import type { Snapshot } from '@pauta/domain/document/document-content.ts';
import type { ContractParties } from '@pauta/domain/sales/contracts/contract-content.ts';
import type { SigningState } from './signing-state.ts';

const snapshot = ({ legal_name, tax_id, address }: Snapshot): Snapshot => ({
  legal_name: legal_name ?? null,
  tax_id: tax_id ?? null,
  address: address ?? null,
});

/** The parties of a contract and the signatories that it names, as they are now. */
export const partiesOf = (state: SigningState): ContractParties => {
  const signs = (of: string, all: SigningState['own_all'], chosen: readonly string[]): Snapshot[] =>
    all
      .filter(({ id }) => chosen.includes(id))
      .map(({ full_name, national_id, capacity }) => ({ of, full_name, national_id, capacity }));
  return {
    company: snapshot(state.company),
    client: snapshot(state.client),
    agency: state.agency && snapshot(state.agency),
    signatories: [
      ...signs('company', state.own_all, state.own_chosen),
      ...signs(state.billing_party, state.party_all, state.party_chosen),
    ],
  };
};
