import { clients } from '@pauta/domain/crm/clients/client.ts';
import { mergings } from '@pauta/domain/crm/merging/merging.ts';
import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import sql from 'sql-template-tag';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { undoConversion } from '../merging/convert-client.ts';
import { undoMerge } from '../merging/undo-merge.ts';

/** Tells the database that the actor may change the data of a client that fiscal documents contain. */
const allowFiscal = async ({ tx, actor }: HandlerContext): Promise<void> => {
  if (!actor.permissions.has('clients.edit_fiscal')) return;
  await tx.query(sql`SELECT set_config('pauta.edit_fiscal', 'on', true)`);
};

const merged = undoMerge(mergings.clients, 'Clientes fusionados');

/** Hooks of clients. */
export const clientHooks: ResourceHooks = {
  beforeUpdate: async (context, current, values) => {
    const isFrozen = Object.keys(values).some((name) => {
      const by = clients.fields[name as keyof typeof clients.fields]?.options.frozen?.by;
      return by !== undefined && !isEmpty(current[by]);
    });
    if (isFrozen) await allowFiscal(context);
    return undefined;
  },
  undoCompoundChange: async (context, records, action) => {
    const [first] = records;
    if (action === 'convert' && first) return undoConversion(context, first);
    await merged.undoCompoundChange(context, records);
    await allowFiscal(context);
  },
  events: {
    ...merged.events,
    convert: 'Cliente convertido en agencia',
    approve: 'Propuesta de crédito aprobada',
  },
};
