import type { ConstraintMeanings } from '../../platform/database/constraints.ts';

/** Messages for the constraints of contracts. */
export const contractConstraints: ConstraintMeanings = {
  contracts_po_number_key: {
    field: 'po_number',
    message: 'Otro contrato de este cliente ya tiene esa orden de compra.',
  },
  contracts_brand_of_client: {
    field: 'brand_id',
    message: 'La marca es de otro cliente. Elija una marca de este cliente o déjela vacía.',
  },
  contract_texts_one_in_use: {
    message: 'Alguien puso otro texto en uso al mismo tiempo. Actualice la página e intente otra vez.',
  },
  contracts_former_number_key: {
    field: 'former_number',
    message: 'La compañía ya tiene un contrato importado con ese número.',
  },
  contracts_former_number: {
    field: 'former_number',
    message: 'El número de otro sistema solo lo pone una importación y no cambia.',
  },
  contracts_acted_on: {
    message: 'Alguien hizo algo con el contrato al mismo tiempo. Actualice la página e intente otra vez.',
  },
  contracts_quote_key: { message: 'Este presupuesto ya es un contrato.' },
  contracts_flight_is_closed: { field: 'flight', message: 'Indique desde cuándo y hasta cuándo.' },
  contracts_valid_covers_flight: { field: 'valid', message: 'La vigencia debe cubrir todo el vuelo.' },
  contracts_agency_pays: { field: 'agency_id', message: 'Se factura a la agencia: indique cuál.' },
  contracts_schedule: { message: 'Las cuotas deben sumar la base imponible del contrato.' },
  contracts_state_change: { message: 'El contrato ya no admite ese cambio. Actualice la página.' },
  contracts_await_signatures: {
    message: 'El contrato espera sus firmas y no cambia. Devuélvalo a borrador para corregirlo.',
  },
  signatures_in_turn: { message: 'El documento ya no espera esa firma. Actualice la página.' },
  signatures_pkey: { message: 'Esa persona ya firmó. Actualice la página.' },
  contracts_free_spaces: {
    message: 'Alguien ocupó un espacio del contrato al mismo tiempo. Actualice la página e intente otra vez.',
  },
  contracts_cancellation: { message: 'Un contrato firmado se cancela con «Cancelar contrato».' },
  capacity_cells_of_cancelled: {
    message: 'El contrato está cancelado y termina antes de ese día. Actualice la página.',
  },
  cancellation_proposals_stay: { message: 'Los importes de una cancelación no cambian.' },
  contract_lines_of_draft: {
    message:
      'Los renglones vienen del presupuesto aceptado, o el contrato ya no es borrador. Haga otra versión del presupuesto o devuelva el contrato a borrador.',
  },
  contract_payers_whole: {
    field: 'payers',
    message: 'Las partes de los pagadores deben sumar 100 %. Cámbielas, o quite todos los pagadores.',
  },
  contract_payers_agency: {
    field: 'payers',
    message: 'La agencia paga una parte y el contrato no tiene agencia. Indíquela o quite ese pagador.',
  },
  contract_payers_once: {
    field: 'payers',
    message: 'Un pagador aparece dos veces. Sume sus partes en uno solo.',
  },
  order_lines_package_published: {
    message: 'Un paquete de un renglón aún no está publicado. Publíquelo o quite el renglón.',
  },
  order_lines_stay: { message: 'Lo contratado no cambia: se agrega o se quita con una adenda.' },
};
