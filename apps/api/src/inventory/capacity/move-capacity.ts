import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import sql, { type Sql } from 'sql-template-tag';
import {
  preparedStatement,
  type Queryable,
  sqlState,
  type Transaction,
} from '../../platform/database/database.ts';
import { inSavepoint } from '../../platform/database/in-savepoint.ts';
import { conflict, type Problem } from '../../platform/http/problem.ts';

/** Units of a space on one day. */
export interface CapacityCell {
  readonly itemId: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly units: number;
}

/** Cells to be booked for a line of an order, or for a component of the package that it sells. */
export interface BookedLine {
  readonly orderLineId: string;
  /** Null or absent: the line is booked itself. */
  readonly packageItemId?: string | null;
  readonly cells: readonly CapacityCell[];
  /** Holds whose cells become these bookings; what they hold beyond them becomes free. */
  readonly holdIds?: readonly string[];
}

/** All units of these cells. */
export const unitsIn = (cells: readonly CapacityCell[]): number =>
  cells.reduce((sum, { units }) => sum + units, 0);

/** A day on which a space, or one that contains it, has less than is wanted; `extra.full` of a 409 `no_capacity`. */
export interface FullDay {
  readonly item: { readonly id: string; readonly label: string };
  readonly day: string;
  readonly wanted: number;
  readonly free: number;
}

type NewCell = CapacityCell & {
  readonly holdId?: string | null;
  readonly orderLineId?: string;
  readonly expiresAt?: string;
};

