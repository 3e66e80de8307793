import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { placements } from '@pauta/domain/postsales/quotas/placement.ts';
import type { DisplacedSpot } from '@pauta/domain/postsales/spot-files/spot-file.ts';
import { whyLess } from '@pauta/domain/postsales/traffic/makegood.ts';
import sql from 'sql-template-tag';
import { moveCells } from '../../inventory/capacity/move-capacity.ts';
import { attempt } from '../../resource/bulk/chunks.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';
import { servedOf } from '../../resource/commands/served-of.ts';
import { runCommand } from '../../resource/writing/run-command.ts';
import { readValues } from '../traffic/makegood-slots.ts';

/** A break of a station, as it is on a day. */
export interface DayBreak {
  readonly id: string;
  readonly name: string;
  readonly airs_at: string;
  readonly station: string;
  readonly unit: string;
  readonly capacity: number;
  /** Held or sold. */
  readonly taken: number;
}

/** Days after its own on which a spot that has to leave its break is tried, and how many breaks of them. */
const reach = { days: 7, breaks: 20 } as const;

interface Spot {
  readonly id: string;
  readonly description: string;
  readonly quota_id: string;
  readonly order_line_id: string;
  readonly home: string;
  readonly taken: number;
  readonly last: string;
}

/** How a place is named in what somebody reads of it. */
const placeName = (
  day: string,
  { name, airs_at }: { readonly name: string; readonly airs_at: string | null },
) => [formatCivilDate(day), airs_at, name].filter((part) => part !== null).join(' · ');

/** The spots of a break that may leave it: the least firm one first, and the last one in the break first. */
const spotsOf = ({ tx }: HandlerContext, breakId: string, day: string): Promise<Spot[]> =>
  tx.query<Spot & object>(sql`
    SELECT p.id, p.description, p.quota_id, q.order_line_id, q.inventory_item_id AS home,
      (p.units::bigint * q.cell_units)::float8 AS taken, (upper(q.flight) - 1)::text AS last
    FROM placements p JOIN quotas q ON q.id = p.quota_id
    WHERE p.inventory_item_id = ${breakId}::uuid AND p.starts_on = ${day}::date AND p.ends_on = ${day}::date
      AND p.status IN ('scheduled', 'confirmed') AND NOT p.pinned AND NOT p.locked
    ORDER BY p.status = 'confirmed', p.position DESC NULLS FIRST, p.id`);

/** Breaks with room for a spot, at no lower value: of its day first, and near to its time. */
const otherPlaces = async (
  { tx }: HandlerContext,
  { id, unit, station, airs_at }: DayBreak,
  day: string,
  spot: Spot,
  closed: ReadonlySet<string>,
) => {
  const found = await tx.query<{ id: string; name: string; airs_at: string; day: string }>(sql`
    SELECT i.id, i.name, to_char(i.airs_at, 'HH24:MI') AS airs_at, d.day::date::text AS day
    FROM inventory_items i
      CROSS JOIN generate_series(${day}::date, least(${day}::date + ${reach.days}::integer, ${spot.last}::date), interval '1 day') AS d(day)
      LEFT JOIN occupancy o ON o.item_id = i.id AND o.day = d.day::date
    WHERE i.subdivision_id = ${station}::uuid AND i.airs_at IS NOT NULL AND i.kind = 'linear' AND i.status = 'active'
      AND i.archived_at IS NULL AND i.capacity_unit = ${unit} AND d.day::date >= business_date()
      AND (i.id <> ${id}::uuid OR d.day::date <> ${day}::date)
      AND coalesce(o.capacity + o.extra - o.held - o.booked, capacity_on(i, d.day::date)) >= ${spot.taken}
    ORDER BY d.day, abs(extract(epoch FROM i.airs_at - ${airs_at}::time)), i.name, i.id LIMIT ${reach.breaks * 2}`);
  const values = await readValues(tx, spot.quota_id, [...new Set([id, ...found.map((one) => one.id)])]);
  const own = values.get(id);
  return found
    .filter((one) => {
      const value = values.get(one.id);
      return !closed.has(`${one.id} ${one.day}`) && own && value && whyLess(own, value) === null;
    })
    .slice(0, reach.breaks);
};

