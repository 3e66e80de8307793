import type { ConstraintMeanings } from '../../platform/database/constraints.ts';

/** Messages for the constraints of addenda. */
export const addendaConstraints: ConstraintMeanings = {
  addenda_open_key: {
    message: 'El contrato ya tiene una adenda abierta. Termínela o anúlela antes de hacer otra.',
  },
  addenda_schedule: { message: 'Los cambios de cuotas deben sumar la diferencia de la base imponible.' },
  addenda_instalments_above_zero: {
    message:
      'Una cuota del contrato quedaría por debajo de cero. Devuelva la adenda a borrador y corrija las cuotas.',
  },
  addenda_state_change: { message: 'La adenda ya no admite ese cambio. Actualice la página.' },
  addenda_of_draft: {
    message: 'La adenda ya no es borrador y no cambia. Devuélvala a borrador para corregirla.',
  },
  addenda_complete: { message: 'El contrato ya no está en curso: la adenda no se aplica.' },
  addendum_lines_once: { message: 'Un renglón contratado va una sola vez en la adenda.' },
  addendum_lines_of_contract: { message: 'Elija el renglón contratado que cambia o se quita.' },
  addendum_payers_whole: {
    field: 'payers',
    message: 'Las partes de los pagadores deben sumar 100 %. Cámbielas, o quite todos: pagan los de antes.',
  },
  addendum_payers_agency: {
    field: 'payers',
    message: 'La agencia paga una parte y el contrato no tiene agencia. Quite ese pagador.',
  },
  addendum_payers_once: {
    field: 'payers',
    message: 'Un pagador aparece dos veces. Sume sus partes en uno solo.',
  },
  addendum_payers_drafts: {
    message:
      'El contrato tiene borradores de factura a nombre de quien paga hasta ahora: emítalos o descártelos antes.',
  },
  order_lines_delivered: {
    message:
      'Lo que ya se emitió o facturó no se quita ni cambia de precio: acorte el renglón hasta después de eso, o haga una nota de crédito.',
  },
};
