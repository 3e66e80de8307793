import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { type CapacityCell, lockSpaces, moveCells } from '../../inventory/capacity/move-capacity.ts';
import type { Transaction } from '../../platform/database/database.ts';

/** A unit of a plan, with what of it is booked. */
export interface PlanUnit {
  readonly place: number;
  readonly quota_id: string;
  readonly order_line_id: string;
  readonly dated_id: string | null;
  readonly day: string;
  readonly from_item_id: string;
  /** The day that is over from which it is carried; null: it stays on its day. */
  readonly from_day: string | null;
  readonly item_id: string;
  readonly media_file_id: string | null;
  readonly placement_id: string | null;
  readonly cell_units: number;
  readonly wanted_place: 'any' | 'first' | 'last';
  readonly description: string;
}

/**
 * The units of a plan in their order. Their placements, quotas and spaces and the station are locked, in the order in
 * which everybody locks them, so that what is read afterwards stays until the transaction ends.
 */
export const lockUnits = async (tx: Transaction, plan: AnyRecord): Promise<PlanUnit[]> => {
  const units = await tx.query<PlanUnit & object>(sql`
    SELECT u.place, u.quota_id, q.order_line_id, u.dated_id, u.day::text, u.from_item_id, u.from_day::text, u.item_id,
      u.media_file_id, u.placement_id, q.cell_units, q.wanted_place, q.description
    FROM placing_plan_units u JOIN quotas q ON q.id = u.quota_id WHERE u.plan_id = ${plan.id}::uuid ORDER BY u.place`);
  const placements = units.flatMap(({ dated_id, placement_id }) => dated_id ?? placement_id ?? []);
  await tx.query(
    sql`SELECT FROM placements WHERE id = ANY(${placements}::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
  );
  const lines = [...new Set(units.map(({ order_line_id }) => order_line_id))];
  await tx.query(
    sql`SELECT FROM quotas WHERE order_line_id = ANY(${lines}::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
  );
  await lockSpaces(
    tx,
    units.flatMap(({ day, from_day, from_item_id, item_id }) => [
      { itemId: from_item_id, day: from_day ?? day },
      { itemId: item_id, day },
    ]),
  );
  await tx.query(sql`SELECT lock_station(${referenceId(plan.subdivision_id)}::uuid)`);
  return units;
};

/** Moves what is booked of units between their spaces and their breaks. */
export const moveUnits = async (
  tx: Transaction,
  units: readonly PlanUnit[],
  to: 'break' | 'space',
): Promise<void> => {
  const moved = units.filter(
    ({ from_item_id, from_day, item_id }) => from_item_id !== item_id || from_day !== null,
  );
  for (const [line, ofLine] of Map.groupBy(moved, ({ order_line_id }) => order_line_id)) {
    const inSpace = ofLine.map(
      ({ from_item_id, from_day, day, cell_units }): CapacityCell => ({
        itemId: from_item_id,
        day: from_day ?? day,
        units: cell_units,
      }),
    );
    const inBreak = ofLine.map(
      ({ item_id, day, cell_units }): CapacityCell => ({ itemId: item_id, day, units: cell_units }),
    );
    await (to === 'break' ? moveCells(tx, line, inSpace, inBreak) : moveCells(tx, line, inBreak, inSpace));
  }
};
