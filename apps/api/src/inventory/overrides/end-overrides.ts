import sql from 'sql-template-tag';
import { type Database, systemChange } from '../../platform/database/database.ts';

/** Ends the overrides that are past their time: what nobody took of them is not on sale any more. */
export const endDueOverrides = async (database: Database): Promise<void> => {
  const due = await database.query<{ id: string }>(
    sql`SELECT id FROM capacity_overrides WHERE status = 'approved' AND expires_at <= now()`,
  );
  if (due.length === 0) return;
  const ids = due.map(({ id }) => id);
  await database.transaction(
    { ...systemChange('overrides', 'Terminó su plazo'), action: 'expire' },
    async (tx) => {
      // Their spaces first, as whoever sells them does, so that neither waits for the other.
      await tx.query(sql`
        SELECT FROM inventory_items WHERE id IN (
          SELECT inventory_item_id FROM capacity_overrides WHERE id = ANY(${ids}::uuid[]))
        ORDER BY id FOR NO KEY UPDATE`);
      await tx.query(sql`
        UPDATE capacity_overrides SET status = 'expired' WHERE id = ANY(${ids}::uuid[]) AND status = 'approved'`);
    },
  );
};
