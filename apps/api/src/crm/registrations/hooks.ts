import { takeNumber } from '../../admin/settings/take-number.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { registrationCommands, undoDecision } from './commands.ts';
import { nextDue } from './sla.ts';

export const registrationHooks: ResourceHooks = {
  beforeCreate: async ({ tx }, values) => {
    if (values.origin === 'web') {
      throw invalid({
        origin: ['Los registros web llegan por el formulario público; elija Interno o Evento.'],
      });
    }
    const due_at = await nextDue(tx);
    return { due_at, folio: await takeNumber(tx, { series: 'registration' }) };
  },
  commands: registrationCommands,
  undoCompoundChange: undoDecision,
  events: {
    visitor_replied: 'El solicitante completó la información',
    document_added: 'Documento agregado',
    document_removed: 'Documento quitado',
  },
};
