import type { CoverageLine } from '@pauta/domain/postsales/evidence/coverage.ts';
import type { EvidenceContent } from '@pauta/domain/postsales/evidence/evidence-content.ts';
import sql from 'sql-template-tag';
import { readIssuer } from '../../../admin/settings/letterhead.ts';
import type { Queryable } from '../../../platform/database/database.ts';

/**
 * What is contracted, delivered and proven of each line of a report by day, in one statement. Contracted is what is booked:
 * what was placed there, without makegoods, and what was not placed. What an approved report proves is what was fixed.
 */
export const readCoverage = (database: Queryable, reportId: string): Promise<readonly CoverageLine[]> =>
  database.query<CoverageLine & object>(sql`
    WITH report AS MATERIALIZED (
      SELECT id, contract_id, period, lower(period) AS first, upper(period) - 1 AS last,
        status IN ('approved', 'sent', 'accepted', 'closed') AS is_fixed
      FROM evidence_reports WHERE id = ${reportId}::uuid
    ), line AS MATERIALIZED (
      SELECT q.id, q.order_line_id, q.inventory_item_id, q.cell_units, q.description AS title, i.name AS space,
        row_number() OVER (PARTITION BY q.order_line_id ORDER BY q.id) = 1 AS is_first, lower(q.flight) AS begins
      FROM report r JOIN quotas q ON q.contract_id = r.contract_id JOIN inventory_items i ON i.id = q.inventory_item_id
    ), booked AS MATERIALIZED (
      SELECT c.order_line_id, c.item_id, c.day, sum(c.units) AS units
      FROM report r JOIN capacity_cells c ON c.order_line_id IN (SELECT order_line_id FROM line)
        AND c.day BETWEEN r.first AND r.last
      GROUP BY c.order_line_id, c.item_id, c.day
    ), placed AS MATERIALIZED (
      SELECT l.id AS line, l.order_line_id, b.item_id, b.day, p.units, l.cell_units, p.makegood_of_id IS NOT NULL AS is_makegood,
        p.status = 'aired' AS is_aired,
        p.status = 'aired' AND CASE WHEN r.is_fixed
          THEN EXISTS (SELECT FROM evidence_report_placements e WHERE e.report_id = r.id AND e.placement_id = p.id)
          ELSE r.period @> p.starts_on AND r.period @> p.ends_on AND EXISTS (
            SELECT FROM evidence_items i
            WHERE i.report_id = r.id AND i.archived_at IS NULL AND coalesce(i.placement_id, p.id) = p.id) END AS is_proven
      FROM report r CROSS JOIN line l JOIN placements p ON p.quota_id = l.id AND p.status <> 'cancelled'
        JOIN booked b ON b.order_line_id = l.order_line_id AND b.item_id = p.inventory_item_id
          AND b.day BETWEEN p.starts_on AND p.ends_on
    ), unit AS (
      SELECT line, day, CASE WHEN is_makegood THEN 0 ELSE units END AS contracted,
        CASE WHEN is_aired THEN units ELSE 0 END AS delivered, CASE WHEN is_proven THEN units ELSE 0 END AS proven
      FROM placed
      UNION ALL
      -- Booked and not placed: in the space of the line, or in one that is of no line of the package.
      SELECT l.id, b.day, greatest(0, (b.units - coalesce(u.used, 0)) / l.cell_units), 0, 0
      FROM booked b JOIN line l ON l.order_line_id = b.order_line_id AND (l.inventory_item_id = b.item_id OR l.is_first
          AND b.item_id NOT IN (SELECT o.inventory_item_id FROM line o WHERE o.order_line_id = b.order_line_id))
        LEFT JOIN LATERAL (
          SELECT sum(p.units::bigint * p.cell_units) AS used FROM placed p
          WHERE p.order_line_id = b.order_line_id AND p.item_id = b.item_id AND p.day = b.day) u ON true
    ), day AS (
      SELECT line, day, sum(contracted)::integer AS contracted, sum(delivered)::integer AS delivered,
        sum(proven)::integer AS proven
      FROM unit GROUP BY line, day HAVING sum(contracted) > 0 OR sum(delivered) > 0
    )
    SELECT l.id, l.title, l.space, json_agg(json_build_object('day', d.day, 'contracted', d.contracted,
      'delivered', d.delivered, 'proven', d.proven) ORDER BY d.day) AS days
    FROM line l JOIN day d ON d.line = l.id
    GROUP BY l.id, l.title, l.space, l.begins ORDER BY l.begins, l.title, l.id`);

interface Row extends Omit<EvidenceContent, 'company' | 'lines'> {
  readonly company_id: string;
}

/** What a report says now. Of an approved one: what it says for ever, once it is stored (`fixVersion`). */
export const readContent = async (
  database: Queryable,
  reportId: string,
): Promise<{ readonly content: EvidenceContent; readonly companyId: string }> => {
  const row = await database.one<Row>(sql`
    SELECT c.company_id, k.legal_name AS client, a.legal_name AS agency,
      json_build_object('number', r.number, 'certificate_no', r.certificate_no, 'edition', r.edition,
        'from', lower(r.period), 'to', upper(r.period) - 1, 'remarks', r.remarks) AS report,
      json_build_object('number', coalesce(c.number, ''), 'name', c.name) AS contract,
      coalesce((
        SELECT json_agg(json_build_object('line', p.quota_id, 'space', i.name, 'starts_on', p.starts_on,
          'ends_on', p.ends_on, 'aired_at', p.aired_at, 'units', p.units, 'material', m.title,
          'duration_sec', p.duration_sec) ORDER BY p.starts_on, p.aired_at, p.id)
        FROM placements p JOIN inventory_items i ON i.id = p.inventory_item_id LEFT JOIN media_files m ON m.id = p.media_file_id
        WHERE p.contract_id = r.contract_id AND p.status = 'aired' AND r.period @> p.starts_on AND r.period @> p.ends_on
          AND (r.status NOT IN ('approved', 'sent', 'accepted', 'closed') OR EXISTS (
            SELECT FROM evidence_report_placements e WHERE e.report_id = r.id AND e.placement_id = p.id))), '[]') AS airings,
      coalesce((
        SELECT json_agg(json_build_object('id', i.id, 'kind', i.kind, 'description', i.description,
          'captured_at', i.captured_at, 'sha256', encode(f.sha256, 'hex'), 'line', p.quota_id,
          'has_picture', d.thumbnail IS NOT NULL) ORDER BY i.captured_at, i.id)
        FROM evidence_items i JOIN files f ON f.id = i.file LEFT JOIN placements p ON p.id = i.placement_id
          LEFT JOIN media_measures d ON d.file_id = i.file
        WHERE i.report_id = r.id AND i.archived_at IS NULL), '[]') AS items
    FROM evidence_reports r JOIN contracts c ON c.id = r.contract_id JOIN clients k ON k.id = r.client_id
      LEFT JOIN agencies a ON a.id = c.agency_id
    WHERE r.id = ${reportId}::uuid`);
  if (!row) throw new Error(`evidence report ${reportId} is gone`);
  const { company_id, ...said } = row;
  const { name } = await readIssuer(database, [company_id]);
  return {
    companyId: company_id,
    content: { ...said, company: name, lines: await readCoverage(database, reportId) },
  };
};
