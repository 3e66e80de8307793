import {
  type CrewRoute,
  inVisitingOrder,
  type RouteStop,
} from '@pauta/domain/implementation/route/crew-route.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** Stops of one day of one person. */
const most = 60;

/**
 * What a user works on during a day, alone or in their crews: orders that are planned for it, and those that were to be
 * done before and are not.
 *
 * @param day `YYYY-MM-DD`
 */
export const readRoute = async (database: Queryable, userId: string, day: string): Promise<CrewRoute> => {
  const stops = await database.query<RouteStop & object>(sql`
    SELECT w.id, w.number, w.description, w.kind, w.status, k.trade_name AS client, i.name AS space, i.address,
      i.latitude::float8 AS latitude, i.longitude::float8 AS longitude, w.planned_start::text, w.sla_due::text, w.blockers,
      c.name AS crew,
      (SELECT count(*)::integer FROM work_order_photos p WHERE p.work_order_id = w.id AND p.archived_at IS NULL) AS photos,
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('id', s.id, 'task', s.task, 'is_required', s.is_required, 'done_at', s.done_at,
          'done_by', u.full_name, 'remark', s.remark) ORDER BY s.place)
        FROM work_order_steps s LEFT JOIN users u ON u.id = s.done_by_id WHERE s.work_order_id = w.id), '[]') AS steps
    FROM work_orders w LEFT JOIN inventory_items i ON i.id = w.inventory_item_id LEFT JOIN clients k ON k.id = w.client_id
      LEFT JOIN work_crews c ON c.id = w.crew_id
    WHERE w.archived_at IS NULL AND w.status IN ('scheduled', 'in_progress', 'paused', 'on_air')
      AND (w.assignee_id = ${userId}::uuid
        OR w.crew_id IN (SELECT m.work_crew_id FROM work_crew_members m WHERE m.member_id = ${userId}::uuid))
      AND w.planned_start <= ${day}::date
      -- What is on the air stays in the route of its day, so that its last photo can be taken.
      AND (w.status <> 'on_air' OR coalesce(w.planned_end, w.planned_start) >= ${day}::date)
    ORDER BY w.planned_start, w.sla_due, w.id LIMIT ${most}`);
  return { day, stops: inVisitingOrder(stops) };
};
