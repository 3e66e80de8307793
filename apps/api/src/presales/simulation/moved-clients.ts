import { invoiceReaders } from '@pauta/domain/billing/invoice-readers.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { WrittenChange } from '@pauta/domain/presales/simulation/simulation.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import { isFrozen } from '../../crm/transfers/run.ts';
import type { Actor } from '../../platform/access.ts';
import { scopeCondition } from '../../resource/reading/row-scope.ts';

/**
 * Rows `(client_id, from_user, to_user, from_day, frozen)`: the clients of the sellers that changes move, as far as the
 * actor may see them. Recipients take turns, from the client with most invoices in twelve months to the one with least;
 * readers who may not see invoices get them by age.
 */
export const movedClients = (changes: readonly WrittenChange[], actor: Actor): Sql => {
  const moves = changes.flatMap((change) =>
    change.kind === 'moved_seller'
      ? [{ seller: change.seller_id, recipients: change.recipient_ids, from_day: change.from }]
      : [],
  );
  const billed = actor.permissions.has(invoiceReaders.viewAll) ? raw('billed_12m(t)') : raw('0');
  return sql`
    SELECT r.client_id, r.from_user, r.from_day, r.frozen,
      r.recipients[1 + (row_number() OVER (PARTITION BY r.from_user, r.frozen ORDER BY r.billed DESC, r.client_id) - 1)
        % cardinality(r.recipients)] AS to_user
    FROM (
      SELECT t.id AS client_id, x.seller AS from_user, x.from_day, x.recipients, ${isFrozen} AS frozen,
        coalesce(${billed}, 0) AS billed
      FROM jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) AS x (seller uuid, recipients uuid[], from_day date)
        JOIN clients t ON t.primary_sales_rep_id = x.seller
      WHERE t.archived_at IS NULL AND ${scopeCondition(clients as Resource, actor)}) r`;
};