const namesOf = async (tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const rows = await tx.query<{ id: string; name: string }>(
    sql`SELECT id, name FROM inventory_items WHERE id = ANY(${[...new Set(ids)]}::uuid[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
};

const notOnSale: Readonly<Record<string, string>> = {
  draft: 'está en borrador',
  maintenance: 'está en mantenimiento',
  retired: 'está retirado',
  archived: 'está archivado',
};

const shownDays = 3;

/** 409 for cells that do not fit, with every full day. */
const noCapacity = async (tx: Transaction, full: readonly FullCell[]): Promise<Problem> => {
  const names = await namesOf(
    tx,
    full.map(({ itemId }) => itemId),
  );
  const days: FullDay[] = full.map(({ itemId, ...rest }) => ({
    item: { id: itemId, label: names.get(itemId) ?? '' },
    ...rest,
  }));
  const [first] = days;
  const name = first?.item.label ?? '';
  const distinct = [...new Set(days.map(({ day }) => day))].sort();
  const some = distinct.slice(0, shownDays).map(formatCivilDate).join(', ');
  const others = distinct.length - shownDays;
  const more = others > 0 ? ` y ${others === 1 ? 'un día más' : `${formatCount(others)} días más`}` : '';
  const free = Math.max(0, first?.free ?? 0);
  const left = free === 1 ? 'queda 1' : `quedan ${formatCount(free)}`;
  const wanted = first?.wanted ?? 0;
  const asked = wanted === 1 ? 'se pide 1' : `se piden ${formatCount(wanted)}`;
  return conflict(
    'no_capacity',
    `«${name}» no tiene capacidad suficiente el ${some}${more}: ${left} y ${asked}. ` +
      'Cambie los días, la cantidad o el espacio.',
    { extra: { full: days } },
  );
};

/**
 * The days of cells that are otherwise equal, together: sending and reading the 3,000 cells of a signature singly takes as
 * long as storing them.
 */
const grouped = <C extends NewCell>(cells: readonly C[]): { readonly cell: C; readonly days: string }[] => {
  const alike = new Map<string, { readonly cell: C; readonly days: string[] }>();
  for (const cell of cells) {
    const key = [cell.itemId, cell.units, cell.holdId, cell.orderLineId].join(' ');
    const group = alike.get(key);
    if (group) group.days.push(cell.day);
    else alike.set(key, { cell, days: [cell.day] });
  }
  return [...alike.values()].map(({ cell, days }) => ({ cell, days: `{${days.join(',')}}` }));
};

/** The cells of a move. */
export interface Move {
  /** To be taken. */
  readonly wanted?: readonly CapacityCell[];
  /** Given up in the same transaction. */
  readonly given?: readonly CapacityCell[];
  /** Holds whose cells are given up. */
  readonly givenHolds?: readonly string[];
}

/** The cells of a move as the functions of the database take them. */
const argumentsOf = ({ wanted = [], given = [], givenHolds = [] }: Move): Sql => {
  const cells = grouped([...wanted, ...given.map((cell) => ({ ...cell, units: -cell.units }))]);
  return sql`${cells.map(({ cell }) => cell.itemId)}::uuid[], ${cells.map(({ cell }) => cell.units)}::integer[],
    ${cells.map(({ days }) => days)}::text[], ${givenHolds}::uuid[]`;
};

/**
 * Locks the spaces of cells and their ancestors, and frees the expired holds in them.
 *
 * @throws Problem 409 `space_not_on_sale` if a wanted space, or one around it, is closed
 */
const lock = async (tx: Transaction, move: Move): Promise<void> => {
  const [closed] = await tx.query<{ item_id: string; status: string }>(
    preparedStatement(sql`SELECT item_id, status FROM lock_capacity(${argumentsOf(move)})`),
  );
  if (!closed) return;
  const names = await namesOf(tx, [closed.item_id]);
  throw conflict(
    'space_not_on_sale',
    `«${names.get(closed.item_id) ?? ''}» ${notOnSale[closed.status] ?? 'no está activo'} y no admite reservas ni ventas nuevas. Elija otro espacio.`,
  );
};

/** A day of a space on which less is free than wanted. */
export type FullCell = Omit<FullDay, 'item'> & { readonly itemId: string };

/** The days on which there is no room for a move; nothing is locked. */
export const fullDays = (database: Queryable, move: Move): Promise<FullCell[]> =>
  database.query<FullCell>(sql`
    SELECT item_id AS "itemId", day::text, wanted::float8, free::float8 FROM full_days(${argumentsOf(move)})`);

/** Whether the counters refused: by their constraint, or because so many units are no number of theirs. */
const isOverbooked = (error: unknown): boolean =>
  (error as { constraint?: unknown }).constraint === 'occupancy_no_overbooking' ||
  sqlState(error) === '22003';

/**
 * Writes a move into the ledger, with its spaces locked. What is free is asked only after the counters refused it: they
 * check every cell anyway, and a move that fits is by far the usual one.
 *
 * @throws Problem 409 `space_not_on_sale` or `no_capacity`
 */
const move = async (tx: Transaction, cells: Move, write: () => Promise<void>): Promise<void> => {
  await lock(tx, cells);
  try {
    await inSavepoint(tx, write);
  } catch (error) {
    if (!isOverbooked(error)) throw error;
    const full = await fullDays(tx, cells);
    throw full.length > 0 ? await noCapacity(tx, full) : error;
  }
};

/**
 * Locks the spaces of several moves of one transaction before the first of them: two transactions that move cells of the
 * same spaces in another order cannot wait for each other.
 */
export const lockSpaces = async (
  tx: Transaction,
  cells: readonly Pick<CapacityCell, 'itemId' | 'day'>[],
): Promise<void> => {
  // No units: nothing is wanted yet, so nothing can be refused.
  await lock(tx, { wanted: cells.map((cell) => ({ ...cell, units: 0 })) });
};

/** Inserts cells: held ones with a hold and when it expires, booked ones with their line. */
const addCells = async (tx: Transaction, cells: readonly NewCell[]): Promise<void> => {
  if (cells.length === 0) return;
  const rows = grouped(cells);
  await tx.query(
    preparedStatement(sql`
      INSERT INTO capacity_cells (item_id, day, units, state, hold_id, order_line_id, expires_at)
      SELECT c.item_id, d.day, c.units, CASE WHEN c.order_line_id IS NULL THEN 'held' ELSE 'booked' END, c.hold_id,
        c.order_line_id, c.expires_at
      FROM unnest(${rows.map(({ cell }) => cell.itemId)}::uuid[], ${rows.map(({ cell }) => cell.units)}::integer[],
          ${rows.map(({ cell }) => cell.holdId ?? null)}::uuid[], ${rows.map(({ cell }) => cell.orderLineId ?? null)}::uuid[],
          ${rows.map(({ cell }) => cell.expiresAt ?? null)}::timestamptz[], ${rows.map(({ days }) => days)}::text[])
          AS c(item_id, units, hold_id, order_line_id, expires_at, days)
        CROSS JOIN unnest(c.days::date[]) AS d(day)`),
  );
};

/**
 * Holds these cells until a moment. The hold itself may be inserted later in the same transaction.
 *
 * @param cells at most one per space and day
 * @param expiresAt ISO 8601; from then on the cells no longer count
 * @throws Problem 409 `no_capacity` with the full days in `extra.full`, or `space_not_on_sale`
 * @example await holdCells(tx, hold.id, [{ itemId, day: '2026-12-01', units: 30 }], '2026-11-30T12:00:00Z')
 */
export const holdCells = async (
  tx: Transaction,
  holdId: string,
  cells: readonly CapacityCell[],
  expiresAt: string,
): Promise<void> => {
  await move(tx, { wanted: cells }, () =>
    addCells(
      tx,
      cells.map((cell) => ({ ...cell, holdId, expiresAt })),
    ),
  );
};

interface HeldCell {
  readonly id: string;
  readonly item_id: string;
  readonly day: string;
  readonly units: number;
}

/** Cells that these holds still have. */
const heldBy = (tx: Transaction, holdIds: readonly string[]): Promise<HeldCell[]> =>
  tx.query<HeldCell>(
    preparedStatement(sql`
      SELECT id, item_id, day::text, units FROM capacity_cells
      WHERE hold_id = ANY(${holdIds}::uuid[]) AND state = 'held'`),
  );

/**
 * Prolongs a hold that still has all of its cells. Once its time is over, whoever wants its days frees them, one by one.
 *
 * @param cells what it was made with
 * @param expiresAt ISO 8601
 * @throws Problem 409 `expired`
 */
export const extendHeld = async (
  tx: Transaction,
  holdId: string,
  cells: readonly CapacityCell[],
  expiresAt: string,
): Promise<void> => {
  // Nobody frees expired cells of these spaces while they are locked; doing so is left to this lock, too.
  await lockSpaces(tx, cells);
  if (unitsIn((await heldBy(tx, [holdId])).map(toCell)) < unitsIn(cells))
    throw conflict(
      'expired',
      'La reserva venció y ya no tiene todos sus días. Reserve otra vez los que sigan libres.',
    );
  await endHeldAt(tx, [holdId], expiresAt);
};

/** Sets when the cells of holds become free by themselves, ISO 8601. The spaces must be locked. */
export const endHeldAt = async (
  tx: Transaction,
  holdIds: readonly string[],
  expiresAt: string,
): Promise<void> => {
  await tx.query(
    sql`UPDATE capacity_cells SET expires_at = ${expiresAt}::timestamptz
      WHERE hold_id = ANY(${holdIds}::uuid[]) AND state = 'held'`,
  );
};

const toCell = ({ item_id, day, units }: HeldCell): CapacityCell => ({ itemId: item_id, day, units });

/**
 * Books the cells of several lines at once, converting their holds. The holds may have expired: what they no longer hold
 * is booked as if it had never been held, if there is room.
 *
 * @throws Problem 409 `no_capacity` with the full days in `extra.full`, or `space_not_on_sale`
 * @example await bookLines(tx, [{ orderLineId, cells, holdIds: [hold.id] }])
 */
export const bookLines = async (tx: Transaction, lines: readonly BookedLine[]): Promise<void> => {
  const holdIds = [...new Set(lines.flatMap((line) => line.holdIds ?? []))];
  if (holdIds.length > 0) {
    // Like every other command on holds, before the counters: otherwise two of them could wait for each other.
    await tx.query(sql`SELECT FROM holds WHERE id = ANY(${holdIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`);
  }
  const wanted = lines.flatMap(({ cells }) => cells);
  if (wanted.length + holdIds.length === 0) return;
  await move(tx, { wanted, givenHolds: holdIds }, async () => {
    if (holdIds.length > 0) {
      await tx.query(
        preparedStatement(
          sql`DELETE FROM capacity_cells WHERE hold_id = ANY(${holdIds}::uuid[]) AND state = 'held'`,
        ),
      );
    }
    await addCells(
      tx,
      lines.flatMap(({ orderLineId, cells, holdIds: [holdId = null] = [] }) =>
        cells.map((cell) => ({ ...cell, orderLineId, holdId })),
      ),
    );
  });
  if (holdIds.length > 0) {
    await tx.query(
      sql`UPDATE holds SET status = 'converted'
        WHERE id = ANY(${holdIds}::uuid[]) AND status IN ('requested', 'queued', 'active')`,
    );
  }
};

/** Books cells that were not held. @throws Problem as `bookLines` */
export const bookCells = (
  tx: Transaction,
  orderLineId: string,
  cells: readonly CapacityCell[],
): Promise<void> => bookLines(tx, [{ orderLineId, cells }]);

/** Books what a hold has at this moment. Use `bookLines` where it may have expired. @throws Problem as `bookLines` */
export const bookHeld = async (tx: Transaction, holdId: string, orderLineId: string): Promise<void> => {
  const cells = (await heldBy(tx, [holdId])).map(toCell);
  await bookLines(tx, [{ orderLineId, cells, holdIds: [holdId] }]);
};

/** What to release: the held cells of holds, or the booked ones of lines. */
export type Holder = { readonly holdIds: readonly string[] } | { readonly orderLineIds: readonly string[] };

/**
 * Frees cells.
 *
 * @param days only these; all by default
 * @returns how many cells became free
 * @example await release(tx, { orderLineIds: [line.id] }, ['2026-12-24', '2026-12-25'])
 */
export const release = async (tx: Transaction, holder: Holder, days?: readonly string[]): Promise<number> => {
  const whose =
    'holdIds' in holder
      ? sql`hold_id = ANY(${holder.holdIds}::uuid[]) AND state = 'held'`
      : sql`order_line_id = ANY(${holder.orderLineIds}::uuid[])`;
  const when = days ? sql`AND day = ANY(${days}::date[])` : sql``;
  const cells = await tx.query<HeldCell>(
    sql`SELECT id, item_id, day::text, units FROM capacity_cells WHERE ${whose} ${when}`,
  );
  if (cells.length === 0) return 0;
  await lock(tx, { given: cells.map(toCell) });
  await tx.query(sql`DELETE FROM capacity_cells WHERE ${whose} ${when}`);
  return cells.length;
};

const sumByKey = (cells: readonly CapacityCell[]): Map<string, CapacityCell> => {
  const sums = new Map<string, CapacityCell>();
  for (const cell of cells) {
    const key = `${cell.itemId} ${cell.day}`;
    sums.set(key, { ...cell, units: cell.units + (sums.get(key)?.units ?? 0) });
  }
  return sums;
};

/** Frees some of the units that a line has booked in cells whose counters are locked. */
const freeSome = async (
  tx: Transaction,
  orderLineId: string,
  freed: readonly CapacityCell[],
): Promise<void> => {
  if (freed.length === 0) return;
  const own = await tx.query<HeldCell>(sql`
    SELECT id, item_id, day::text, units FROM capacity_cells
    WHERE order_line_id = ${orderLineId}::uuid AND day = ANY(${freed.map(({ day }) => day)}::date[]) ORDER BY id`);
  const gone: string[] = [];
  const smaller: { id: string; units: number }[] = [];
  for (const { itemId, day, units } of freed) {
    let due = units;
    for (const cell of own.filter((one) => one.item_id === itemId && one.day === day)) {
      if (due === 0) break;
      if (cell.units <= due) gone.push(cell.id);
      else smaller.push({ id: cell.id, units: cell.units - due });
      due -= Math.min(due, cell.units);
    }
    if (due > 0) throw new Error(`order line ${orderLineId} has not booked ${units} on ${day}`);
  }
  if (gone.length > 0) await tx.query(sql`DELETE FROM capacity_cells WHERE id = ANY(${gone}::bigint[])`);
  if (smaller.length > 0) {
    await tx.query(sql`
      UPDATE capacity_cells c SET units = s.units
      FROM unnest(${smaller.map(({ id }) => id)}::bigint[], ${smaller.map(({ units }) => units)}::integer[]) AS s(id, units)
      WHERE c.id = s.id`);
  }
};

/**
 * Moves booked units of a line to other days or spaces: frees some of its cells and books others, or neither. Without
 * `from` it books more for the line, without `to` it frees.
 *
 * @throws Problem 409 `no_capacity` with the full days in `extra.full`, or `space_not_on_sale`
 * @throws Error if the line has not booked what is to be freed
 * @example await moveCells(tx, line.id, [{ itemId, day: '2026-12-01', units: 30 }], [{ itemId, day: '2026-12-02', units: 30 }])
 */
export const moveCells = async (
  tx: Transaction,
  orderLineId: string,
  from: readonly CapacityCell[],
  to: readonly CapacityCell[],
): Promise<void> => {
  const freed = [...sumByKey(from).values()];
  const wanted = [...sumByKey(to).values()];
  if (freed.length + wanted.length === 0) return;
  await move(tx, { wanted, given: freed }, async () => {
    await freeSome(tx, orderLineId, freed);
    await addCells(
      tx,
      wanted.map((cell) => ({ ...cell, orderLineId })),
    );
  });
};
