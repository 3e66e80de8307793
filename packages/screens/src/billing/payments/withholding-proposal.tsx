import { useApiQuery } from '@pauta/core/react';
import type { WithheldInvoice } from '@pauta/domain/billing/payments/expected-withholding.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { useFormValues } from '@pauta/ui/form/use-form-values.ts';
import { useSetFormValue } from '@pauta/ui/form/use-set-form-value.ts';
import type { ReactElement } from 'react';

const watched = ['company_id', 'client_id', 'agency_id', 'currency_code'] as const;

const withheldText = ({ withholdings, currency_code: currency }: WithheldInvoice): string =>
  withholdings
    .map(
      ({ tax, pct, amount }) =>
        `${tax.toUpperCase()} ${Number(pct)} %: ${formatAmount({ currency, amount })}`,
    )
    .join(', ');

/**
 * Inside the form of a payment: the open invoices of the payer of which the rules expect a withholding, each with a button
 * that writes what arrives and what is withheld.
 */
export function WithholdingProposal(): ReactElement | null {
  const [company, client, agency, currency] = useFormValues(watched);
  const setValue = useSetFormValue();
  const [companyId, clientId, agencyId] = [company, client, agency].map(referenceId);
  const query = new URLSearchParams({ currency_code: String(currency ?? '') });
  for (const [name, id] of [
    ['company_id', companyId],
    ['client_id', clientId],
    ['agency_id', agencyId],
  ] as const)
    if (id) query.set(name, id);
  const isKnown = companyId && currency && (clientId || agencyId);
  const { data } = useApiQuery<{ readonly data: readonly WithheldInvoice[] }>(
    isKnown ? `/expected-withholdings?${query}` : null,
  );
  const found = data?.data ?? [];
  if (!isKnown || found.length === 0) return null;
  return (
    <Banner live tone="neutral">
      Quien paga retiene impuestos de estas facturas:
      <ul>
        {found.map((invoice) => (
          <li key={invoice.invoice_id}>
            {invoice.internal_no} · {withheldText(invoice)} · se recibe{' '}
            {formatAmount({ currency: invoice.currency_code, amount: invoice.to_receive })}{' '}
            <Button
              onClick={() => {
                setValue('amount', invoice.to_receive);
                setValue(
                  'withholdings',
                  invoice.withholdings.map(({ tax, pct, amount }) => ({
                    kind: tax,
                    pct,
                    amount,
                    certificate: null,
                  })),
                );
              }}
              size="small"
            >
              Usar {invoice.internal_no}
            </Button>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
