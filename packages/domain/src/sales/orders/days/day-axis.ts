/** A column of counts: those of a day, of the days of a week, or of a weekday of the flight of its row. */
export interface DayColumn {
  readonly column: number;
  /** One day, or those of a week; none for a weekday. */
  readonly days: readonly string[];
  /** ISO weekday, of a column for each such day of a flight. */
  readonly weekday?: number;
  /** Duration, of a column for each duration of a day. */
  readonly seconds?: number;
  readonly doubt?: string;
}

/** A row whose cells say which days the columns below are. */
export interface DayAxis {
  readonly row: number;
  /** Rows of the header, the first and the last. */
  readonly top: number;
  readonly bottom: number;
  readonly columns: readonly DayColumn[];
  /** What is not certain about all of its days. */
  readonly doubts: readonly string[];
}

/** What is known of the days of a sheet besides its header. */
export interface DayContext {
  readonly today: string;
  readonly month?: number | undefined;
  readonly year?: number | undefined;
  /** The last day of the table before this one. */
  readonly last?: string | undefined;
  /** Whether the month follows from the days of the table before. */
  readonly isAfter?: boolean;
}
