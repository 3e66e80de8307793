import { users } from '../../admin/users/user.ts';
import { closingProbabilities } from '../../catalogues/crm.ts';
import { choice } from '../../kinds/choice.ts';
import { dateTime } from '../../kinds/date.ts';
import { decimal, money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import { defineResource } from '../../resource/resource.ts';
import { takenFrom } from '../../resource/taken-from.ts';
import { opportunities } from './opportunity.ts';
import { opportunityViewing } from './permissions.ts';

/** What changed in the pipeline. */
export const moveKinds = {
  opened: ['Abierta', 'info'],
  advanced: ['Avanzó', 'success'],
  went_back: ['Retrocedió', 'warning'],
  won: ['Ganada', 'success'],
  lost: ['Perdida', 'danger'],
  paused: ['En pausa', 'warning'],
  resumed: ['Retomada o reabierta', 'info'],
  amount: ['Cambió el monto', 'neutral'],
  close_date: ['Cambió el cierre', 'neutral'],
  archived: ['Archivada', 'neutral'],
  restored: ['Restaurada', 'neutral'],
} as const;

/**
 * The log of the pipeline: one row for each change of the stage, the amount or the expected close date of an open
 * opportunity (domain §2.4). The sum of `pipeline_change` between two moments is the difference of the open amount. The
 * database writes it; it is never changed.
 */
export const opportunityMoves = defineResource({
  name: 'opportunity_moves',
  screen: 'ventas/pipeline/cambios',
  label: { one: 'Cambio del pipeline', many: 'Cambios del pipeline', gender: 'm' },
  fields: {
    label: text('Cambio', {
      max: 250,
      required: true,
      readOnly: true,
      width: 'wide',
      hint: 'Lo anterior y lo nuevo; las etapas, con sus nombres de entonces.',
    }),
    kind: choice('Qué pasó', moveKinds, { required: true, readOnly: true }),
    opportunity_id: reference('Oportunidad', () => opportunities, { required: true, readOnly: true }),
    owner_id: reference('Vendedor', () => users, takenFrom('opportunity_id', 'owner_id')),
    from_stage_id: reference('De', () => closingProbabilities, {
      readOnly: true,
      hint: 'Vacío: la oportunidad se creó.',
    }),
    to_stage_id: reference('A', () => closingProbabilities, { required: true, readOnly: true }),
    days: decimal('Días en la etapa anterior', { scale: 1, readOnly: true, sortable: true }),
    expected_amount: money('Monto', { currency: 'currency_code', required: true, readOnly: true }),
    pipeline_change: money('Efecto en el pipeline', {
      currency: 'currency_code',
      required: true,
      readOnly: true,
      sortable: true,
      min: -9_999_999_999_999,
      hint: 'Lo que entra a las oportunidades abiertas, o sale de ellas.',
    }),
    currency_code: choice('Moneda', currencies, { required: true, readOnly: true, width: 'short' }),
    moved_at: dateTime('Cuándo', { required: true, readOnly: true }),
    moved_by_id: reference('Quién', () => users, { readOnly: true }),
  },
  title: 'label',
  search: ['label'],
  searchable: false,
  order: '-moved_at',
  columns: [
    'label',
    'opportunity_id',
    'kind',
    'moved_at',
    'days',
    'expected_amount',
    'pipeline_change',
    'moved_by_id',
  ],
  brief: ['kind', 'pipeline_change'],
  filters: ['moved_at', 'kind', 'opportunity_id', 'owner_id', 'from_stage_id', 'to_stage_id', 'moved_by_id'],
  sections: [
    {
      label: 'Cambio',
      fields: [
        'label',
        'kind',
        'opportunity_id',
        'from_stage_id',
        'to_stage_id',
        'days',
        'expected_amount',
        'pipeline_change',
        'moved_at',
        'moved_by_id',
      ],
    },
  ],
  operations: [],
  partOf: ['opportunity_id'],
  permissions: {
    ...opportunityViewing,
    create: 'opportunities.create',
    updateAll: 'opportunities.update_all',
    archive: 'opportunities.delete',
    export: 'opportunities.export',
  },
});
