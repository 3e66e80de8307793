import { companyZone } from '@pauta/domain/calendar/company-clock.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { invalid } from '../../platform/http/problem.ts';
import type { CommandHandler, StateChangeHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { lockQuota } from '../quotas/free-cells.ts';
import { splitUnits } from './split-units.ts';

interface Chosen {
  readonly quota_id: string;
  readonly status: string;
  readonly is_here: boolean;
  readonly is_near: boolean;
  /** Proved as a whole: a unit, some days, or a makegood. */
  readonly is_whole: boolean;
}

const match: StateChangeHandler = async ({ tx }, row, input) => {
  const id = referenceId(input.placement_id) ?? '';
  const refuse = (text: string) => invalid({ placement_id: [text] });
  const before = await tx.one<{ quota_id: string }>(
    sql`SELECT quota_id FROM placements WHERE id = ${id}::uuid`,
  );
  if (!before) throw refuse('Elija una colocación.');
  await lockQuota(tx, before.quota_id);
  const chosen = await tx.one<Chosen>(sql`
    SELECT p.quota_id, p.status, i.subdivision_id = r.subdivision_id AS is_here,
      (r.aired_at AT TIME ZONE ${companyZone})::date BETWEEN p.starts_on - 1 AND p.ends_on + 1 AS is_near,
      p.units = 1 OR p.starts_on < p.ends_on OR p.makegood_of_id IS NOT NULL AS is_whole
    FROM logged_spots r CROSS JOIN placements p JOIN inventory_items i ON i.id = p.inventory_item_id
    WHERE r.id = ${row.id}::uuid AND p.id = ${id}::uuid`);
  if (chosen?.status !== 'confirmed')
    throw refuse('Esa colocación no está confirmada. Confírmela, o elija otra.');
  if (!chosen.is_here) throw refuse('Esa colocación es de otro canal o emisora.');
  if (!chosen.is_near) throw refuse('Esa colocación es de otro día.');
  // A row proves one unit; of a placement of several, the others wait for theirs.
  const unit = chosen.is_whole ? id : ((await splitUnits(tx, new Map([[id, 1]]))).get(id)?.[0] ?? id);
  await tx.query(sql`
    UPDATE placements SET status = 'aired', aired_at = (SELECT aired_at FROM logged_spots WHERE id = ${row.id}::uuid)
    WHERE id = ${unit}::uuid`);
  return { placement_id: unit, problem: null, remark: null };
};

const release: CommandHandler<unknown, AnyRecord | null> = {
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{ id: string; is_read: boolean; locked: boolean | null }>(sql`
      SELECT r.id, r.aired_at IS NOT NULL AS is_read, p.locked FROM logged_spots r LEFT JOIN placements p ON p.id = r.placement_id
      WHERE r.id = ANY(${ids}::uuid[])`);
    const locked: Reason = { code: 'locked', text: 'El cliente aceptó su evidencia: ya no cambia.' };
    const unread: Reason = {
      code: 'unreadable',
      text: 'La fila no se pudo leer: corrija las columnas y concilie otra vez.',
    };
    return new Map(
      rows.map((row) => [row.id, [...(row.locked ? [locked] : []), ...(row.is_read ? [] : [unread])]]),
    );
  },
  run: async ({ tx }, row) => {
    const placement = referenceId(row?.placement_id);
    const none = { placement_id: null, difference_sec: null, remark: null };
    if (placement === null) return none;
    // The engine changes the row itself.
    await tx.query(sql`SELECT set_config('pauta.reconciling', 'on', true)`);
    await tx.query(sql`
      UPDATE placements SET status = 'confirmed', aired_at = NULL WHERE id = ${placement}::uuid`);
    await tx.query(sql`SELECT set_config('pauta.reconciling', '', true)`);
    return none;
  },
};

/** Server code of the rows of air logs: what no rule could match is decided by hand. */
export const loggedSpotHooks: ResourceHooks = {
  commands: {
    match,
    ignore: async (_context, _record, { remark }) => ({ remark: remark ?? null, problem: null }),
    release,
  },
};
