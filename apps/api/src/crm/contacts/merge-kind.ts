import { mergings } from '@pauta/domain/crm/merging/merging.ts';
import sql from 'sql-template-tag';
import type { MergeKind } from '../merging/merge-kind.ts';
import { uniteAffiliations } from './unite-affiliations.ts';

/** The merging of contacts. */
export const contactMerging: MergeKind = {
  ...mergings.contacts,
  parts: [{ table: 'contact_affiliations', column: 'contact_id' }],
  leaves: sql`, is_main_contact = false`,
  settle: async (tx, { source, target, taken }) => {
    if (taken.includes('consent_marketing')) {
      await tx.query(sql`
        UPDATE contacts SET consent_changed_at = ${source.consent_changed_at ?? null}::timestamptz
        WHERE id = ${target.id}::uuid`);
    }
    return uniteAffiliations(tx, source.id, target);
  },
};
