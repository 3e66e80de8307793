import type { ConstraintMeanings } from '../../platform/database/constraints.ts';

/** Messages for the constraints of 0047_opportunities.sql. */
export const opportunityConstraints: ConstraintMeanings = {
  opportunities_brand_of_client: {
    field: 'brand_id',
    message: 'La marca es de otro cliente. Elija una marca de este cliente o déjela vacía.',
  },
  opportunities_splits_complete: {
    field: 'splits',
    message:
      'Las partes del crédito deben sumar 100 % en cada día en que valgan. Cámbielas, o quítelas todas.',
  },
  opportunity_splits_user_once: {
    field: 'splits',
    message: 'Una persona aparece dos veces en el reparto en los mismos días. Una de las partes sobra.',
  },
  opportunities_stage_of_result: {
    field: 'stage_id',
    message: 'Esa etapa no es de una oportunidad en este estado. Elija una etapa abierta.',
  },
  forecast_snapshots_week_over: {
    message: 'Esa semana ya terminó, y lo que se comprometió en ella se conserva. Guarde el de esta semana.',
  },
  closing_probabilities_result_in_use: {
    field: 'result',
    message: 'Hay oportunidades en esta etapa. Cámbielas de etapa antes de cambiar su resultado.',
  },
};
