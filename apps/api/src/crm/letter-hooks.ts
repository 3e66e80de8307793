import sql from 'sql-template-tag';
import type { Transaction } from '../platform/database.ts';
import { conflict } from '../platform/problem.ts';
import type { ResourceHooks } from '../resource/hooks.ts';

const takeFolio = async (tx: Transaction): Promise<string> => {
  const row = await tx.one<{ folio: string }>(sql`SELECT next_folio('CAR') AS folio`);
  if (!row) throw new Error('next_folio answers one row');
  return row.folio;
};

/** Letters of authorisation: their folio, and what a revocation fixes. */
export const letterHooks: ResourceHooks = {
  beforeCreate: async ({ tx }) => ({ folio: await takeFolio(tx), status: 'granted' }),
  beforeUpdate: async (_context, letter) => {
    if (letter.status === 'revoked') {
      throw conflict('revoked', 'La carta está revocada y no se cambia. Registre una carta nueva.');
    }
    return undefined;
  },
  transitions: {
    revoke: async (_context, _letter, { revoked_on, reason }) => ({ revoked_on, revocation_reason: reason }),
  },
};
