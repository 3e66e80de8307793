import { cellsOf } from '@pauta/domain/inventory/capacity/cells.ts';
import { type DateRange, rangeFromSql } from '@pauta/domain/kinds/date-range.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { BookedLine, CapacityCell } from '../../inventory/capacity/move-capacity.ts';
import { readSpaces, type Space } from '../../inventory/items/space.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid, type Problem } from '../../platform/http/problem.ts';

/** What a sale line, or a component of its package, takes of a space. */
export interface TakenSpace {
  readonly package_item_id: string | null;
  readonly inventory_item_id: string;
  /** As PostgreSQL writes it. */
  readonly flight: string;
  readonly days: readonly string[];
  readonly units_per_day: number;
  readonly duration_sec: number | null;
}

/** What an order line, or a component of its package, takes of a space. */
export interface BookableLine extends TakenSpace {
  readonly id: string;
  /** Holds that become its bookings. */
  readonly hold_ids?: readonly string[];
}

/**
 * The components of the sale lines of a table: a row for each, with the columns of `TakenSpace` besides the flight.
 *
 * @param line alias of the lines
 * @example sql`SELECT l.id, s.* FROM quote_lines l CROSS JOIN LATERAL ${componentsOf('l')} s`
 */
export const componentsOf = (line: string): Sql =>
  raw(
    `sold_components(${[
      'inventory_item_id',
      'package_id',
      'days',
      'units_per_day',
      'units',
      'duration_sec',
      'components',
    ]
      .map((name) => `${line}.${name}`)
      .join(', ')})`,
  );

/** Columns of `TakenSpace` from a line and its components `s`. */
export const takenSpace = (line: string): Sql =>
  sql`s.package_item_id, s.inventory_item_id, ${raw(line)}.flight::text AS flight, s.days, s.units_per_day, s.duration_sec`;

/** The cells that are taken of a space; null for one that is sold by the second, without a duration. */
export const cellsTaken = (
  { flight, days, units_per_day, duration_sec }: TakenSpace,
  space: Space,
): CapacityCell[] | null =>
  space.capacity_unit === 'seconds' && duration_sec === null
    ? null
    : cellsOf(
        {
          flight: rangeFromSql(flight) as DateRange,
          days,
          unitsPerDay: units_per_day,
          durationSec: duration_sec,
        },
        space,
      ).map((cell) => ({ ...cell, itemId: space.id }));

/** The most units that a cell can have: no space has as many. */
const mostUnits = 2_147_483_647;

/** The cells that are taken of a space. @throws Problem if there are none; `refuse` makes it */
export const requireCells = (
  taken: TakenSpace,
  space: Space,
  refuse: (field: 'duration_sec' | 'flight' | 'units_per_day', message: string) => Problem,
): CapacityCell[] => {
  const cells = cellsTaken(taken, space);
  if (cells === null)
    throw refuse(
      'duration_sec',
      `«${space.name}» se vende por segundos: indique la duración en su ${taken.package_item_id === null ? 'renglón' : 'componente del paquete'}.`,
    );
  if (cells.length === 0)
    throw refuse(
      'flight',
      `«${space.name}» no se vende en los días de su renglón. Cambie el renglón o el espacio.`,
    );
  if (cells.some(({ units }) => units > mostUnits))
    throw refuse('units_per_day', `«${space.name}» no tiene tantas unidades. Pida menos.`);
  return cells;
};

/**
 * The cells of each line and component with a space, in one statement.
 *
 * @throws Problem if a space has no day in the flight of its line
 */
export const bookingsOf = async (tx: Transaction, lines: readonly BookableLine[]): Promise<BookedLine[]> => {
  const spaces = await readSpaces(
    tx,
    lines.map(({ inventory_item_id }) => inventory_item_id),
  );
  return lines.map((line): BookedLine => {
    const { id, package_item_id, inventory_item_id: itemId, hold_ids = [] } = line;
    const space = spaces.get(itemId);
    if (!space) throw new Error(`order line ${id} has no space ${itemId}`);
    return {
      orderLineId: id,
      packageItemId: package_item_id,
      cells: requireCells(line, space, (_field, message) => invalid({ signed_on: [message] })),
      ...(hold_ids.length > 0 && { holdIds: hold_ids }),
    };
  });
};
