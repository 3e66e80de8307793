import { mergings } from '@pauta/domain/crm/merging/merging.ts';
import sql from 'sql-template-tag';
import { forbidden } from '../../platform/http/problem.ts';
import { keepFirstCompanies } from '../merging/first-companies.ts';
import type { MergeKind } from '../merging/merge-kind.ts';

/** The merging of clients. */
export const clientMerging: MergeKind = {
  ...mergings.clients,
  folding: new Set(['contact_affiliations', 'client_social_links']),
  staying: new Set(['target_list_members']),
  check: ({ actor }, { fiscal_locked_at, trade_name }) => {
    if (!fiscal_locked_at || actor.permissions.has('clients.edit_fiscal')) return;
    throw forbidden(
      'clients.edit_fiscal',
      `«${String(trade_name)}» ya tiene documentos fiscales a su nombre. Fusione al revés, para que quede ese cliente, ` +
        'o pídalo a quien puede cambiar datos fiscales.',
    );
  },
  settle: async (tx, { source, target }) => {
    await tx.query(sql`
      UPDATE clients SET fiscal_locked_at = least(fiscal_locked_at, ${source.fiscal_locked_at ?? null}::timestamptz)
      WHERE id = ${target.id}::uuid`);
    await keepFirstCompanies(tx, 'client_id', target.id);
    return 0;
  },
};
