import sql, { raw, type Sql } from 'sql-template-tag';
import type { Invariant } from '../platform/invariants/invariant.ts';

const on = (day: string): Sql => raw(`to_char(${day}, 'DD/MM/YYYY')`);

/** What holds for the capacity of spaces; see the tables in `0045_inventory.sql`. */
export const inventoryInvariants: readonly Invariant[] = [
  {
    name: 'no_overbooking',
    number: 'I1',
    title: 'Ningún espacio tiene más vendido o reservado de lo que cabe',
    meaning: 'Cada día, lo reservado y lo vendido de un espacio y de los que contiene cabe en su capacidad.',
    enforcedBy: 'Restricción de los contadores de cada espacio y día',
    offending: sql`
      SELECT 'inventory_items' AS resource, i.id, i.name AS label,
        'El ' || ${on('o.day')} || ' tiene ' || (o.held + o.booked) || ' y caben ' || (o.capacity + o.extra) || '.' AS wrong
      FROM occupancy o JOIN inventory_items i ON i.id = o.item_id
      WHERE o.held::bigint + o.booked > o.capacity::bigint + o.extra OR o.held < 0 OR o.booked < 0`,
  },
  {
    name: 'occupancy_counters',
    number: 'I1',
    title: 'Los contadores de ocupación son la suma de lo reservado y lo vendido',
    meaning: 'Lo que muestra la disponibilidad es exactamente lo que dicen las reservas y los contratos.',
    enforcedBy: 'Disparador del libro de capacidad, único que cambia los contadores',
    offending: sql`
      SELECT 'inventory_items' AS resource, d.item_id AS id, coalesce(i.name, 'Espacio que no existe') AS label,
        'El ' || ${on('d.day')} || ' el libro suma ' || d.held || ' en reserva y ' || d.booked || ' vendido; el contador dice '
          || d.counted_held || ' y ' || d.counted_booked || '.' AS wrong
      FROM occupancy_differences() d LEFT JOIN inventory_items i ON i.id = d.item_id`,
  },
  {
    name: 'counted_capacity',
    number: 'I1',
    title: 'La capacidad con que se cuenta es la del espacio',
    meaning:
      'De hoy en adelante, los contadores usan la capacidad que el espacio tiene cada día, con sus excepciones.',
    enforcedBy: 'Disparadores del espacio y de sus excepciones',
    offending: sql`
      SELECT 'inventory_items' AS resource, i.id, i.name AS label,
        'El ' || ${on('o.day')} || ' se cuenta con ' || o.capacity || ' y el espacio tiene ' || capacity_on(i, o.day) || '.' AS wrong
      FROM occupancy o JOIN inventory_items i ON i.id = o.item_id
      WHERE o.day >= business_date() AND o.capacity <> capacity_on(i, o.day)`,
  },
  {
    name: 'days_of_holders',
    number: 'I20',
    title: 'Cada día tomado está dentro del vuelo de quien lo tiene',
    meaning:
      'Los días son fechas del lugar del espacio: ninguna reserva ni venta toma un día antes o después de su vuelo.',
    enforcedBy: 'Una sola función calcula los días; pruebas con valores al azar',
    offending: sql`
      SELECT 'holds' AS resource, h.id, h.number AS label,
        'Tiene tomado el ' || ${on('c.day')} || ', fuera de su vuelo.' AS wrong
      FROM capacity_cells c JOIN holds h ON h.id = c.hold_id
      WHERE c.state = 'held' AND NOT (h.flight @> c.day AND extract(isodow FROM c.day)::text = ANY (h.days))
      UNION ALL
      SELECT 'contracts', o.contract_id, o.description, 'Tiene tomado el ' || ${on('c.day')} || ', fuera de su vuelo.'
      FROM capacity_cells c JOIN order_lines o ON o.id = c.order_line_id
      WHERE c.state = 'booked' AND NOT o.flight @> c.day`,
  },
];
