import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** A price of two lists; null where a list does not have it. */
export interface ComparedPrice {
  readonly subject: string;
  readonly unit: string;
  readonly min_qty: string;
  readonly before: string | null;
  readonly after: string | null;
  /** By how much it rises, in percent with two decimals; null if only one list has it or it was free. */
  readonly change_pct: string | null;
}

/** A surcharge or discount of two lists. */
export interface ComparedRule {
  readonly code: string;
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What differs between a price list and another. */
export interface ListComparison {
  readonly added: number;
  readonly removed: number;
  readonly raised: number;
  readonly lowered: number;
  readonly same: number;
  /** The prices that differ, the largest change first, then those that only one list has; at most `mostPrices`. */
  readonly prices: readonly ComparedPrice[];
  readonly rules: readonly ComparedRule[];
}

const mostPrices = 500;

/** Value and conditions of a rule in one text, so that any difference shows. */
const ruleText = sql`
  concat_ws(' ', r.effect, r.applies, trim_scale(r.pct)::text || ' %', trim_scale(r.amount)::text, r.base, r.only_best_of,
    r.platform_id, r.inventory_category_id, r.ad_article_id, r.client_type_id, r.buyer, r.days, r.months, r.dates,
    r.is_prime, r.min_duration_sec, r.max_duration_sec, r.min_qty, r.min_days, r.min_gross)`;

/**
 * Compares a price list with another, in one statement: prices of the same target, unit and tier, and rules of the same
 * code.
 *
 * @param beforeId the list it is compared with, such as the one it was copied from
 */
export const compareLists = async (
  database: Queryable,
  beforeId: string,
  afterId: string,
): Promise<ListComparison> => {
  const row = await database.one<ListComparison>(sql`
    WITH pairs AS (
      SELECT coalesce(a.subject, b.subject) AS subject, coalesce(a.unit, b.unit) AS unit,
        coalesce(a.min_qty, b.min_qty) AS min_qty, b.unit_price AS before, a.unit_price AS after,
        (a.unit_price - b.unit_price) * 100 / nullif(b.unit_price, 0) AS change_pct
      FROM (SELECT * FROM prices WHERE price_list_id = ${afterId}::uuid) a
        FULL JOIN (SELECT * FROM prices WHERE price_list_id = ${beforeId}::uuid) b
          ON (a.unit, a.min_qty) = (b.unit, b.min_qty)
            AND coalesce(a.inventory_item_id, a.ad_article_id, a.inventory_category_id)
              = coalesce(b.inventory_item_id, b.ad_article_id, b.inventory_category_id)
    ), rules AS (
      SELECT coalesce(a.code, b.code) AS code, coalesce(a.name, b.name) AS name, b.worth AS before, a.worth AS after,
        coalesce(a.position, b.position) AS position, a.said IS DISTINCT FROM b.said AS differs
      FROM (SELECT r.code, r.name, r.position, ${ruleText} AS said, coalesce(r.pct, r.amount)::text AS worth
          FROM price_rules r WHERE price_list_id = ${afterId}::uuid) a
        FULL JOIN (SELECT r.code, r.name, r.position, ${ruleText} AS said, coalesce(r.pct, r.amount)::text AS worth
          FROM price_rules r WHERE price_list_id = ${beforeId}::uuid) b ON a.code = b.code
    )
    SELECT count(*) FILTER (WHERE before IS NULL)::integer AS added,
      count(*) FILTER (WHERE after IS NULL)::integer AS removed,
      count(*) FILTER (WHERE after > before)::integer AS raised,
      count(*) FILTER (WHERE after < before)::integer AS lowered,
      count(*) FILTER (WHERE after = before)::integer AS same,
      coalesce((
        SELECT json_agg(json_build_object('subject', d.subject, 'unit', d.unit, 'min_qty', d.min_qty::text,
          'before', d.before::text, 'after', d.after::text, 'change_pct', round(d.change_pct, 2)::text)
          ORDER BY abs(d.change_pct) DESC NULLS LAST, d.subject, d.unit, d.min_qty)
        FROM (SELECT * FROM pairs WHERE before IS DISTINCT FROM after
          ORDER BY abs(change_pct) DESC NULLS LAST, subject, unit, min_qty LIMIT ${mostPrices}) d), '[]') AS prices,
      coalesce((
        SELECT json_agg(json_build_object('code', code, 'name', name, 'before', before, 'after', after) ORDER BY position, code)
        FROM rules WHERE differs), '[]') AS rules
    FROM pairs`);
  if (!row) throw new Error('comparing price lists gave no row');
  return row;
};
