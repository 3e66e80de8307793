import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/**
 * Marks the account of a target list that became this opportunity as won, with the amount in the currency of the list:
 * converted by the latest rate of the last seven days, or left open where there is none.
 */
export const winTargetAccount = async (
  tx: Transaction,
  opportunityId: string,
  amount: string,
  currency: string,
): Promise<void> => {
  await tx.query(sql`
    UPDATE target_list_members m SET state = 'won', last_activity_at = now(),
      assigned_to_id = coalesce(m.assigned_to_id, o.owner_id),
      won_amount = CASE WHEN m.currency_code = ${currency} THEN ${amount}::numeric ELSE (
        SELECT round_amount(${amount}::numeric * r.rate, m.currency_code)
        FROM exchange_rate_on(${currency}, m.currency_code, business_date()) r) END
    FROM opportunities o
    WHERE o.id = ${opportunityId}::uuid AND m.opportunity_id = o.id AND m.state <> 'won' AND m.archived_at IS NULL`);
};

/**
 * Wins an opportunity, in the transaction that signs its contract: with the net amount of the contract. One that is
 * already won stays as it is.
 *
 * @example await winOpportunity(tx, contract.opportunity_id, contract.net, contract.currency_code)
 */
export const winOpportunity = async (
  tx: Transaction,
  id: string,
  amount: string,
  currency: string,
): Promise<void> => {
  const won = await tx.one(sql`
    UPDATE opportunities SET result = 'won', won_amount = ${amount}::numeric, won_currency_code = ${currency}
    WHERE id = ${id}::uuid AND result <> 'won' RETURNING 1 AS one`);
  if (won) await winTargetAccount(tx, id, amount, currency);
};
