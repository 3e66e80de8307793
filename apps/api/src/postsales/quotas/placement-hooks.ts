import { civilDays } from '@pauta/domain/calendar/civil-days.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import { type CapacityCell, moveCells } from '../../inventory/capacity/move-capacity.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import type { CommandHandler, StateChangeHandler } from '../../resource/commands/handler.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { confirmationsToCollect, placeCollected } from './collected-first.ts';
import { type LockedQuota, lockQuota } from './free-cells.ts';
import { notRunning, requireRunning } from './running-contract.ts';

/** The booked cells of a placement. */
const cellsOfPlacement = (
  tx: Transaction,
  quota: LockedQuota,
  { inventory_item_id, starts_on, ends_on, units }: AnyRecord,
): Promise<CapacityCell[]> =>
  tx
    .query<{ day: string }>(sql`
      SELECT DISTINCT day::text FROM capacity_cells
      WHERE order_line_id = ${quota.order_line_id}::uuid AND item_id = ${referenceId(inventory_item_id)}::uuid
        AND day BETWEEN ${String(starts_on)}::date AND ${String(ends_on)}::date ORDER BY 1`)
    .then((rows) =>
      rows.map(({ day }) => ({
        itemId: referenceId(inventory_item_id) ?? '',
        day,
        units: Number(units) * quota.cell_units,
      })),
    );

interface Target {
  readonly itemId: string;
  readonly starts_on: string;
  readonly ends_on: string;
  readonly cells: readonly CapacityCell[];
}

/**
 * Where a placement goes: as many days as before, from a day on, in its own or another space.
 *
 * @throws Problem 422 if the other space is sold in another unit, or the period contains a day on which it is not sold
 */
const targetOf = async (
  tx: Transaction,
  quota: LockedQuota,
  { load, units, starts_on: before, ends_on: last, inventory_item_id }: AnyRecord,
  input: Readonly<Record<string, unknown>>,
): Promise<Target> => {
  const itemId = referenceId(input.inventory_item_id) ?? referenceId(inventory_item_id) ?? '';
  const wished = String(input.starts_on);
  const span = civilDays(String(before), String(last)).length;
  const end = addDays(wished, span - 1);
  const days = await tx.query<{ day: string; capacity_unit: string; is_sold: boolean }>(sql`
    SELECT d.day::date::text, i.capacity_unit, capacity_on(i, d.day::date) > 0 AS is_sold
    FROM inventory_items i CROSS JOIN generate_series(${wished}::date, ${end}::date, interval '1 day') AS d(day)
    WHERE i.id = ${itemId}::uuid ORDER BY d.day`);
  if (days.some(({ capacity_unit }) => capacity_unit !== quota.unit)) {
    throw invalid({ inventory_item_id: ['Ese espacio se vende en otra unidad. Elija uno de la misma.'] });
  }
  const sold = days.filter(({ is_sold }) => is_sold);
  if (sold.length * Number(units) !== Number(load)) {
    throw invalid({
      starts_on: [
        span === 1
          ? `Ese espacio no se vende el ${formatCivilDate(wished)}.`
          : `Del ${formatCivilDate(wished)} al ${formatCivilDate(end)} el espacio no se vende los mismos días. Elija otro comienzo.`,
      ],
    });
  }
  const cells = sold.map(({ day }) => ({ itemId, day, units: Number(units) * quota.cell_units }));
  // A placement begins and ends on days that are booked for it, so that it can be cut on any day.
  return { itemId, starts_on: sold[0]?.day ?? wished, ends_on: sold.at(-1)?.day ?? end, cells };
};

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

const notReady = (text: string, fix?: Reason['fix']): Reason => ({
  code: 'no_approved_material',
  text,
  ...(fix && { fix }),
});

/** A reason against a placement whose material may not be aired on its last day. */
const rightsEnd = (material: string, until: string): Reason =>
  notReady(
    `Los derechos de su material vencen el ${formatCivilDate(until)}. Renuévelos, elija otro material o muévala a un día anterior.`,
    { label: 'Abrir el material', path: `/multimedia/archivos/${material}` },
  );

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

