import { clients } from '@pauta/domain/crm/clients/client.ts';
import {
  historyWeeks,
  type SalesHistory,
  type SpaceConditions,
} from '@pauta/domain/inventory/capacity/space-conditions.ts';
import sql from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { scopeCondition } from '../../resource/reading/row-scope.ts';
import { readOccupancy } from './occupancy.ts';
import type { Period } from './period.ts';

const exclusivitiesOf = (
  database: Queryable,
  actor: Actor,
  itemId: string,
  { from, to }: Period,
): Promise<SpaceConditions['exclusivities'][number][]> =>
  database.query(sql`
    SELECT e.id, n.name AS industry, t.trade_name AS client, e.source, lower(e.dates)::text AS "from",
      (upper(e.dates) - 1)::text AS "to"
    FROM inventory_items i JOIN exclusivities e ON e.archived_at IS NULL
      AND e.dates && daterange(${from}::date, ${to}::date, '[]') AND exclusivity_covers(e, i)
      JOIN industries n ON n.id = e.industry_id
      LEFT JOIN LATERAL (SELECT t.trade_name FROM clients t WHERE t.id = e.client_id AND ${scopeCondition(clients, actor)}) t ON true
    WHERE i.id = ${itemId}::uuid ORDER BY e.dates, e.id LIMIT 50`);

/** The share that was sold of the days of sale before today with the weekdays of a period. */
const soldBefore = async (
  database: Queryable,
  itemId: string,
  { from, to }: Period,
): Promise<Pick<SalesHistory, 'days' | 'sold'>> => {
  const row = await database.one<Pick<SalesHistory, 'days' | 'sold'>>(sql`
    SELECT count(*)::integer AS days, avg(least(1, coalesce(o.booked, 0)::float8 / n.capacity)) AS sold
    FROM inventory_items i
      CROSS JOIN generate_series(business_date() - ${historyWeeks * 7}::integer, business_date() - 1, interval '1 day') AS d(at)
      CROSS JOIN LATERAL (SELECT capacity_on(i, d.at::date) AS capacity) n
      LEFT JOIN occupancy o ON o.item_id = i.id AND o.day = d.at::date
    WHERE i.id = ${itemId}::uuid AND n.capacity > 0
      -- A day before the space existed was not left unsold.
      AND d.at >= least(i.created_at::date, (SELECT min(x.day) FROM occupancy x WHERE x.item_id = i.id))
      AND extract(isodow FROM d.at) IN (
        SELECT extract(isodow FROM f.at) FROM generate_series(${from}::date, ${to}::date, interval '1 day') AS f(at))`);
  return row ?? { days: 0, sold: null };
};

/** The exclusivities and the sales of the past of a space, for the days of a period. */
export const readConditions = async (
  database: Queryable,
  actor: Actor,
  itemId: string,
  period: Period,
): Promise<SpaceConditions> => {
  const days = (await readOccupancy(database, itemId, period)).filter(({ capacity }) => capacity > 0);
  const taken =
    days.length === 0
      ? null
      : days.reduce((sum, { capacity, held, booked }) => sum + Math.min(1, (held + booked) / capacity), 0) /
        days.length;
  return {
    exclusivities: await exclusivitiesOf(database, actor, itemId, period),
    history: { ...(await soldBefore(database, itemId, period)), taken },
  };
};
