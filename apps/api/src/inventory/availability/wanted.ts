import { cellsOf } from '@pauta/domain/inventory/capacity/cells.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { CapacityCell } from '../capacity/move-capacity.ts';
import type { Space } from '../items/space.ts';

/** How much is wanted of each of some spaces, and when; as a hold says it. */
export interface Wanted {
  readonly inventory_item_ids: readonly string[];
  readonly flight: { readonly from: string; readonly to: string };
  /** ISO weekdays; all if absent. */
  readonly days?: readonly string[];
  readonly units_per_day: number;
  readonly duration_sec?: number | null;
}

/** The most spaces that are taken together. */
export const mostTogether = 50;

const day = { type: 'string', pattern: String.raw`^\d{4}-\d{2}-\d{2}$` } as const;

/** The JSON schema of `Wanted`. */
export const wantedProperties = {
  inventory_item_ids: {
    type: 'array',
    minItems: 1,
    maxItems: mostTogether,
    uniqueItems: true,
    items: { type: 'string', format: 'uuid' },
  },
  flight: {
    type: 'object',
    required: ['from', 'to'],
    additionalProperties: false,
    properties: { from: day, to: day },
  },
  days: { type: 'array', maxItems: 7, items: { type: 'string', pattern: '^[1-7]$' } },
  units_per_day: { type: 'integer', minimum: 1, maximum: 1_000_000_000 },
  duration_sec: { type: ['integer', 'null'], minimum: 1, maximum: 7200 },
} as const;

/**
 * The cells of a space that are wanted; none on days on which it is not sold.
 *
 * @throws Problem 422 for a space sold by seconds without a duration
 */
export const wantedCells = (
  space: Space,
  { days, units_per_day, duration_sec }: Omit<Wanted, 'inventory_item_ids' | 'flight'>,
  flight: DateRange,
): CapacityCell[] => {
  const isTimed = space.capacity_unit === 'seconds';
  if (isTimed && !duration_sec) {
    throw invalid({ duration_sec: [`Indique la duración: «${space.name}» se vende por segundos.`] });
  }
  const wish = {
    flight,
    unitsPerDay: units_per_day,
    ...(days && { days }),
    ...(isTimed && { durationSec: duration_sec ?? null }),
  };
  return cellsOf(wish, space).map((cell) => ({ ...cell, itemId: space.id }));
};
