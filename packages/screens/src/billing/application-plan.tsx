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
    /** Of the invoice, as `balance` and `amount`. */
    readonly currency_code: string;
    readonly amount: string;
    /** What it takes from the payment, in the currency of the payment. */
    readonly taken: string;
    /** Who was billed, where that is another account than the payer. */
    readonly billed_to: string | null;
  }[];
  readonly currency_code: string;
  readonly left: string;
}

const textOf = (
  { amount, balance, currency_code, taken, billed_to }: ApplicationAnswer['applications'][number],
  currency: string,
): string => {
  const settled = formatAmount({ currency: currency_code, amount });
  return [
    amount === balance
      ? `${settled}, salda la factura`
      : `${settled} de ${formatAmount({ currency: currency_code, amount: balance })}`,
    ...(currency_code === currency ? [] : [`toma ${formatAmount({ currency, amount: taken })} del cobro`]),
    ...(billed_to === null ? [] : [`facturada a ${billed_to}`]),
  ].join(' · ');
};

/** Shows which invoices a payment would settle, and what would remain as an advance. */
export function ApplicationPlan({ plan }: { plan: ApplicationAnswer }): ReactElement {
  const { applications, currency_code: currency, left } = plan;
  return (
    <DescriptionList
      items={[
        ...applications.map((application) => ({
          key: application.invoice_id,
          label: `${application.internal_no} · vence ${formatCivilDate(application.due_date)}`,
          value: textOf(application, currency),
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
