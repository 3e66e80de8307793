import { addDays } from '@pauta/domain/calendar/working-time.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { insertRows } from '../insert-rows.ts';
import type { Random } from '../random.ts';

/** Crews, their orders of these days in every state with steps, a blocker, and what a late start gives a client. */
export const insertCrews = async (tx: Transaction, random: Random, now: Date): Promise<void> => {
  const today = now.toISOString().slice(0, 10);
  const companies = await tx.query<{ id: string }>(sql`
    SELECT company_id AS id FROM inventory_items WHERE kind = 'outdoor' AND latitude IS NOT NULL
    GROUP BY company_id ORDER BY count(*) DESC, company_id LIMIT 1`);
  const people = await tx.query<{ id: string }>(sql`
    SELECT DISTINCT u.id FROM users u JOIN user_roles r ON r.user_id = u.id JOIN roles o ON o.id = r.role_id
    WHERE u.status = 'active' AND o.name IN ('traffic', 'admin') ORDER BY u.id LIMIT 4`);
  const company = companies[0]?.id;
  if (company === undefined) return;
  const crews = [
    ['Cuadrilla Norte', 'own', null, '+18095550141'],
    ['Cuadrilla Este', 'own', null, '+18095550142'],
    ['Montajes del Caribe', 'vendor', 'Montajes del Caribe, S. R. L.', '+18095550143'],
  ].map(([name, kind, vendor, phone]) => ({
    id: random.id(now),
    name,
    kind,
    company_id: company,
    vendor,
    phone,
    created_at: now,
  }));
  await insertRows(tx, 'work_crews', crews);
  await tx.query(sql`
    INSERT INTO work_crew_members (work_crew_id, member_id)
    SELECT c, m FROM unnest(${crews.slice(0, 2).map(({ id }) => id)}::uuid[]) AS c, unnest(${people.map(({ id }) => id)}::uuid[]) AS m`);

  // What was installed and ends, also what somebody completed long ago.
  await tx.query(sql`SELECT open_removals(${addDays(today, 7)}::date)`);
  await tx.query(sql`
    UPDATE work_order_steps s SET done_at = w.planned_start + time '16:00', done_by_id = ${people[0]?.id ?? null}::uuid
    FROM work_orders w WHERE w.id = s.work_order_id AND w.kind = 'removal' AND w.planned_start < ${today}::date`);
  await tx.query(sql`
    UPDATE work_orders SET status = 'completed', crew_id = ${crews[0]?.id ?? null}::uuid
    WHERE kind = 'removal' AND planned_start < ${today}::date`);
  // Work on faces with an address, around today: what crews drive to.
  const faces = await tx.query<{ id: string; name: string; currency: string }>(sql`
    SELECT i.id, i.name, 'DOP' AS currency FROM inventory_items i
    WHERE i.kind = 'outdoor' AND i.latitude IS NOT NULL AND i.company_id = ${company}::uuid
    ORDER BY i.code, i.id LIMIT 9`);
  const jobs = ['Cambiar luminarias', 'Limpiar la cara', 'Reforzar la estructura'];
  const states = [
    'scheduled',
    'scheduled',
    'in_progress',
    'scheduled',
    'pending',
    'material_pending',
    'in_validation',
    'paused',
    'scheduled',
  ];
  await insertRows(
    tx,
    'work_orders',
    faces.map((face, place) => {
      const start = addDays(today, place < 4 ? 0 : place - 3);
      const status = states[place] ?? 'pending';
      const isPlanned = ['scheduled', 'in_progress', 'paused'].includes(status);
      return {
        id: random.id(now),
        description: `${jobs[place % jobs.length]} · ${face.name}`.slice(0, 160),
        kind: 'maintenance',
        company_id: company,
        inventory_item_id: face.id,
        planned_start: isPlanned ? start : null,
        planned_end: isPlanned ? start : null,
        sla_due: addDays(start, 3),
        crew_id: crews[place % crews.length]?.id,
        status,
        blockers: place === 3 ? 'El dueño del terreno aún no da el permiso de paso.' : null,
        blocked_on: place === 3 ? addDays(today, -2) : null,
        cost: `${(place + 2) * 1500}.00`,
        currency_code: face.currency,
        created_at: now,
      };
    }),
  );
  await tx.query(sql`
    UPDATE work_order_steps s SET done_at = ${now.toISOString()}::timestamptz, done_by_id = ${people[0]?.id ?? null}::uuid
    FROM work_orders w WHERE w.id = s.work_order_id AND w.status = 'in_progress' AND w.kind = 'maintenance' AND s.place = 1`);
  // The last installation whose flight has begun goes on the air today: the database proposes what its client gets.
  const late = await tx.one<{ id: string }>(sql`
    SELECT w.id FROM work_orders w JOIN order_lines o ON o.id = w.order_line_id
    WHERE w.kind = 'installation' AND w.status = 'on_air' AND lower(o.flight) < ${today}::date
      AND o.status = 'active' AND upper(o.flight) > ${today}::date
    ORDER BY lower(o.flight) DESC, w.id LIMIT 1`);
  if (!late) return;
  await tx.query(sql`
    UPDATE work_orders SET status = 'in_progress', live_on = NULL WHERE id = ${late.id}::uuid`);
  await tx.query(sql`UPDATE work_orders SET status = 'on_air' WHERE id = ${late.id}::uuid`);
};
