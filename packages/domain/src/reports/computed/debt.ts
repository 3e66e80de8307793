import { agingBuckets } from '../../billing/accounts/aging-buckets.ts';
import { invoiceReaders } from '../../billing/invoice-readers.ts';
import { invoices } from '../../billing/invoices/invoice.ts';
import { industries } from '../../catalogues/crm.ts';
import { companies } from '../../catalogues/organization.ts';
import { agencies } from '../../crm/agencies/agency.ts';
import { billingParties } from '../../crm/clients/account-choices.ts';
import { clients } from '../../crm/clients/client.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { integer, money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { currencies } from '../../money/currencies.ts';
import { defineResource } from '../../resource/resource.ts';

const amount = { currency: 'currency_code', required: true, min: -1e15 } as const;

/**
 * An invoice, or an instalment of one, as it was at the end of a day: what was owed of it, how long it was overdue, and
 * what it adds to the sales of the ninety days until then.
 */
export const debts = defineResource({
  name: 'debts',
  screen: 'reportes/informes/cartera/filas',
  label: { one: 'Saldo', many: 'Saldos', gender: 'm' },
  fields: {
    number: text('Número', { max: 60, readOnly: true, width: 'short' }),
    invoice_id: reference('Documento', () => invoices, { required: true }),
    client_id: reference('Cliente', () => clients, { required: true }),
    as_of: date('Al día', { required: true }),
    due_on: date('Vence', {}),
    days: integer('Días de atraso', { aggregate: null, min: -100_000 }),
    bucket: choice(
      'Antigüedad',
      {
        ...(Object.fromEntries(agingBuckets.map(({ name, label }) => [name, label])) as Record<
          (typeof agingBuckets)[number]['name'],
          string
        >),
        settled: 'Sin saldo',
      },
      { required: true, width: 'short' },
    ),
    balance: money('Saldo', amount),
    overdue: money('Vencido', amount),
    recent: money('Facturado en 90 días', amount),
    currency_code: choice('Moneda', currencies, { required: true, width: 'short' }),
    company_id: reference('Compañía', () => companies, { required: true }),
    agency_id: reference('Agencia', () => agencies),
    industry_id: reference('Industria', () => industries),
    bill_to: choice('Se factura a', billingParties, { required: true, width: 'short' }),
    is_opening: yesNo('De la apertura', {}),
  },
  title: 'number',
  search: [],
  searchable: false,
  order: 'due_on',
  operations: [],
  partOf: ['invoice_id'],
  permissions: {
    ...invoiceReaders,
    create: 'invoices.create',
    updateAll: 'invoices.update_all',
    archive: 'invoices.delete',
    export: 'invoices.export',
  },
});
