import { choices } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { longText } from '../../kinds/text.ts';
import type { Command } from '../../resource/command.ts';
import { addendumKinds } from './addendum-kinds.ts';

/** The command of a signed contract that drafts an addendum with all of its lines. */
export const amendContract: Command = {
  label: 'Crear adenda',
  done: 'Adenda creada',
  permission: 'addenda.create',
  checked: true,
  single: true,
  fields: {
    kinds: choices('Qué cambia', addendumKinds, { required: true }),
    effective_on: date('Efectiva desde', {
      required: true,
      hint: 'Desde ese día cambia lo contratado; lo anterior queda como está.',
    }),
    reason: longText('Motivo', { max: 1000, min: 3, required: true }),
  },
  guards: [
    {
      needs: ['status'],
      why: ({ status }) =>
        ['signed', 'active', 'suspended'].includes(String(status))
          ? null
          : { code: 'wrong_state', text: 'Solo un contrato firmado y en curso se cambia con una adenda.' },
    },
  ],
  undo: { never: 'Anule la adenda.' },
  explanation:
    'Hace una adenda en borrador con los renglones en vigor: cambie, quite o agregue los que hagan falta. Para cambiar a quién se factura, indique sus pagadores.',
};
