import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import type { ColumnMeaning } from '@pauta/domain/sales/orders/column-meanings.ts';
import type { SpaceMemory } from '@pauta/domain/sales/orders/match-spaces.ts';
import type { OrderLayout } from '@pauta/domain/sales/orders/order.ts';
import sql from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/problem.ts';
import { rowVisibility } from '../../resource/reading/row-scope.ts';

/** What was confirmed of the orders of an agency. */
export interface OrderMemory {
  readonly spaces: SpaceMemory;
  readonly layout: OrderLayout;
}

/** Whether the agency exists and the actor may see it. */
const seenAgency = (agencyId: string, actor: Actor) =>
  sql`(SELECT a.id FROM agencies a WHERE a.id = ${agencyId}::uuid AND ${rowVisibility(agencies, actor, 'a')})`;

/**
 * What was confirmed of the orders of an agency and of those that were merged into it, the latest choice of each; nothing
 * of an agency that the actor may not see.
 */
export const readOrderMemory = async (
  database: Queryable,
  agencyId: string | null,
  actor: Actor,
): Promise<OrderMemory> => {
  if (agencyId === null) return { spaces: {}, layout: {} };
  const found = await database.one<{ spaces: SpaceMemory | null; layout: OrderLayout | null }>(sql`
    WITH own AS (SELECT ${seenAgency(agencyId, actor)} AS id),
      these AS (SELECT id FROM own WHERE id IS NOT NULL
        UNION ALL SELECT g.id FROM agencies g JOIN own ON g.merged_into_id = own.id)
    SELECT
      (SELECT json_object_agg(s.text, s.inventory_item_id ORDER BY s.chosen_at, s.agency_id)
        FROM order_spaces s WHERE s.agency_id IN (SELECT id FROM these)) AS spaces,
      (SELECT json_object_agg(l.title, l.meaning ORDER BY l.chosen_at, l.agency_id)
        FROM order_layouts l WHERE l.agency_id IN (SELECT id FROM these)) AS layout`);
  return { spaces: found?.spaces ?? {}, layout: found?.layout ?? {} };
};

/** What a user confirmed when they took the lines of an order. */
export interface Confirmed {
  readonly agencyId: string;
  /** Texts (`orderText`) and the ids of their spaces. */
  readonly spaces: ReadonlyMap<string, string>;
  /** Folded titles and their meanings. */
  readonly columns: ReadonlyMap<string, ColumnMeaning>;
}

/**
 * Keeps what a user confirmed. Spaces that do not exist are left out.
 *
 * @throws Problem 404 if the actor may not see the agency
 */
export const keepOrderMemory = async (
  tx: Transaction,
  { agencyId, spaces, columns }: Confirmed,
  actor: Actor,
): Promise<void> => {
  const agency = await tx.one<{ id: string | null }>(sql`SELECT ${seenAgency(agencyId, actor)} AS id`);
  if (!agency?.id) throw notFound();
  // In the order of their keys, so that two users who confirm the same do not wait for each other.
  const sorted = <Value>(map: ReadonlyMap<string, Value>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  const [texts, titles] = [sorted(spaces), sorted(columns)];
  if (texts.length > 0)
    await tx.query(sql`
      INSERT INTO order_spaces (agency_id, text, inventory_item_id, chosen_by)
      SELECT ${agencyId}::uuid, c.text, i.id, ${actor.userId}::uuid
      FROM unnest(${texts.map(([text]) => text)}::text[], ${texts.map(([, id]) => id)}::uuid[]) WITH ORDINALITY AS c (text, id, place)
        JOIN inventory_items i ON i.id = c.id
      ORDER BY c.place
      ON CONFLICT (agency_id, text) DO UPDATE
        SET inventory_item_id = excluded.inventory_item_id, chosen_by = excluded.chosen_by, chosen_at = now()`);
  if (titles.length > 0)
    await tx.query(sql`
      INSERT INTO order_layouts (agency_id, title, meaning, chosen_by)
      SELECT ${agencyId}::uuid, c.title, c.meaning, ${actor.userId}::uuid
      FROM unnest(${titles.map(([title]) => title)}::text[], ${titles.map(([, meaning]) => meaning)}::text[]) AS c (title, meaning)
      ON CONFLICT (agency_id, title) DO UPDATE
        SET meaning = excluded.meaning, chosen_by = excluded.chosen_by, chosen_at = now()`);
};
