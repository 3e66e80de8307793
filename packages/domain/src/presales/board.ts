import { companyCurrency } from '../money/company-currency.ts';
import type { CurrencyAmount } from '../money/currency-amount.ts';

interface Person {
  readonly id: string;
  readonly label: string;
}

/** The clients of a seller: their number and their credit limits. */
export interface Balance {
  readonly clients: number;
  readonly credit: readonly CurrencyAmount[];
  /** Percent of all clients, with one decimal. */
  readonly share: number;
}

/** Pending work of one kind. */
export interface Workload {
  readonly key: string;
  /** The text after the number: `registros en revisión`. */
  readonly label: string;
  readonly count: number;
}

/** The goal of a seller for this year's signed sales, in one currency. */
export interface BoardGoal {
  readonly currency: string;
  readonly target: string;
  /** Null for a reader who may not see what was reached. */
  readonly reached: string | null;
}

/** Twelve months of invoices of a seller's clients in one currency, before tax. */
export interface BoardSales {
  readonly currency: string;
  readonly amount: string;
  /** With the clients that the draft gives them. */
  readonly after: string;
  /** Percent of the sales of all sellers after the draft, with one decimal. */
  readonly share: number;
  /** The client with most of these sales after the draft, and its percent of them. */
  readonly top: { readonly client: string; readonly share: number } | null;
}

/**
 * The sales by which concentration is judged: those in the currency of the company, else the first. A little in another
 * currency says nothing of what a seller depends on.
 */
export const mainSales = (sales: readonly BoardSales[] | null): BoardSales | undefined =>
  sales?.find(({ currency }) => currency === companyCurrency) ?? sales?.[0];

/** Open opportunities of a seller in one currency. A move of a client does not move them. */
export interface BoardPipeline {
  readonly currency: string;
  readonly amount: string;
  /** Each weighted by its probability. */
  readonly weighted: string;
}

/** What a seller sells; a part is null for a reader who may not see its amounts, or that is not known of a past day. */
export interface SellerFigures {
  readonly sales: readonly BoardSales[] | null;
  readonly pipeline: readonly BoardPipeline[] | null;
  readonly goals: readonly BoardGoal[] | null;
  /** Clients after the draft with an open dispute of an invoice. */
  readonly disputed: number | null;
}

/** A seller on the portfolio board, with their current and their future balance. */
export interface BoardSeller extends Person {
  readonly active: boolean;
  /** Whom they report to; null: nobody. */
  readonly leader: Person | null;
  readonly now: Balance;
  readonly after: Balance;
  /** Clients that the draft adds and removes. */
  readonly gains: number;
  readonly losses: number;
  readonly workload: readonly Workload[];
  readonly figures: SellerFigures;
  /** Whether their share of the clients or of the sales after the draft reaches the warning level of the setting. */
  readonly concentrated: boolean;
  /** Whether one client reaches it in the sales of the seller. */
  readonly dependent: boolean;
}

/** The whole board, as `GET /portfolio/board` returns it, without the clients, which are loaded in pages. */
export interface Board {
  /** The past day that it shows, without the draft; null: now. */
  readonly on: string | null;
  readonly sellers: readonly BoardSeller[];
  readonly clients: number;
  /** Percent of clients or sales from which on a seller is too concentrated. */
  readonly threshold: number;
  readonly draft: { readonly moves: number; readonly conflicts: number };
}

/** A client on the board, as `GET /portfolio/sellers/{id}/clients` returns it. */
export interface BoardClient {
  readonly id: string;
  readonly client_code: string;
  readonly trade_name: string;
  readonly status: string;
  readonly currency_code: string;
  readonly credit_limit: string | null;
  /** Billed in twelve months in its currency; null for a reader who may not see its invoices. */
  readonly billed_12m: string | null;
  readonly owner: Person;
  /** The seller to whom the draft moves it. */
  readonly moves_to: Person | null;
  /** The rule that proposed the move. */
  readonly rule: string | null;
  /** Why it is frozen. */
  readonly frozen: string | null;
  /** Open disputes of its invoices; null for a reader who may not see them. */
  readonly disputes: number | null;
  /** The current or next covering seller. */
  readonly cover: { readonly label: string; readonly starts_on: string; readonly ends_on: string } | null;
}

export interface BoardClientsPage {
  readonly data: readonly BoardClient[];
  readonly next_cursor: string | null;
}
