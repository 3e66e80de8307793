import type { JsonRow } from '@pauta/domain/kinds/json.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import sql from 'sql-template-tag';
import { withMeanings } from '../../import-export/column-files/given-columns.ts';
import type { CommandHandler, JobCommandHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { reconcile } from './reconcile.ts';

const discard: CommandHandler = {
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{ id: string; other: string }>(sql`
      SELECT DISTINCT ON (r.air_log_id) r.air_log_id AS id, p.id AS other FROM logged_spots r
        JOIN placements p ON p.id = r.placement_id
      WHERE r.air_log_id = ANY(${ids}::uuid[]) AND p.locked ORDER BY r.air_log_id, r.line`);
    return new Map(
      rows.map(({ id, other }): [string, Reason[]] => [
        id,
        [
          {
            code: 'accepted',
            text: 'El cliente ya aceptó evidencia de lo que este log probó: el log se queda.',
            fix: { label: 'Abrir la colocación', path: `/postventa/gestion-cupos/colocaciones/${other}` },
          },
        ],
      ]),
    );
  },
  run: async ({ tx }, log) => {
    await tx.query(sql`SELECT set_config('pauta.reconciling', 'on', true)`);
    await tx.query(sql`
      UPDATE placements SET status = 'confirmed', aired_at = NULL
      WHERE id IN (SELECT placement_id FROM logged_spots WHERE air_log_id = ${log?.id}::uuid AND placement_id IS NOT NULL)`);
    await tx.query(sql`
      UPDATE logged_spots SET status = 'unread', placement_id = NULL, difference_sec = NULL, problem = NULL
      WHERE air_log_id = ${log?.id}::uuid AND status <> 'unread'`);
    await tx.query(sql`SELECT set_config('pauta.reconciling', '', true)`);
    return undefined;
  },
};

/** Only what the columns mean is the user's: their headers and samples are the file's. */
const keepColumns: NonNullable<ResourceHooks['beforeUpdate']> = async (_context, current, values) => {
  if (!('columns' in values)) return undefined;
  const before = (current.columns ?? []) as readonly JsonRow[];
  return {
    columns: JSON.stringify(withMeanings(before, (values.columns ?? []) as readonly JsonRow[])),
  };
};

/** Server code of air logs (domain §1.5). */
export const airLogHooks: ResourceHooks = {
  beforeUpdate: keepColumns,
  commands: { reconcile: reconcile as JobCommandHandler, discard },
};
