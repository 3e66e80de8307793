import sql from 'sql-template-tag';
import type { Invariant } from '../platform/invariants/invariant.ts';

/** What holds for work orders; see `0098_implementation.sql` and `0105_delivery_rest.sql`. */
export const implementationInvariants: readonly Invariant[] = [
  {
    name: 'work_done',
    number: 'I6',
    title: 'Una orden de trabajo se completa con sus pasos hechos y sin bloqueo',
    meaning:
      'Los pasos por hacer de cada orden se cuentan de nuevo; lo completado no tiene ninguno, ni un bloqueo, y lo bloqueado dice por qué.',
    enforcedBy: 'Disparadores de las órdenes y de sus pasos, y guardas de los comandos',
    offending: sql`
      SELECT 'work_orders' AS resource, w.id, w.description AS label,
        'Dice que le faltan ' || w.steps_open || ' pasos y son ' || n.open || '.' AS wrong
      FROM work_orders w CROSS JOIN LATERAL (
        SELECT count(*) AS open FROM work_order_steps s WHERE s.work_order_id = w.id AND s.is_required AND s.done_at IS NULL) n
      WHERE w.steps_open <> n.open
      UNION ALL
      SELECT 'work_orders', w.id, w.description, 'Está completada y le faltan ' || w.steps_open || ' pasos.'
      FROM work_orders w WHERE w.status = 'completed' AND w.steps_open > 0
      UNION ALL
      SELECT 'work_orders', w.id, w.description, 'Está completada y bloqueada.'
      FROM work_orders w WHERE w.status = 'completed' AND w.blockers IS NOT NULL
      UNION ALL
      SELECT 'work_orders', w.id, w.description, 'Está bloqueada y no dice por qué, o no desde cuándo.'
      FROM work_orders w
      WHERE w.blocked_on IS NOT NULL AND btrim(coalesce(w.blockers, '')) = '' OR w.blockers IS NOT NULL AND w.blocked_on IS NULL`,
  },
  {
    name: 'work_on_air',
    number: 'I9',
    title: 'Nada está al aire sin su ficha técnica aprobada',
    meaning:
      'Cada ficha del renglón de una orden al aire está aprobada, o lo estuvo antes de reabrirse para otro material.',
    enforcedBy: 'Disparador de las órdenes al ponerse al aire o completarse',
    offending: sql`
      SELECT 'work_orders' AS resource, w.id, w.description AS label,
        'Está al aire y su ficha «' || s.description || '» nunca se aprobó.' AS wrong
      FROM work_orders w JOIN tech_sheets s ON s.order_line_id = w.order_line_id
        AND (w.package_item_id IS NULL OR s.package_item_id = w.package_item_id)
      WHERE w.status = 'on_air' AND w.kind NOT IN ('removal', 'maintenance', 'production') AND s.approved_at IS NULL`,
  },
  {
    name: 'work_removed',
    number: 'I6',
    title: 'Lo que se instaló y terminó tiene su orden de desinstalación',
    meaning:
      'Cada instalación cuyo vuelo terminó hace más de dos días tiene una sola desinstalación, en el mismo espacio.',
    enforcedBy: 'Tarea que las crea antes de que termine el vuelo, e índice único por instalación',
    offending: sql`
      SELECT 'work_orders' AS resource, w.id, w.description AS label, 'Su vuelo terminó y nadie tiene que retirarla.' AS wrong
      FROM work_orders w JOIN order_lines o ON o.id = w.order_line_id
      WHERE w.kind = 'installation' AND w.status IN ('on_air', 'completed') AND w.archived_at IS NULL
        AND upper(o.flight) < business_date() - 2
        AND NOT EXISTS (SELECT FROM work_orders r WHERE r.removal_of_id = w.id)
      UNION ALL
      SELECT 'work_orders', r.id, r.description, 'Retira otra cosa que lo que dice.'
      FROM work_orders r JOIN work_orders w ON w.id = r.removal_of_id
      WHERE r.kind <> 'removal' OR r.contract_id IS DISTINCT FROM w.contract_id`,
  },
  {
    name: 'late_starts_right',
    number: 'I9',
    title: 'Lo propuesto por un inicio tardío sale de los días de atraso',
    meaning:
      'Los días tarde van del primer día del vuelo al día en que la orden salió al aire, y solo un crédito tiene monto.',
    enforcedBy: 'Disparadores que hacen la propuesta y que la dejan como está',
    offending: sql`
      SELECT 'late_starts' AS resource, l.id, l.label,
        'Dice ' || l.days_late || ' días tarde y son ' || least(l.live_on - l.due_on, l.flight_days) || '.' AS wrong
      FROM late_starts l WHERE l.days_late <> least(l.live_on - l.due_on, l.flight_days)
      UNION ALL
      SELECT 'late_starts', l.id, l.label, 'Su orden salió al aire otro día.'
      FROM late_starts l JOIN work_orders w ON w.id = l.work_order_id WHERE w.live_on IS DISTINCT FROM l.live_on
      UNION ALL
      SELECT 'late_starts', l.id, l.label, 'Propone días y además un monto.'
      FROM late_starts l WHERE l.kind = 'compensation' AND l.amount <> 0`,
  },
];
