import { mergings } from '@pauta/domain/crm/merging.ts';
import type { ResourceHooks } from '../resource/hooks.ts';
import { undoMerge } from './undo-merge.ts';

/** What only the server knows of agencies. */
export const agencyHooks: ResourceHooks = {
  ...undoMerge(mergings.agencies, 'Agencias fusionadas'),
  transitions: {
    // The reason stands in the log.
    change_commission: async (_context, _agency, input) => ({ commission_pct: input.commission_pct }),
  },
};
