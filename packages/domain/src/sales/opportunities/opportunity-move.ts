import { users } from '../../admin/users/user.ts';
import { closingProbabilities } from '../../catalogues/crm.ts';
import { choice } from '../../kinds/choice.ts';
import { dateTime } from '../../kinds/date.ts';
import { decimal, money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import { defineResource } from '../../resource/resource.ts';
import { opportunities } from './opportunity.ts';
import { opportunityViewing } from './permissions.ts';

/**
 * The stage log: one row for each change of the stage of an opportunity, with the time it had been in the former stage
 * (domain §2.4). The database writes it; it is never changed.
 */
export const opportunityMoves = defineResource({
  name: 'opportunity_moves',
  screen: 'ventas/pipeline/cambios',
  label: { one: 'Cambio de etapa', many: 'Cambios de etapa', gender: 'm' },
  fields: {
    label: text('Cambio', {
      max: 250,
      required: true,
      readOnly: true,
      width: 'wide',
      hint: 'La etapa anterior y la nueva, con sus nombres de entonces.',
    }),
    opportunity_id: reference('Oportunidad', () => opportunities, { required: true, readOnly: true }),
    from_stage_id: reference('De', () => closingProbabilities, {
      readOnly: true,
      hint: 'Vacío: la oportunidad se creó.',
    }),
    to_stage_id: reference('A', () => closingProbabilities, { required: true, readOnly: true }),
    days: decimal('Días en la etapa anterior', { scale: 1, readOnly: true, sortable: true }),
    expected_amount: money('Monto', { currency: 'currency_code', required: true, readOnly: true }),
    currency_code: choice('Moneda', currencies, { required: true, readOnly: true, width: 'short' }),
    moved_at: dateTime('Cuándo', { required: true, readOnly: true }),
    moved_by_id: reference('Quién', () => users, { readOnly: true }),
  },
  title: 'label',
  search: ['label'],
  searchable: false,
  order: '-moved_at',
  columns: ['label', 'opportunity_id', 'moved_at', 'days', 'expected_amount', 'moved_by_id'],
  filters: ['moved_at', 'opportunity_id', 'from_stage_id', 'to_stage_id', 'moved_by_id'],
  sections: [
    {
      label: 'Cambio',
      fields: [
        'label',
        'opportunity_id',
        'from_stage_id',
        'to_stage_id',
        'days',
        'expected_amount',
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
