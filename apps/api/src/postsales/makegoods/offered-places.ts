import { placements } from '@pauta/domain/postsales/quotas/placement.ts';
import type { MakegoodSlot } from '@pauta/domain/postsales/traffic/makegood.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import { fullDays } from '../../inventory/capacity/move-capacity.ts';
import type { AnyActor } from '../../platform/access.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { rowVisibility } from '../../resource/reading/row-scope.ts';
import { proposeMakegoods } from '../traffic/makegood-slots.ts';

/** A place for a makegood. */
export interface OfferedPlace {
  readonly inventory_item_id: string;
  readonly starts_on: string;
  readonly ends_on: string;
}

/** The placement that an offer makes good, as commands read one. */
export const missedPlacement = async (tx: Queryable, id: string): Promise<AnyRecord> => {
  const found = await tx.one<AnyRecord & object>(sql`
    SELECT id, row_version, quota_id, contract_id, description, inventory_item_id, starts_on::text, ends_on::text, units,
      load::text, media_file_id, makegood_of_id, status FROM placements WHERE id = ${id}::uuid`);
  if (!found) throw new Error(`placement ${id} is gone`);
  return found;
};

/** Places that other offers of a contract name and that nobody has answered: a break takes one of them a day. */
const placesOffered = (tx: Queryable, contractId: string, besides: string): Promise<OfferedPlace[]> =>
  tx.query<OfferedPlace & object>(sql`
    SELECT inventory_item_id, starts_on::text, ends_on::text FROM makegood_offers
    WHERE contract_id = ${contractId}::uuid AND placement_id <> ${besides}::uuid AND status IN ('open', 'sent')
      AND inventory_item_id IS NOT NULL`);

/** Whether the days of two places overlap. */
const meet = (
  one: Pick<OfferedPlace, 'starts_on' | 'ends_on'>,
  other: Pick<OfferedPlace, 'starts_on' | 'ends_on'>,
): boolean => one.starts_on <= other.ends_on && other.starts_on <= one.ends_on;

const placeOf = ({ item_id, starts_on, ends_on }: MakegoodSlot): OfferedPlace => ({
  inventory_item_id: item_id,
  starts_on,
  ends_on,
});

/**
 * The first place of equal value for what was missed that no other offer of the contract names, and what it is worth.
 * Several spots of a client on one day would stand too near to each other, so those in breaks get a day each.
 *
 * @param before the place that it replaces: the next day that follows it is preferred
 */
export const findPlace = async (
  tx: Transaction,
  actor: AnyActor,
  { id, contractId }: { readonly id: string; readonly contractId: string },
  before?: OfferedPlace,
) => {
  const offered = await placesOffered(tx, contractId, id);
  const isFree = (slot: MakegoodSlot): boolean =>
    !offered.some(
      (one) => (slot.airs_at !== null || one.inventory_item_id === slot.item_id) && meet(one, slot),
    );
  const { slots, effect } = await proposeMakegoods(tx, actor, id, {
    most: before === undefined ? 1 : 2,
    isWanted: (slot) =>
      isFree(slot) &&
      (before === undefined ||
        slot.starts_on > before.starts_on ||
        slot.item_id !== before.inventory_item_id),
  });
  const next = before && slots.find(({ starts_on }) => starts_on > before.starts_on);
  const found = next ?? slots[0];
  return { place: found ? placeOf(found) : null, effect };
};

/**
 * Proposes a makegood for each placement of a contract that was not aired, has none, and is not offered one. One for which
 * no place of equal value is left is kept without a place, so that somebody agrees on another day.
 *
 * @param only which placements `p`, of those that the actor may see
 * @param most placements in one transaction
 */
export const proposeForContract = async (
  tx: Transaction,
  actor: AnyActor,
  contractId: string,
  { only = raw('true'), most = 40 }: { readonly only?: Sql; readonly most?: number } = {},
): Promise<{ proposed: number; without_place: number; left: number }> => {
  // Two who propose for one contract at once would offer the same places.
  await tx.query(sql`SELECT FROM contracts WHERE id = ${contractId}::uuid FOR NO KEY UPDATE`);
  const missed = await tx.query<{ id: string }>(sql`
    SELECT p.id FROM placements p WHERE p.contract_id = ${contractId}::uuid AND p.status = 'not_aired'
      AND ${only} AND ${rowVisibility(placements, actor, 'p')}
      AND NOT EXISTS (SELECT FROM placements m WHERE m.makegood_of_id = p.id AND m.status <> 'cancelled')
      AND NOT EXISTS (SELECT FROM makegood_offers o WHERE o.placement_id = p.id AND o.status <> 'withdrawn')
    ORDER BY p.starts_on, p.id`);
  let [proposed, without_place] = [0, 0];
  for (const { id } of missed.slice(0, most)) {
    const { place, effect } = await findPlace(tx, actor, { id, contractId });
    await tx.query(sql`
      INSERT INTO makegood_offers (label, contract_id, client_id, placement_id, missed_on, inventory_item_id, starts_on, ends_on,
        currency_code, worth, billed_as_aired, created_by)
      SELECT p.description, p.contract_id, q.client_id, p.id, p.starts_on, ${place?.inventory_item_id}::uuid, ${place?.starts_on}::date,
        ${place?.ends_on}::date, ${effect.currency}, ${effect.worth}::numeric, ${effect.is_billed_as_aired}, ${tx.change.actorId}::uuid
      FROM placements p JOIN quotas q ON q.id = p.quota_id WHERE p.id = ${id}::uuid`);
    if (place) proposed += 1;
    else without_place += 1;
  }
  return { proposed, without_place, left: Math.max(0, missed.length - most) };
};

/** An offer of which only its place and its placement matter. */
interface PlacedOffer extends OfferedPlace {
  readonly id: string;
  readonly placement_id: string;
}

/** Ids of offers whose place has become full. Nothing is locked. */
export const fullOffers = async (
  database: Queryable,
  offers: readonly PlacedOffer[],
): Promise<ReadonlySet<string>> => {
  const full = new Set<string>();
  for (const { id, placement_id, inventory_item_id, starts_on, ends_on } of offers) {
    const days = await database.query<{ day: string; units: number; is_over: boolean }>(sql`
      SELECT d.day::date::text AS day, (p.units::bigint * q.cell_units)::float8 AS units, d.day < business_date() AS is_over
      FROM placements p JOIN quotas q ON q.id = p.quota_id JOIN inventory_items i ON i.id = ${inventory_item_id}::uuid
        CROSS JOIN generate_series(${starts_on}::date, ${ends_on}::date, interval '1 day') AS d(day)
      WHERE p.id = ${placement_id}::uuid AND capacity_on(i, d.day::date) > 0`);
    const wanted = days.map(({ day, units }) => ({ itemId: inventory_item_id, day, units }));
    const isOver = days.some(({ is_over }) => is_over);
    if (days.length === 0 || isOver || (await fullDays(database, { wanted })).length > 0) full.add(id);
  }
  return full;
};
