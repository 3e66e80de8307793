import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { invoiceTables } from './invoice-tables.ts';
import { issueInvoice } from './issue-invoice.ts';
import { prepareCreditNote } from './prepare-credit-note.ts';
import { voidInvoice } from './void-invoice.ts';

/** Hooks of invoices and notes. */
export const invoiceHooks: ResourceHooks = {
  tables: ({ tx, now }, invoice) =>
    invoiceTables(tx, invoice, String(invoice.issue_date ?? companyDay(now.getTime()))),
  beforeUpdate: async (_context, { status }) => {
    if (status === 'reviewed')
      throw conflict('reviewed', 'La factura está revisada. Devuélvala a borrador para cambiarla.');
  },
  commands: {
    issue: issueInvoice,
    void: voidInvoice,
    credit_note: prepareCreditNote,
  },
};
