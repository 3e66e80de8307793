import type { Command } from '../../../resource/command.ts';
import { copyFields } from '../../quotes/copy-fields.ts';

/** The command that offers again what a contract has in force, as a new quote. */
export const renewContract: Command = {
  label: 'Renovar',
  done: 'Renovación preparada',
  permission: 'quotes.create',
  checked: true,
  single: true,
  fields: copyFields(false),
  guards: [
    {
      needs: ['status'],
      why: ({ status }) =>
        ['signed', 'active', 'suspended', 'finished'].includes(String(status))
          ? null
          : { code: 'wrong_state', text: 'Se renueva un contrato que está o estuvo en vigor.' },
    },
  ],
  explanation:
    'Hace el borrador de un presupuesto con los renglones en vigor en otras fechas. El contrato no cambia.',
  undo: { never: 'Archive el presupuesto si no lo va a ofrecer.' },
};
