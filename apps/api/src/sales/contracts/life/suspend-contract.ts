import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import sql from 'sql-template-tag';
import { readWorkingCalendar } from '../../../crm/working-calendar.ts';
import { type BookedLine, bookLines, unitsIn } from '../../../inventory/capacity/move-capacity.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { cutDelivery, deliveryKey } from '../../../postsales/open-delivery.ts';
import type { StateChangeHandler } from '../../../resource/commands/handler.ts';
import { type BookableLine, bookingsOf, componentsOf, takenSpace } from '../../signing/bookings-of.ts';
import { freeSpaces, orderLineIdsOf } from './free-spaces.ts';

/** Suspends a contract; its spaces stay booked, or are freed from tomorrow on with what was placed in them. */
export const suspendContract: StateChangeHandler = async ({ tx, now }, record, input) => {
  const today = companyDay(now);
  if (input.spaces === 'released') {
    const lines = await orderLineIdsOf(tx, record.id);
    const tomorrow = addDays(today, 1);
    await cutDelivery(tx, lines, { since: null, from: tomorrow });
    await freeSpaces(tx, lines, tomorrow);
  }
  return { suspended_on: today, suspension_kind: input.reason_kind, suspension_spaces: input.spaces };
};

interface LostQuota {
  readonly order_line_id: string;
  readonly package_item_id: string | null;
  /** Units of capacity that it was sold for and does not have any more. */
  readonly lost: number;
}

/** The first cells of a line, in the order of their days, up to some units. */
const upTo = (most: number, line: BookedLine): BookedLine => {
  let left = most;
  return {
    ...line,
    cells: line.cells.flatMap((cell) => {
      const units = Math.min(left, cell.units);
      left -= units;
      return units > 0 ? [{ ...cell, units }] : [];
    }),
  };
};

/**
 * Books again what the lines in force take from a day on, and gives it back to their quotas. What traffic had moved to days
 * before the suspension was delivered there, so no quota gets more than it was sold for.
 *
 * @throws Problem 409 `no_capacity` with every full day, or `space_not_on_sale`
 */
const bookAgain = async (tx: Transaction, contractId: string, from: string): Promise<void> => {
  const spaces = await tx.query<BookableLine>(sql`
    SELECT o.id, ${takenSpace('o')} FROM order_lines o CROSS JOIN LATERAL ${componentsOf('o')} s
    WHERE o.contract_id = ${contractId}::uuid AND o.status = 'active' AND s.inventory_item_id IS NOT NULL
    ORDER BY o.id, s.position, s.package_item_id`);
  const lines = [...new Set(spaces.map(({ id }) => id))];
  // In the order of billing, placing and airing: order lines, quotas, spaces.
  await tx.query(sql`SELECT FROM order_lines WHERE id = ANY(${lines}::uuid[]) ORDER BY id FOR NO KEY UPDATE`);
  const quotas = await tx.query<LostQuota & object>(sql`
    SELECT order_line_id, package_item_id, ((sold - contracted) * cell_units)::float8 AS lost FROM quotas
    WHERE order_line_id = ANY(${lines}::uuid[]) ORDER BY id FOR NO KEY UPDATE`);
  const lost = new Map(
    quotas.map((one) => [
      deliveryKey({ orderLineId: one.order_line_id, packageItemId: one.package_item_id }),
      one.lost,
    ]),
  );
  const booked = (await bookingsOf(tx, spaces))
    .map((line) =>
      upTo(lost.get(deliveryKey(line)) ?? 0, {
        ...line,
        cells: line.cells.filter(({ day }) => day >= from),
      }),
    )
    .filter(({ cells }) => cells.length > 0);
  if (booked.length === 0) return;
  const { holidays } = await readWorkingCalendar(tx);
  const more = Object.fromEntries(
    booked.map((line) => [deliveryKey(line), { booked_more: unitsIn(line.cells), sold_more: 0 }]),
  );
  await tx.query(sql`
    SELECT change_delivery(${lines}::uuid[], ${JSON.stringify(more)}::jsonb, ${[...holidays]}::date[])`);
  await bookLines(tx, booked);
};

/** Columns of a contract that is not suspended. */
export const notSuspended = { suspended_on: null, suspension_kind: null, suspension_spaces: null } as const;

/** Resumes a contract in the state that its flight says; spaces that were freed are booked again from tomorrow on. */
export const resumeContract: StateChangeHandler = async ({ tx, now }, record) => {
  const today = companyDay(now);
  if (record.suspension_spaces === 'released') await bookAgain(tx, record.id, addDays(today, 1));
  return {
    status: String((record.flight as DateRange).from) <= today ? 'active' : 'signed',
    ...notSuspended,
  };
};
