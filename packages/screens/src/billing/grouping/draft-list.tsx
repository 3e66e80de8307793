import { type PreparedInvoice, preparedKey } from '@pauta/domain/billing/invoices/prepared-invoice.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { monthLabel } from '@pauta/domain/resource/query/summary.ts';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import type { ReactElement } from 'react';

/** What the draft of one contract or of several is called. */
const draftTitle = ({ contracts: of, po_number }: PreparedInvoice): string => {
  if (of.length === 1) return of[0]?.title ?? '';
  return `${of.length} contratos${po_number ? `, orden de compra ${po_number}` : ''}`;
};

/** Shows drafts as they would be prepared, each with its contracts. */
export const DraftList = ({ drafts }: { drafts: readonly PreparedInvoice[] }): ReactElement => (
  <DescriptionList
    items={drafts.map((invoice) => {
      const { payer, month, currency, lines, taxable, tax, total } = invoice;
      const subject = [draftTitle(invoice), ...(month ? [monthLabel(month)] : [])].join(' · ');
      return {
        key: preparedKey(invoice),
        label: `${subject} · ${payer}`,
        value: (
          <>
            {`${formatAmount({ currency, amount: total })} · ${lines === 1 ? '1 renglón' : `${lines} renglones`}, ` +
              `base ${formatAmount({ currency, amount: taxable })} más ${formatAmount({ currency, amount: tax })} de impuesto`}
            {invoice.contracts.length > 1 && (
              <ul>
                {invoice.contracts.map(({ id, title, net }) => (
                  <li key={id}>{`${title}: neto ${formatAmount({ currency, amount: net })}`}</li>
                ))}
              </ul>
            )}
          </>
        ),
        wide: true,
      };
    })}
  />
);
