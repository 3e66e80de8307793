import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { invalid } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';

/** A clock that is a little fast is no error. */
const tolerance = 10 * 60_000;

/** Ticking what is done already changes nothing, because a telephone may send it again after a lost answer. */
const tick: CommandHandler<unknown, AnyRecord> = {
  answer: { done_at: { type: 'string', format: 'date-time' } },
  run: async ({ tx, actor, now }, { id }, { done_at, remark }) => {
    const at = done_at ? new Date(String(done_at)) : now;
    if (at.getTime() > now.getTime() + tolerance)
      throw invalid({ done_at: ['No puede estar hecho en el futuro. Revise la hora del teléfono.'] });
    const changed = await tx.one<{ done_at: Date }>(sql`
      UPDATE work_order_steps SET done_at = ${at.toISOString()}::timestamptz, done_by_id = ${actor.userId}::uuid,
        remark = coalesce(${(remark as string | null | undefined) ?? null}, remark)
      WHERE id = ${id}::uuid AND done_at IS NULL RETURNING done_at`);
    const row =
      changed ??
      (await tx.one<{ done_at: Date }>(sql`SELECT done_at FROM work_order_steps WHERE id = ${id}::uuid`));
    return { done_at: new Date(row?.done_at ?? at).toISOString() };
  },
};

const untick: CommandHandler<unknown, AnyRecord> = {
  run: async ({ tx }, { id }) => {
    await tx.query(sql`
      UPDATE work_order_steps SET done_at = NULL, done_by_id = NULL WHERE id = ${id}::uuid AND done_at IS NOT NULL`);
    return undefined;
  },
};

/** Server code of the steps of work orders. */
export const workOrderStepHooks: ResourceHooks = {
  commands: { tick: tick as CommandHandler, untick: untick as CommandHandler },
};
