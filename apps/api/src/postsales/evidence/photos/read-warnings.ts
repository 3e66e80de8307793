import { evidenceReports } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import type { PhotoFacts } from '@pauta/domain/postsales/evidence/photo-warnings.ts';
import sql from 'sql-template-tag';
import type { Actor } from '../../../platform/access.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { rowVisibility } from '../../../resource/reading/row-scope.ts';

/** Bits of a difference hash that differ at most between copies of one picture; crops differ in more. */
const mostBits = 6;

/** Bits that have to be set, and not set, for a hash to tell pictures apart: that of a plain surface has none. */
const fewestBits = 6;

/**
 * What the photos of a report say of themselves, and which others are the same picture. Of a report that the reader may not
 * see only that there is one is told.
 */
export const readWarnings = (
  database: Queryable,
  reportId: string,
  actor: Actor,
): Promise<readonly PhotoFacts[]> =>
  database.query<PhotoFacts & object>(sql`
    SELECT i.id, i.description AS title, i.kind, i.file, d.thumbnail IS NOT NULL AS has_picture,
      d.file_id IS NULL AND f.mime LIKE 'image/%' AS is_measured_later,
      to_json(i.captured_at) #>> '{}' AS captured_at, to_json(d.taken_at) #>> '{}' AS taken_at,
      lower(r.period)::text AS "from", (upper(r.period) - 1)::text AS "to", d.camera,
      coalesce(i.latitude, d.latitude)::float8 AS latitude, coalesce(i.longitude, d.longitude)::float8 AS longitude,
      s.latitude::float8 AS site_latitude, s.longitude::float8 AS site_longitude, s.name AS site,
      i.captured_sha256 IS NOT NULL AS is_hashed_at_capture,
      coalesce((
        SELECT json_agg(t ORDER BY t.is_exact DESC, t.number, t.title) FROM (
          SELECT v.is_exact, CASE WHEN v.is_visible THEN v.number END AS number, CASE WHEN v.is_visible THEN v.title END AS title,
            CASE WHEN v.is_visible THEN v.report_id END AS report_id
          FROM (
            SELECT g.sha256 = f.sha256 AS is_exact, o.number, o.id AS report_id, other.description AS title,
              ${rowVisibility(evidenceReports, actor, 'o')} AS is_visible
            FROM evidence_items other JOIN files g ON g.id = other.file JOIN evidence_reports o ON o.id = other.report_id
              LEFT JOIN media_measures m ON m.file_id = other.file
            WHERE other.id <> i.id AND other.archived_at IS NULL AND o.archived_at IS NULL
              -- A log or a certificate is the evidence of many placements.
              AND f.mime LIKE 'image/%' AND g.mime LIKE 'image/%'
              AND (g.sha256 = f.sha256 OR bit_count(d.dhash) BETWEEN ${fewestBits}::integer AND 64 - ${fewestBits}::integer
                AND bit_count(m.dhash # d.dhash) <= ${mostBits}::integer)
            LIMIT 20) v) t), '[]') AS twins
    FROM evidence_items i JOIN evidence_reports r ON r.id = i.report_id JOIN files f ON f.id = i.file
      LEFT JOIN media_measures d ON d.file_id = i.file
      LEFT JOIN placements p ON p.id = i.placement_id LEFT JOIN inventory_items s ON s.id = p.inventory_item_id
    WHERE i.report_id = ${reportId}::uuid AND i.archived_at IS NULL ORDER BY i.captured_at, i.id`);
