/** What is open of an invoice on one of the days it is due. */
export interface OpenDue {
  /** Of the invoice. */
  readonly id: string;
  readonly account: string;
  readonly number: string;
  readonly concept: string;
  readonly issued: string;
  readonly due: string;
  /** Instalments of the invoice; 1: it is due once. */
  readonly parts: number;
  /** Days since the day it ages from; negative before it. */
  readonly days: number;
  /** Of the whole invoice. */
  readonly total: string;
  /** What is open of this part. */
  readonly balance: string;
}

/** The answer of `GET /billing/dues`: what a cell of the aging adds up. */
export interface Dues {
  /** Of all of them, also those that are not listed. */
  readonly total: string;
  readonly count: number;
  readonly dues: readonly OpenDue[];
}
