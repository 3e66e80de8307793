import sql from 'sql-template-tag';
import type { Invariant } from '../platform/invariants/invariant.ts';

/** What holds for the delivery of what contracts sold; see `0051_delivery.sql`. */
export const postsalesInvariants: readonly Invariant[] = [
  {
    name: 'delivered_quotas',
    number: 'I6',
    title: 'Ninguna adenda quita lo que ya se entregó o se facturó',
    meaning: 'Lo emitido y lo facturado de cada línea sigue cabiendo en lo que el contrato dice hoy.',
    enforcedBy: 'La adenda revisa entregas y facturas al aplicarse; restricciones de cupos y líneas',
    offending: sql`
      SELECT 'quotas' AS resource, q.id, q.description AS label,
        'Tiene ubicadas ' || q.placed || ' y el contrato da ' || q.contracted || '.' AS wrong
      FROM quotas q WHERE q.placed > q.contracted OR q.aired > q.contracted
      UNION ALL
      SELECT 'contracts', o.contract_id, o.description, 'Una adenda la quitó y tiene facturado lo que no se entregó.'
      FROM order_lines o JOIN contracts c ON c.id = o.contract_id
      WHERE o.status = 'removed' AND c.status <> 'cancelled' AND billed_as_delivered(o, c) AND o.billed_net > o.net`,
  },
  {
    name: 'quota_counters',
    number: 'I6',
    title: 'Los contadores de cada cupo son la suma de sus ubicaciones',
    meaning:
      'Lo ubicado, emitido, perdido y compensado de cada cupo es lo que dicen sus ubicaciones, una por una.',
    enforcedBy: 'Disparador de las ubicaciones, único que cambia los contadores',
    offending: sql`
      SELECT 'quotas' AS resource, q.id, q.description AS label, 'Sus contadores no son la suma de sus ubicaciones y de lo emitido antes de importarse.' AS wrong
      FROM quotas q CROSS JOIN LATERAL (
        SELECT coalesce(sum(p.load) FILTER (WHERE p.makegood_of_id IS NULL AND p.status <> 'cancelled'), 0) AS placed,
          coalesce(sum(p.load) FILTER (WHERE p.status = 'aired'), 0) AS aired,
          coalesce(sum(p.load) FILTER (WHERE p.status = 'not_aired'), 0) AS missed,
          coalesce(sum(p.load) FILTER (WHERE p.makegood_of_id IS NOT NULL AND p.status <> 'cancelled'), 0) AS compensated
        FROM placements p WHERE p.quota_id = q.id) s
      WHERE (q.placed, q.aired, q.missed, q.compensated) IS DISTINCT FROM (s.placed + q.former_aired, s.aired + q.former_aired, s.missed, s.compensated)`,
  },
  {
    name: 'logged_spots',
    number: 'I6',
    title: 'Cada fila conciliada de un log prueba una colocación emitida',
    meaning:
      'La colocación de una fila está emitida, a la hora de la fila y en un espacio de su canal o emisora.',
    enforcedBy: 'Disparadores de las filas de los logs y de las colocaciones, e índice único por colocación',
    offending: sql`
      SELECT 'air_logs' AS resource, r.air_log_id AS id, l.name AS label,
        'Su fila ' || r.line || ' no prueba la colocación que dice.' AS wrong
      FROM logged_spots r JOIN air_logs l ON l.id = r.air_log_id JOIN placements p ON p.id = r.placement_id
        JOIN inventory_items i ON i.id = p.inventory_item_id
      WHERE p.status <> 'aired' OR p.aired_at <> r.aired_at OR i.subdivision_id <> r.subdivision_id`,
  },
];
