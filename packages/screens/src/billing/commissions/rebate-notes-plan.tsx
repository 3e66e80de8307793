import { sum } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import type { ReactElement } from 'react';

/** The answer of the command that gives a rebate by credit notes, and of its dry run. */
export interface RebateNotesAnswer {
  readonly notes: readonly {
    readonly invoice_id: string;
    readonly internal_no: string;
    readonly fiscal_number: string;
    /** What it gives of the rebate. */
    readonly taxable: string;
    readonly tax: string;
    readonly total: string;
  }[];
  readonly currency_code: string;
}

/** Shows which credit notes would give a rebate, and by how much each reduces its invoice. */
export function RebateNotesPlan({ plan }: { readonly plan: RebateNotesAnswer }): ReactElement {
  const { notes, currency_code: currency } = plan;
  const money = (amount: string): string => formatAmount({ currency, amount });
  return (
    <DescriptionList
      items={[
        ...notes.map(({ invoice_id, internal_no, fiscal_number, taxable, tax, total }) => ({
          key: invoice_id,
          label: `${internal_no} · ${fiscal_number}`,
          value: `${money(taxable)} más ${money(tax)} de ITBIS: su balance baja ${money(total)}`,
          wide: true,
        })),
        {
          key: 'total',
          label: 'Bonificación que se acredita',
          value: money(sum(notes.map(({ taxable }) => taxable))),
          wide: true,
        },
      ]}
    />
  );
}
