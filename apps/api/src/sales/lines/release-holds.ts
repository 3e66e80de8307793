import sql from 'sql-template-tag';
import { release } from '../../inventory/capacity/move-capacity.ts';
import { endWaiting } from '../../inventory/holds/queue.ts';
import type { Context } from '../../resource/commands/context.ts';

/**
 * Releases the open holds of quotes, or only those that are past their time. The quotes stay.
 *
 * @returns how many
 */
export const releaseHoldsOf = async (
  context: Pick<Context, 'tx' | 'server'>,
  quoteIds: readonly string[],
  reason: string,
  { onlyDue = false }: { readonly onlyDue?: boolean } = {},
): Promise<number> => {
  const { tx } = context;
  const rows = await tx.query<{ id: string; status: string }>(sql`
    SELECT id, status FROM holds WHERE quote_id = ANY(${quoteIds}::uuid[]) AND status IN ('requested', 'queued', 'active')
      AND (NOT ${onlyDue} OR expires_at <= now())
    ORDER BY id FOR NO KEY UPDATE`);
  const holdIds = rows.map(({ id }) => id);
  if (holdIds.length === 0) return 0;
  await endWaiting(
    context,
    rows.filter(({ status }) => status !== 'active').map(({ id }) => id),
  );
  await release(tx, { holdIds });
  await tx.query(sql`
    UPDATE holds SET status = ${onlyDue ? 'expired' : 'released'}, reason = ${reason} WHERE id = ANY(${holdIds}::uuid[])`);
  return holdIds.length;
};
