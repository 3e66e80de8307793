import type { Reference } from '../../kinds/reference.ts';

/** Most changes of one simulation, and most clients or recipients of one change. */
export const mostChanges = 20;
export const mostLost = 200;
export const mostRecipients = 20;
/** Most simulations that one user keeps. */
export const mostSimulations = 50;

/** Open quotes of a price list are priced with another one, or with its prices changed by a percentage. */
export interface RateCardChange {
  readonly kind: 'rate_card';
  readonly price_list: Reference;
  /** The list with the new prices; null: the same list, changed by `adjust_pct`. */
  readonly new_list: Reference | null;
  /** Decimal text: `10` raises prices by 10 %. */
  readonly adjust_pct: string;
  /** Quotes whose flight starts in these days, both included. */
  readonly from: string;
  readonly to: string;
}

/** From a day on nothing more is sold to these clients. */
export interface LostClientChange {
  readonly kind: 'lost_client';
  readonly clients: readonly Reference[];
  readonly from: string;
}

/** From a day on the clients of a seller are those of others, who take turns from the largest client to the smallest. */
export interface MovedSellerChange {
  readonly kind: 'moved_seller';
  readonly seller: Reference;
  readonly recipients: readonly Reference[];
  readonly from: string;
}

/** One change of a scenario. */
export type SimulationChange = RateCardChange | LostClientChange | MovedSellerChange;

/** A change as a request writes it, and as it is stored. */
export type WrittenChange =
  | {
      readonly kind: 'rate_card';
      readonly price_list_id: string;
      readonly new_list_id: string | null;
      readonly adjust_pct: string;
      readonly from: string;
      readonly to: string;
    }
  | { readonly kind: 'lost_client'; readonly client_ids: readonly string[]; readonly from: string }
  | {
      readonly kind: 'moved_seller';
      readonly seller_id: string;
      readonly recipient_ids: readonly string[];
      readonly from: string;
    };

/** What publishing made of a change, or why it made nothing. */
export interface PublishedDraft {
  readonly kind: SimulationChange['kind'];
  readonly text: string;
  /** The page of the draft; null: there is none. */
  readonly path: string | null;
}

/** A scenario, as `GET /portfolio/simulations` lists it. */
export interface Simulation {
  readonly id: string;
  readonly name: string;
  readonly company: Reference;
  readonly year: number;
  readonly changes: readonly SimulationChange[];
  readonly published_at: string | null;
  readonly drafts: readonly PublishedDraft[];
  readonly updated_at: string;
  readonly row_version: number;
}

/** Twelve months before and after; amounts as decimal text. */
export interface SimulatedMonths {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly total: BeforeAfter;
}

/** An amount as it is, and as it would be. */
export interface BeforeAfter {
  readonly before: string;
  readonly after: string;
}

/** What of twelve months of invoices comes from the largest clients. Shares in percent with one digit. */
export interface SimulatedConcentration {
  readonly total: string;
  readonly largest: { readonly id: string; readonly label: string; readonly share: string } | null;
  /** Share of the ten largest. */
  readonly top: string;
}

/** A seller with the goal, what is signed, and the weighted pipeline before and after. */
export interface SimulatedSeller {
  readonly id: string;
  readonly label: string;
  /** Null for a reader who may not see it. */
  readonly goal: string | null;
  readonly signed: string | null;
  readonly weighted: BeforeAfter | null;
}

/** An open quote with its net and that of the new prices. */
export interface SimulatedQuoteChange extends BeforeAfter {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly client: string;
  readonly difference: string;
  readonly currency: string;
}

/**
 * What a scenario changes of a company and year, in the currency of its approved budget. A part is null for a reader who
 * may not see its records.
 */
export interface SimulationResult {
  readonly currency: string;
  readonly budget: {
    readonly id: string;
    readonly label: string;
    readonly months: readonly string[];
    readonly total: string;
  } | null;
  /** No change affects what is signed. */
  readonly signed: { readonly months: readonly string[]; readonly total: string } | null;
  readonly weighted: SimulatedMonths | null;
  /** Budgets of clients. */
  readonly planned: SimulatedMonths | null;
  /** The part of signed lines whose days are left in the year. */
  readonly to_deliver: BeforeAfter | null;
  readonly concentration: {
    readonly before: SimulatedConcentration;
    readonly after: SimulatedConcentration;
  } | null;
  readonly sellers: readonly SimulatedSeller[];
  readonly quotes: readonly SimulatedQuoteChange[];
  /** There are more open quotes than were calculated. */
  readonly quotes_partial: boolean;
  /** Clients by their new seller; frozen accounts are not moved. */
  readonly moves: readonly { readonly from: string; readonly to: string; readonly clients: number }[];
  readonly frozen: number;
}

/** What kinds of changes are called. */
export const changeKinds = {
  rate_card: 'Lista de precios nueva',
  lost_client: 'Cliente perdido',
  moved_seller: 'Vendedor que sale o cambia',
} as const satisfies Readonly<Record<SimulationChange['kind'], string>>;

/** A change as it is written. @example writtenChange({ kind: 'lost_client', clients: [ana], from }).kind // 'lost_client' */
export const writtenChange = (change: SimulationChange): WrittenChange => {
  const ids = (all: readonly Reference[]): string[] => all.map(({ id }) => id);
  switch (change.kind) {
    case 'rate_card': {
      const { kind, price_list, new_list, adjust_pct, from, to } = change;
      return { kind, price_list_id: price_list.id, new_list_id: new_list?.id ?? null, adjust_pct, from, to };
    }
    case 'lost_client':
      return { kind: change.kind, client_ids: ids(change.clients), from: change.from };
    default:
      return {
        kind: change.kind,
        seller_id: change.seller.id,
        recipient_ids: ids(change.recipients),
        from: change.from,
      };
  }
};
