/** A component of a package as `GET /api/packages/{id}/composition` answers it. Amounts are decimal text. */
export interface CompositionRow {
  readonly id: string;
  readonly name: string;
  /** Null for an article, which takes no space. */
  readonly inventory_item_id: string | null;
  readonly capacity_unit: string | null;
  readonly quantity: string;
  /** The least and the most of it in a configurable package; null: its quantity. */
  readonly min_quantity: string | null;
  readonly max_quantity: string | null;
  readonly is_optional: boolean;
  /** Price in force of one; null if no general list has one. */
  readonly unit_price: string | null;
  /** Price in force of its quantity. */
  readonly amount: string | null;
  readonly allocation_pct: string;
  /** What it earns of the price of the package; null if the price is a sum. */
  readonly allocated: string | null;
  /** Units that one package takes of its space on a day; null for an optional one and for an article. */
  readonly wanted: number | null;
  /** The least that is free on a day of the period. */
  readonly free: number | null;
  /** How many packages fit in its space. */
  readonly fits: number | null;
  /** The day with the least left. */
  readonly scarcest: string | null;
}

export interface Composition {
  /** How many packages fit; null if they take no space. */
  readonly fits: number | null;
  /** Id of the component of which the least is left. */
  readonly limiting: string | null;
  /** Price of one package today; null if a price is missing. */
  readonly price: string | null;
  readonly components: readonly CompositionRow[];
}
