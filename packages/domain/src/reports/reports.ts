import { agencyCommissions } from '../billing/commissions/agency-commission.ts';
import { invoices } from '../billing/invoices/invoice.ts';
import { payments } from '../billing/payments/payment.ts';
import { activities } from '../crm/follow-up/activity.ts';
import { makegoodOffers } from '../postsales/makegoods/makegood-offer.ts';
import { placements } from '../postsales/quotas/placement.ts';
import { orderLines } from '../sales/contracts/order-line.ts';
import { opportunities } from '../sales/opportunities/opportunity.ts';
import { computedReports } from './computed/computed-reports.ts';
import type { Report, Term } from './report.ts';

const soldBy = [
  'company_id',
  'division_id',
  'platform_id',
  'client_id',
  'industry_id',
  'agency_id',
  'owner_id',
  'inventory_item_id',
  'ad_article_id',
  'ad_classification_id',
  'line_kind',
  'sale_unit',
] as const;

const invoiced: FixedKind = { doc_kind: 'invoice,debit_note' };
const credited: FixedKind = { doc_kind: 'credit_note' };
type FixedKind = Readonly<Record<'doc_kind', string>>;

/** What invoices and debit notes add, and credit notes take away. */
const billed = (sum: string): { plus: readonly Term[]; minus: readonly Term[] } => ({
  plus: [{ sum, only: invoiced }],
  minus: [{ sum, only: credited }],
});

