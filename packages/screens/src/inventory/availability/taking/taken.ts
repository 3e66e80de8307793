import type { AvailabilityRow } from '@pauta/domain/inventory/capacity/availability.ts';

/** What somebody chose to hold or to offer: some spaces on the days of a period. */
export interface Taken {
  readonly spaces: readonly AvailabilityRow[];
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}
