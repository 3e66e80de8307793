import { addDays } from '../../calendar/working-time.ts';
import { indexed } from '../../resource/indexed.ts';
import type { DashboardCard } from './dashboard-card.ts';

const company = { company: 'company_id' } as const;
const sold = 'invoice,debit_note';
const inMoney = 'transfer,cheque,cash,card,deposit';

/** Cards of billing, collection and management. */
export const billingCards: readonly DashboardCard[] = [
  {
    name: 'to_bill',
    title: 'Por facturar',
    about: 'Lo que se puede facturar hoy por contrato, y por qué está detenido lo demás.',
    size: 'narrow',
    filters: ['company', 'seller'],
    permissions: ['invoices.create', 'invoices.run'],
    content: { kind: 'due' },
  },
  {
    name: 'issued',
    title: 'Emitido y cobrado',
    about: 'Facturas y notas emitidas hoy y en el periodo, lo cobrado y los borradores.',
    size: 'narrow',
    filters: ['period', 'company'],
    content: {
      kind: 'lists',
      lines: [
        {
          name: 'today',
          text: 'Facturas emitidas hoy',
          resource: indexed('invoices'),
          amounts: ['total'],
          filters: company,
          query: ({ today }) => ({ 'f.status': 'issued', 'f.doc_kind': sold, 'f.issue_date': today }),
        },
        {
          name: 'period',
          text: 'Facturas emitidas en el periodo',
          resource: indexed('invoices'),
          amounts: ['total'],
          filters: company,
          query: ({ from, to }) => ({
            'f.status': 'issued',
            'f.doc_kind': sold,
            'f.issue_date': `${from}..${to}`,
          }),
        },
        {
          name: 'credited',
          text: 'Notas de crédito del periodo',
          resource: indexed('invoices'),
          amounts: ['total'],
          filters: company,
          query: ({ from, to }) => ({
            'f.status': 'issued',
            'f.doc_kind': 'credit_note',
            'f.issue_date': `${from}..${to}`,
          }),
        },
        {
          name: 'collected',
          text: 'Cobrado en el periodo',
          resource: indexed('payments'),
          amounts: ['amount'],
          filters: company,
          query: ({ from, to }) => ({
            'f.status': 'registered,reconciled',
            'f.method': inMoney,
            'f.received_on': `${from}..${to}`,
          }),
        },
        {
          name: 'drafts',
          text: 'Borradores por revisar',
          resource: indexed('invoices'),
          amounts: ['total'],
          filters: company,
          query: () => ({ 'f.status': 'draft' }),
        },
      ],
    },
  },
  {
    name: 'ecf',
    title: 'Comprobantes electrónicos en cola',
    about: 'e-CF por firmar, por enviar, en contingencia o que requieren atención.',
    size: 'narrow',
    filters: ['company'],
    content: {
      kind: 'lists',
      lines: [
        {
          name: 'queue',
          text: 'Por estado',
          resource: indexed('ecf_documents'),
          by: { field: 'status', most: 8 },
          filters: company,
          query: () => ({ 'f.status': 'to_sign,signed,sent,contingency' }),
        },
        {
          name: 'attention',
          text: 'Requieren atención',
          resource: indexed('ecf_documents'),
          tone: 'danger',
          filters: company,
          query: () => ({ 'f.attention': '!-' }),
        },
      ],
    },
  },
  {
    name: 'aging',
    title: 'Cartera por antigüedad',
    about: 'Lo que deben los clientes por los días desde su vencimiento.',
    size: 'narrow',
    filters: [],
    permissions: ['invoices.view_all'],
    content: { kind: 'aging' },
  },
  {
    name: 'promises',
    title: 'Promesas y gestión de cobro',
    about: 'Promesas de pago que tocan, incumplidas, y cuentas con gestión pendiente.',
    size: 'narrow',
    filters: [],
    content: {
      kind: 'lists',
      lines: [
        {
          name: 'soon',
          text: 'Promesas para los próximos 7 días',
          resource: indexed('payment_promises'),
          amounts: ['amount'],
          query: ({ today }) => ({
            'f.status': 'open',
            'f.promised_on': `${today}..${addDays(today, 7)}`,
            sort: 'promised_on',
          }),
        },
        {
          name: 'past',
          text: 'Promesas con el día pasado',
          resource: indexed('payment_promises'),
          tone: 'danger',
          amounts: ['amount'],
          query: ({ today }) => ({ 'f.status': 'open,broken', 'f.promised_on': `..${addDays(today, -1)}` }),
        },
        {
          name: 'actions',
          text: 'Gestiones de hoy y atrasadas',
          resource: indexed('collection_cases'),
          tone: 'warning',
          query: ({ today }) => ({ 'f.status': 'open', 'f.next_action_on': `..${today}` }),
        },
        {
          name: 'disputes',
          text: 'Facturas en disputa',
          resource: indexed('invoice_disputes'),
          amounts: ['amount'],
          query: () => ({ 'f.status': 'open' }),
        },
      ],
    },
  },
  {
    name: 'expected_cash',
    title: 'Dinero esperado por semana',
    about: 'Lo que se espera cobrar según vencimientos, promesas y costumbre de pago.',
    size: 'narrow',
    filters: [],
    permissions: ['invoices.view_all'],
    content: { kind: 'expected_cash' },
  },
  {
    name: 'budget',
    title: 'Presupuesto, firmado, facturado y cobrado',
    about: 'El presupuesto aprobado del año por mes, junto a lo que se alcanzó.',
    size: 'wide',
    filters: ['company'],
    permissions: ['sales_budgets.view_all'],
    content: { kind: 'budget' },
  },
  {
    name: 'top_clients',
    title: 'Clientes principales y concentración',
    about: 'Los diez clientes con más facturado en el periodo y su parte del total.',
    size: 'narrow',
    filters: ['period', 'company', 'seller'],
    content: {
      kind: 'lists',
      lines: [
        {
          name: 'billed',
          text: 'Facturado sin impuesto',
          resource: indexed('invoices'),
          amounts: ['net'],
          by: { field: 'client_id', most: 10 },
          filters: { ...company, seller: 'sales_rep_id' },
          query: ({ from, to }) => ({
            'f.status': 'issued',
            'f.doc_kind': sold,
            'f.issue_date': `${from}..${to}`,
          }),
        },
      ],
    },
  },
];
