import { industries } from '../../catalogues/crm.ts';
import { programs } from '../../catalogues/inventory.ts';
import { subdivisions } from '../../catalogues/organization.ts';
import { localities } from '../../catalogues/places.ts';
import { clients } from '../../crm/clients/client.ts';
import { closedRange, dateRange } from '../../kinds/date-range.ts';
import { reference } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { defineResource, type Resource, type Rule } from '../../resource/resource.ts';
import { contracts } from '../../sales/contracts/contract.ts';

/** What an exclusivity is limited to; at least one is given, and several of them narrow it. */
export const exclusivityScopes = ['program_id', 'subdivision_id', 'locality_id'] as const;

/** An exclusivity of everything would close the whole company to an industry. */
const limited: Rule = (values) =>
  exclusivityScopes.some((name) => values[name])
    ? null
    : { program_id: ['Indique un programa, un canal o una zona: la exclusividad rige ahí.'] };

/**
 * The promise to a client that no competitor of its industry is in a programme, a station or a zone on some days (domain
 * §2.3, I18). It covers the industries inside of this one. Holds and sales of competitors are refused, and so is an
 * exclusivity where a competitor already is.
 */
export const exclusivities: Resource = defineResource({
  name: 'exclusivities',
  screen: 'ventas/ocupacion-disponibilidad/exclusividades',
  label: { one: 'Exclusividad', many: 'Exclusividades', gender: 'f' },
  fields: {
    client_id: reference('Cliente', () => clients, { required: true }),
    industry_id: reference('Industria', () => industries, {
      required: true,
      hint: 'Ningún otro cliente de ella, ni de las que contiene.',
    }),
    program_id: reference('Programa', () => programs),
    subdivision_id: reference('Canal, emisora o circuito', () => subdivisions),
    locality_id: reference('Zona', () => localities, { hint: 'Con las localidades que contiene.' }),
    dates: dateRange('Días', { required: true, sortable: true }),
    contract_id: reference('Contrato', (): Resource => contracts),
    source: text('Por qué se concedió', {
      max: 160,
      required: true,
      hint: 'Quien la encuentra lee esto: el contrato, el acuerdo o la carta.',
    }),
  },
  title: 'source',
  search: ['source'],
  order: '-dates',
  columns: ['client_id', 'industry_id', 'program_id', 'subdivision_id', 'locality_id', 'dates', 'source'],
  brief: ['client_id', 'industry_id', 'dates'],
  filters: [
    'industry_id',
    'client_id',
    'program_id',
    'subdivision_id',
    'locality_id',
    'dates',
    'contract_id',
    'created_at',
  ],
  sections: [
    { label: 'Para quién', fields: ['client_id', 'industry_id'] },
    { label: 'Dónde y cuándo', fields: ['program_id', 'subdivision_id', 'locality_id', 'dates'] },
    { label: 'Origen', fields: ['source', 'contract_id'] },
  ],
  // What was promised stays: it is withdrawn, and another one given.
  operations: ['create', 'archive'],
  permissions: {
    viewAll: 'availability.view',
    create: 'holds.approve',
    updateAll: 'holds.approve',
    archive: 'holds.approve',
    export: 'holds.export',
  },
  rules: [closedRange('dates'), limited],
});
