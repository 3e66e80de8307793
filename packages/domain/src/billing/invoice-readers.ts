import type { SeenBy } from '../kinds/kind.ts';

/** The permissions to see invoices. Whatever sums their amounts is shown to whoever may see them. */
export const invoiceReaders = {
  viewAll: 'invoices.view_all',
  viewTeam: 'invoices.view_team',
  viewOwn: 'invoices.view_own',
} as const satisfies SeenBy;
