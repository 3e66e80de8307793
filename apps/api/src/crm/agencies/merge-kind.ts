import { mergings } from '@pauta/domain/crm/merging/merging.ts';
import { keepFirstCompanies } from '../merging/first-companies.ts';
import type { MergeKind } from '../merging/merge-kind.ts';

/** The merging of agencies. */
export const agencyMerging: MergeKind = {
  ...mergings.agencies,
  folding: new Set(['contact_affiliations']),
  settle: async (tx, { target }) => {
    await keepFirstCompanies(tx, 'agency_id', target.id);
    return 0;
  },
};
