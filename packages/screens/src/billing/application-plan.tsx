import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import type { ReactElement } from 'react';

/** The answer of the commands that apply a payment, and of their dry run. */
export interface ApplicationAnswer {
  readonly applications: readonly {
    readonly invoice_id: string;
    readonly internal_no: string;
    readonly fiscal_number: string;
    readonly due_date: string;
    readonly balance: string;
    readonly amount: string;
  }[];
  readonly currency_code: string;
  readonly left: string;
}

/** Shows which invoices a payment would settle, and what would remain as an advance. */
export function ApplicationPlan({ plan }: { plan: ApplicationAnswer }): ReactElement {
  const { applications, currency_code: currency, left } = plan;
  return (
    <DescriptionList
      items={[
        ...applications.map(({ invoice_id, internal_no, due_date, balance, amount }) => ({
          key: invoice_id,
          label: `${internal_no} · vence ${formatCivilDate(due_date)}`,
          value:
            amount === balance
              ? `${formatAmount({ currency, amount })}, salda la factura`
              : `${formatAmount({ currency, amount })} de ${formatAmount({ currency, amount: balance })}`,
          wide: true,
        })),
        {
          key: 'left',
          label: 'Queda como anticipo',
          value: formatAmount({ currency, amount: left }),
          wide: true,
        },
      ]}
    />
  );
}
