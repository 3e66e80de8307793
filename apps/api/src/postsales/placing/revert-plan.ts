import { formatCount } from '@pauta/domain/text/locale.ts';
import sql from 'sql-template-tag';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';
import { lockUnits, moveUnits } from './plan-units.ts';

/** Takes back everything that a plan placed, or nothing where somebody went on with a part of it. */
export const revertPlan: StateChangeHandler = async ({ tx }, plan) => {
  const units = await lockUnits(tx, plan);
  const changed = await tx.query<{ id: string }>(sql`
    SELECT u.placement_id AS id FROM placing_plan_units u LEFT JOIN placements p ON p.id = u.placement_id
      AND p.inventory_item_id = u.item_id AND p.starts_on = u.day AND p.ends_on = u.day AND NOT p.pinned AND NOT p.locked
      AND (p.status = 'scheduled' OR p.status = 'confirmed' AND u.dated_id IS NOT NULL)
    WHERE u.plan_id = ${plan.id}::uuid AND p.id IS NULL`);
  if (changed.length > 0)
    throw refusalOf([
      {
        code: 'changed_since',
        text: `${
          changed.length === 1
            ? '1 colocación del plan'
            : `${formatCount(changed.length)} colocaciones del plan`
        } ya se confirmó, se movió, se fijó o terminó. Deshaga eso primero, o cancele una por una las demás.`,
      },
    ]);
  await tx.query(sql`
    UPDATE placements p SET status = 'cancelled' FROM placing_plan_units u
    WHERE u.plan_id = ${plan.id}::uuid AND u.dated_id IS NULL AND p.id = u.placement_id`);
  await moveUnits(tx, units, 'space');
  await tx.query(sql`
    UPDATE placements p SET inventory_item_id = u.from_item_id, position = NULL FROM placing_plan_units u
    WHERE u.plan_id = ${plan.id}::uuid AND p.id = u.dated_id`);
  return undefined;
};
