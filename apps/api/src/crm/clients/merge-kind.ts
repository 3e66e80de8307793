import { mergings } from '@pauta/domain/crm/merging/merging.ts';
import { fiscalMerging } from '../merging/fiscal-merging.ts';
import type { MergeKind } from '../merging/merge-kind.ts';

/** The merging of clients. */
export const clientMerging: MergeKind = {
  ...mergings.clients,
  folding: new Set(['contact_affiliations', 'client_social_links']),
  staying: new Set(['target_list_members']),
  ...fiscalMerging('clients'),
};
