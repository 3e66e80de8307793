import { users } from '../../admin/users/user.ts';
import { closingProbabilities, industries, leadSources } from '../../catalogues/crm.ts';
import { agencies } from '../../crm/agencies/agency.ts';
import { clients } from '../../crm/clients/client.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import { defineResource } from '../../resource/resource.ts';
import { opportunities } from '../../sales/opportunities/opportunity.ts';
import { opportunityViewing } from '../../sales/opportunities/permissions.ts';

/** An opportunity that was open at the end of a day, with its stage and amount of then. */
export const openOpportunities = defineResource({
  name: 'open_opportunities',
  screen: 'reportes/informes/historia/filas',
  label: { one: 'Oportunidad abierta', many: 'Oportunidades abiertas', gender: 'f' },
  fields: {
    number: text('Número', { max: 40, readOnly: true, width: 'short' }),
    opportunity_id: reference('Oportunidad', () => opportunities, { required: true }),
    client_id: reference('Cliente', () => clients, { required: true }),
    as_of: date('Al día', { required: true }),
    stage_id: reference('Etapa', () => closingProbabilities, { required: true }),
    amount: money('Monto', { currency: 'currency_code', required: true }),
    weighted: money('Ponderado', { currency: 'currency_code', required: true }),
    currency_code: choice('Moneda', currencies, { required: true, width: 'short' }),
    owner_id: reference('Vendedor', () => users, { required: true }),
    agency_id: reference('Agencia', () => agencies),
    industry_id: reference('Industria', () => industries),
    lead_source_id: reference('Fuente', () => leadSources),
  },
  title: 'number',
  search: [],
  searchable: false,
  order: '-amount',
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
