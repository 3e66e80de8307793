import { formatField } from '@pauta/domain/kinds/kind.ts';
import { money } from '@pauta/domain/kinds/number.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';

/** One amount in one currency, as exact text. */
export interface CurrencyAmount {
  readonly currency: string;
  readonly amount: string;
}

export interface Balance {
  readonly clients: number;
  readonly credit: readonly CurrencyAmount[];
  /** Percent of all clients. */
  readonly share: number;
}

/** A seller, as `GET /portfolio/board` answers him. */
export interface BoardSeller {
  readonly id: string;
  readonly label: string;
  readonly active: boolean;
  readonly now: Balance;
  readonly after: Balance;
  readonly gains: number;
  readonly losses: number;
  readonly workload: readonly { readonly key: string; readonly label: string; readonly count: number }[];
  readonly concentrated: boolean;
}

export interface BoardAnswer {
  readonly sellers: readonly BoardSeller[];
  readonly clients: number;
  readonly threshold: number;
  readonly draft: { readonly moves: number; readonly conflicts: number };
}

interface Person {
  readonly id: string;
  readonly label: string;
}

/** A client on the board, as `GET /portfolio/sellers/{id}/clients` answers it. */
export interface BoardClient {
  readonly id: string;
  readonly client_code: string;
  readonly trade_name: string;
  readonly status: string;
  readonly currency_code: string;
  readonly credit_limit: string | null;
  readonly owner: Person;
  readonly moves_to: Person | null;
  readonly rule: string | null;
  readonly frozen: string | null;
  readonly cover: { readonly label: string; readonly starts_on: string; readonly ends_on: string } | null;
}

export interface BoardClientsPage {
  readonly data: readonly BoardClient[];
  readonly next_cursor: string | null;
}

/** Which clients a command is about: some, or all of a seller that a search finds. */
export type ClientChoice =
  | { readonly ids: readonly string[] }
  | { readonly from_user_id: string; readonly q?: string };

/** @example countClients(1) // '1 cliente' */
export const countClients = (count: number): string =>
  count === 1 ? '1 cliente' : `${formatCount(count)} clientes`;

/** @example countMoves(2) // '2 movimientos' */
export const countMoves = (count: number): string =>
  count === 1 ? '1 movimiento' : `${formatCount(count)} movimientos`;

const amount = money('Monto', { currency: 'currency' });

/** Amounts one after the other; a dash when there are none. */
export const formatAmounts = (amounts: readonly CurrencyAmount[]): string =>
  amounts.length === 0 ? '—' : amounts.map((one) => formatField(amount, one.amount, { ...one })).join(' · ');

/** What a drag carries: ids of clients as JSON. */
export const dragType = 'application/x-pauta-clients';
