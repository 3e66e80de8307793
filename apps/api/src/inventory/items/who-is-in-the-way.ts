import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { AnyActor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { holderJoins, holderName, holderText } from './holder-names.ts';

interface FullDay {
  readonly day: string;
  readonly taken: number;
  readonly capacity: number;
  readonly days: number;
  /** Numbers and clients of the holds and contracts that the actor may see. */
  readonly holders: readonly string[];
  /** Further holds and contracts, and those that the actor may not see. */
  readonly others: number;
}

/**
 * Why a space cannot get a smaller capacity: the first day from today on with more taken of it than there would be, and
 * who has it, as far as the actor may see them. Null if everything fits. It only explains: the counters refuse
 * (`occupancy_no_overbooking`), also what is taken meanwhile.
 *
 * @param changed the space as it would be, a value of the type `inventory_items`, with the current one as `i`
 */
export const whoIsInTheWay = async (
  database: Queryable,
  actor: AnyActor,
  itemId: string,
  changed: Sql,
): Promise<string | null> => {
  const row = await database.one<FullDay>(sql`
    WITH expired AS (
      SELECT c.day, sum(c.units) AS units FROM inventory_items x JOIN capacity_cells c ON c.item_id = x.id
      WHERE x.path @> ARRAY[${itemId}::uuid] AND c.state = 'held' AND c.expires_at <= now() AND c.day >= business_date()
      GROUP BY c.day
    ), full_day AS (
      SELECT o.day, o.held + o.booked - coalesce(e.units, 0) AS taken, n.capacity, count(*) OVER () AS days
      FROM inventory_items i JOIN occupancy o ON o.item_id = i.id LEFT JOIN expired e ON e.day = o.day
        CROSS JOIN LATERAL (SELECT capacity_on(${changed}, o.day) AS capacity) n
      WHERE i.id = ${itemId}::uuid AND o.day >= business_date()
        AND o.held + o.booked - coalesce(e.units, 0) > n.capacity + o.extra
      ORDER BY o.day LIMIT 1
    ), holder AS (
      SELECT DISTINCT ${holderName(actor)} AS name, coalesce(h.id, k.id) AS id
      FROM full_day f JOIN inventory_items x ON x.path @> ARRAY[${itemId}::uuid]
        JOIN capacity_cells c ON c.item_id = x.id AND c.day = f.day AND (c.state = 'booked' OR c.expires_at > now())
        ${holderJoins}
    )
    SELECT f.day::text, f.taken::integer, f.capacity, f.days::integer,
      ARRAY(SELECT name FROM holder WHERE name IS NOT NULL ORDER BY name LIMIT 5) AS holders,
      (SELECT count(*) - least(5, count(name)) FROM holder)::integer AS others
    FROM full_day f`);
  if (!row) return null;
  const { day, taken, capacity, days, holders, others } = row;
  const more =
    days === 1 ? '' : `, y ${days === 2 ? 'otro día' : `otros ${formatCount(days - 1)} días`} igual`;
  return (
    `El ${formatCivilDate(day)} ya tiene ${formatCount(taken)} y quedarían ${formatCount(capacity)}${more}. ` +
    `Lo tienen: ${holderText(holders, others)}. Libere o mueva eso primero.`
  );
};
