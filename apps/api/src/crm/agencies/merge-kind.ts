import { mergings } from '@pauta/domain/crm/merging/merging.ts';
import { fiscalMerging } from '../merging/fiscal-merging.ts';
import type { MergeKind } from '../merging/merge-kind.ts';

/** The merging of agencies. */
export const agencyMerging: MergeKind = {
  ...mergings.agencies,
  folding: new Set(['contact_affiliations']),
  ...fiscalMerging('agencies'),
};