/** The quotas of placements whose contract does not run. */
const refuseNotRunning: NonNullable<CommandHandler['refuse']> = async ({ tx }, ids) => {
  const rows = await tx.query<{ id: string }>(sql`
    SELECT p.id FROM placements p JOIN contracts c ON c.id = p.contract_id
    WHERE p.id = ANY(${ids}::uuid[]) AND NOT contract_runs(c)`);
  return new Map(rows.map(({ id }) => [id, [notRunning]]));
};

const move: CommandHandler = {
  refuse: refuseNotRunning,
  run: async ({ tx }, record, input) => {
    if (!record) throw new Error('a placement is moved by itself');
    const quota = await lockQuota(tx, referenceId(record.quota_id) ?? '');
    await requireRunning(tx, quota);
    const from = await cellsOfPlacement(tx, quota, record);
    const { itemId, starts_on, ends_on, cells } = await targetOf(tx, quota, record, input);
    await requireRunning(tx, quota, ends_on);
    // A confirmed placement keeps its material.
    const expired =
      record.status === 'confirmed' &&
      (await tx.one<{ id: string; until: string }>(sql`
        SELECT id, rights_until::text AS until FROM media_files
        WHERE id = ${referenceId(record.media_file_id)}::uuid AND rights_until < ${ends_on}::date`));
    if (expired) throw refusalOf([rightsEnd(expired.id, expired.until)]);
    await moveCells(tx, quota.order_line_id, from, cells);
    return { inventory_item_id: itemId, starts_on, ends_on };
  },
};

const cancel: StateChangeHandler = async ({ tx }, record) => {
  // The space of a makegood was booked for it alone.
  if (referenceId(record.makegood_of_id) === null) return undefined;
  const quota = await lockQuota(tx, referenceId(record.quota_id) ?? '');
  await moveCells(tx, quota.order_line_id, await cellsOfPlacement(tx, quota, record), []);
  return undefined;
};

/** A reason against placements that have a makegood. */
const refuseCompensated =
  (text: string): NonNullable<CommandHandler['refuse']> =>
  async ({ tx }, ids) => {
    const rows = await tx.query<{ id: string; other: string }>(sql`
      SELECT makegood_of_id AS id, id AS other FROM placements
      WHERE makegood_of_id = ANY(${ids}::uuid[]) AND status <> 'cancelled'`);
    return new Map(
      rows.map(({ id, other }) => [
        id,
        [
          {
            code: 'compensated',
            text,
            fix: { label: 'Abrir la compensación', path: `/postventa/gestion-cupos/colocaciones/${other}` },
          },
        ],
      ]),
    );
  };

const refuseSecond = refuseCompensated('Ya tiene una compensación.');

const makegood: CommandHandler = {
  refuse: async (context, ids) => {
    const [compensated, stopped] = [await refuseSecond(context, ids), await refuseNotRunning(context, ids)];
    return new Map(ids.map((id) => [id, [...(compensated.get(id) ?? []), ...(stopped.get(id) ?? [])]]));
  },
  run: async ({ tx }, record, input) => {
    if (!record) throw new Error('a makegood is of one placement');
    const quota = await lockQuota(tx, referenceId(record.quota_id) ?? '');
    await requireRunning(tx, quota);
    const { itemId, starts_on, ends_on, cells } = await targetOf(tx, quota, record, input);
    await requireRunning(tx, quota, ends_on);
    await moveCells(tx, quota.order_line_id, [], cells);
    const made = await placeCollected(quota.contract_id, () =>
      tx.one<{ id: string }>(sql`
        INSERT INTO placements (quota_id, inventory_item_id, starts_on, ends_on, units, media_file_id, makegood_of_id)
        VALUES (${quota.id}::uuid, ${itemId}::uuid, ${starts_on}::date, ${ends_on}::date, ${Number(record.units)},
          ${referenceId(record.media_file_id)}::uuid, ${record.id}::uuid)
        RETURNING id`),
    );
    return { createdId: made?.id };
  },
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
    cancel,
  },
};
