import type { InvoiceGrouping } from './invoice-groupings.ts';

/** What decides which parts of contracts go on one invoice. */
export interface GroupedPart {
  readonly contract_id: string;
  readonly company_id: string;
  readonly bill_to: string;
  /** The client of the invoice: the advertiser, or another payer of the contract. */
  readonly client_id: string;
  readonly agency_id: string | null;
  readonly currency_code: string;
  readonly credit_term_id: string | null;
  /** Percent and mode of the commission of the agency; empty without one. */
  readonly commission: string;
  readonly is_barter: boolean;
  readonly po_number: string | null;
  /** Count of the lines. */
  readonly lines: number;
}

/** Lines that an invoice has at most, as the e-CF allows. */
const mostLines = 1000;

/** Purchase orders are the same whatever their case and spaces. */
const orderKey = (number: string | null): string => (number ?? '').replace(/\s+/g, ' ').trim().toUpperCase();

const keyOf = (part: GroupedPart, place: number, grouping: InvoiceGrouping): string => {
  // Each part has its own invoice.
  if (grouping === 'contract' || grouping === 'month') return String(place);
  return JSON.stringify([
    part.company_id,
    part.bill_to,
    part.client_id,
    part.agency_id,
    part.currency_code,
    part.credit_term_id,
    part.commission,
    part.is_barter,
    grouping === 'purchase_order' ? orderKey(part.po_number) : '',
  ]);
};

/**
 * Puts what is due of contracts on invoices. Only parts of the same parties, currency, credit term, commission and, by
 * purchase order, the same order or none share one; a group that would have too many lines is divided between contracts.
 *
 * @returns the parts of each invoice, in the order of their first parts
 */
export function groupParts<P extends GroupedPart>(parts: readonly P[], grouping: InvoiceGrouping): P[][] {
  const invoices: P[][] = [];
  const open = new Map<string, { readonly parts: P[]; lines: number }>();
  for (const [place, part] of parts.entries()) {
    const key = keyOf(part, place, grouping);
    const current = open.get(key);
    if (current && current.lines + part.lines <= mostLines) {
      current.parts.push(part);
      current.lines += part.lines;
    } else {
      const started = { parts: [part], lines: part.lines };
      open.set(key, started);
      invoices.push(started.parts);
    }
  }
  return invoices;
}
