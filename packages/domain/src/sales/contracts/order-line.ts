import { users } from '../../admin/users/user.ts';
import { industries } from '../../catalogues/crm.ts';
import { platforms } from '../../catalogues/inventory.ts';
import { companies, divisions } from '../../catalogues/organization.ts';
import { agencies } from '../../crm/agencies/agency.ts';
import { clients } from '../../crm/clients/client.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { decimal, money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { currencies } from '../../money/currencies.ts';
import { defineResource } from '../../resource/resource.ts';
import { takenFrom } from '../../resource/taken-from.ts';
import { saleLineFields } from '../lines/sale-line.ts';
import { soldRecords } from '../lines/sold-records.ts';
import { contracts } from './contract.ts';
import { writtenBySigning } from './permissions.ts';

/**
 * The lines of signed contracts that are in force: those of the signed text with the addenda applied to it. Only
 * signing a contract and applying an addendum write them; placements, sheets, cells of capacity and invoice lines refer
 * to them.
 */
export const orderLines = defineResource({
  name: 'order_lines',
  screen: 'ventas/contratos/renglones',
  label: { one: 'Renglón contratado', many: 'Renglones contratados', gender: 'm' },
  fields: {
    ...saleLineFields(soldRecords),
    contract_id: reference('Contrato', () => contracts, { required: true }),
    currency_code: choice('Moneda', currencies, { required: true, width: 'short' }),
    billed_quantity: decimal('Cantidad facturada', {
      scale: 4,
      readOnly: true,
      required: true,
      derived: true,
      initial: '0.0000',
      aggregate: null,
    }),
    billed_net: money('Neto facturado', {
      currency: 'currency_code',
      readOnly: true,
      required: true,
      derived: true,
      initial: '0.00',
    }),
    status: choice(
      'Estado',
      { active: ['En vigor', 'success'], removed: ['Quitado', 'neutral'] },
      { required: true, initial: 'active', readOnly: true, width: 'short' },
    ),
    company_id: reference('Compañía', () => companies, takenFrom('contract_id', 'company_id')),
    client_id: reference('Cliente', () => clients, takenFrom('contract_id', 'client_id')),
    industry_id: reference('Industria', () => industries, takenFrom('contract_id', 'industry_id')),
    agency_id: reference('Agencia', () => agencies, takenFrom('contract_id', 'agency_id')),
    owner_id: reference('Vendedor', () => users, takenFrom('contract_id', 'owner_id')),
    signed_on: date('Firmado el', takenFrom('contract_id', 'signed_on')),
    platform_id: reference('Plataforma', () => platforms, takenFrom('inventory_item_id', 'platform_id')),
    division_id: reference('División', () => divisions, takenFrom('inventory_item_id', 'division_id')),
  },
  title: 'description',
  search: ['description'],
  searchable: false,
  order: '-created_at',
  columns: [
    'description',
    'contract_id',
    'line_kind',
    'inventory_item_id',
    'flight',
    'quantity',
    'sale_unit',
    'net',
    'total',
    'billed_net',
    'status',
  ],
  brief: ['contract_id', 'flight'],
  filters: [
    'contract_id',
    'status',
    'line_kind',
    'inventory_item_id',
    'flight',
    'ad_article_id',
    'signed_on',
    'company_id',
    'client_id',
    'industry_id',
    'agency_id',
    'owner_id',
    'platform_id',
    'division_id',
    'ad_classification_id',
    'currency_code',
  ],
  sections: [
    {
      label: 'Qué se vendió',
      fields: [
        'contract_id',
        'line_kind',
        'inventory_item_id',
        'package_id',
        'ad_article_id',
        'ad_classification_id',
        'flight',
        'days',
        'units_per_day',
        'units',
        'duration_sec',
      ],
    },
    {
      label: 'Cuánto cuesta',
      fields: [
        'quantity',
        'sale_unit',
        'list_price',
        'agreed_price',
        'price_source',
        'surcharge_pct',
        'discount_pct',
        'gross',
        'net',
        'agency_discount',
        'taxable',
        'tax_rate_id',
        'tax_pct',
        'tax',
        'total',
        'currency_code',
        'billed_quantity',
        'billed_net',
      ],
    },
  ],
  operations: [],
  keepsReferences: true,
  partOf: ['contract_id'],
  permissions: writtenBySigning,
});
