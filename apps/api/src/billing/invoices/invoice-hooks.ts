import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { invoiceTables } from './invoice-tables.ts';
import { issueInvoice } from './issue-invoice.ts';
import { prepareCreditNote } from './prepare-credit-note.ts';
import { voidInvoice } from './void-invoice.ts';

/** The lines of a credit note refer to those that they take back, which only the command `credit_note` writes. */
const requirePrepared = ({ doc_kind }: Values): void => {
  if (doc_kind === 'credit_note')
    throw invalid({
      doc_kind: ['Una nota de crédito se prepara en su factura: ábrala y elija «Nota de crédito».'],
    });
};

/** Hooks of invoices and notes. */
export const invoiceHooks: ResourceHooks = {
  tables: ({ tx, now }, invoice) =>
    invoiceTables(tx, invoice, String(invoice.issue_date ?? companyDay(now.getTime()))),
  beforeCreate: async (_context, values) => requirePrepared(values),
  beforeUpdate: async (_context, { status, doc_kind }, values) => {
    if (status === 'reviewed')
      throw conflict('reviewed', 'La factura está revisada. Devuélvala a borrador para cambiarla.');
    if (doc_kind !== 'credit_note') requirePrepared(values);
  },
  commands: {
    issue: issueInvoice,
    void: voidInvoice,
    credit_note: prepareCreditNote,
    leave_run: async () => ({ billing_run_id: null }),
  },
};
