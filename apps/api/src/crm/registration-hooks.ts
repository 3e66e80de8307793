import sql from 'sql-template-tag';
import type { Transaction } from '../platform/database.ts';
import { invalid } from '../platform/problem.ts';
import type { ResourceHooks } from '../resource/hooks.ts';
import { nextDue } from './registration-sla.ts';
import { registrationTransitions, undoDecision } from './registration-transitions.ts';

/** The next folio, without gaps: it is given back when the transaction fails. */
export const takeFolio = async (tx: Transaction): Promise<string> => {
  const row = await tx.one<{ folio: string }>(sql`SELECT next_folio('REG') AS folio`);
  if (!row) throw new Error('next_folio answers one row');
  return row.folio;
};

export const registrationHooks: ResourceHooks = {
  beforeCreate: async ({ tx }, values) => {
    if (values.origin === 'web') {
      throw invalid({
        origin: ['Los registros web llegan por el formulario público; elija Interno o Evento.'],
      });
    }
    const due_at = await nextDue(tx);
    return { due_at, folio: await takeFolio(tx) };
  },
  transitions: registrationTransitions,
  undoWhole: undoDecision,
  events: {
    visitor_replied: 'El solicitante completó la información',
    document_added: 'Documento agregado',
    document_removed: 'Documento quitado',
  },
};
