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
  {
    name: 'accepted_evidence',
    number: 'I9',
    title: 'Lo que prueba un reporte aceptado queda fijo, y solo eso',
    meaning:
      'Cada colocación emitida de un reporte de evidencias aceptado ya no cambia y puede facturarse; ninguna otra está fija.',
    enforcedBy:
      'Disparador de los reportes de evidencias al aceptarse, y el que protege las colocaciones fijas',
    offending: sql`
      SELECT 'evidence_reports' AS resource, r.id, r.number AS label,
        'Está aceptado y ' || count(*) || ' de sus colocaciones emitidas pueden cambiar.' AS wrong
      FROM evidence_reports r JOIN evidence_report_placements e ON e.report_id = r.id JOIN placements p ON p.id = e.placement_id
      WHERE r.status IN ('accepted', 'closed') AND p.status = 'aired' AND NOT p.locked GROUP BY r.id, r.number
      UNION ALL
      SELECT 'placements', p.id, p.description, 'Está fija y ningún reporte aceptado la prueba.'
      FROM placements p
      WHERE p.locked AND NOT EXISTS (
        SELECT FROM evidence_report_placements e JOIN evidence_reports r ON r.id = e.report_id
        WHERE e.placement_id = p.id AND r.status IN ('accepted', 'closed'))`,
  },
  {
    name: 'owed_credits',
    number: 'I9',
    title: 'Lo que se decidió acreditar está en los créditos propuestos, una vez',
    meaning:
      'Cada objeción que se acredita y cada crédito aceptado por un inicio tardío tiene su crédito propuesto, con su monto y su nota.',
    enforcedBy: 'Disparadores de las objeciones, de los inicios tardíos y de los créditos propuestos',
    offending: sql`
      SELECT 'evidence_objections' AS resource, o.id, o.label, 'Se acredita y su crédito propuesto no dice lo mismo.' AS wrong
      FROM evidence_objections o LEFT JOIN owed_credits c ON c.objection_id = o.id AND c.status <> 'withdrawn'
      WHERE o.status IN ('credit', 'credited') AND (c.id IS NULL OR c.amount <> o.credit
        OR c.credit_note_id IS DISTINCT FROM o.credit_note_id)
      UNION ALL
      SELECT 'late_starts', l.id, l.label, 'Su crédito está aceptado y nadie lo propone a facturación.'
      FROM late_starts l
      WHERE l.status = 'accepted' AND l.kind = 'credit' AND l.amount > 0 AND NOT EXISTS (
        SELECT FROM owed_credits c WHERE c.late_start_id = l.id AND c.status <> 'withdrawn' AND c.amount = l.amount)
      UNION ALL
      SELECT 'owed_credits', c.id, c.label, 'Se propone y su decisión no lo da.'
      FROM owed_credits c LEFT JOIN evidence_objections o ON o.id = c.objection_id LEFT JOIN late_starts l ON l.id = c.late_start_id
      WHERE c.status <> 'withdrawn' AND coalesce(o.status IN ('credit', 'credited'), l.status = 'accepted') IS NOT TRUE`,
  },
  {
    name: 'evidence_coverage',
    number: 'I9',
    title: 'La cobertura de cada reporte de evidencias es la suma de lo que prueba',
    meaning:
      'Lo emitido y lo probado de un reporte abierto se cuentan de nuevo, y su porcentaje sale de esa cuenta.',
    enforcedBy: 'Disparadores de las evidencias, de los reportes y de las colocaciones',
    offending: sql`
      SELECT 'evidence_reports' AS resource, r.id, r.number AS label,
        'Dice ' || r.covered || ' de ' || r.aired || ' con evidencia y son ' || n.covered || ' de ' || n.aired || '.' AS wrong
      FROM evidence_reports r CROSS JOIN LATERAL (
        SELECT count(*)::integer AS aired, count(*) FILTER (WHERE EXISTS (
          SELECT FROM evidence_items i
          WHERE i.report_id = r.id AND i.archived_at IS NULL AND coalesce(i.placement_id, p.id) = p.id))::integer AS covered
        FROM placements p
        WHERE p.contract_id = r.contract_id AND p.status = 'aired' AND r.period @> p.starts_on AND r.period @> p.ends_on) n
      WHERE r.status IN ('draft', 'in_review', 'objected') AND (r.aired, r.covered) <> (n.aired, n.covered)
      UNION ALL
      SELECT 'evidence_reports', r.id, r.number, 'Su porcentaje no es el de lo que cubre.'
      FROM evidence_reports r
      WHERE r.coverage_pct <> CASE WHEN r.aired = 0 THEN 0 ELSE round(100.0 * r.covered / r.aired, 4) END`,
  },
];
