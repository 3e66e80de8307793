import { positionsAt } from '@pauta/domain/document/position.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { createBoard } from '@pauta/domain/postsales/placing/placing-board.ts';
import type { PlacingProblem } from '@pauta/domain/postsales/placing/placing-problem.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';
import { heldReason, leaveOut, readHeld } from './held-units.ts';
import { lockUnits, moveUnits, type PlanUnit } from './plan-units.ts';
import { readProblem } from './read-problem.ts';

/** Units that are named in a refusal. */
const mostNamed = 5;

/** Units that do not fit any more into what is left now. */
const misfits = (problem: PlacingProblem, units: readonly PlanUnit[]): PlanUnit[] => {
  const board = createBoard(problem);
  const breaks = new Map(
    problem.breaks.map(({ day, rooms: [own = -1] }, at) => [`${problem.rooms[own]?.item} ${day}`, at]),
  );
  const keyOf = (id: string, isCarried: boolean): string => (isCarried ? `${id} carried` : id);
  const lines = new Map(
    problem.lines.map(
      ({ quota, placement, carried }, line) =>
        [keyOf(placement ?? quota, carried !== undefined), line] as const,
    ),
  );
  /** Units that are still left over on a day that is over. */
  const leftOver = new Map(
    problem.lines.flatMap(({ quota, carried = [] }) =>
      carried.map(({ item, day, units: left }): [string, number] => [`${quota} ${item} ${day}`, left]),
    ),
  );
  return units.filter((unit) => {
    const isCarried = unit.from_day !== null;
    const line = lines.get(keyOf(unit.dated_id ?? unit.quota_id, isCarried));
    const at = breaks.get(`${unit.item_id} ${unit.day}`);
    const source = `${unit.quota_id} ${unit.from_item_id} ${unit.from_day}`;
    const left = leftOver.get(source) ?? 0;
    const option = (line === undefined ? [] : (board.options[line] ?? [])).find(
      ({ cell, at: other }) =>
        other === at &&
        (isCarried ||
          problem.rooms[problem.lines[line ?? -1]?.cells[cell]?.room ?? -1]?.item === unit.from_item_id),
    );
    if (line === undefined || !option || (isCarried && left === 0) || !board.fits(line, option)) return true;
    if (isCarried) leftOver.set(source, left - 1);
    board.put({ line, ...option });
    return false;
  });
};

const reasonsOf = (found: readonly PlanUnit[]): readonly Reason[] =>
  found.slice(0, mostNamed).map(({ description, day }, index) => {
    const more = index === 0 ? found.length - 1 : 0;
    const others =
      more === 0 ? '' : more === 1 ? ' (y 1 anuncio más)' : ` (y ${formatCount(more)} anuncios más)`;
    return {
      code: 'does_not_fit',
      text: `«${description}» del ${formatCivilDate(day)} ya no cabe donde se calculó${others}: alguien cambió ese día. Calcule el plan otra vez.`,
    };
  });

/**
 * A place in its break for each unit: after what the break has, but those that are to be the first before it, and none
 * after what is to be the last.
 */
const positionsOf = async (tx: Transaction, units: readonly PlanUnit[]): Promise<string[]> => {
  type Placed = Pick<PlanUnit, 'wanted_place'> & { readonly id: string; readonly position: string };
  const there = await tx.query<Placed & { readonly item: string; readonly day: string }>(sql`
    SELECT u.item_id AS item, u.day::text, p.id, p.position, q.wanted_place
    FROM (SELECT DISTINCT * FROM unnest(${units.map(({ item_id }) => item_id)}::uuid[],
        ${units.map(({ day }) => day)}::date[]) AS u(item_id, day)) u
      JOIN placements p ON p.inventory_item_id = u.item_id AND p.starts_on <= u.day AND p.ends_on >= u.day
      JOIN quotas q ON q.id = p.quota_id
    WHERE p.position IS NOT NULL AND p.status <> 'cancelled' ORDER BY p.position, p.id`);
  const breaks = new Map<string, Placed[]>();
  for (const { item, day, ...placed } of there) {
    const key = `${item} ${day}`;
    breaks.set(key, [...(breaks.get(key) ?? []), placed]);
  }
  return units.map(({ item_id, day, place, wanted_place }) => {
    const key = `${item_id} ${day}`;
    const spots = breaks.get(key) ?? [];
    const heads = spots.findIndex((spot) => spot.wanted_place !== 'first');
    const tails = spots.findLastIndex((spot) => spot.wanted_place !== 'last') + 1;
    const index =
      wanted_place === 'first'
        ? heads === -1
          ? spots.length
          : heads
        : wanted_place === 'last'
          ? spots.length
          : tails;
    const [position = ''] = positionsAt(spots, index, 1);
    breaks.set(key, spots.toSpliced(index, 0, { id: String(place), position, wanted_place }));
    return position;
  });
};

/**
 * Places everything that a plan found a break for, or nothing. Only what is of a payer whose credit was held since it was
 * calculated is left out, and named in the result of the plan.
 */
export const applyPlan: StateChangeHandler = async ({ tx }, plan) => {
  const found = await lockUnits(tx, plan);
  // What has its day already is not new.
  const fresh = found.filter(({ dated_id }) => dated_id === null).map(({ quota_id }) => quota_id);
  await tx.query(sql`SELECT lock_payers_of(${fresh}::uuid[])`);
  const held = await readHeld(tx, fresh);
  const units = found.filter(({ dated_id, quota_id }) => dated_id !== null || !held.has(quota_id));
  const leftOut = found.length - units.length;
  if (leftOut > 0) {
    const [reason, ...more] = [...new Set(held.values())].map(heldReason);
    if (reason && units.length === 0) throw refusalOf([reason, ...more]);
    await leaveOut(tx, plan.id, held);
  }
  const [first, ...others] = reasonsOf(misfits(await readProblem(tx, plan), units));
  if (first) throw refusalOf([first, ...others]);
  await moveUnits(tx, units, 'break');
  const positions = await positionsOf(tx, units);
  const ids = await tx.query<{ id: string }>(
    sql`SELECT new_id() AS id FROM generate_series(1, ${units.length}::integer)`,
  );
  const rows = units.map(({ place, quota_id, dated_id, day, item_id, media_file_id }, index) => ({
    id: dated_id ?? ids[index]?.id,
    place,
    quota_id,
    dated_id,
    day,
    item_id,
    media_file_id,
    position: positions[index],
  }));
  const columns = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS u(id uuid, place integer, quota_id uuid,
    dated_id uuid, day date, item_id uuid, media_file_id uuid, position text)`;
  await tx.query(sql`
    INSERT INTO placements (id, quota_id, inventory_item_id, starts_on, ends_on, units, media_file_id, position)
    SELECT u.id, u.quota_id, u.item_id, u.day, u.day, 1, u.media_file_id, u.position
    FROM ${columns} WHERE u.dated_id IS NULL ORDER BY u.place`);
  await tx.query(sql`
    UPDATE placements p SET inventory_item_id = u.item_id, position = u.position
    FROM ${columns} WHERE p.id = u.dated_id`);
  await tx.query(sql`
    UPDATE placing_plan_units x SET placement_id = u.id
    FROM ${columns} WHERE x.plan_id = ${plan.id}::uuid AND x.place = u.place`);
  return leftOut === 0 ? undefined : { placed: units.length, left_out: Number(plan.left_out) + leftOut };
};
