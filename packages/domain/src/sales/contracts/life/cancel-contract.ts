import { choice } from '../../../kinds/choice.ts';
import { date } from '../../../kinds/date.ts';
import { longText } from '../../../kinds/text.ts';
import { yesNo } from '../../../kinds/yes-no.ts';
import type { StateChange } from '../../../resource/command.ts';

/** Why a contract is cancelled. */
export const cancellationKinds = {
  client_request: 'Solicitud del cliente',
  arrears: 'Mora',
  breach: 'Incumplimiento nuestro',
  other: 'Otro motivo',
} as const;

/** The command that cancels a contract; one that is signed leaves a proposal of what is to be settled. */
export const cancelContract: StateChange = {
  label: 'Cancelar contrato',
  done: 'Contrato cancelado',
  from: ['draft', 'pending_signature', 'signed', 'active', 'suspended'],
  to: 'cancelled',
  permission: 'contracts.cancel',
  tone: 'danger',
  rare: true,
  preview: 'plan',
  fields: {
    reason_kind: choice('Por qué', cancellationKinds, { required: true, initial: 'client_request' }),
    effective_on: date('Termina desde', {
      hint: 'El primer día sin pauta. Vacío: hoy más los días de aviso pactados.',
    }),
    charge_penalty: yesNo('Cobrar la penalidad pactada', { initial: true }),
    reason: longText('Motivo', { max: 1000, min: 3, required: true }),
  },
  remarks: ['reason_kind', 'reason'],
  undo: { never: 'Los espacios liberados pueden ser de otro: haga un contrato nuevo.' },
  explanation:
    'Libera sus espacios y cancela sus colocaciones desde ese día, y deja a facturación lo que hay que acreditar y cobrar.',
};
