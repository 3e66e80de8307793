import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { Alternative } from '@pauta/domain/inventory/capacity/alternative.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import sql from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { scopeCondition } from '../../resource/reading/row-scope.ts';
import { type CapacityCell, fullDays } from '../capacity/move-capacity.ts';
import { holderJoins, holderName, holderText } from '../items/holder-names.ts';
import { readSpaces, type Space } from '../items/space.ts';
import { availabilityOf } from './availability.ts';
import { type Wanted, wantedCells } from './wanted.ts';

/** How far other outdoor faces are looked for, in kilometres, and how many spaces are tried. */
const reach = { km: 2, spaces: 12 } as const;

/** Days by which a flight is moved: the same weekdays first, then the nearest. */
const shifts: readonly number[] = [
  ...[7, -7, 14, -14],
  ...Array.from({ length: 13 }, (_, place) => place + 1)
    .filter((days) => days !== 7)
    .flatMap((days) => [days, -days]),
];

interface Neighbour {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly km: number | null;
}

/**
 * Spaces like this one, the nearest first: of an outdoor face other faces around it, of any other space those of its
 * station, first of the same programme or daypart and by the time at which they are aired. They are neither around nor
 * inside of it.
 */
const readNeighbours = (database: Queryable, actor: Actor, id: string): Promise<Neighbour[]> =>
  database.query<Neighbour>(sql`
    WITH space AS (
      SELECT s.*, coalesce(s.airs_at, z.starts, h.starts, p.starts) AS at
      FROM inventory_items s LEFT JOIN time_slots z ON z.id = s.time_slot_id LEFT JOIN schedules h ON h.id = s.schedule_id
        LEFT JOIN LATERAL (SELECT min(o.starts) AS starts FROM schedules o WHERE o.program_id = s.program_id) p ON true
      WHERE s.id = ${id}::uuid
    )
    SELECT t.id, t.code, t.name,
      CASE WHEN s.kind = 'outdoor' THEN distance_km(t.latitude::float8, t.longitude::float8, s.latitude::float8, s.longitude::float8) END AS km
    FROM space s JOIN inventory_items t ON t.kind = s.kind AND t.capacity_unit = s.capacity_unit AND t.id <> s.id
      LEFT JOIN time_slots z ON z.id = t.time_slot_id LEFT JOIN schedules h ON h.id = t.schedule_id
      LEFT JOIN LATERAL (SELECT min(o.starts) AS starts FROM schedules o WHERE o.program_id = t.program_id) p ON true
    WHERE ${scopeCondition(inventoryItems, actor)} AND t.status = 'active' AND t.archived_at IS NULL
      AND NOT t.path @> ARRAY[s.id] AND NOT s.path @> ARRAY[t.id]
      AND CASE WHEN s.kind = 'outdoor' THEN is_within(t.latitude, t.longitude, s.latitude::float8, s.longitude::float8, ${reach.km})
        ELSE t.subdivision_id = s.subdivision_id END
    ORDER BY km NULLS LAST, t.inventory_category_id <> s.inventory_category_id, t.parent_id IS DISTINCT FROM s.parent_id,
      abs(extract(epoch FROM coalesce(t.airs_at, z.starts, h.starts, p.starts) - s.at)) NULLS LAST, t.name, t.id
    LIMIT ${reach.spaces}`);

interface Candidate extends Alternative {
  readonly cells: readonly CapacityCell[];
}

const everyDay = ['1', '2', '3', '4', '5', '6', '7'];

/** Weekdays that are some days later. @example laterWeekdays(['1', '7'], 1) // ['2', '1'] */
const laterWeekdays = (weekdays: readonly string[], days: number): string[] =>
  weekdays.map((day) => String(((((Number(day) - 1 + days) % 7) + 7) % 7) + 1));

