import { takeNumber } from '../../admin/settings/take-number.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';

/** Hooks of authorisation letters: their folio, and the effects of a revocation. */
export const letterHooks: ResourceHooks = {
  beforeCreate: async ({ tx }) => ({
    folio: await takeNumber(tx, { series: 'authorisation' }),
    status: 'granted',
  }),
  beforeUpdate: async (_context, letter) => {
    if (letter.status === 'revoked') {
      throw conflict('revoked', 'La carta está revocada y no se cambia. Registre una carta nueva.');
    }
    return undefined;
  },
  commands: {
    revoke: async (_context, _letter, { revoked_on, reason }) => ({ revoked_on, revocation_reason: reason }),
  },
};
