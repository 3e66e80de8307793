import type { ConstraintMeanings } from '../../platform/database/constraints.ts';

/** Messages for the constraints of quotes. */
export const quoteConstraints: ConstraintMeanings = {
  quotes_version_key: { message: 'Esa versión del presupuesto ya existe. Actualice la página.' },
  quotes_current_key: {
    message: 'El presupuesto ya tiene una versión más nueva. Actualice la página para verla.',
  },
  quotes_brand_of_client: {
    field: 'brand_id',
    message: 'La marca es de otro cliente. Elija una marca de este cliente o déjela vacía.',
  },
  quotes_parties_held: {
    field: 'client_id',
    message:
      'El cliente y la agencia no cambian mientras haya espacios reservados: libere antes las reservas.',
  },
  quotes_renewal_key: { message: 'Ya hay una propuesta para renovar ese contrato.' },
  quote_lines_held: {
    message: 'Un renglón con reserva no cambia de espacio, fechas ni unidades: libere antes la reserva.',
  },
  quotes_state_change: { message: 'El presupuesto ya no admite ese cambio. Actualice la página.' },
  quotes_accepted_in_time: {
    field: 'accepted_on',
    message: 'Ese día el presupuesto ya había vencido: haga una nueva versión con otra vigencia.',
  },
  quotes_acceptance_recorded: {
    field: 'accepted_by',
    message: 'Indique quién lo aceptó y cuándo.',
  },
  quotes_acceptance_proved: {
    message: 'La aceptación no quedó probada. Actualice la página e intente de nuevo.',
  },
  quote_acceptances_pkey: { message: 'El presupuesto ya se aceptó. Actualice la página.' },
  holds_quote_line_active: { message: 'El renglón ya tiene una reserva activa.' },
};
