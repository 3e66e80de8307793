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
    /** The discount for prompt payment that it leaves open, exactly. */
    readonly prompt_discount: string | null;
  }[];
  readonly currency_code: string;
  readonly left: string;
  /** Whether the notes for prompt payment are issued; else they stay drafts. */
  readonly issues_notes: boolean;
  /** The notes that were given; absent in a dry run. */
  readonly discounts?: readonly { readonly status: 'issued' | 'draft' }[];
}

const textOf = (
  {
    amount,
    balance,
    currency_code,
    taken,
    billed_to,
    prompt_discount,
  }: ApplicationAnswer['applications'][number],
  { currency_code: currency, issues_notes }: ApplicationAnswer,
): string => {
  const settled = formatAmount({ currency: currency_code, amount });
  return [
    amount === balance
      ? `${settled}, salda la factura`
      : `${settled} de ${formatAmount({ currency: currency_code, amount: balance })}`,
    ...(currency_code === currency ? [] : [`toma ${formatAmount({ currency, amount: taken })} del cobro`]),
    ...(billed_to === null ? [] : [`facturada a ${billed_to}`]),
    ...(prompt_discount === null
      ? []
      : [
          `queda su pronto pago de ${formatAmount({ currency: currency_code, amount: prompt_discount })}: si lo da, ${
            issues_notes ? 'se emite la nota de crédito que la salda' : 'la nota de crédito queda en borrador'
          }`,
        ]),
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
          value: textOf(application, plan),
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
