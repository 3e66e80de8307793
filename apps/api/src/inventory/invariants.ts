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
    name: 'overrides',
    number: 'I2',
    title: 'Vender por encima de la capacidad tiene motivo, límite y otra persona que lo aprueba',
    meaning:
      'Lo que un día admite de más es lo aprobado para él, nunca más que el límite, ni aprobado por quien lo pidió.',
    enforcedBy: 'Restricciones y disparadores de las sobrecapacidades; bloqueo del espacio al aprobar',
    offending: sql`
      SELECT 'capacity_overrides' AS resource, c.id, i.name AS label, 'La aprobó quien la pidió, o nadie.' AS wrong
      FROM capacity_overrides c JOIN inventory_items i ON i.id = c.inventory_item_id
      WHERE c.status IN ('approved', 'expired') AND (c.decided_by_id IS NULL OR c.decided_by_id = c.requested_by_id)
      UNION ALL
      SELECT 'inventory_items', i.id, i.name, 'El ' || ${on('o.day')} || ' admite ' || o.extra || ' de más sin una sobrecapacidad que lo diga.'
      FROM occupancy o JOIN inventory_items i ON i.id = o.item_id
      WHERE o.extra > 0 AND o.extra > greatest(o.held + o.booked - o.capacity, (
        SELECT coalesce(sum(c.units), 0) FROM capacity_overrides c
        WHERE c.inventory_item_id = i.id AND c.status = 'approved' AND c.dates @> o.day))
      UNION ALL
      SELECT 'capacity_overrides', c.id, i.name, 'Pasa de su límite el ' || ${on('d.day')} || '.'
      FROM capacity_overrides c JOIN inventory_items i ON i.id = c.inventory_item_id
        JOIN occupancy d ON d.item_id = i.id AND c.dates @> d.day
      WHERE c.status = 'approved' AND d.day >= business_date() AND c.units > floor(d.capacity * c.limit_pct / 100)`,
  },
  {
    name: 'holds_end',
    number: 'I3',
    title: 'Toda reserva termina, y al terminar libera su espacio',
    meaning: 'Solo una reserva activa ocupa espacio, y lo ocupa hasta su fin. Una que espera no ocupa nada.',
    enforcedBy:
      'Fin obligatorio; el servidor termina las vencidas cada pocos segundos y al reservar sus días',
    offending: sql`
      SELECT 'holds' AS resource, h.id, h.number AS label, 'Venció y sigue ocupando su espacio.' AS wrong
      FROM holds h WHERE h.status IN ('requested', 'queued', 'active') AND h.expires_at < now() - interval '15 minutes'
      UNION ALL
      SELECT 'holds', h.id, h.number, 'No está activa y ocupa espacio.'
      FROM holds h
      WHERE h.status <> 'active' AND EXISTS (SELECT FROM capacity_cells c WHERE c.hold_id = h.id AND c.state = 'held')
      UNION ALL
      SELECT 'holds', h.id, h.number, 'Está activa y no ocupa espacio.'
      FROM holds h
      WHERE h.status = 'active' AND h.expires_at > now()
        AND NOT EXISTS (SELECT FROM capacity_cells c WHERE c.hold_id = h.id AND c.state = 'held')
      UNION ALL
      SELECT 'holds', h.id, h.number, 'Sus días terminan en otro momento que ella.'
      FROM holds h
      WHERE h.status = 'active' AND EXISTS (
        SELECT FROM capacity_cells c WHERE c.hold_id = h.id AND c.state = 'held' AND c.expires_at <> h.expires_at)`,
  },
  {
    name: 'exclusivities',
    number: 'I18',
    title: 'Una industria con exclusividad no comparte su espacio con la competencia',
    meaning: 'Mientras dure la exclusividad, ningún competidor reserva ni compra allí, y nadie más la tiene.',
    enforcedBy: 'Restricciones y disparadores de las exclusividades, con los espacios bloqueados',
    offending: sql`
      SELECT 'exclusivities' AS resource, e.id, k.trade_name AS label,
        'Desde el ' || ${on('f.day')} || ' hay un competidor.' AS wrong
      FROM exclusivities e JOIN clients k ON k.id = e.client_id CROSS JOIN LATERAL competitors_within(e) f
      WHERE e.archived_at IS NULL
      UNION ALL
      SELECT 'exclusivities', e.id, k.trade_name, 'Otro cliente tiene la misma exclusividad.'
      FROM exclusivities e JOIN clients k ON k.id = e.client_id
      WHERE e.archived_at IS NULL AND EXISTS (
        SELECT FROM exclusivities o
        WHERE o.archived_at IS NULL AND o.client_id <> e.client_id AND o.industry_id = e.industry_id AND o.dates && e.dates
          AND (o.program_id, o.subdivision_id, o.locality_id) IS NOT DISTINCT FROM (e.program_id, e.subdivision_id, e.locality_id))`,
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
