import type { MaterialLimits } from '@pauta/domain/inventory/tech-templates/material-limits.ts';
import {
  materialKinds,
  materialLimitFields,
} from '@pauta/domain/inventory/tech-templates/tech-template-lines.ts';
import { checkAnswer, type Requirement } from '@pauta/domain/postsales/tech-sheets/check-answer.ts';
import { checkMaterial, type DeliveredFile } from '@pauta/domain/postsales/tech-sheets/check-material.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import sql, { join, raw } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

interface ItemRow extends Requirement {
  readonly id: string;
  readonly tech_sheet_id: string;
  readonly label: string;
  readonly is_required: boolean;
  readonly is_done: boolean;
  readonly value: string | null;
  readonly last_day: string;
  readonly limits: MaterialLimits;
  readonly file: DeliveredFile | null;
}

/** What a sheet asks for in one place, and how what was delivered compares with it. */
export interface CheckedItem {
  readonly id: string;
  readonly label: string;
  readonly isDone: boolean;
  readonly faults: readonly string[];
  /** What was delivered and could not be measured. */
  readonly toConfirm: readonly string[];
}

const checked = (row: ItemRow): CheckedItem => {
  const { id, label, is_done: isDone } = row;
  const of = (faults: readonly string[], toConfirm: readonly string[] = []): CheckedItem => ({
    id,
    label,
    isDone,
    faults,
    toConfirm,
  });
  if (!isDone) return of(row.is_required ? ['falta.'] : []);
  if (Object.hasOwn(materialKinds, row.type)) {
    // Without its file nothing is known of a material, so nothing is right.
    if (!row.file) return of(['su archivo no está.']);
    const { faults, toConfirm } = checkMaterial(row.limits, row.file, row.last_day);
    return of(faults, toConfirm);
  }
  const fault = checkAnswer(row.value ?? '', row);
  return of(fault === null ? [] : [fault]);
};

/** The limits of an item `i` as arguments of `jsonb_build_object`: numbers with decimals as text, like in answers. */
export const limitsOfRow = join(
  ['file_types', 'max_mb', ...Object.keys(materialLimitFields)].map((name) => {
    const kind = materialLimitFields[name as keyof typeof materialLimitFields]?.kind.name;
    return raw(`'${name}', i.${name}${kind === 'decimal' ? '::text' : ''}`);
  }),
);

/** The requirements of technical sheets, checked, by sheet. One query for all sheets. */
export const checkSheets = async (
  database: Queryable,
  sheetIds: readonly string[],
): Promise<ReadonlyMap<string, readonly CheckedItem[]>> => {
  const rows = await database.query<ItemRow>(sql`
    SELECT i.id, i.tech_sheet_id, i.label, i.type, i.is_required, i.is_done, i.value, i.min::text, i.max::text, i.options,
      (upper(o.flight) - 1)::text AS last_day, jsonb_build_object(${limitsOfRow}) AS limits,
      CASE WHEN f.id IS NOT NULL THEN jsonb_build_object('name', f.name, 'bytes', f.bytes, 'width_px', m.width_px,
        'height_px', m.height_px, 'duration_sec', m.duration_sec::text, 'fps', m.fps::text,
        'bitrate_kbps', m.bitrate_kbps, 'loudness_lufs', m.loudness_lufs::text, 'status', m.status, 'rights_until', m.rights_until,
        'color_space', coalesce(m.color_space, i.document_color_space), 'dpi', coalesce(m.dpi, i.document_dpi),
        'click_url', i.click_url) END AS file
    FROM tech_sheet_items i JOIN tech_sheets s ON s.id = i.tech_sheet_id JOIN order_lines o ON o.id = s.order_line_id
      LEFT JOIN media_files m ON m.id = i.media_file_id
      LEFT JOIN files f ON f.id = coalesce(m.file, i.document)
    WHERE i.tech_sheet_id = ANY(${sheetIds}::uuid[]) ORDER BY i.tech_sheet_id, i.place`);
  return new Map(
    [...Map.groupBy(rows, ({ tech_sheet_id }) => tech_sheet_id)].map(([id, items]) => [
      id,
      items.map(checked),
    ]),
  );
};

/**
 * What is missing or wrong in technical sheets, by sheet: required answers and materials, and files beyond the limits of
 * their template as they were measured.
 */
export const sheetObstacles = async (
  database: Queryable,
  sheetIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Reason[]>> =>
  new Map(
    [...(await checkSheets(database, sheetIds))].map(([id, items]) => [
      id,
      items.flatMap(({ label, faults }) =>
        faults.map((fault) => ({ code: 'requirement', text: `«${label}»: ${fault}` })),
      ),
    ]),
  );

/** What a person has to confirm to approve a sheet, because it could not be measured: one sentence an item. */
export const unmeasured = async (database: Queryable, sheetId: string): Promise<readonly string[]> =>
  ((await checkSheets(database, [sheetId])).get(sheetId) ?? [])
    .filter(({ toConfirm }) => toConfirm.length > 0)
    .map(({ label, toConfirm }) => `«${label}»: ${toConfirm.join('; ')}.`);
