import { choice } from '../../../kinds/choice.ts';
import { date } from '../../../kinds/date.ts';

/** Why a contract is suspended (domain §2.4). */
export const suspensionKinds = {
  arrears: 'Mora',
  client_request: 'Solicitud del cliente',
  other: 'Otro motivo',
} as const;

/** What happens to the spaces of a suspended contract: resuming books again those that were released. */
export const suspensionSpaces = {
  kept: ['Siguen ocupados', 'neutral'],
  released: ['Se liberan desde mañana', 'warning'],
} as const;

const ofSuspended = { readOnly: true, when: { field: 'status', is: ['suspended'] } } as const;

/** Fields of a contract while it is suspended; empty in any other state. */
export const suspensionFields = {
  suspended_on: date('Suspendido el', { ...ofSuspended, sortable: false }),
  suspension_kind: choice('Motivo de la suspensión', suspensionKinds, ofSuspended),
  suspension_spaces: choice(
    'Espacios mientras está suspendido',
    { kept: ['Ocupados', 'neutral'], released: ['Liberados', 'warning'] },
    ofSuspended,
  ),
};
