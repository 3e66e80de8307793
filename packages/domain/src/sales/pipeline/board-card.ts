/** Maximum number of opportunities that the board answers; a narrower filter shows the others. */
export const mostCards = 5_000;

/** An open opportunity on the board. */
export interface PipelineCard {
  readonly id: string;
  readonly row_version: number;
  readonly name: string;
  readonly stage_id: string;
  readonly client: string;
  readonly owner_id: string;
  readonly owner: string;
  readonly expected_amount: string;
  readonly currency_code: string;
  readonly expected_close_date: string;
  readonly stale_on: string | null;
  readonly next_activity_at: string | null;
  /** Names of its platforms, in their order. */
  readonly platforms: readonly string[];
  /** First month of its flight, `YYYY-MM`. */
  readonly flight_month: string | null;
  /** The reader's share of the credit on the expected close date, in percent. */
  readonly share_pct: string;
}

/** The `data` of `GET /api/opportunities/board`. */
export interface PipelineBoardData {
  readonly cards: readonly PipelineCard[];
  /** There are more than `mostCards`. */
  readonly is_cut: boolean;
}
