/** One thing that is still open before a month is closed, as `GET /fiscal-periods/{id}/close` answers it. */
export interface CloseItem {
  readonly code: string;
  /** What is open, with its number: `3 borradores de facturas`. */
  readonly text: string;
  readonly count: number;
  /** Where it is resolved, a path of the back office. */
  readonly path: string;
}
