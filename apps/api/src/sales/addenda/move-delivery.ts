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
import { closeDelivery, openDelivery } from '../../postsales/open-delivery.ts';
import { type BookableLine, bookingsOf } from '../signing/bookings-of.ts';

interface ChangedLine extends BookableLine {
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

/** A changed line whose bookings grow or are made again from the effective day on. */
interface Plan {
  readonly id: string;
  /** What is booked besides. */
  readonly booked: readonly CapacityCell[];
  /** By how many units its pattern grows or shrinks. */
  readonly soldMore: number;
  /** Units that its former pattern has from the effective day on. */
  readonly had: number;
  /** Whether everything from the effective day on is freed first, because some of it is no longer wanted. */
  readonly isCut: boolean;
}

const planChanges = async (
  tx: Transaction,
  lines: readonly ChangedLine[],
  from: string,
): Promise<readonly Plan[]> => {
  const now = new Map((await bookingsOf(tx, lines)).map(({ orderLineId, cells }) => [orderLineId, cells]));
  const was = new Map(
    (
      await bookingsOf(
        tx,
        lines.map((line) => ({
          ...line,
          flight: line.before_flight ?? line.flight,
          days: line.before_days ?? line.days,
          units_per_day: line.before_units_per_day ?? line.units_per_day,
        })),
      )
    ).map(({ orderLineId, cells }) => [orderLineId, cells]),
  );
  const later = (cells: readonly CapacityCell[] = []): CapacityCell[] =>
    cells.filter(({ day }) => day >= from);
  return lines.flatMap(({ id }): Plan[] => {
    const [wanted, had] = [later(now.get(id)), later(was.get(id))];
    const shared = {
      id,
      had: unitsIn(had),
      soldMore: unitsIn(now.get(id) ?? []) - unitsIn(was.get(id) ?? []),
    };
    if (beyond(had, wanted).length > 0) return [{ ...shared, booked: wanted, isCut: true }];
    const more = beyond(wanted, had);
    return more.length > 0 ? [{ ...shared, booked: more, isCut: false }] : [];
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
const refuseMoved = async (tx: Transaction, cut: readonly Plan[], from: string): Promise<void> => {
  const rows = await tx.query<{ id: string; description: string; units: number }>(sql`
    SELECT o.id, o.description, coalesce(sum(c.units), 0)::integer AS units
    FROM order_lines o LEFT JOIN capacity_cells c ON c.order_line_id = o.id AND c.day >= ${from}::date
    WHERE o.id = ANY(${cut.map(({ id }) => id)}::uuid[]) GROUP BY o.id`);
  const moved = rows.find(({ id, units }) => cut.some((plan) => plan.id === id && plan.had !== units));
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
  const lines = await tx.query<ChangedLine>(sql`
    SELECT coalesce(o.id, l.id) AS id, l.op, l.inventory_item_id, l.flight::text, l.days, l.units_per_day, l.duration_sec,
      o.flight::text AS before_flight, o.days AS before_days, o.units_per_day AS before_units_per_day
    FROM addendum_lines l LEFT JOIN order_lines o ON o.id = l.order_line_id
    WHERE l.addendum_id = ${addendumId}::uuid AND l.op <> 'keep' ORDER BY l.position, l.id`);
  const of = (op: ChangedLine['op']): ChangedLine[] => lines.filter((line) => line.op === op);
  const removed = of('remove').map(({ id }) => id);
  const plans = await planChanges(tx, of('change'), from);
  const cut = plans.filter(({ isCut }) => isCut).map(({ id }) => id);
  const added = await bookingsOf(tx, of('add'));
  const booked: BookedLine[] = [
    ...added,
    ...plans.flatMap(({ id, booked: cells }) => (cells.length > 0 ? [{ orderLineId: id, cells }] : [])),
  ];

  // In the order of billing, placing and airing: order lines, quotas, counters.
  await tx.query(sql`
    SELECT FROM order_lines WHERE id = ANY(${lines.map(({ id }) => id)}::uuid[]) ORDER BY id FOR NO KEY UPDATE`);
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

  const { holidays } = await readWorkingCalendar(tx);
  for (const { id } of of('change')) {
    const plan = plans.find((one) => one.id === id);
    await tx.query(sql`
      SELECT change_delivery(${id}::uuid, ${unitsIn(plan?.booked ?? [])}::bigint, ${plan?.soldMore ?? 0}::bigint,
        ${[...holidays]}::date[])`);
  }
  await openDelivery(tx, contractId, added);
};
