import { type PreparedInvoice, preparedKey } from '@pauta/domain/billing/invoices/prepared-invoice.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import type { ReactElement } from 'react';

const money = ({ currency }: PreparedInvoice, amount: string): string => formatAmount({ currency, amount });

function Draft({ invoice }: { readonly invoice: PreparedInvoice }): ReactElement {
  const { payer, lines, taxable, tax, total } = invoice;
  return (
    <DescriptionList
      items={[
        { key: 'payer', label: 'Se factura a', value: payer, wide: true },
        { key: 'lines', label: 'Renglones', value: String(lines) },
        { key: 'taxable', label: 'Base imponible', value: money(invoice, taxable) },
        { key: 'tax', label: 'Impuesto', value: money(invoice, tax) },
        { key: 'total', label: 'Total', value: money(invoice, total) },
      ]}
    />
  );
}

/** Shows the drafts that billing a contract would prepare, one for each payer. */
export function BillPlan({ invoices }: { readonly invoices: readonly PreparedInvoice[] }): ReactElement {
  return (
    <>
      {invoices.map((invoice) => (
        <Draft invoice={invoice} key={preparedKey(invoice)} />
      ))}
    </>
  );
}
