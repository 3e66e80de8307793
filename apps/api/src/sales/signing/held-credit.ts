import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import { creditHold } from '@pauta/domain/sales/contracts/credit-hold.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

interface PayerRow {
  readonly id: string;
  readonly party: 'client' | 'agency';
  readonly payer: string;
  readonly name: string;
  readonly status: string;
}

/**
 * Why no contract is made of these sales: the credit of the account that would pay is held. By id of the sale; the
 * others are left out.
 *
 * @param sales statement that yields `id, client_id, agency_id, party` of each sale
 */
export const heldCredits = async (
  database: Queryable,
  sales: Sql,
): Promise<ReadonlyMap<string, readonly [Reason]>> => {
  const rows = await database.query<PayerRow>(sql`
    SELECT s.id, s.party, p.id AS payer, p.name, p.status
    FROM (${sales}) s (id, client_id, agency_id, party) CROSS JOIN LATERAL (
      SELECT c.id, c.trade_name, c.credit_status FROM clients c WHERE c.id = s.client_id AND s.party = 'client'
      UNION ALL
      SELECT a.id, a.trade_name, a.credit_status FROM agencies a WHERE a.id = s.agency_id AND s.party = 'agency'
    ) p (id, name, status)`);
  return new Map(
    rows.flatMap(({ id, party, payer, name, status }) => {
      const { screen } = party === 'client' ? clients : agencies;
      const reason = creditHold({ name, status, path: `/${screen}/${payer}` });
      return reason ? [[id, [reason]] as const] : [];
    }),
  );
};
