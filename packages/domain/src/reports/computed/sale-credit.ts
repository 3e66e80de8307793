import { users } from '../../admin/users/user.ts';
import { industries } from '../../catalogues/crm.ts';
import { platforms } from '../../catalogues/inventory.ts';
import { companies, divisions } from '../../catalogues/organization.ts';
import { agencies } from '../../crm/agencies/agency.ts';
import { clients } from '../../crm/clients/client.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { money, percent } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { currencies } from '../../money/currencies.ts';
import { defineResource } from '../../resource/resource.ts';
import { contracts } from '../../sales/contracts/contract.ts';
import { writtenBySigning } from '../../sales/contracts/permissions.ts';

/** What each seller is credited of each contracted line, by day: the rows that goals and budgets add up. */
export const saleCredits = defineResource({
  name: 'sale_credits',
  screen: 'reportes/informes/creditos/filas',
  label: { one: 'Crédito de venta', many: 'Créditos de venta', gender: 'm' },
  fields: {
    line: text('Renglón', { max: 300, readOnly: true, width: 'wide' }),
    contract_id: reference('Contrato', () => contracts, { required: true }),
    user_id: reference('Vendedor', () => users, { required: true }),
    client_id: reference('Cliente', () => clients, { required: true }),
    on_date: date('Fecha', { required: true }),
    kind: choice(
      'Clase',
      {
        signed: ['Firmado', 'success'],
        changed: ['Cambiado por adenda', 'info'],
        ended: ['Terminado antes', 'warning'],
      },
      { required: true, width: 'short' },
    ),
    pct: percent('Parte', { required: true }),
    amount: money('Crédito', { currency: 'currency_code', required: true, min: -1e15 }),
    currency_code: choice('Moneda', currencies, { required: true, width: 'short' }),
    company_id: reference('Compañía', () => companies, { required: true }),
    division_id: reference('División', () => divisions),
    platform_id: reference('Plataforma', () => platforms),
    agency_id: reference('Agencia', () => agencies),
    industry_id: reference('Industria', () => industries),
    counts_for_goal: yesNo('Cuenta para la meta', {
      hint: 'Según la clasificación del renglón al firmarlo.',
    }),
  },
  title: 'line',
  search: [],
  searchable: false,
  order: '-on_date',
  operations: [],
  partOf: ['contract_id'],
  permissions: writtenBySigning,
});
