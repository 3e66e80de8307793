import type { capacityUnits } from '../../catalogues/inventory.ts';
import type { SoldPackage } from '../../inventory/packages/sold-package.ts';
import type { Price } from '../../inventory/prices/find-price.ts';
import type { PriceRule } from '../../inventory/prices/price-chain.ts';
import type { Reference } from '../../kinds/reference.ts';
import type { SaleUnit } from './quantity-of.ts';

/** What the amounts of lines depend on of a space. */
export interface SoldSpace {
  readonly platform_id: string | null;
  readonly inventory_category_id: string | null;
  readonly ad_article_id: string | null;
  readonly capacity_unit: keyof typeof capacityUnits;
  /** Weekdays on which it is sold, `'1'` is Monday; null is every day. */
  readonly days: readonly string[] | null;
  /** Whether its daypart is prime time. */
  readonly is_prime: boolean;
}

export interface SoldArticle {
  readonly platform_id: string | null;
  readonly unit: SaleUnit;
  /** Whether the agency gets its discount on it. */
  readonly is_commissionable: boolean;
  readonly duration_sec: number | null;
}

/** The tax of a line on the day of the calculation. */
export interface LineTax {
  readonly tax_rate: Reference | null;
  readonly pct: string;
}

/**
 * What the server looks up for the amounts of a document with sale lines, in one piece that the browser can get as JSON:
 * everything here concerns only the spaces, articles and packages of its lines.
 */
export interface SaleTerms {
  /** Rows of the price list that may apply. */
  readonly prices: readonly Price[];
  /** Surcharges and discounts of the price list, in its order. */
  readonly rules: readonly PriceRule[];
  /** Whether an agency buys. */
  readonly has_agency: boolean;
  readonly client_type_id: string | null;
  /** By id. */
  readonly items: Readonly<Record<string, SoldSpace>>;
  readonly articles: Readonly<Record<string, SoldArticle>>;
  /** By id; one that is not in the currency of the document is missing. */
  readonly packages: Readonly<Record<string, SoldPackage>>;
  /** Taxes by the id of the article; of a line without an article under `''`. */
  readonly taxes: Readonly<Record<string, LineTax>>;
  /** Percent that the agency gets as a discount in the invoice; `0` without an agency or if it is settled later. */
  readonly agency_discount_pct: string;
  /**
   * The gross by which discounts for volume are given; absent: that of the document itself. An addendum keeps that of its
   * contract.
   */
  readonly volume_gross?: string;
}
