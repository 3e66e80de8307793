import { clients } from '@pauta/domain/crm/client.ts';
import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import sql from 'sql-template-tag';
import { forbidden } from '../platform/problem.ts';
import { requireUpdate } from '../resource/change-record.ts';
import type { ResourceHooks } from '../resource/hooks.ts';
import { tableOf } from '../resource/table.ts';
import type { HandlerContext } from '../resource/transitions.ts';

/** Tells the database that the actor may change what fiscal documents say of a client. */
const allowFiscal = async ({ tx, actor }: HandlerContext): Promise<void> => {
  if (!actor.permissions.has('clients.edit_fiscal')) return;
  await tx.query(sql`SELECT set_config('pauta.edit_fiscal', 'on', true)`);
};

/** What only the server knows of clients. */
export const clientHooks: ResourceHooks = {
  beforeUpdate: async (context, current, values) => {
    const isFrozen = Object.keys(values).some((name) => {
      const by = clients.fields[name as keyof typeof clients.fields]?.options.frozen?.by;
      return by !== undefined && !isEmpty(current[by]);
    });
    if (isFrozen) await allowFiscal(context);
    return undefined;
  },
  undoWhole: async (context, records) => {
    if (!context.actor.permissions.has('clients.merge')) throw forbidden('clients.merge');
    for (const record of records) await requireUpdate(context.tx, tableOf(clients), record, context.actor);
    await allowFiscal(context);
    await context.tx.query(sql`SELECT set_config('pauta.merging', 'on', true)`);
  },
  events: { merge: 'Clientes fusionados' },
};
