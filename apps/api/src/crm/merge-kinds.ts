import { type Merging, mergings } from '@pauta/domain/crm/merging.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Transaction } from '../platform/database.ts';
import { forbidden } from '../platform/problem.ts';
import type { Served } from '../resource/change-record.ts';
import { tableOf } from '../resource/table.ts';
import type { HandlerContext } from '../resource/transitions.ts';
import { agencyHooks } from './agency-hooks.ts';
import { clientHooks } from './client-hooks.ts';
import { contactHooks } from './contact-hooks.ts';
import { uniteAffiliations } from './unite-affiliations.ts';

/** The two records of a merge once the one that stays has what was chosen. */
export interface MergedPair {
  readonly source: AnyRecord;
  readonly target: AnyRecord;
  /** Fields that were taken of the one that went. */
  readonly taken: readonly string[];
}

/** What only the server knows of the merge of a resource. */
export interface MergeKind extends Merging {
  readonly served: Served;
  /** Tables of which a row that the other record has already says nothing more. */
  readonly folding?: ReadonlySet<string>;
  /** Tables of which a row that would be repeated stays with the record that goes: a list has each of its accounts once. */
  readonly staying?: ReadonlySet<string>;
  /** Rows that are part of the record and that `settle` gives to the other. */
  readonly parts?: readonly { readonly table: string; readonly column: string }[];
  /** Further columns of the record that goes: `, is_main_contact = false`. */
  readonly leaves?: Sql;
  /** @throws Problem when this one must not go */
  readonly check?: (context: HandlerContext, source: AnyRecord) => void;
  /** What else follows, after everything moved; answers how many rows that were. */
  readonly settle?: (tx: Transaction, pair: MergedPair) => Promise<number>;
}

/** Of two rows of a person the one that was his first may be the one that went. */
const keepFirstCompanies = (tx: Transaction, company: 'client_id' | 'agency_id', id: string) =>
  tx.query(sql`
    UPDATE contact_affiliations SET is_primary = true WHERE id IN (
      SELECT DISTINCT ON (c.id) a.id FROM contacts c JOIN contact_affiliations a ON a.contact_id = c.id
      WHERE ${company === 'client_id' ? sql`c.client_id` : sql`c.agency_id`} = ${id}::uuid
        AND coalesce(a.client_id, a.agency_id) = ${id}::uuid AND upper_inf(a.valid)
        AND NOT EXISTS (SELECT FROM contact_affiliations o WHERE o.contact_id = c.id AND o.is_primary AND upper_inf(o.valid))
      ORDER BY c.id, a.role = c.role DESC, lower(a.valid), a.id)`);

/** The resources whose records may become one. */
export const mergeKinds: Readonly<Record<keyof typeof mergings, MergeKind>> = {
  clients: {
    ...mergings.clients,
    served: { table: tableOf(mergings.clients.resource), hooks: clientHooks },
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
  },
  agencies: {
    ...mergings.agencies,
    served: { table: tableOf(mergings.agencies.resource), hooks: agencyHooks },
    folding: new Set(['contact_affiliations']),
    settle: async (tx, { target }) => {
      await keepFirstCompanies(tx, 'agency_id', target.id);
      return 0;
    },
  },
  contacts: {
    ...mergings.contacts,
    served: { table: tableOf(mergings.contacts.resource), hooks: contactHooks },
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
  },
};
