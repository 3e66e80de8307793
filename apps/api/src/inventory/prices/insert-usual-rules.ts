import { newLineId } from '@pauta/domain/document/line-id.ts';
import { positionsAt } from '@pauta/domain/document/position.ts';
import { type UsualRule, usualRules } from '@pauta/domain/inventory/prices/usual-rules.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** Adds those of the rules that the draft of a price list does not have yet, after its own. */
export const insertUsualRules = async (
  tx: Queryable,
  listId: string,
  rules: readonly UsualRule[] = usualRules,
): Promise<void> => {
  const listed = await tx.query<{ id: string; position: string; code: string }>(
    sql`SELECT id, position, code FROM price_rules WHERE price_list_id = ${listId}::uuid ORDER BY position, id`,
  );
  const codes = new Set(listed.map(({ code }) => code));
  const missing = rules.filter(({ code }) => !codes.has(code));
  const rows = positionsAt(listed, listed.length, missing.length).map((position, place) => ({
    ...missing[place],
    id: newLineId(),
    position,
  }));
  // Lines change only after their header, in the same transaction.
  await tx.query(sql`UPDATE price_lists SET lines_xact = pg_current_xact_id() WHERE id = ${listId}::uuid`);
  await tx.query(sql`
    INSERT INTO price_rules (id, price_list_id, position, code, name, effect, reason, applies, pct, base, only_best_of,
      days, months, is_prime, min_qty, min_gross)
    SELECT r.id, ${listId}::uuid, r.position, r.code, r.name, r.effect, r.reason, r.applies, r.pct, 'previous',
      r.only_best_of, coalesce(r.days, '{}'), coalesce(r.months, '{}'), coalesce(r.is_prime, false), r.min_qty,
      r.min_gross
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id uuid, position text, code text, name text,
      effect text, reason text, applies text, pct numeric, only_best_of text, days text[], months text[],
      is_prime boolean, min_qty numeric, min_gross numeric)`);
};
