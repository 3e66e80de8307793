import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/** When two affiliations of a person are merged, the deleted one may have been the main one. */
export const keepFirstCompanies = (tx: Transaction, company: 'client_id' | 'agency_id', id: string) =>
  tx.query(sql`
    UPDATE contact_affiliations SET is_primary = true WHERE id IN (
      SELECT DISTINCT ON (c.id) a.id FROM contacts c JOIN contact_affiliations a ON a.contact_id = c.id
      WHERE ${company === 'client_id' ? sql`c.client_id` : sql`c.agency_id`} = ${id}::uuid
        AND coalesce(a.client_id, a.agency_id) = ${id}::uuid AND upper_inf(a.valid)
        AND NOT EXISTS (SELECT FROM contact_affiliations o WHERE o.contact_id = c.id AND o.is_primary AND upper_inf(o.valid))
      ORDER BY c.id, a.role = c.role DESC, lower(a.valid), a.id)`);
