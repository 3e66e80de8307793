import type { ConstraintMeanings } from '../platform/database/constraints.ts';

/** Messages for the constraints of what is delivered. */
export const deliveryConstraints: ConstraintMeanings = {
  quotas_not_exceeded: { message: 'Se colocaría más de lo contratado. Cancele otra colocación antes.' },
  quotas_wanted_hours: {
    field: 'wanted_to',
    message: 'Escriba desde qué hora y hasta qué hora, la segunda posterior a la primera, o ninguna.',
  },
  quotas_compensation: {
    message: 'Tiene una compensación programada: cancélela antes de corregir el resultado.',
  },
  placements_booked: {
    message: 'Ese día no tiene tantas unidades contratadas. Mueva la colocación a otro día.',
  },
  placements_collected: {
    message:
      'El contrato es político y se pauta solo lo cobrado: falta cobrar parte de lo que se quiere pautar.',
  },
  placements_in_break: { message: 'Solo los anuncios de un corte tienen orden. Elija un corte.' },
  placements_separated: {
    message: 'Quedaría demasiado cerca de otro anuncio del cliente o de su competencia. Elija otro corte.',
  },
  placements_pinned: { message: 'Está fijada en su lugar. Suéltela antes de moverla.' },
  placements_makegood_once: { message: 'Ya tiene una compensación.' },
  placements_compensated: {
    message: 'Tiene una compensación programada: cancélela antes de corregir el resultado.',
  },
  placements_makegood_of_not_aired: { message: 'Solo se compensa lo que no se emitió.' },
  placements_stay: { message: 'El cliente aceptó su evidencia: ya no cambia.' },
  makegood_offers_once: { message: 'Esa colocación ya tiene una propuesta de compensación.' },
  makegood_offers_stay: {
    message: 'La propuesta ya se aceptó o se retiró. Cancele la compensación, o proponga otra vez.',
  },
  makegood_offers_placed: {
    message: 'La compensación no se colocó en el lugar propuesto. Intente de nuevo.',
  },
  tech_sheet_items_stay: { message: 'Lo que pide la plantilla no cambia en la ficha.' },
  tech_sheet_items_of_open_sheet: {
    message: 'La ficha está en revisión o aprobada. Devuélvala a pendiente para cambiarla.',
  },
  air_logs_once: {
    field: 'file',
    message: 'Ese mismo archivo ya se subió para este canal o emisora.',
  },
  logged_spots_once: { message: 'Otra fila de los logs de este canal o emisora ya dice lo mismo.' },
  logged_spots_placement: {
    field: 'placement_id',
    message: 'Otra fila de un log ya prueba esa colocación. Elija otra.',
  },
  logged_spots_proves: { message: 'La fila ya no prueba esa colocación: su resultado cambió. Actualice.' },
  evidence_items_place: { field: 'longitude', message: 'Escriba la latitud y la longitud, o ninguna.' },
  evidence_reports_acceptance_proved: {
    message: 'Falta la constancia de la aceptación. Regístrela de nuevo.',
  },
  owed_credits_note_once: {
    field: 'credit_note_id',
    message: 'Esa nota de crédito ya da otro crédito propuesto.',
  },
  late_starts_credited: { message: 'Su crédito ya está en una nota de crédito: no se decide otra vez.' },
  evidence_objections_once: { message: 'Ese renglón ya se objetó en esta edición.' },
  evidence_items_stay: { message: 'Una evidencia no cambia de reporte. Agréguela al otro.' },
  evidence_items_of_open_report: {
    message: 'El reporte ya está aprobado. Devuélvalo a revisión para cambiar sus evidencias.',
  },
  evidence_items_placement: {
    field: 'placement_id',
    message: 'Elija una colocación emitida de este contrato, dentro del periodo del reporte.',
  },
};
