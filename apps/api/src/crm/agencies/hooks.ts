import { mergings } from '@pauta/domain/crm/merging/merging.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { allowFiscal, allowFiscalChange } from '../clients/allow-fiscal.ts';
import { undoMerge } from '../merging/undo-merge.ts';

const merged = undoMerge(mergings.agencies, 'Agencias fusionadas');

/** Hooks of agencies. */
export const agencyHooks: ResourceHooks = {
  beforeUpdate: (context, current, values) => allowFiscalChange(context, current, values),
  undoCompoundChange: async (context, records) => {
    await merged.undoCompoundChange(context, records);
    await allowFiscal(context);
  },
  events: {
    ...merged.events,
    convert: 'Agencia de un cliente convertido',
    approve: 'Propuesta de crédito aprobada',
  },
  commands: {
    // The reason is stored in the audit log.
    change_commission: async (_context, _agency, input) => ({ commission_pct: input.commission_pct }),
  },
};
