import type { DueContract } from '@pauta/domain/billing/invoices/due-contract.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** Contracts in one answer, those that are due longest. */
export const mostDue = 200;

/**
 * Contracts of which something is due or waits for evidence, in one statement.
 *
 * @param where condition for the contract `c`: what the actor may see
 */
export const readDueContracts = (database: Queryable, where: Sql): Promise<DueContract[]> =>
  database.query<DueContract>(sql`
    SELECT c.id, c.number, c.name, k.trade_name AS client, p.names AS payer, c.billing_plan,
      c.currency_code AS currency, c.po_number, b.lines, b.due::numeric(18,2)::text AS due,
      b.unproved::numeric(18,2)::text AS unproved, b.drafted::numeric(18,2)::text AS drafted, b.instalment::text,
      p.credit_status, c.status = 'suspended' AS is_suspended,
      o.tax_id AS company_tax_id
    FROM (
      SELECT contract_id, count(*) FILTER (WHERE net > 0)::integer AS lines, sum(net) AS due, sum(unproved) AS unproved,
        sum(drafted) AS drafted, max(instalment) AS instalment
      FROM billable_order_lines GROUP BY contract_id HAVING sum(net) > 0 OR sum(unproved) > 0) b
      JOIN contracts c ON c.id = b.contract_id JOIN companies o ON o.id = c.company_id
      JOIN clients k ON k.id = c.client_id
      CROSS JOIN LATERAL (
        -- Of several payers, the credit of the one that is held most.
        SELECT string_agg(p.name, ', ' ORDER BY p.place) AS names,
          (array_agg(p.credit_status ORDER BY array_position('{blocked,on_hold,in_review,active}'::text[], p.credit_status)))[1]
            AS credit_status
        FROM payers_of(c) p) p
    WHERE ${where}
    ORDER BY b.due = 0, b.instalment NULLS LAST, c.number, c.id LIMIT ${mostDue}`);
