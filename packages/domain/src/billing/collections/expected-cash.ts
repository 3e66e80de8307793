/** What is expected in one week; amounts as decimal text. */
export interface ExpectedWeek {
  /** Monday and Sunday, `YYYY-MM-DD`; the first week begins today. */
  readonly from: string;
  readonly to: string;
  /** Of invoices, by their due date and how late the payer usually is. */
  readonly due: string;
  readonly promised: string;
}

/** The answer of `GET /billing/expected-cash`. */
export interface ExpectedCash {
  readonly today: string;
  readonly currency: string;
  readonly weeks: readonly ExpectedWeek[];
  /** Expected after the last week. */
  readonly later: string;
  /** Overdue by more than the payer is usually late, without a promise: not expected on any day. */
  readonly undated: string;
}
