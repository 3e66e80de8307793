import { cellsOf } from '@pauta/domain/inventory/capacity/cells.ts';
import { openHoldStates } from '@pauta/domain/inventory/holds/hold.ts';
import { type DateRange, rangeFromSql } from '@pauta/domain/kinds/date-range.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { CapacityCell } from '../capacity/move-capacity.ts';
import { readSpaces, type Space } from '../items/space.ts';

/** The part of a hold that says what it takes of its space. */
export interface HoldRow {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly client_id: string;
  readonly inventory_item_id: string;
  readonly flight: DateRange;
  readonly days: readonly string[];
  readonly units_per_day: number;
  readonly duration_sec: number | null;
  readonly created_at: Date;
  readonly queued_at: Date | null;
  readonly challenged_by_id: string | null;
}

type StoredHold = Omit<HoldRow, 'flight'> & { readonly flight: string };

const columns = sql`h.id, h.number, h.status, h.client_id, h.inventory_item_id, h.flight::text, h.days, h.units_per_day, h.duration_sec,
  h.created_at, h.queued_at, h.challenged_by_id`;

const toHold = ({ flight, ...rest }: StoredHold): HoldRow => ({
  ...rest,
  flight: rangeFromSql(flight) as DateRange,
});

/** Holds by their ids. */
export const readHolds = async (database: Queryable, ids: readonly string[]): Promise<HoldRow[]> =>
  (
    await database.query<StoredHold>(sql`SELECT ${columns} FROM holds h WHERE h.id = ANY(${ids}::uuid[])`)
  ).map(toHold);

/** Open holds that meet a condition on `h`, locked in the order of their ids. */
export const lockHoldsBy = async (tx: Queryable, condition: Sql): Promise<HoldRow[]> =>
  (
    await tx.query<StoredHold>(sql`
      SELECT ${columns} FROM holds h WHERE ${condition} AND h.status = ANY(${openHoldStates}::text[])
      ORDER BY h.id FOR NO KEY UPDATE`)
  ).map(toHold);

/**
 * Holds of these states that have, or want, a part of the same trees of spaces, locked in the order of their ids, as
 * every command locks holds: before the spaces.
 */
export const lockHoldsAround = async (
  tx: Queryable,
  itemIds: readonly string[],
  states: readonly string[],
): Promise<HoldRow[]> =>
  (
    await tx.query<StoredHold>(sql`
      SELECT ${columns} FROM inventory_items i JOIN holds h ON h.inventory_item_id = i.id
      WHERE i.path && ARRAY(SELECT path[1] FROM inventory_items WHERE id = ANY(${itemIds}::uuid[]))
        AND h.status = ANY(${states}::text[]) AND h.expires_at > now()
      ORDER BY h.id FOR NO KEY UPDATE OF h`)
  ).map(toHold);

/** The cells of a hold by its values. @throws RangeError for an open flight, or for seconds without a duration */
export const cellsOfHold = (space: Space, values: HoldRow | Values): CapacityCell[] =>
  cellsOf(
    {
      flight: values.flight as DateRange,
      days: values.days as readonly string[],
      unitsPerDay: values.units_per_day as number,
      durationSec: (values.duration_sec as number | null | undefined) ?? null,
    },
    space,
  ).map((cell) => ({ ...cell, itemId: space.id }));

/** The cells of holds, by the id of the hold; of one with nothing to take any more, none. */
export const cellsByHold = async (
  database: Queryable,
  holds: readonly HoldRow[],
): Promise<ReadonlyMap<string, readonly CapacityCell[]>> => {
  const spaces = await readSpaces(
    database,
    holds.map(({ inventory_item_id }) => inventory_item_id),
  );
  return new Map(
    holds.map((hold) => {
      const space = spaces.get(hold.inventory_item_id);
      // The unit of a space may have changed since: a hold without a duration has no cells in seconds.
      const isTimeless = space?.capacity_unit === 'seconds' && hold.duration_sec === null;
      return [hold.id, space && !isTimeless ? cellsOfHold(space, hold) : []];
    }),
  );
};
