import sql from 'sql-template-tag';
import { release } from '../../inventory/capacity/move-capacity.ts';
import type { Transaction } from '../../platform/database/database.ts';

/**
 * Releases the active holds of quotes, or only those that are past their time. The quotes stay.
 *
 * @returns how many
 */
export const releaseHoldsOf = async (
  tx: Transaction,
  quoteIds: readonly string[],
  reason: string,
  { onlyDue = false }: { readonly onlyDue?: boolean } = {},
): Promise<number> => {
  const rows = await tx.query<{ id: string }>(sql`
    SELECT id FROM holds WHERE quote_id = ANY(${quoteIds}::uuid[]) AND status = 'active'
      AND (NOT ${onlyDue} OR expires_at <= now())
    ORDER BY id FOR NO KEY UPDATE`);
  const holdIds = rows.map(({ id }) => id);
  if (holdIds.length === 0) return 0;
  await release(tx, { holdIds });
  await tx.query(sql`
    UPDATE holds SET status = ${onlyDue ? 'expired' : 'released'}, reason = ${reason} WHERE id = ANY(${holdIds}::uuid[])`);
  return holdIds.length;
};
