import { choice } from '../../kinds/choice.ts';

/** How what is due of several contracts is put on invoices. */
export const invoiceGroupings = {
  contract: 'Una factura por contrato',
  payer: 'Una por pagador',
  purchase_order: 'Una por orden de compra',
  month: 'Una por contrato y mes',
} as const;

export type InvoiceGrouping = keyof typeof invoiceGroupings;

/** The input of commands that prepare invoices. */
export const groupingInput = choice('Agrupación', invoiceGroupings, {
  required: true,
  initial: 'contract',
  hint: 'Se juntan contratos de un mismo cliente y pagador con iguales condiciones. Por mes se separan las cuotas.',
});
