import { referenceId } from '@pauta/domain/kinds/reference.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import { moveCells } from '../../inventory/capacity/move-capacity.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import type { CommandHandler, StateChangeHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { importPlacements } from '../spot-files/import-placements.ts';
import { confirmationsToCollect } from './collected-first.ts';
import { lockQuota } from './free-cells.ts';
import { makegood, makegoodBest, refuseCompensated } from './make-good.ts';
import { cellsOfPlacement, move, notReady, rightsEnd } from './move-placement.ts';
import { notRunning } from './running-contract.ts';
import { swap } from './swap-placements.ts';

/**
 * What placements with these columns are confirmed with: their own material, or the first of their technical sheet.
 * Arguments: aliases of the placement and of its quota.
 */
const materialOf = (placement: string, quota: string): Sql => sql`
  SELECT coalesce(${raw(placement)}.media_file_id, (
    SELECT i.media_file_id FROM tech_sheets s JOIN tech_sheet_items i ON i.tech_sheet_id = s.id
    WHERE s.order_line_id = ${raw(quota)}.order_line_id
      AND s.package_item_id IS NOT DISTINCT FROM ${raw(quota)}.package_item_id AND i.media_file_id IS NOT NULL
    ORDER BY i.place LIMIT 1)) AS id`;

const confirm: CommandHandler = {
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{
      id: string;
      sheet: string | null;
      material: string | null;
      rights_until: string | null;
      runs: boolean;
    }>(sql`
      SELECT p.id, s.id AS sheet, m.id AS material, m.rights_until::text, contract_runs(c) AS runs
      FROM placements p JOIN quotas q ON q.id = p.quota_id JOIN contracts c ON c.id = q.contract_id
        LEFT JOIN tech_sheets s ON s.order_line_id = q.order_line_id
          AND s.package_item_id IS NOT DISTINCT FROM q.package_item_id AND s.status <> 'approved'
        LEFT JOIN media_files m ON m.id = (${materialOf('p', 'q')}) AND m.rights_until < p.ends_on
      WHERE p.id = ANY(${ids}::uuid[])`);
    const unpaid = await confirmationsToCollect(tx, ids);
    return new Map(
      rows.map(({ id, sheet, material, rights_until, runs }) => [
        id,
        [
          ...[unpaid.get(id) ?? []].flat(),
          ...(sheet === null
            ? []
            : [
                notReady('La ficha técnica de su renglón aún no está aprobada.', {
                  label: 'Abrir la ficha técnica',
                  path: `/postventa/fichas-tecnicas/${sheet}`,
                }),
              ]),
          ...(material === null || rights_until === null ? [] : [rightsEnd(material, rights_until)]),
          ...(runs ? [] : [notRunning]),
        ],
      ]),
    );
  },
  run: async ({ tx }, record) => {
    const material = await tx.one<{ id: string | null }>(sql`
      SELECT m.id FROM placements p JOIN quotas q ON q.id = p.quota_id CROSS JOIN LATERAL (${materialOf('p', 'q')}) m
      WHERE p.id = ${record?.id}::uuid`);
    return { media_file_id: material?.id ?? null };
  },
};

const cancel: StateChangeHandler = async ({ tx }, record) => {
  // The space of a makegood was booked for it alone.
  if (referenceId(record.makegood_of_id) === null) return undefined;
  const quota = await lockQuota(tx, referenceId(record.quota_id) ?? '');
  await moveCells(tx, quota.order_line_id, await cellsOfPlacement(tx, quota, record), []);
  return undefined;
};

/** Server code of placements (domain §1.5, §2.4). The database keeps the counts and refuses what exceeds them. */
export const placementHooks: ResourceHooks = {
  beforeUpdate: async (_context, current, values) => {
    if (current.locked)
      throw conflict('locked', 'El cliente aceptó su evidencia: esta colocación ya no cambia.');
    const isFixed = current.status === 'confirmed' || current.status === 'aired';
    if (isFixed && 'media_file_id' in values)
      throw conflict(
        'material_confirmed',
        'Su material ya está confirmado. Vuélvala a programada para cambiarlo.',
      );
    return undefined;
  },
  commands: {
    import_rows: importPlacements,
    confirm,
    move,
    mark_aired: async ({ now }, _record, { aired_at }) => {
      if (typeof aired_at === 'string' && Date.parse(aired_at) > now.getTime())
        throw invalid({ aired_at: ['Aún no ha llegado ese momento.'] });
      return { aired_at: aired_at ?? now.toISOString() };
    },
    mark_not_aired: async (_context, _record, { reason_id, remark }) => ({
      reason_id: referenceId(reason_id),
      remark: remark ?? null,
    }),
    correct: {
      refuse: refuseCompensated(
        'Tiene una compensación programada: cancélela antes de corregir el resultado.',
      ),
      run: async () => ({ aired_at: null, reason_id: null, remark: null }),
    },
    makegood,
    makegood_best: makegoodBest,
    swap,
    pin: async () => ({ pinned: true }),
    unpin: async () => ({ pinned: false }),
    cancel,
  },
};
