import type { Reason } from '../../resource/command.ts';
import type { PreparedInvoice } from '../invoices/prepared-invoice.ts';

/** What one payer is billed by a run, in one currency. Amounts as decimal text. */
export interface RunPayer {
  readonly bill_to: 'client' | 'agency';
  /** Name of who is billed. */
  readonly payer: string;
  readonly currency: string;
  /** Count of the drafts. */
  readonly invoices: number;
  /** Net that is due by the plan of the contracts. */
  readonly planned: string;
  readonly net: string;
  readonly tax: string;
  readonly total: string;
  /** `net` less `planned`: below zero where something that is due cannot be billed. */
  readonly difference: string;
}

/** A contract of which a run bills nothing, or whose invoice cannot be issued as things stand. */
export interface RunObstacle {
  readonly id: string;
  readonly title: string;
  readonly reasons: readonly (Reason & { readonly blocks: 'draft' | 'issue' | 'nothing' })[];
}

/** Drafts that the plan of a run lists. */
export const mostListed = 200;

/** The plan of a run: the answer of the dry run of `prepare`. */
export interface RunPlan {
  readonly invoices: number;
  /** The drafts as they will be, the first `mostListed` of them. */
  readonly drafts: readonly PreparedInvoice[];
  readonly payers: readonly RunPayer[];
  readonly obstacles: readonly RunObstacle[];
}

/** An invoice of a run that could not be issued. */
export interface RunFailure {
  readonly invoice_id: string;
  readonly concept: string;
  readonly payer: string;
  readonly failed_at: string;
  readonly reasons: readonly Reason[];
}

/** How a run stands: the answer of `GET /billing-runs/:id/report`. */
export interface RunReport {
  readonly status: string;
  readonly invoices: number;
  /** Reviewed, and waiting for the job. */
  readonly waiting: number;
  readonly issued: number;
  readonly failed: number;
  readonly plan: readonly RunPayer[];
  readonly failures: readonly RunFailure[];
}
