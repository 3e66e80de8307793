import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import sql from 'sql-template-tag';
import { readWorkingCalendar } from '../../crm/working-calendar.ts';
import {
  type BookedLine,
  bookLines,
  type CapacityCell,
  lockSpaces,
  release,
  unitsIn,
} from '../../inventory/capacity/move-capacity.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import { closeDelivery, deliveryKey, openDelivery } from '../../postsales/open-delivery.ts';
import { type BookableLine, bookingsOf, componentsOf, takenSpace } from '../signing/bookings-of.ts';

/** What a line of an addendum takes of a space, and took before. */
interface ChangedSpace extends BookableLine {
  readonly op: 'add' | 'change' | 'remove';
  readonly before_flight: string | null;
  readonly before_days: readonly string[] | null;
  readonly before_units_per_day: number | null;
}

const keyOf = ({ itemId, day }: CapacityCell): string => `${itemId} ${day}`;

/** Cells of the first that the second does not have, by units. */
const beyond = (cells: readonly CapacityCell[], others: readonly CapacityCell[]): CapacityCell[] => {
  const units = new Map(others.map((cell) => [keyOf(cell), cell.units]));
  return cells.flatMap((cell) => {
    const more = cell.units - (units.get(keyOf(cell)) ?? 0);
    return more > 0 ? [{ ...cell, units: more }] : [];
  });
};

/** A changed line, or a component of its package, whose bookings grow or are made again from the effective day on. */
interface Plan {
  readonly orderLineId: string;
  readonly packageItemId: string | null;
  /** What is booked besides. */
  readonly cells: readonly CapacityCell[];
  /** By how many units its pattern grows or shrinks. */
  readonly soldMore: number;
  /** Units that its former pattern has from the effective day on. */
  readonly had: number;
  /** Whether everything of the line from the effective day on is freed first, because some of it is no longer wanted. */
  readonly isCut: boolean;
}

const planChanges = async (
  tx: Transaction,
  changed: readonly ChangedSpace[],
  from: string,
): Promise<readonly Plan[]> => {
  const now = await bookingsOf(tx, changed);
  const was = await bookingsOf(
    tx,
    changed.map((one) => ({
      ...one,
      flight: one.before_flight ?? one.flight,
      days: one.before_days ?? one.days,
      units_per_day: one.before_units_per_day ?? one.units_per_day,
    })),
  );
  const later = (cells: readonly CapacityCell[] = []): CapacityCell[] =>
    cells.filter(({ day }) => day >= from);
  const changes = now.map((line, index) => {
    return { ...line, wanted: later(line.cells), had: later(was[index]?.cells) };
  });
  const cut = new Set(
    changes.filter(({ had, wanted }) => beyond(had, wanted).length > 0).map(({ orderLineId }) => orderLineId),
  );
  return changes.flatMap(({ orderLineId, packageItemId = null, wanted, had }): Plan[] => {
    const isCut = cut.has(orderLineId);
    const booked = isCut ? wanted : beyond(wanted, had);
    return isCut || booked.length > 0
      ? [
          {
            orderLineId,
            packageItemId,
            cells: booked,
            soldMore: unitsIn(wanted) - unitsIn(had),
            had: unitsIn(had),
            isCut,
          },
        ]
      : [];
  });
};

interface Booked {
  readonly order_line_id: string;
  readonly item_id: string;
  readonly day: string;
  readonly units: number;
}

/**
 * Units that traffic moved over the effective day, or booked as compensation, are not in the pattern of the line: making
 * its bookings again would lose or repeat them.
 *
 * @throws Problem 409
 */
const refuseMoved = async (tx: Transaction, plans: readonly Plan[], from: string): Promise<void> => {
  const had = new Map<string, number>();
  for (const plan of plans) had.set(plan.orderLineId, (had.get(plan.orderLineId) ?? 0) + plan.had);
  const rows = await tx.query<{ id: string; description: string; units: number }>(sql`
    SELECT o.id, o.description, coalesce(sum(c.units), 0)::integer AS units
    FROM order_lines o LEFT JOIN capacity_cells c ON c.order_line_id = o.id AND c.day >= ${from}::date
    WHERE o.id = ANY(${[...had.keys()]}::uuid[]) GROUP BY o.id`);
  const moved = rows.find(({ id, units }) => had.get(id) !== units);
  if (moved)
    throw conflict(
      'moved_placements',
      `Tráfico movió o compensó unidades de «${moved.description}» entre antes y después del ${formatCivilDate(from)}. ` +
        'Devuélvalas a sus días en Gestión de Cupos, o ponga otra fecha efectiva.',
    );
};

/**
 * Applies the lines of an addendum: writes them into the order, frees what is no longer wanted from its effective day on,
 * books what is added, and fits quotas, work orders and sheets. Placements that lose their space are cancelled; those of
 * a line that only grows stay.
 *
 * @throws Problem 409 `no_capacity` with every full day, `moved_placements`; 422 for what was delivered already
 */
