import { cellsOf } from '@pauta/domain/inventory/capacity/cells.ts';
import { type DateRange, rangeFromSql } from '@pauta/domain/kinds/date-range.ts';
import type { BookedLine } from '../../inventory/capacity/move-capacity.ts';
import { readSpaces } from '../../inventory/items/space.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';

/** What an order line takes of a space. */
export interface BookableLine {
  readonly id: string;
  readonly inventory_item_id: string | null;
  /** As PostgreSQL writes it. */
  readonly flight: string;
  readonly days: readonly string[];
  readonly units_per_day: number;
  readonly duration_sec: number | null;
  /** Holds that become its bookings. */
  readonly hold_ids?: readonly string[];
}

/** The cells of each line with a space; @throws Problem if a space has no day in the flight of its line */
export const bookingsOf = async (tx: Transaction, lines: readonly BookableLine[]): Promise<BookedLine[]> => {
  const withSpace = lines.flatMap((line) =>
    line.inventory_item_id === null ? [] : [{ ...line, itemId: line.inventory_item_id }],
  );
  const spaces = await readSpaces(
    tx,
    withSpace.map(({ itemId }) => itemId),
  );
  return withSpace.flatMap(({ id, itemId, flight, days, units_per_day, duration_sec, hold_ids = [] }) => {
    const space = spaces.get(itemId);
    if (!space) throw new Error(`order line ${id} has no space ${itemId}`);
    if (space.capacity_unit === 'seconds' && duration_sec === null)
      throw invalid({
        signed_on: [`«${space.name}» se vende por segundos: indique la duración en su renglón.`],
      });
    const wanted = {
      flight: rangeFromSql(flight) as DateRange,
      days,
      unitsPerDay: units_per_day,
      durationSec: duration_sec,
    };
    const cells = cellsOf(wanted, space).map((cell) => ({ ...cell, itemId }));
    if (cells.length === 0)
      throw invalid({
        signed_on: [`«${space.name}» no se vende en los días de su renglón. Cambie el renglón o el espacio.`],
      });
    return [{ orderLineId: id, cells, ...(hold_ids.length > 0 && { holdIds: hold_ids }) }];
  });
};