/** Gives up the place of a spot: its unit is placed again later, of the capacity of another day of its flight. */
const release = async (
  context: HandlerContext,
  { id: breakId }: DayBreak,
  day: string,
  spot: Spot,
  reason: string,
): Promise<void> => {
  const { tx, server } = context;
  await runCommand(
    context,
    servedOf(server, placements.name),
    'cancel',
    { input: { reason: reason.slice(0, 500) } },
    spot.id,
  );
  const days = await tx.query<{ day: string; item: string }>(sql`
    SELECT d.day::date::text AS day, i.id AS item
    FROM inventory_items i
      CROSS JOIN generate_series(business_date(), ${spot.last}::date, interval '1 day') AS d(day)
      LEFT JOIN occupancy o ON o.item_id = i.id AND o.day = d.day::date
    WHERE i.id = ANY(${[spot.home, breakId]}::uuid[]) AND (i.id <> ${breakId}::uuid OR d.day::date <> ${day}::date)
      AND coalesce(o.capacity + o.extra - o.held - o.booked, capacity_on(i, d.day::date)) >= ${spot.taken}
    ORDER BY d.day < ${day}::date, d.day, i.id <> ${spot.home}::uuid LIMIT 12`);
  for (const to of days) {
    const moved = await attempt(tx, () =>
      moveCells(
        tx,
        spot.order_line_id,
        [{ itemId: breakId, day, units: spot.taken }],
        [{ itemId: to.item, day: to.day, units: spot.taken }],
      ),
    );
    if ('done' in moved) return;
  }
  throw refusalOf([
    {
      code: 'no_capacity',
      text: `«${spot.description}» no cabe en ningún otro día de su vuelo. Libérelo o acuerde otra fecha antes.`,
    },
  ]);
};

/**
 * Moves commercial spots out of a break until at most so much of it is taken, to places of equal value. What has no such
 * place loses it, and its unit is to be placed again.
 *
 * @param most units that may stay
 * @param closed breaks to which nothing is moved, as `id day`
 * @throws Problem 409 if what is sold there cannot leave: the change is refused and nothing moves
 */
export const makeRoom = async (
  context: HandlerContext,
  at: DayBreak,
  day: string,
  {
    most,
    reason,
    closed,
  }: { readonly most: number; readonly reason: string; readonly closed: ReadonlySet<string> },
): Promise<(DisplacedSpot & { readonly toItem: string | null; readonly toDay: string | null })[]> => {
  const displaced: (DisplacedSpot & { toItem: string | null; toDay: string | null })[] = [];
  let over = at.taken - most;
  if (over <= 0) return displaced;
  const { tx, server } = context;
  const served = servedOf(server, placements.name);
  for (const spot of await spotsOf(context, at.id, day)) {
    if (over <= 0) break;
    const told = {
      placement_id: spot.id,
      description: spot.description,
      from: placeName(day, at),
    };
    let place: { id: string; name: string; airs_at: string; day: string } | undefined;
    for (const to of await otherPlaces(context, at, day, spot, closed)) {
      const moved = await attempt(tx, () =>
        runCommand(
          context,
          served,
          'move',
          { input: { starts_on: to.day, inventory_item_id: to.id } },
          spot.id,
        ),
      );
      if ('refused' in moved) continue;
      place = to;
      break;
    }
    if (!place) await release(context, at, day, spot, reason);
    displaced.push({
      ...told,
      to: place ? placeName(place.day, place) : null,
      toItem: place?.id ?? null,
      toDay: place?.day ?? null,
    });
    over -= spot.taken;
  }
  if (over > 0)
    throw refusalOf([
      {
        code: 'no_room',
        text: `El corte de las ${at.airs_at} del ${formatCivilDate(day)} tiene vendido o apartado más de lo que puede moverse: lo fijado, lo ya emitido, lo aceptado y lo que aún no está colocado en él. Muévalo primero.`,
      },
    ]);
  return displaced;
};

/** The breaks of a station on a day, in the order of their time; locked, so that nobody places in them meanwhile. */
export const lockBreaks = async (
  { tx }: HandlerContext,
  station: string,
  day: string,
): Promise<readonly DayBreak[]> => {
  await tx.query(sql`
    SELECT FROM inventory_items WHERE subdivision_id = ${station}::uuid AND airs_at IS NOT NULL ORDER BY id FOR UPDATE`);
  return tx.query<DayBreak & object>(sql`
    SELECT i.id, i.name, to_char(i.airs_at, 'HH24:MI') AS airs_at, i.subdivision_id AS station, i.capacity_unit AS unit,
      coalesce(o.capacity + o.extra, capacity_on(i, ${day}::date)) AS capacity,
      coalesce(o.held + o.booked, 0) AS taken
    FROM inventory_items i LEFT JOIN occupancy o ON o.item_id = i.id AND o.day = ${day}::date
    WHERE i.subdivision_id = ${station}::uuid AND i.airs_at IS NOT NULL AND i.kind = 'linear' AND i.status = 'active'
      AND i.archived_at IS NULL ORDER BY i.airs_at, i.id`);
};
