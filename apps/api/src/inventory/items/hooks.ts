import type { Reason } from '@pauta/domain/resource/command.ts';
import sql from 'sql-template-tag';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';

const taken: Reason = {
  code: 'taken',
  text: 'Tiene reservas o ventas de hoy en adelante, en él o en los espacios que contiene. Libérelas o muévalas primero.',
};

const retire: CommandHandler = {
  refuse: async ({ tx }, ids) => {
    const row = await tx.one<{ ids: readonly string[] }>(
      sql`SELECT inventory_items_taken(${ids}::uuid[])::text[] AS ids`,
    );
    return new Map((row?.ids ?? []).map((id) => [id, [taken]]));
  },
  run: async () => {},
};

/** A space is retired only when nothing of it is held or sold. */
export const inventoryItemHooks: ResourceHooks = { commands: { retire } };
