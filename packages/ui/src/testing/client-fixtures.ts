import type { AnyRecord } from '@pauta/domain/resource/resource.ts';

/** Creates ids like `uuid` of `contract.ts`, which is not imported because this file is also used by the stories. */
const id = (number: number, family: number): string =>
  `01900000-0000-7000-8${String(family).padStart(3, '0')}-${String(number).padStart(12, '0')}`;

const some = (family: number, names: readonly (readonly [string, string?])[]) =>
  names.map(([label, code], index) => ({ id: id(index, family), label, code: code ?? null }));

/** Options by path, as returned by `/options`. */
export const clientOptions = {
  countries: some(1, [
    ['República Dominicana', 'DO'],
    ['México', 'MX'],
    ['Colombia', 'CO'],
  ]),
  'client-types': some(2, [['Directo'], ['Gobierno']]),
  'client-categories': some(3, [['Categoría A'], ['Categoría B']]),
  industries: some(4, [['Banca y finanzas'], ['Bebidas'], ['Alimentos y bebidas no alcohólicas']]),
  users: some(5, [['Ana Pérez'], ['Luis Gómez']]),
  'credit-terms': some(6, [['Contado'], ['30 días']]),
} as const;

const names = [
  'ACME',
  'Óptica Ñandú',
  'Banco Popular',
  'Compañía de Seguros y Reaseguros del Caribe Oriental y Centroamérica, Sociedad Anónima',
];
const states = ['active', 'prospect', 'inactive', 'blocked'];

/** A client as returned by the API. */
export function clientRecord(index: number, changes: Readonly<Record<string, unknown>> = {}): AnyRecord {
  const name = `${names[index % names.length]}${index < names.length ? '' : ` ${index}`}`;
  return {
    id: id(index, 20),
    row_version: 1,
    created_at: new Date(Date.UTC(2026, 2, 9, 14, 30) - index * 3_600_000).toISOString(),
    updated_at: '2026-03-09T14:30:00.000Z',
    archived_at: null,
    client_code: `CLI-${String(index + 1).padStart(3, '0')}`,
    company_code: null,
    legal_name: `${name}, S. R. L.`,
    trade_name: name,
    person_kind: 'legal_entity',
    country_id: clientOptions.countries[0],
    tax_id_type: 'RNC',
    tax_id: '131246796',
    taxpayer_type: 'taxpayer',
    status: states[index % states.length],
    client_type_id: clientOptions['client-types'][index % 2],
    client_category_id: clientOptions['client-categories'][index % 2],
    industry_id: clientOptions.industries[index % 3],
    lead_source_id: null,
    cluster_id: null,
    parent_client_id: null,
    tags: index % 2 === 0 ? ['Prioritario', 'Radio'] : [],
    primary_sales_rep_id: clientOptions.users[index % 2],
    additional_sales_rep_id: null,
    billing_party: 'client',
    currency_code: 'DOP',
    credit_term_id: clientOptions['credit-terms'][1],
    credit_limit: '1250000.50',
    credit_status: 'active',
    tax_exempt: false,
    tax_exempt_doc: null,
    tax_exempt_until: null,
    website: null,
    address_line: null,
    locality_id: null,
    latitude: null,
    longitude: null,
    notes: null,
    ...changes,
  };
}

export const clientRecords = (count: number): AnyRecord[] =>
  Array.from({ length: count }, (_, index) => clientRecord(index));

/** All permissions on clients. */
export const clientPermissions = [
  'clients.view_all',
  'clients.create',
  'clients.update_all',
  'clients.delete',
  'clients.credit_hold',
  'clients.credit_limit',
];
