import type { ResourceHooks } from '../resource/hooks.ts';

export const agencyHooks: ResourceHooks = {
  transitions: {
    // The reason stands in the log.
    change_commission: async (_context, _agency, input) => ({ commission_pct: input.commission_pct }),
  },
};
