import type { DayAxis } from './days/day-axis.ts';
import type { OrderFacts, WrittenFlight } from './header-facts.ts';

/** What is common to the rows of a table. */
export interface TableContext {
  readonly sheet: number;
  readonly today: string;
  readonly month: number | undefined;
  readonly year: number | undefined;
  readonly flight: WrittenFlight | null;
  readonly facts: OrderFacts;
  doubt(row: number | null, column: number | null, text: string): void;
}

/** A table of a sheet: its header and its rows. */
export interface OrderTable {
  readonly axis: DayAxis | null;
  readonly top: number;
  readonly bottom: number;
  /** The row after the last. */
  readonly end: number;
}
