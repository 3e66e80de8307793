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
  const lines = new Map(
    problem.lines.map(({ quota, placement }, line) => [placement ?? quota, line] as const),
  );
  return units.filter((unit) => {
    const line = lines.get(unit.dated_id ?? unit.quota_id);
    const at = breaks.get(`${unit.item_id} ${unit.day}`);
    const option = (line === undefined ? [] : (board.options[line] ?? [])).find(
      ({ cell, at: other }) =>
        other === at &&
        problem.rooms[problem.lines[line ?? -1]?.cells[cell]?.room ?? -1]?.item === unit.from_item_id,
    );
    if (line === undefined || !option || !board.fits(line, option)) return true;
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

/** A place after what each break has, in the order of the units. */
const positionsOf = async (tx: Transaction, units: readonly PlanUnit[]): Promise<string[]> => {
  const last = await tx.query<{ item: string; day: string; position: string }>(sql`
    SELECT u.item_id AS item, u.day::text, max(p.position) AS position
    FROM (SELECT DISTINCT * FROM unnest(${units.map(({ item_id }) => item_id)}::uuid[],
        ${units.map(({ day }) => day)}::date[]) AS u(item_id, day)) u
      JOIN placements p ON p.inventory_item_id = u.item_id AND p.starts_on <= u.day AND p.ends_on >= u.day
    WHERE p.position IS NOT NULL GROUP BY u.item_id, u.day`);
  const before = new Map(last.map(({ item, day, position }) => [`${item} ${day}`, position]));
  return units.map(({ item_id, day }) => {
    const key = `${item_id} ${day}`;
    const position = before.get(key);
    const [next = ''] = positionsAt(
      position === undefined ? [] : [{ id: 'last', position }],
      position === undefined ? 0 : 1,
      1,
    );
    before.set(key, next);
    return next;
  });
};

/** Places everything that a plan found a break for, or nothing. */
export const applyPlan: StateChangeHandler = async ({ tx }, plan) => {
  const units = await lockUnits(tx, plan);
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
  return undefined;
};
