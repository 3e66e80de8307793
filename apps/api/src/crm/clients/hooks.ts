import { mergings } from '@pauta/domain/crm/merging/merging.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { undoConversion } from '../merging/convert-client.ts';
import { undoMerge } from '../merging/undo-merge.ts';
import { allowFiscal, allowFiscalChange } from './allow-fiscal.ts';

const merged = undoMerge(mergings.clients, 'Clientes fusionados');

/** Hooks of clients. */
export const clientHooks: ResourceHooks = {
  beforeUpdate: (context, current, values) => allowFiscalChange(context, current, values),
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
