import { invoiceReaders } from '../../billing/invoice-readers.ts';

/** Options of an amount of an account that the database sums from its invoices (`0057_actuals.sql`). */
export const computedAmount = {
  currency: 'currency_code',
  readOnly: true,
  computed: true,
  derived: true,
  aggregate: null,
  seenBy: invoiceReaders,
} as const;
