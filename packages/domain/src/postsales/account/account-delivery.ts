/** A quota, sheet, order, report or placement of an account. */
export interface DeliveryRow {
  readonly id: string;
  readonly label: string;
  /** Number of its contract. */
  readonly contract: string | null;
  readonly client: string;
  readonly status: string | null;
  /** The day that matters: its last, its deadline, when it is planned. */
  readonly day: string | null;
  /** Units aired, or percent proved; null where nothing is counted. */
  readonly done: number | null;
  /** Units contracted; null where nothing is counted. */
  readonly of: number | null;
}

/** The first rows of a kind, and how many there are. */
export interface DeliveryPart {
  readonly total: number;
  /** Ids of the contracts of all of them, which find them in their list; none if these rows are all, or if they are too many. */
  readonly contracts: readonly string[];
  readonly rows: readonly DeliveryRow[];
}

/** What the parts are of, in their order on the page. */
export const deliveryParts = ['quotas', 'sheets', 'orders', 'reports', 'missed'] as const;
export type DeliveryPartName = (typeof deliveryParts)[number];

/**
 * The answer of `GET /clients/{id}/delivery` and `GET /agencies/{id}/delivery`: what is delivered, and what is missing.
 * A part that the reader may not see is null.
 */
export type AccountDelivery = Readonly<Record<DeliveryPartName, DeliveryPart | null>>;
