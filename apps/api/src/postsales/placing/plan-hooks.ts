import { reasonText, relaxationText } from '@pauta/domain/postsales/placing/explain-unplaced.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { ProcessEnded, TooSlow } from '../../platform/processes/worker-process.ts';
import type { JobCommandHandler } from '../../resource/commands/handler.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { applyPlan } from './apply-plan.ts';
import { withoutHeld } from './held-units.ts';
import type { Plan } from './place-request.ts';
import type { Placer } from './placer.ts';
import { readProblem } from './read-problem.ts';
import { revertPlan } from './revert-plan.ts';

const tooMuch = () =>
  refusalOf([
    {
      code: 'too_slow',
      text: 'El cálculo tardó demasiado. Elija un periodo más corto, un cliente o un contrato.',
    },
  ]);

/** Replaces what a plan calculated before. */
const store = async (
  tx: Transaction,
  id: string,
  { problem, held }: Awaited<ReturnType<typeof withoutHeld>>,
  plan: Plan,
): Promise<void> => {
  await tx.query(sql`DELETE FROM placing_plan_units WHERE plan_id = ${id}::uuid`);
  await tx.query(sql`DELETE FROM placing_plan_gaps WHERE plan_id = ${id}::uuid`);
  const sources = problem.lines.map(({ carried = [] }) =>
    carried.flatMap(({ item, day, units }) => Array.from({ length: units }, () => ({ item, day }))),
  );
  const units = plan.units.map(({ line, cell, at }, place) => {
    const { quota, placement = null, cells = [] } = problem.lines[line] ?? {};
    const source = sources[line]?.shift();
    const { day, rooms: [own = -1] = [] } = problem.breaks[at] ?? {};
    return {
      place,
      quota,
      placement,
      day,
      from_item: source?.item ?? problem.rooms[cells[cell]?.room ?? -1]?.item,
      from_day: source?.day ?? null,
      item: problem.rooms[own]?.item,
      material: plan.materials[place] ?? null,
    };
  });
  await tx.query(sql`
    INSERT INTO placing_plan_units (plan_id, place, quota_id, dated_id, day, from_item_id, from_day, item_id, media_file_id)
    SELECT ${id}::uuid, u.place, u.quota, u.placement, u.day, u.from_item, u.from_day, u.item, u.material
    FROM jsonb_to_recordset(${JSON.stringify(units)}::jsonb)
      AS u(place integer, quota uuid, placement uuid, day date, from_item uuid, from_day date, item uuid, material uuid)`);
  const gaps = [
    ...plan.gaps.map(({ line, units: count, reasons, relaxation }) => ({
      quota: problem.lines[line]?.quota,
      units: count,
      reasons: reasonText(reasons),
      relaxation: relaxation && relaxationText(problem, relaxation),
    })),
    ...held,
  ].map((gap, place) => ({ ...gap, place }));
  await tx.query(sql`
    INSERT INTO placing_plan_gaps (plan_id, place, quota_id, units, reasons, relaxation)
    SELECT ${id}::uuid, g.place, g.quota, g.units, g.reasons, g.relaxation
    FROM jsonb_to_recordset(${JSON.stringify(gaps)}::jsonb)
      AS g(place integer, quota uuid, units integer, reasons text, relaxation text)`);
};

const steps = 2;

/** Plans in a process of its own; whoever stops the run before its last chunk keeps the plan as it was. */
const calculate = (placer: Placer): JobCommandHandler<unknown, AnyRecord> => ({
  answer: {
    placed: { type: 'integer', description: 'Unidades con lugar.' },
    left_out: { type: 'integer', description: 'Unidades sin lugar.' },
  },
  runChunk: async ({ tx }, record, _input, { position }) => {
    if (position === null) return { position: 'solve', done: 0, total: steps };
    if (position === 'solve') {
      const wanted = await withoutHeld(tx, await readProblem(tx, record));
      const plan = await placer.plan(wanted.problem).catch((error: unknown) => {
        throw error instanceof TooSlow || error instanceof ProcessEnded ? tooMuch() : error;
      });
      await store(tx, record.id, wanted, plan);
      const left_out = [...plan.gaps, ...wanted.held].reduce((sum, { units }) => sum + units, 0);
      return {
        position: { placed: plan.units.length, left_out, first_fit: plan.firstFit },
        done: 1,
        total: steps,
      };
    }
    const { placed, left_out, first_fit } = position as {
      placed: number;
      left_out: number;
      first_fit: number;
    };
    await tx.query(sql`
      UPDATE placing_plans SET wanted = ${placed + left_out}, placed = ${placed}, left_out = ${left_out},
        first_fit = ${first_fit}, valid_until = business_date() + 1
      WHERE id = ${record.id}::uuid`);
    return { finished: { placed, left_out } };
  },
});

/** Server code of plans of placements (domain §1.5). */
export const placingPlanHooks = (placer: Placer): ResourceHooks => ({
  commands: {
    calculate: calculate(placer) as JobCommandHandler,
    apply: applyPlan,
    revert: revertPlan,
  },
});
