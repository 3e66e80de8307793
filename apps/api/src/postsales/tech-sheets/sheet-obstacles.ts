import { checkAnswer, type Requirement } from '@pauta/domain/postsales/tech-sheets/check-answer.ts';
import {
  checkMaterial,
  type DeliveredFile,
  type MaterialLimits,
} from '@pauta/domain/postsales/tech-sheets/check-material.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

interface ItemRow extends Requirement, MaterialLimits {
  readonly tech_sheet_id: string;
  readonly label: string;
  readonly is_required: boolean;
  readonly is_done: boolean;
  readonly value: string | null;
  readonly last_day: string;
  readonly file: DeliveredFile | null;
}

const reason = (label: string, fault: string): Reason => ({
  code: 'requirement',
  text: `«${label}»: ${fault}`,
});

const obstaclesOf = (row: ItemRow): Reason[] => {
  if (!row.is_done) return row.is_required ? [reason(row.label, 'falta.')] : [];
  if (row.file) return checkMaterial(row, row.file, row.last_day).map((fault) => reason(row.label, fault));
  const fault = checkAnswer(row.value ?? '', row);
  return fault === null ? [] : [reason(row.label, fault)];
};

/**
 * What is missing or wrong in technical sheets, by sheet: required answers and materials, and files beyond the limits of
 * their template as they were measured. One query for all sheets.
 */
export const sheetObstacles = async (
  database: Queryable,
  sheetIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Reason[]>> => {
  const rows = await database.query<ItemRow>(sql`
    SELECT i.tech_sheet_id, i.label, i.type, i.is_required, i.is_done, i.value, i.min::text, i.max::text, i.options,
      i.file_types, i.max_mb, i.width_px, i.height_px, i.min_duration_sec::text, i.max_duration_sec::text,
      (upper(o.flight) - 1)::text AS last_day,
      CASE WHEN f.id IS NOT NULL THEN jsonb_build_object('name', f.name, 'bytes', f.bytes, 'width_px', m.width_px,
        'height_px', m.height_px, 'duration_sec', m.duration_sec::text, 'rights_until', m.rights_until) END AS file
    FROM tech_sheet_items i JOIN tech_sheets s ON s.id = i.tech_sheet_id JOIN order_lines o ON o.id = s.order_line_id
      LEFT JOIN media_files m ON m.id = i.media_file_id
      LEFT JOIN files f ON f.id = coalesce(m.file, i.document)
    WHERE i.tech_sheet_id = ANY(${sheetIds}::uuid[]) ORDER BY i.tech_sheet_id, i.place`);
  return new Map(
    [...Map.groupBy(rows, ({ tech_sheet_id }) => tech_sheet_id)].map(([id, items]) => [
      id,
      items.flatMap(obstaclesOf),
    ]),
  );
};
