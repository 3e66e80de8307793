import { users } from '../../admin/users/user.ts';
import { glAccounts } from '../../catalogues/finance.ts';
import { companies } from '../../catalogues/organization.ts';
import { agencies } from '../../crm/agencies/agency.ts';
import { clients } from '../../crm/clients/client.ts';
import { referrals } from '../../crm/referrals/referral.ts';
import { defineDocument, defineLines } from '../../document/document.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { decimal, integer, money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import type { Resource } from '../../resource/resource.ts';
import { invoices } from '../invoices/invoice.ts';

/** What an entry was made for. */
export const entrySources = {
  invoice: 'Emisión de factura',
  void: 'Anulación de factura',
  payment: 'Cobro',
  application: 'Aplicación de cobro',
  reversal: 'Reverso de cobro',
  commission: 'Ajuste de comisión',
  settlement: 'Liquidación de comisiones',
  deferral: 'Ingresos diferidos',
  exchange: 'Diferencia cambiaria',
  write_off: 'Cuenta incobrable',
  rebate: 'Bonificación por volumen',
  opening: 'Apertura',
} as const;

export type EntrySource = keyof typeof entrySources;

const side = (label: string) =>
  money(label, { currency: 'currency_code', required: true, readOnly: true, initial: '0.00' });

/** A debit or a credit of one account. */
export const journalLines = defineLines({
  name: 'journal_lines',
  label: { one: 'Movimiento', many: 'Movimientos', gender: 'm' },
  title: 'memo',
  search: [],
  columns: ['gl_account_id', 'memo', 'client_id', 'agency_id', 'invoice_id', 'debit', 'credit'],
  fields: {
    gl_account_id: reference('Cuenta contable', () => glAccounts, { required: true, readOnly: true }),
    memo: text('Detalle', { max: 200, required: true, readOnly: true }),
    debit: side('Débito'),
    credit: side('Crédito'),
    client_id: reference('Cliente', () => clients, { readOnly: true }),
    agency_id: reference('Agencia', () => agencies, { readOnly: true }),
    invoice_id: reference('Factura', (): Resource => invoices, { readOnly: true }),
    seller_id: reference('Ejecutivo', () => users, { readOnly: true }),
    referral_id: reference('Referido', () => referrals, { readOnly: true }),
  },
});

/**
 * Entries of the ledger, made by invoices and payments. Append-only: a correction is another entry. The sums of debits
 * and credits are equal, and the day is in an open month; the database checks both (`0052_billing.sql`).
 */
export const journalEntries = defineDocument({
  name: 'journal_entries',
  screen: 'facturacion/facturacion-cobros/asientos',
  label: { one: 'Asiento', many: 'Asientos', gender: 'm' },
  fields: {
    description: text('Concepto', { max: 200, required: true, readOnly: true, width: 'wide' }),
    entry_no: integer('Número', { required: true, readOnly: true, aggregate: null, isGrouped: false }),
    company_id: reference('Compañía', () => companies, { required: true, readOnly: true }),
    posted_on: date('Fecha', { required: true, readOnly: true }),
    source_kind: choice('Origen', entrySources, { required: true, readOnly: true }),
    source_id: text('Documento', { max: 36, required: true, readOnly: true, isInternal: true }),
    currency_code: choice('Moneda', currencies, { required: true, readOnly: true, width: 'short' }),
    fx_rate: decimal('Tasa de cambio', {
      scale: 6,
      readOnly: true,
      aggregate: null,
      hint: 'A la moneda de la compañía, en el día del asiento.',
    }),
    debit: side('Débito'),
    credit: side('Crédito'),
  },
  title: 'description',
  search: ['description'],
  searchable: false,
  likeness: { by: {} },
  order: '-entry_no',
  columns: ['entry_no', 'posted_on', 'description', 'source_kind', 'company_id', 'debit', 'credit'],
  filters: ['company_id', 'posted_on', 'source_kind', 'currency_code', 'debit'],
  sections: [
    {
      label: 'Asiento',
      fields: ['entry_no', 'company_id', 'posted_on', 'source_kind', 'currency_code', 'fx_rate'],
    },
  ],
  operations: [],
  permissions: {
    viewAll: 'journal_entries.view_all',
    create: 'journal_entries.view_all',
    updateAll: 'journal_entries.view_all',
    archive: 'journal_entries.view_all',
    export: 'journal_entries.export',
  },
  lines: { lines: { of: () => journalLines, by: 'entry_id', mode: 'inBody', max: 2100, derived: [] } },
  sums: { debit: 'lines.debit', credit: 'lines.credit' },
});
