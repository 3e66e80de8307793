import type { SaleUnit } from '@pauta/domain/inventory/prices/find-price.ts';
import { findPrice } from '@pauta/domain/inventory/prices/find-price.ts';
import { conflictsIn } from '@pauta/domain/postsales/traffic/conflicts.ts';
import {
  type MakegoodProposals,
  type MakegoodSlot,
  mostMakegoods,
  type SpaceValue,
  whyLess,
} from '@pauta/domain/postsales/traffic/makegood.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import sql from 'sql-template-tag';
import { type PriceTable, pricesFor } from '../../inventory/prices/prices-for.ts';
import type { AnyActor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { readTrafficDay, readUnit } from './read-day.ts';

/** How many spaces beside the original one are tried, and on how many days from today on. */
const reach = { spaces: 12, days: 45 } as const;

/** What spaces are worth in the price list of the contract of a quota, by their ids. */
export const readValues = async (
  database: Queryable,
  quotaId: string,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, SpaceValue>> => {
  const sale = await database.one<{ list: string; unit: SaleUnit | null; article: string | null }>(sql`
    SELECT k.price_list_id AS list, CASE WHEN l.package_id IS NULL THEN l.sale_unit END AS unit, l.ad_article_id AS article
    FROM quotas q JOIN order_lines l ON l.id = q.order_line_id JOIN contracts k ON k.id = q.contract_id
    WHERE q.id = ${quotaId}::uuid`);
  const items = await database.query<Omit<SpaceValue, 'price'>>(sql`
    SELECT i.id AS item_id, i.inventory_category_id AS category_id, i.time_slot_id, z.price_factor::text AS factor,
      coalesce(z.is_prime, false) AS is_prime
    FROM inventory_items i LEFT JOIN time_slots z ON z.id = i.time_slot_id
    WHERE i.id = ANY(${[...itemIds]}::uuid[])`);
  const { prices, spaces }: Pick<PriceTable, 'prices' | 'spaces'> = sale
    ? await pricesFor(
        database,
        sale.list,
        itemIds.map((inventoryItemId) => ({ inventoryItemId, adArticleId: sale.article })),
      )
    : { prices: [], spaces: {} };
  return new Map(
    items.map((item) => {
      const space = spaces[item.item_id];
      const found = findPrice(
        {
          inventoryItemId: item.item_id,
          adArticleId: sale?.article ?? space?.ad_article_id,
          inventoryCategoryId: space?.inventory_category_id,
          quantity: '1',
          ...(sale?.unit && { unit: sale.unit }),
        },
        prices,
      );
      return [item.item_id, { ...item, price: found?.unit_price ?? null }];
    }),
  );
};

/** Why a space is worth less than the one in which a placement was not aired; null if it is its equal. */
export const lowerValue = async (
  database: Queryable,
  quotaId: string,
  original: string,
  other: string,
): Promise<Reason | null> => {
  if (original === other) return null;
  const values = await readValues(database, quotaId, [original, other]);
  const [one, two] = [values.get(original), values.get(other)];
  return one && two ? whyLess(one, two) : null;
};

interface Missed {
  readonly quota_id: string;
  readonly item_id: string;
  readonly units: number;
  readonly until: string;
  readonly worth: string;
  readonly currency: string;
  readonly is_billed_as_aired: boolean;
}

/**
 * Where what was not aired could be made good at the same value: in its own space, or in others of its station that are
 * sold in the same unit, on days that are left of the flight. Nothing is locked, so a makegood is checked again.
 *
 * @param most how many days are proposed
 * @param isWanted leaves out places, such as those that are proposed for another placement
 */
export const proposeMakegoods = async (
  database: Queryable,
  actor: AnyActor,
  placementId: string,
  {
    most = mostMakegoods,
    isWanted = () => true,
  }: { readonly most?: number; readonly isWanted?: (slot: MakegoodSlot) => boolean } = {},
): Promise<MakegoodProposals> => {
  const missed = await database.one<Missed>(sql`
    SELECT p.quota_id, p.inventory_item_id AS item_id, p.units, (upper(q.flight) - 1)::text AS until,
      round_amount(o.net * p.load / q.sold, o.currency_code)::text AS worth, o.currency_code AS currency,
      billed_as_delivered(o, c) AS is_billed_as_aired
    FROM placements p JOIN quotas q ON q.id = p.quota_id JOIN order_lines o ON o.id = q.order_line_id
      JOIN contracts c ON c.id = q.contract_id
    WHERE p.id = ${placementId}::uuid`);
  if (!missed) throw new Error(`placement ${placementId} is gone`);
  const { quota_id, item_id, until, worth, currency, is_billed_as_aired } = missed;
  const effect = { worth, currency, is_billed_as_aired };
  const found = await database.query<MakegoodSlot & { readonly distance: number }>(sql`
    WITH missed AS (
      SELECT p.*, q.cell_units, q.flight, i.subdivision_id, i.capacity_unit, i.kind, i.airs_at, i.inventory_category_id
      FROM placements p JOIN quotas q ON q.id = p.quota_id JOIN inventory_items i ON i.id = p.inventory_item_id
      WHERE p.id = ${placementId}::uuid
    ), space AS MATERIALIZED (
      SELECT i.id, abs(extract(epoch FROM i.airs_at - m.airs_at))::float8 AS distance
      FROM missed m JOIN inventory_items i ON i.id = m.inventory_item_id
        OR i.subdivision_id = m.subdivision_id AND i.capacity_unit = m.capacity_unit AND i.kind = m.kind
          AND (i.airs_at IS NULL) = (m.airs_at IS NULL) AND (i.airs_at IS NOT NULL OR i.inventory_category_id = m.inventory_category_id)
      WHERE i.status = 'active' AND i.archived_at IS NULL
      ORDER BY i.id <> m.inventory_item_id, distance NULLS LAST, i.name, i.id LIMIT ${reach.spaces + 1}
    )
    SELECT i.id AS item_id, i.name AS item, s.day::date::text AS starts_on, r.last::text AS ends_on,
      to_char(i.airs_at, 'HH24:MI') AS airs_at, r.free::float8 AS free, x.distance
    FROM missed m CROSS JOIN space x JOIN inventory_items i ON i.id = x.id
      CROSS JOIN generate_series(business_date(), least(business_date() + ${reach.days}::integer, upper(m.flight) - 1), interval '1 day') AS s(day)
      CROSS JOIN LATERAL (
        SELECT max(d.day)::date AS last, count(*) AS days, min(f.free) AS free
        FROM generate_series(s.day, s.day + (m.ends_on - m.starts_on) * interval '1 day', interval '1 day') AS d(day)
          CROSS JOIN LATERAL (
            SELECT min(coalesce(o.capacity + o.extra - o.held - o.booked, capacity_on(a, d.day::date))) AS free
            FROM inventory_items a LEFT JOIN occupancy o ON o.item_id = a.id AND o.day = d.day::date
            WHERE a.id = ANY (i.path)) f
        WHERE capacity_on(i, d.day::date) > 0) r
    WHERE capacity_on(i, s.day::date) > 0 AND r.days * m.units = m.load AND r.last < upper(m.flight)
      AND r.free >= m.units::bigint * m.cell_units
    ORDER BY s.day, i.id <> m.inventory_item_id, x.distance NULLS LAST, i.name, i.id`);
  const values = await readValues(database, quota_id, [
    ...new Set([item_id, ...found.map((one) => one.item_id)]),
  ]);
  const original = values.get(item_id);
  const equal = found.filter((one) => {
    const value = values.get(one.item_id);
    return (
      original !== undefined && value !== undefined && whyLess(original, value) === null && isWanted(one)
    );
  });
  const unit = await readUnit(database, actor, quota_id, missed.units);
  const station = await database.one<{ id: string }>(
    sql`SELECT subdivision_id AS id FROM inventory_items WHERE id = ${item_id}::uuid`,
  );
  const slots: MakegoodSlot[] = [];
  for (const [day, ofDay] of Map.groupBy(equal, ({ starts_on }) => starts_on)) {
    if (slots.length === most) break;
    const isInBreaks = ofDay.some(({ airs_at }) => airs_at !== null);
    const traffic = isInBreaks
      ? await readTrafficDay(database, actor, { station: station?.id ?? null, day })
      : null;
    const best = ofDay.find((one) => {
      const at = traffic?.breaks.find(({ id }) => id === one.item_id);
      return !traffic || !at || conflictsIn(traffic, unit, at).length === 0;
    });
    if (best) {
      const { distance: _, ...slot } = best;
      slots.push({ ...slot, price: values.get(best.item_id)?.price ?? null });
    }
  }
  return { until, slots, effect };
};
