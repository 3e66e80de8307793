import type { AvailabilityRow } from '@pauta/domain/inventory/capacity/availability.ts';

/** A space that is taken. */
export type TakenSpace = Pick<AvailabilityRow, 'id' | 'name' | 'code' | 'capacity_unit'>;

/** What somebody chose to hold or to offer: some spaces on the days of a period. */
export interface Taken {
  readonly spaces: readonly TakenSpace[];
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

/** Whether one of the spaces is sold by seconds. */
export const isTimed = ({ spaces }: Taken): boolean =>
  spaces.some(({ capacity_unit }) => capacity_unit === 'seconds');
