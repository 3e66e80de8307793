import { civilDays } from '@pauta/domain/calendar/civil-days.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { type CapacityCell, moveCells } from '../../inventory/capacity/move-capacity.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';
import { orderIn } from '../traffic/order-in-break.ts';
import { type LockedQuota, lockQuota } from './free-cells.ts';
import { notRunning, requireRunning } from './running-contract.ts';

/** The booked cells of a placement. */
export const cellsOfPlacement = (
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

export interface Target {
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
export const targetOf = async (
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

export const notReady = (text: string, fix?: Reason['fix']): Reason => ({
  code: 'no_approved_material',
  text,
  ...(fix && { fix }),
});

/** A reason against a placement whose material may not be aired on its last day. */
export const rightsEnd = (material: string, until: string): Reason =>
  notReady(
    `Los derechos de su material vencen el ${formatCivilDate(until)}. Renuévelos, elija otro material o muévala a un día anterior.`,
    { label: 'Abrir el material', path: `/multimedia/archivos/${material}` },
  );

/** A confirmed placement keeps its material, which needs its rights on the last day. */
export const requireRights = async (tx: Transaction, record: AnyRecord, ends_on: string): Promise<void> => {
  if (record.status !== 'confirmed') return;
  const expired = await tx.one<{ id: string; until: string }>(sql`
    SELECT id, rights_until::text AS until FROM media_files
    WHERE id = ${referenceId(record.media_file_id)}::uuid AND rights_until < ${ends_on}::date`);
  if (expired) throw refusalOf([rightsEnd(expired.id, expired.until)]);
};

/** Whether cells, in the order of their days, are where others are: then nothing is to be moved. */
const isSame = (from: readonly CapacityCell[], to: readonly CapacityCell[]): boolean =>
  from.length === to.length &&
  from.every(({ itemId, day }, place) => itemId === to[place]?.itemId && day === to[place]?.day);

/** What the input of a command says about the place in a break. */
export const wishOf = ({
  before_id,
  separation_reason,
}: Readonly<Record<string, unknown>>): {
  readonly before: string | null;
  readonly reason: string | null;
} => ({
  before: referenceId(before_id),
  reason: (separation_reason as string | null | undefined) ?? null,
});

/** The quotas of placements whose contract does not run. */
export const refuseNotRunning: NonNullable<CommandHandler['refuse']> = async ({ tx }, ids) => {
  const rows = await tx.query<{ id: string }>(sql`
    SELECT p.id FROM placements p JOIN contracts c ON c.id = p.contract_id
    WHERE p.id = ANY(${ids}::uuid[]) AND NOT contract_runs(c)`);
  return new Map(rows.map(({ id }) => [id, [notRunning]]));
};

export const move: CommandHandler = {
  refuse: refuseNotRunning,
  run: async (context, record, input) => {
    if (!record) throw new Error('a placement is moved by itself');
    const { tx } = context;
    const quota = await lockQuota(tx, referenceId(record.quota_id) ?? '');
    await requireRunning(tx, quota);
    const from = await cellsOfPlacement(tx, quota, record);
    const { itemId, starts_on, ends_on, cells } = await targetOf(tx, quota, record, input);
    await requireRunning(tx, quota, ends_on);
    await requireRights(tx, record, ends_on);
    if (!isSame(from, cells)) await moveCells(tx, quota.order_line_id, from, cells);
    return {
      inventory_item_id: itemId,
      starts_on,
      ends_on,
      ...(await orderIn(context, quota.id, { itemId, day: starts_on, ...wishOf(input) }, record.id)),
    };
  },
};
