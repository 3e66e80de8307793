import { companies } from '../../catalogues/organization.ts';
import { financePermissions } from '../../finance/finance-permissions.ts';
import { choice } from '../../kinds/choice.ts';
import { url } from '../../kinds/contact.ts';
import { date } from '../../kinds/date.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { defineResource } from '../../resource/resource.ts';

/** The services of the tax authority by environment; each is complete with `/autenticacion`, `/recepcion` and so on. */
export const ecfEnvironments = {
  test: 'Precertificación',
  certification: 'Certificación',
  production: 'Producción',
  own: 'Otra dirección',
} as const;

const folders = { test: 'testecf', certification: 'certecf', production: 'ecf' } as const;

/** Addresses of the services of an environment: of invoices, and of summaries of consumer invoices. */
export const ecfAddresses = (
  environment: keyof typeof ecfEnvironments,
  ownAddress: string | null,
): { readonly invoices: string; readonly summaries: string } => {
  if (environment === 'own') {
    const address = (ownAddress ?? '').replace(/\/+$/, '');
    return { invoices: address, summaries: address };
  }
  const folder = folders[environment];
  return {
    invoices: `https://ecf.dgii.gov.do/${folder}`,
    summaries: `https://fc.dgii.gov.do/${folder}`,
  };
};

/**
 * A company that issues electronic fiscal documents (e-CF): since when, and to which services they are sent. Its
 * certificate is loaded by a route of its own and is kept encrypted; here is only what it says of itself.
 */
export const ecfIssuers = defineResource({
  name: 'ecf_issuers',
  screen: 'gestion/configuracion/facturacion-electronica',
  label: { one: 'Emisor electrónico', many: 'Emisores electrónicos', gender: 'm' },
  fields: {
    name: text('Emisor', { max: 160, required: true, readOnly: true, derived: true, sortable: true }),
    company_id: reference('Compañía', () => companies, { required: true, unique: true }),
    starts_on: date('Emite e-CF desde', {
      hint: 'Desde ese día sus comprobantes son de la serie E. Confírmelo con su contador. Vacía: sigue con la serie B.',
    }),
    environment: choice('Ambiente', ecfEnvironments, { required: true, initial: 'test', width: 'short' }),
    service_url: url('Dirección de los servicios', {
      when: { field: 'environment', is: ['own'] },
      hint: 'La que precede a «/recepcion» y «/autenticacion».',
    }),
    certificate_holder: text('Titular del certificado', { max: 200, readOnly: true }),
    certificate_holder_id: text('Identificación del titular', { max: 40, readOnly: true, width: 'short' }),
    certificate_valid_from: date('Certificado válido desde', { readOnly: true }),
    certificate_valid_to: date('Certificado válido hasta', { readOnly: true }),
    notes: longText('Notas', { max: 500 }),
  },
  title: 'name',
  likeness: { by: {} },
  search: ['name'],
  order: 'name',
  columns: ['name', 'starts_on', 'environment', 'certificate_holder', 'certificate_valid_to'],
  filters: ['company_id', 'environment', 'starts_on', 'certificate_valid_to'],
  sections: [
    { label: 'Emisor', fields: ['company_id', 'starts_on', 'environment', 'service_url', 'notes'] },
    {
      label: 'Certificado',
      fields: [
        'certificate_holder',
        'certificate_holder_id',
        'certificate_valid_from',
        'certificate_valid_to',
      ],
    },
  ],
  permissions: { ...financePermissions, viewAll: 'fiscal_sequences.view_all' },
});
