import { useApiQuery } from '@pauta/core/react';
import type { ExpectedWithholding } from '@pauta/domain/billing/payments/expected-withholding.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import type { ReactElement } from 'react';

/** What the rules expect to be withheld of the payment of an invoice; nothing where they expect nothing. */
export function ExpectedWithholdings({ invoice }: { invoice: AnyRecord }): ReactElement | null {
  const { data } = useApiQuery<{ readonly data: readonly ExpectedWithholding[] }>(
    `/invoices/${invoice.id}/withholdings`,
  );
  const expected = data?.data ?? [];
  if (expected.length === 0) return null;
  return (
    <section aria-label="Retenciones esperadas">
      <DescriptionList
        items={expected.map(({ rule_id, name, pct, amount }) => ({
          key: rule_id,
          label: `Retención esperada: ${name} (${Number(pct)} %)`,
          value: formatAmount({ currency: String(invoice.currency_code), amount }),
        }))}
      />
    </section>
  );
}
