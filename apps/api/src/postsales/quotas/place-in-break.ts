import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { moveCells } from '../../inventory/capacity/move-capacity.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { orderIn } from '../traffic/order-in-break.ts';
import { placeCollected } from './collected-first.ts';
import { freeCells, lockQuota } from './free-cells.ts';
import { targetOf, wishOf } from './move-placement.ts';
import { lostOf } from './read-ledger.ts';
import { requireRunning } from './running-contract.ts';

const daysBetween = (one: string, other: string): number => Math.abs(Date.parse(one) - Date.parse(other));

/** The period of a quota from which a day takes its units; null: it takes them from any. */
const periodOf = (
  tx: Transaction,
  id: string,
  day: string,
): Promise<{ readonly from: string; readonly to: string } | undefined> =>
  tx.one(sql`
    SELECT period_start(counted_by, ${day}::date)::text AS "from", period_end(counted_by, ${day}::date)::text AS "to"
    FROM quotas WHERE id = ${id}::uuid AND NOT rollover`);

/** Places one unit of a quota on a day, in a break or another space: of what is booked and not placed, the nearest day. */
export const placeIn: Omit<CommandHandler, 'refuse'> = {
  answer: { placement_id: { type: 'string', format: 'uuid', description: 'La colocación creada.' } },
  run: async (context, record, input) => {
    if (!record) throw new Error('a unit is placed of one quota');
    const { tx } = context;
    const quota = await lockQuota(tx, record.id);
    await requireRunning(tx, quota);
    const day = String(input.starts_on);
    const itemId = referenceId(input.inventory_item_id) ?? '';
    const one = { load: 1, units: 1, starts_on: day, ends_on: day, inventory_item_id: itemId };
    const target = await targetOf(tx, quota, one as unknown as AnyRecord, input);
    await requireRunning(tx, quota, target.ends_on);
    const free = await freeCells(tx, quota, { from: null, to: null });
    const period = await periodOf(tx, quota.id, day);
    const usable = period ? free.filter((cell) => period.from <= cell.day && cell.day <= period.to) : free;
    const [nearest] = usable.toSorted(
      (a, b) =>
        daysBetween(a.day, day) - daysBetween(b.day, day) ||
        Number(a.item_id !== itemId) - Number(b.item_id !== itemId),
    );
    if (!nearest)
      throw conflict(
        'nothing_free',
        (await lostOf(tx, quota.id)) ??
          (free.length > 0
            ? 'Este renglón no pasa unidades de un periodo a otro, y el de ese día ya está completo. Elija un día de otro periodo.'
            : 'No queda ningún día contratado sin colocar. Revise el cupo del renglón.'),
      );
    if (nearest.day !== day || nearest.item_id !== itemId)
      await moveCells(
        tx,
        quota.order_line_id,
        [{ itemId: nearest.item_id, day: nearest.day, units: quota.cell_units }],
        target.cells,
      );
    const { position, separation_reason } = await orderIn(context, quota.id, {
      itemId,
      day,
      ...wishOf(input),
    });
    const made = await placeCollected(quota.contract_id, () =>
      tx.one<{ id: string }>(sql`
        INSERT INTO placements (quota_id, inventory_item_id, starts_on, ends_on, units, position, separation_reason)
        VALUES (${quota.id}::uuid, ${itemId}::uuid, ${day}::date, ${day}::date, 1, ${position}, ${separation_reason})
        RETURNING id`),
    );
    return { placement_id: made?.id };
  },
};
