import type { PreparedInvoice } from '@pauta/domain/billing/invoices/prepared-invoice.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import type { ReactElement } from 'react';

/** Shows the draft that billing a contract would prepare. */
export function BillPlan({ invoice }: { invoice: PreparedInvoice }): ReactElement {
  const { currency, lines, taxable, tax, total } = invoice;
  const money = (amount: string): string => formatAmount({ currency, amount });
  return (
    <DescriptionList
      items={[
        { key: 'lines', label: 'Renglones', value: String(lines) },
        { key: 'taxable', label: 'Base imponible', value: money(taxable) },
        { key: 'tax', label: 'Impuesto', value: money(tax) },
        { key: 'total', label: 'Total', value: money(total) },
      ]}
    />
  );
}