export const moveDelivery = async (
  tx: Transaction,
  {
    addendumId,
    contractId,
    from,
  }: { readonly addendumId: string; readonly contractId: string; readonly from: string },
): Promise<void> => {
  const lines = await tx.query<{ id: string; op: ChangedSpace['op'] }>(sql`
    SELECT coalesce(order_line_id, id) AS id, op FROM addendum_lines
    WHERE addendum_id = ${addendumId}::uuid AND op <> 'keep' ORDER BY position, id`);
  const idsOf = (op: ChangedSpace['op']): string[] =>
    lines.flatMap((line) => (line.op === op ? [line.id] : []));
  const [changed, removed] = [idsOf('change'), idsOf('remove')];
  // A package that was sold before packages took capacity has no quotas, and takes none until it is sold again.
  const spaces = await tx.query<ChangedSpace>(sql`
    SELECT coalesce(o.id, l.id) AS id, l.op, ${takenSpace('l')}, o.flight::text AS before_flight,
      b.days AS before_days, b.units_per_day AS before_units_per_day
    FROM addendum_lines l CROSS JOIN LATERAL ${componentsOf('l')} s LEFT JOIN order_lines o ON o.id = l.order_line_id
      LEFT JOIN LATERAL ${componentsOf('o')} b ON b.package_item_id IS NOT DISTINCT FROM s.package_item_id
    WHERE l.addendum_id = ${addendumId}::uuid AND s.inventory_item_id IS NOT NULL
      AND (l.op = 'add' OR l.op = 'change' AND EXISTS (SELECT FROM quotas q WHERE q.order_line_id = o.id))
    ORDER BY l.position, l.id, s.position, s.package_item_id`);
  const plans = await planChanges(
    tx,
    spaces.filter(({ op }) => op === 'change'),
    from,
  );
  const cut = [...new Set(plans.flatMap(({ isCut, orderLineId }) => (isCut ? [orderLineId] : [])))];
  const added = await bookingsOf(
    tx,
    spaces.filter(({ op }) => op === 'add'),
  );
  const booked: BookedLine[] = [...added, ...plans.filter(({ cells }) => cells.length > 0)];

  // In the order of billing, placing and airing: order lines, placements, quotas, counters.
  await tx.query(sql`
    SELECT FROM order_lines WHERE id = ANY(${lines.map(({ id }) => id)}::uuid[]) ORDER BY id FOR NO KEY UPDATE`);
  await tx.query(sql`
    SELECT FROM placements p JOIN quotas q ON q.id = p.quota_id
    WHERE q.order_line_id = ANY(${[...cut, ...removed]}::uuid[]) AND p.status IN ('scheduled', 'confirmed')
    ORDER BY p.id FOR NO KEY UPDATE OF p`);
  await tx.query(sql`
    SELECT FROM quotas WHERE order_line_id = ANY(${lines.map(({ id }) => id)}::uuid[]) ORDER BY id FOR NO KEY UPDATE`);
  if (cut.length > 0) {
    await refuseMoved(
      tx,
      plans.filter(({ isCut }) => isCut),
      from,
    );
    await tx.query(sql`SELECT cut_placements(${cut}::uuid[], ${from}::date)`);
  }
  if (removed.length > 0) await closeDelivery(tx, removed, from);
  await tx.query(sql`SELECT apply_addendum_lines(${addendumId}::uuid)`);

  const freed = await tx.query<Booked>(sql`
    SELECT order_line_id, item_id, day::text, units FROM capacity_cells
    WHERE order_line_id = ANY(${removed}::uuid[]) OR order_line_id = ANY(${cut}::uuid[]) AND day >= ${from}::date`);
  const cells = [
    ...freed.map(({ item_id, day }) => ({ itemId: item_id, day })),
    ...booked.flatMap((line) => line.cells),
  ];
  await lockSpaces(tx, cells);
  if (removed.length > 0) await release(tx, { orderLineIds: removed });
  if (cut.length > 0)
    await release(tx, { orderLineIds: cut }, [
      ...new Set(freed.filter(({ order_line_id }) => cut.includes(order_line_id)).map(({ day }) => day)),
    ]);
  await bookLines(tx, booked);

  if (changed.length > 0) {
    const { holidays } = await readWorkingCalendar(tx);
    const changes = Object.fromEntries(
      plans.map((plan) => [
        deliveryKey(plan),
        { booked_more: unitsIn(plan.cells) - (plan.isCut ? plan.had : 0), sold_more: plan.soldMore },
      ]),
    );
    await tx.query(sql`
      SELECT change_delivery(${changed}::uuid[], ${JSON.stringify(changes)}::jsonb, ${[...holidays]}::date[])`);
  }
  await openDelivery(tx, contractId, added);
};