/** The same spaces on other days, from today on, on as many of them as were wanted. */
const onOtherDays = (spaces: readonly Space[], wanted: Wanted, count: number): Candidate[] =>
  shifts.flatMap((moved): Candidate[] => {
    const flight = { from: addDays(wanted.flight.from, moved), to: addDays(wanted.flight.to, moved) };
    if (flight.from < companyToday()) return [];
    const days = laterWeekdays(wanted.days ?? everyDay, moved).sort();
    const cells = spaces.flatMap((space) => wantedCells(space, { ...wanted, days }, flight));
    return cells.length < count ? [] : [{ kind: 'days', item: null, km: null, flight, days, moved, cells }];
  });

/** The three that are proposed: the first of each kind, then the other ones in their order. */
const nearest = (fitting: readonly Candidate[]): Candidate[] => {
  const first = [...Map.groupBy(fitting, ({ kind }) => kind).values()].flatMap(([one]) => one ?? []);
  return [...first, ...fitting.filter((one) => !first.includes(one))].slice(0, 3);
};

/** Who has what is wanted, as far as the actor may see them; null if everything is free meanwhile. */
const whoHasIt = async (
  database: Queryable,
  actor: Actor,
  cells: readonly CapacityCell[],
): Promise<string | null> => {
  const full = await fullDays(database, { wanted: cells });
  if (full.length === 0) return null;
  const row = await database.one<{ names: readonly string[]; total: number }>(sql`
    WITH holder AS (
      SELECT DISTINCT ${holderName(actor)} AS name, coalesce(h.id, k.id) AS id
      FROM unnest(${full.map(({ itemId }) => itemId)}::uuid[], ${full.map(({ day }) => day)}::date[]) AS f(item_id, day)
        JOIN inventory_items x ON x.path @> ARRAY[f.item_id]
        JOIN capacity_cells c ON c.item_id = x.id AND c.day = f.day AND (c.state = 'booked' OR c.expires_at > now())
        ${holderJoins}
    )
    SELECT ARRAY(SELECT name FROM holder WHERE name IS NOT NULL ORDER BY name LIMIT 5) AS names,
      (SELECT count(*) FROM holder)::integer AS total`);
  const { names = [], total = 0 } = row ?? {};
  return total === 0 ? null : holderText(names, total - names.length);
};

/**
 * What stands in the way of a wish, and up to three alternatives that fit at this moment: the same spaces on other days,
 * and for a single space a neighbouring one on the same days, or the next face within two kilometres. Nothing is locked,
 * so a hold is tested again.
 */
export const findAlternatives = async (
  database: Queryable,
  actor: Actor,
  wanted: Wanted,
): Promise<{ readonly alternatives: readonly Alternative[]; readonly in_the_way: string | null }> => {
  const ids = wanted.inventory_item_ids;
  const [only] = ids.length === 1 ? ids : [];
  const neighbours = only === undefined ? [] : await readNeighbours(database, actor, only);
  const found = await readSpaces(database, [...ids, ...neighbours.map(({ id }) => id)]);
  const spaces = ids.flatMap((id) => found.get(id) ?? []);
  const cells = spaces.flatMap((space) => wantedCells(space, wanted, wanted.flight));
  const beside = neighbours.flatMap(({ id, code, name, km }): Candidate[] => {
    const space = found.get(id);
    const own = space ? wantedCells(space, wanted, wanted.flight) : [];
    if (own.length < cells.length) return [];
    const kind = km === null ? 'neighbour' : 'near';
    const { flight, days = everyDay } = wanted;
    return [{ kind, item: { id, label: name, code }, km, flight, days, moved: 0, cells: own }];
  });
  const candidates = [...onOtherDays(spaces, wanted, cells.length), ...beside];
  const fits = await availabilityOf(
    database,
    candidates.map((candidate, place) => ({ key: String(place), cells: candidate.cells })),
  );
  const fitting = candidates.filter((_, place) => fits.get(String(place))?.state === 'available');
  return {
    alternatives: nearest(fitting).map(({ cells: _, ...alternative }) => alternative),
    in_the_way: await whoHasIt(database, actor, cells),
  };
};
