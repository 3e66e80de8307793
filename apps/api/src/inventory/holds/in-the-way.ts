import type { Reason } from '@pauta/domain/resource/command.ts';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { type CapacityCell, type FullCell, fullDays, lockSpaces } from '../capacity/move-capacity.ts';
import { cellsByHold, type HoldRow, lockHoldsAround } from './hold-cells.ts';

/** A hold that takes what a waiting one wants. */
export interface HoldInTheWay {
  readonly id: string;
  readonly number: string;
  /** Number of the option that challenged it already. */
  readonly challenged_by: string | null;
}

/** What keeps a waiting hold from its place. */
export interface InTheWay {
  /** The holds that would have to end, the latest first: no more than are needed. */
  readonly holds: readonly HoldInTheWay[];
  /** Whether there would be room without them; not if the rest is sold. */
  readonly isEnough: boolean;
}

interface HeldInTheWay extends HoldInTheWay {
  readonly item_id: string;
  readonly day: string;
  readonly units: number;
}

const heldOn = (database: Queryable, full: readonly FullCell[]): Promise<HeldInTheWay[]> =>
  database.query<HeldInTheWay>(sql`
    SELECT h.id, h.number, b.number AS challenged_by, f.item_id, f.day::text, sum(c.units)::float8 AS units
    FROM unnest(${full.map(({ itemId }) => itemId)}::uuid[], ${full.map(({ day }) => day)}::date[]) AS f(item_id, day)
      JOIN inventory_items i ON i.path @> ARRAY[f.item_id] JOIN capacity_cells c ON c.item_id = i.id AND c.day = f.day
      JOIN holds h ON h.id = c.hold_id LEFT JOIN holds b ON b.id = h.challenged_by_id
    WHERE c.state = 'held' AND c.expires_at > now() AND h.status = 'active'
    GROUP BY h.id, b.number, f.item_id, f.day ORDER BY h.created_at DESC, h.id DESC`);

/** What keeps cells from being taken; nothing is locked, so it may change. */
export const findInTheWay = async (
  database: Queryable,
  cells: readonly CapacityCell[],
): Promise<InTheWay> => {
  const full = await fullDays(database, { wanted: cells });
  if (full.length === 0) return { holds: [], isEnough: true };
  const missing = new Map(full.map(({ itemId, day, wanted, free }) => [`${itemId} ${day}`, wanted - free]));
  const byHold = Map.groupBy(await heldOn(database, full), ({ id }) => id);
  const chosen: HoldInTheWay[] = [];
  for (const [id, held] of byHold) {
    const helps = held.filter(({ item_id, day }) => (missing.get(`${item_id} ${day}`) ?? 0) > 0);
    const [first] = helps;
    if (!first) continue;
    for (const { item_id, day, units } of held) {
      const key = `${item_id} ${day}`;
      missing.set(key, (missing.get(key) ?? 0) - units);
    }
    chosen.push({ id, number: first.number, challenged_by: first.challenged_by });
  }
  return { holds: chosen, isEnough: [...missing.values()].every((units) => units <= 0) };
};

/** The same, with the waiting hold's tree locked: its active holds, and their spaces. */
export const lockInTheWay = async (
  tx: Transaction,
  hold: HoldRow,
): Promise<InTheWay & { readonly cells: readonly CapacityCell[] }> => {
  const others = await lockHoldsAround(tx, [hold.inventory_item_id], ['active']);
  const cells = await cellsByHold(tx, [hold, ...others]);
  await lockSpaces(tx, [...cells.values()].flat());
  const own = cells.get(hold.id) ?? [];
  return { ...(await findInTheWay(tx, own)), cells: own };
};

/** Why ending holds would not give a waiting one its place. */
export const uselessReason = ({ holds, isEnough }: InTheWay): Reason | null => {
  if (!isEnough)
    return {
      code: 'sold',
      text: 'Lo que falta ya está vendido: aunque se liberen las reservas no habría lugar. Pida otros días u otro espacio.',
    };
  return holds.length === 0
    ? { code: 'has_room', text: 'Ya hay lugar: toma el espacio en unos segundos, sin pedirlo.' }
    : null;
};
