import { activities } from '@pauta/domain/crm/follow-up/activity.ts';
import { referrals } from '@pauta/domain/crm/referrals/referral.ts';
import type { FastifyInstance } from 'fastify';
import type { ConstraintMeanings } from '../../platform/database/constraints.ts';
import { mountResource } from '../../resource/mount-resource.ts';
import { referralHooks } from '../referrals/hooks.ts';
import { activityHooks } from './hooks.ts';
import { activityRoutes } from './routes.ts';
import { followUpInTime } from './runner.ts';

/** Messages for the constraints of 0018_follow_up.sql. */
const constraints: ConstraintMeanings = {
  activities_is_about_somebody: {
    field: 'client_id',
    message: 'Indique con quién es: un cliente, una agencia, un contacto o un referido.',
  },
  activities_has_a_time: { field: 'starts_at', message: 'Indique cuándo empieza o una fecha límite.' },
  activities_done_has_result: {
    field: 'contact_result_id',
    message: 'Elija el resultado de la atención para completar la actividad.',
  },
  activities_settled: {
    message:
      'Se terminó hace más de 24 horas y ya no se cambia. Escriba un comentario o registre otra actividad.',
  },
  activities_no_cycle: {
    field: 'next_activity_id',
    message: 'Así una actividad se seguiría a sí misma. Elija otra próxima acción.',
  },
  activities_next_activity_id_key: {
    field: 'next_activity_id',
    message: 'Esa actividad ya es la próxima acción de otra.',
  },
  referrals_one_referrer: { field: 'referrer_kind', message: 'Indique quién lo refirió.' },
  referrals_not_oneself: {
    field: 'referred_tax_id',
    message: 'Es la identificación de quien refiere: nadie se refiere a sí mismo.',
  },
  referrals_converted_is_another: {
    field: 'client_id',
    message: 'Es quien lo refirió: elija el cliente en que se convirtió el referido.',
  },
};

/** Activities, referrals, and their scheduled jobs. */
export const followUp = (app: FastifyInstance): void => {
  app.database.explainConstraints(constraints);
  mountResource(app, referrals, referralHooks);
  mountResource(app, activities, activityHooks);
  activityRoutes(app);
  followUpInTime(app);
};
