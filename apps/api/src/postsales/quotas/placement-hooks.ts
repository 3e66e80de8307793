import { civilDays } from '@pauta/domain/calendar/civil-days.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { type CapacityCell, moveCells } from '../../inventory/capacity/move-capacity.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import type { CommandHandler, StateChangeHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { type LockedQuota, lockQuota } from './free-cells.ts';

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
  const starts_on = String(input.starts_on);
  const span = civilDays(String(before), String(last)).length;
  const ends_on = addDays(starts_on, span - 1);
  const days = await tx.query<{ day: string; capacity_unit: string; is_sold: boolean }>(sql`
    SELECT d.day::date::text, i.capacity_unit, capacity_on(i, d.day::date) > 0 AS is_sold
    FROM inventory_items i CROSS JOIN generate_series(${starts_on}::date, ${ends_on}::date, interval '1 day') AS d(day)
    WHERE i.id = ${itemId}::uuid ORDER BY d.day`);
  if (days.some(({ capacity_unit }) => capacity_unit !== quota.unit)) {
    throw invalid({ inventory_item_id: ['Ese espacio se vende en otra unidad. Elija uno de la misma.'] });
  }
  const sold = days.filter(({ is_sold }) => is_sold);
  if (sold.length * Number(units) !== Number(load)) {
    throw invalid({
      starts_on: [
        span === 1
          ? `Ese espacio no se vende el ${formatCivilDate(starts_on)}.`
          : `Del ${formatCivilDate(starts_on)} al ${formatCivilDate(ends_on)} el espacio no se vende los mismos días. Elija otro comienzo.`,
      ],
    });
  }
  const cells = sold.map(({ day }) => ({ itemId, day, units: Number(units) * quota.cell_units }));
  return { itemId, starts_on, ends_on, cells };
};

const notReady = (text: string, sheet: string | null): Reason => ({
  code: 'no_approved_material',
  text,
  ...(sheet !== null && {
    fix: { label: 'Abrir la ficha técnica', path: `/postventa/fichas-tecnicas/${sheet}` },
  }),
});

const confirm: CommandHandler = {
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{ id: string; sheet: string | null; rights_end: boolean; runs: boolean }>(sql`
      SELECT p.id, s.id AS sheet, coalesce(m.rights_until < p.ends_on, false) AS rights_end,
        c.status IN ('signed', 'active') AS runs
      FROM placements p JOIN quotas q ON q.id = p.quota_id JOIN contracts c ON c.id = q.contract_id
        LEFT JOIN tech_sheets s ON s.order_line_id = q.order_line_id
          AND s.package_item_id IS NOT DISTINCT FROM q.package_item_id AND s.status <> 'approved'
        LEFT JOIN media_files m ON m.id = p.media_file_id
      WHERE p.id = ANY(${ids}::uuid[])`);
    return new Map(
      rows.map(({ id, sheet, rights_end, runs }) => [
        id,
        [
          ...(sheet === null
            ? []
            : [notReady('La ficha técnica de su renglón aún no está aprobada.', sheet)]),
          ...(rights_end ? [notReady('Los derechos de su material vencen antes.', null)] : []),
          ...(runs
            ? []
            : [
                {
                  code: 'contract_not_running',
                  text: 'Su contrato está suspendido, cancelado o finalizado.',
                },
              ]),
        ],
      ]),
    );
  },
  run: async ({ tx }, record) => {
    if (referenceId(record?.media_file_id) !== null) return undefined;
    const found = await tx.one<{ id: string }>(sql`
      SELECT i.media_file_id AS id FROM tech_sheet_items i JOIN tech_sheets s ON s.id = i.tech_sheet_id
        JOIN quotas q ON q.order_line_id = s.order_line_id
          AND q.package_item_id IS NOT DISTINCT FROM s.package_item_id
      WHERE q.id = ${referenceId(record?.quota_id)}::uuid AND i.media_file_id IS NOT NULL ORDER BY i.place LIMIT 1`);
    return found ? { media_file_id: found.id } : undefined;
  },
};

const move: StateChangeHandler = async ({ tx }, record, input) => {
  const quota = await lockQuota(tx, referenceId(record.quota_id) ?? '');
  const from = await cellsOfPlacement(tx, quota, record);
  const { itemId, starts_on, ends_on, cells } = await targetOf(tx, quota, record, input);
  await moveCells(tx, quota.order_line_id, from, cells);
  return { inventory_item_id: itemId, starts_on, ends_on };
};

const cancel: StateChangeHandler = async ({ tx }, record) => {
  // The space of a makegood was booked for it alone.
  if (referenceId(record.makegood_of_id) === null) return undefined;
  const quota = await lockQuota(tx, referenceId(record.quota_id) ?? '');
  await moveCells(tx, quota.order_line_id, await cellsOfPlacement(tx, quota, record), []);
  return undefined;
};

const makegood: CommandHandler = {
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{ id: string; other: string }>(sql`
      SELECT makegood_of_id AS id, id AS other FROM placements
      WHERE makegood_of_id = ANY(${ids}::uuid[]) AND status <> 'cancelled'`);
    return new Map(
      rows.map(({ id, other }) => [
        id,
        [
          {
            code: 'compensated',
            text: 'Ya tiene una compensación.',
            fix: { label: 'Abrir la compensación', path: `/postventa/gestion-cupos/colocaciones/${other}` },
          },
        ],
      ]),
    );
  },
  run: async ({ tx }, record, input) => {
    if (!record) throw new Error('a makegood is of one placement');
    const quota = await lockQuota(tx, referenceId(record.quota_id) ?? '');
    const { itemId, starts_on, ends_on, cells } = await targetOf(tx, quota, record, input);
    await moveCells(tx, quota.order_line_id, [], cells);
    const made = await tx.one<{ id: string }>(sql`
      INSERT INTO placements (quota_id, inventory_item_id, starts_on, ends_on, units, media_file_id, makegood_of_id)
      VALUES (${quota.id}::uuid, ${itemId}::uuid, ${starts_on}::date, ${ends_on}::date, ${Number(record.units)},
        ${referenceId(record.media_file_id)}::uuid, ${record.id}::uuid)
      RETURNING id`);
    return { createdId: made?.id };
  },
};

/** Server code of placements (domain §1.5, §2.4). The database keeps the counts and refuses what exceeds them. */
export const placementHooks: ResourceHooks = {
  beforeUpdate: async (_context, current) => {
    if (current.locked)
      throw conflict('locked', 'El cliente aceptó su evidencia: esta colocación ya no cambia.');
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
    correct: async () => ({ aired_at: null, reason_id: null, remark: null }),
    makegood,
    cancel,
  },
};
