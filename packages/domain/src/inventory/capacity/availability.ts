import { type CapacityRule, capacityOn, isoWeekday } from './cells.ts';

/** What is taken of a space on a day on which something is or was taken of it, or of a space that contains it. */
export interface TakenDay {
  /** Place of the day in the period, from 0. */
  readonly at: number;
  readonly capacity?: number | undefined;
  readonly held: number;
  readonly booked: number;
  /** Free in the space and in every space that contains it, as far as something is taken of them. */
  readonly free: number;
}

/** A space with what is taken of it in a period, as `GET /api/availability` answers it. */
export interface AvailabilityRow {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly platform: string;
  readonly subdivision: string;
  readonly parent_id: string | null;
  readonly capacity_unit: string;
  /** What can be sold of it, and of each space that contains it. */
  readonly limits: readonly CapacityRule[];
  /**
   * `[at, capacity, held, booked, free]` of each taken day; the capacity is null where only a space that contains it is
   * taken.
   */
  readonly taken: readonly (readonly [number, number | null, number, number, number])[];
}

/** The state of a space on a day. */
export interface DayOfSpace {
  readonly capacity: number;
  readonly held: number;
  readonly booked: number;
  /** What can still be held or booked. */
  readonly free: number;
}

/**
 * The state of a space on a day of the period.
 *
 * @param taken its entry of that day, if it has one
 * @param weekday ISO weekday of the day, for a caller that knows it
 * @example dayOfSpace(row, '2026-12-01', undefined) // { capacity: 180, held: 0, booked: 0, free: 180 }
 */
export const dayOfSpace = (
  { limits }: Pick<AvailabilityRow, 'limits'>,
  day: string,
  taken: Omit<TakenDay, 'at'> | undefined,
  weekday: string = isoWeekday(day),
): DayOfSpace => {
  const capacities = limits.map((limit) => capacityOn(limit, day, weekday));
  const { capacity = capacities[0] ?? 0, held = 0, booked = 0 } = taken ?? {};
  const free = Math.max(0, Math.min(taken?.free ?? Number.POSITIVE_INFINITY, capacity, ...capacities));
  return { capacity, held, booked, free };
};