/** All reports, in the order in which they are offered. */
export const reports: readonly Report[] = [
  {
    name: 'ventas',
    label: 'Ventas firmadas',
    about: 'Renglones contratados en vigor, por el día en que se firmó su contrato. Sin impuestos.',
    resource: () => orderLines,
    date: 'signed_on',
    only: { status: 'active' },
    currency: 'currency_code',
    dimensions: soldBy,
    measures: {
      net: { label: 'Neto', unit: 'money', plus: [{ sum: 'net' }] },
      gross: { label: 'Bruto', unit: 'money', plus: [{ sum: 'gross' }] },
      taxable: {
        label: 'Base imponible',
        unit: 'money',
        plus: [{ sum: 'taxable' }],
        hint: 'El neto sin el descuento de la agencia.',
      },
      billed_net: { label: 'Neto facturado', unit: 'money', plus: [{ sum: 'billed_net' }] },
      billed_pct: {
        label: 'Facturado',
        unit: 'percent',
        plus: [{ sum: 'billed_net' }],
        per: [{ sum: 'net' }],
      },
      unit_net: {
        label: 'Neto por unidad',
        unit: 'money',
        plus: [{ sum: 'net' }],
        per: [{ sum: 'quantity' }],
        hint: 'Con la unidad como filas o como filtro: unidades distintas no se comparan.',
      },
      lines: { label: 'Renglones', unit: 'count', plus: [{ count: true }] },
    },
    initial: { rows: 'client_id', columns: 'month', measures: ['net'] },
  },
  {
    name: 'descuentos',
    label: 'Descuentos y bonificaciones',
    about:
      'Lo que se rebajó del bruto y lo que se bonificó en los renglones contratados en vigor, por el día en que se firmó su contrato.',
    resource: () => orderLines,
    date: 'signed_on',
    only: { status: 'active' },
    currency: 'currency_code',
    dimensions: soldBy,
    measures: {
      discount: { label: 'Descuento', unit: 'money', plus: [{ sum: 'gross' }], minus: [{ sum: 'net' }] },
      discount_pct: {
        label: 'Descuento del bruto',
        unit: 'percent',
        plus: [{ sum: 'gross' }],
        minus: [{ sum: 'net' }],
        per: [{ sum: 'gross' }],
      },
      agency_discount: { label: 'Descuento de agencia', unit: 'money', plus: [{ sum: 'agency_discount' }] },
      gross: { label: 'Bruto', unit: 'money', plus: [{ sum: 'gross' }] },
      bonus_lines: {
        label: 'Renglones bonificados',
        unit: 'count',
        plus: [{ count: true }],
        only: { line_kind: 'bonus' },
      },
      bonus_pct: {
        label: 'Bonificado, de los renglones',
        unit: 'percent',
        plus: [{ count: true, only: { line_kind: 'bonus' } }],
        per: [{ count: true }],
      },
    },
    initial: {
      rows: 'owner_id',
      columns: '-',
      measures: ['gross', 'discount', 'discount_pct', 'bonus_lines'],
    },
  },
  {
    name: 'cierre',
    label: 'Cierre de oportunidades',
    about: 'Oportunidades ganadas y perdidas, por el día en que se cerraron.',
    resource: () => opportunities,
    date: 'closed_at',
    only: { result: 'won,lost' },
    dimensions: [
      'owner_id',
      'client_id',
      'industry_id',
      'agency_id',
      'lead_source_id',
      'ad_classification_id',
      'loss_reason_id',
      'result',
    ],
    measures: {
      won: { label: 'Ganadas', unit: 'count', plus: [{ count: true }], only: { result: 'won' } },
      lost: { label: 'Perdidas', unit: 'count', plus: [{ count: true }], only: { result: 'lost' } },
      win_pct: {
        label: 'Tasa de cierre',
        unit: 'percent',
        plus: [{ count: true, only: { result: 'won' } }],
        per: [{ count: true }],
        hint: 'Ganadas, de las que se cerraron.',
      },
      won_amount: {
        label: 'Monto ganado',
        unit: 'money',
        plus: [{ sum: 'won_amount' }],
        only: { result: 'won' },
      },
      cycle: {
        label: 'Ciclo de venta',
        unit: 'days',
        plus: [{ days: { from: 'created_at', to: 'closed_at' } }],
        per: [{ count: true }],
        only: { result: 'won' },
        hint: 'Días desde que se registró hasta que se ganó, en promedio.',
      },
    },
    initial: { rows: 'owner_id', columns: '-', measures: ['won', 'lost', 'win_pct', 'cycle'] },
  },
  {
    name: 'pipeline',
    label: 'Oportunidades abiertas',
    about: 'Oportunidades abiertas, por el día en que se espera cerrarlas.',
    resource: () => opportunities,
    date: 'expected_close_date',
    only: { result: 'open' },
    currency: 'currency_code',
    dimensions: ['stage_id', 'owner_id', 'client_id', 'industry_id', 'agency_id', 'lead_source_id'],
    measures: {
      weighted: { label: 'Ponderado', unit: 'money', plus: [{ sum: 'weighted_amount' }] },
      expected: { label: 'Esperado', unit: 'money', plus: [{ sum: 'expected_amount' }] },
      count: { label: 'Oportunidades', unit: 'count', plus: [{ count: true }] },
    },
    initial: { rows: 'stage_id', columns: 'month', measures: ['weighted'] },
  },
  {
    name: 'facturacion',
    label: 'Facturación',
    about:
      'Facturas y notas de débito emitidas, menos notas de crédito, por su fecha. Sin lo de la apertura.',
    resource: () => invoices,
    date: 'issue_date',
    only: { status: 'issued', is_opening: 'false' },
    currency: 'currency_code',
    dimensions: [
      'company_id',
      'client_id',
      'industry_id',
      'agency_id',
      'doc_kind',
      'fiscal_document',
      'payment_status',
    ],
    measures: {
      net: { label: 'Neto', unit: 'money', ...billed('net') },
      tax: { label: 'ITBIS', unit: 'money', ...billed('tax') },
      total: { label: 'Total', unit: 'money', ...billed('total') },
      balance: {
        label: 'Por cobrar',
        unit: 'money',
        plus: [{ sum: 'balance' }],
        only: invoiced,
        hint: 'Lo que hoy se debe de ellas.',
      },
      documents: { label: 'Documentos', unit: 'count', plus: [{ count: true }] },
    },
    initial: { rows: 'client_id', columns: 'month', measures: ['net'] },
  },
  {
    name: 'vencimientos',
    label: 'Por cobrar, por vencimiento',
    about: 'Facturas y notas de débito con saldo, por el día en que vencen.',
    resource: () => invoices,
    date: 'due_date',
    only: { status: 'issued', payment_status: 'open,partial', doc_kind: 'invoice,debit_note' },
    currency: 'currency_code',
    dimensions: ['company_id', 'client_id', 'industry_id', 'agency_id', 'bill_to', 'is_opening'],
    measures: {
      balance: { label: 'Saldo', unit: 'money', plus: [{ sum: 'balance' }] },
      total: { label: 'Total', unit: 'money', plus: [{ sum: 'total' }] },
      balance_pct: {
        label: 'Por cobrar, del total',
        unit: 'percent',
        plus: [{ sum: 'balance' }],
        per: [{ sum: 'total' }],
      },
      documents: { label: 'Documentos', unit: 'count', plus: [{ count: true }] },
    },
    initial: { rows: 'client_id', columns: 'month', measures: ['balance'] },
  },
  {
    name: 'cobros',
    label: 'Cobros',
    about: 'Cobros recibidos, por su fecha. Sin los devueltos, los anulados ni lo de la apertura.',
    resource: () => payments,
    date: 'received_on',
    only: { status: 'registered,reconciled', is_opening: 'false' },
    currency: 'currency_code',
    dimensions: ['company_id', 'client_id', 'agency_id', 'method', 'bank_account_id', 'status'],
    measures: {
      amount: { label: 'Recibido', unit: 'money', plus: [{ sum: 'amount' }] },
      withheld: { label: 'Retenido', unit: 'money', plus: [{ sum: 'withheld' }] },
      settled: {
        label: 'Cobrado',
        unit: 'money',
        plus: [{ sum: 'amount' }, { sum: 'withheld' }],
        hint: 'Lo recibido y lo que quien paga retuvo.',
      },
      unapplied: { label: 'Sin aplicar', unit: 'money', plus: [{ sum: 'unapplied' }] },
      count: { label: 'Cobros', unit: 'count', plus: [{ count: true }] },
    },
    initial: { rows: 'month', columns: 'method', measures: ['amount'] },
  },
  {
    name: 'comisiones',
    label: 'Comisiones',
    about: 'Comisiones de agencias, vendedores y referidores, por el día en que se devengaron.',
    resource: () => agencyCommissions,
    date: 'accrued_on',
    currency: 'currency_code',
    dimensions: ['beneficiary_kind', 'agency_id', 'seller_id', 'kind', 'accrual', 'status'],
    measures: {
      amount: { label: 'Comisión', unit: 'money', plus: [{ sum: 'amount' }] },
      due: { label: 'Exigible', unit: 'money', plus: [{ sum: 'due_amount' }] },
      settled: { label: 'Liquidado', unit: 'money', plus: [{ sum: 'settled_amount' }] },
      base: { label: 'Base', unit: 'money', plus: [{ sum: 'base_amount' }] },
    },
    initial: { rows: 'beneficiary_kind', columns: 'month', measures: ['amount'] },
  },
  {
    name: 'cumplimiento',
    label: 'Cumplimiento de la pauta',
    about: 'Colocaciones, por su primer día. Sin las canceladas.',
    resource: () => placements,
    date: 'starts_on',
    only: { status: 'scheduled,confirmed,aired,not_aired' },
    dimensions: [
      'client_id',
      'contract_id',
      'platform_id',
      'division_id',
      'inventory_item_id',
      'reason_id',
      'status',
    ],
    measures: {
      load: { label: 'Unidades', unit: 'quantity', plus: [{ sum: 'load' }] },
      aired: { label: 'Emitidas', unit: 'quantity', plus: [{ sum: 'load' }], only: { status: 'aired' } },
      missed: {
        label: 'No emitidas',
        unit: 'quantity',
        plus: [{ sum: 'load' }],
        only: { status: 'not_aired' },
      },
      aired_pct: {
        label: 'Cumplimiento',
        unit: 'percent',
        plus: [{ sum: 'load', only: { status: 'aired' } }],
        per: [{ sum: 'load' }],
        only: { status: 'aired,not_aired' },
        hint: 'Lo emitido, de lo que debía emitirse y ya se informó.',
      },
    },
    initial: { rows: 'month', columns: '-', measures: ['load', 'aired', 'missed', 'aired_pct'] },
  },
  {
    name: 'compensaciones',
    label: 'Compensaciones',
    about: 'Lo no emitido que se propuso compensar, por el día en que no se emitió.',
    resource: () => makegoodOffers,
    date: 'missed_on',
    currency: 'currency_code',
    dimensions: ['client_id', 'contract_id', 'status', 'inventory_item_id'],
    measures: {
      worth: { label: 'Valor', unit: 'money', plus: [{ sum: 'worth' }] },
      accepted: {
        label: 'Aceptado',
        unit: 'money',
        plus: [{ sum: 'worth' }],
        only: { status: 'accepted' },
      },
      count: { label: 'Propuestas', unit: 'count', plus: [{ count: true }] },
    },
    initial: { rows: 'client_id', columns: 'status', measures: ['worth'] },
  },
  {
    name: 'gestiones',
    label: 'Actividad comercial',
    about: 'Actividades de seguimiento, por su fecha.',
    resource: () => activities,
    date: 'scheduled_at',
    dimensions: [
      'assigned_to_id',
      'kind',
      'status',
      'contact_result_id',
      'priority',
      'client_id',
      'agency_id',
    ],
    measures: {
      count: { label: 'Actividades', unit: 'count', plus: [{ count: true }] },
      done: { label: 'Hechas', unit: 'count', plus: [{ count: true }], only: { status: 'done' } },
      done_pct: {
        label: 'Hechas, del total',
        unit: 'percent',
        plus: [{ count: true, only: { status: 'done' } }],
        per: [{ count: true }],
        only: { status: 'pending,in_progress,done' },
        hint: 'Sin las canceladas.',
      },
      minutes: {
        label: 'Minutos',
        unit: 'quantity',
        plus: [{ sum: 'duration_min' }],
        only: { status: 'done' },
      },
    },
    initial: { rows: 'assigned_to_id', columns: 'kind', measures: ['count'] },
  },
  ...computedReports,
];

export const reportNamed = (name: string): Report | undefined => reports.find((one) => one.name === name);
