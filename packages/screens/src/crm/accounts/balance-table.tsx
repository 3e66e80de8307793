import type { AccountCurrency } from '@pauta/domain/billing/accounts/account-figures.ts';
import { agingBuckets, agingRange } from '@pauta/domain/billing/accounts/aging-buckets.ts';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { isZero } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';

/** What an account owes by the days since its due dates, a row for each currency; each amount links to its invoices. */
export function BalanceTable({
  by,
  currencies,
  id,
  today,
}: {
  by: 'client_id' | 'agency_id';
  currencies: readonly AccountCurrency[];
  id: string;
  today: string;
}): ReactElement {
  const listOf = (currency: string, days?: string): string =>
    `${paths.list(invoices)}?${new URLSearchParams({
      [`f.${by}`]: id,
      ...(by === 'agency_id' && { 'f.bill_to': 'agency' }),
      'f.payment_status': 'open,partial',
      'f.currency_code': currency,
      ...(days !== undefined && { 'f.due_date': days }),
    })}`;
  const hasAdvances = currencies.some(({ advances }) => advances !== null);
  const cell = (key: string, currency: string, amount: string, days?: string): ReactElement =>
    isZero(amount) ? (
      <td data-none key={key}>
        –
      </td>
    ) : (
      <td key={key}>
        <Link to={listOf(currency, days)}>{formatAmount({ currency, amount })}</Link>
      </td>
    );
  return (
    <FigureTable aria-label="Saldo por antigüedad" role="region" tabIndex={0}>
      <table>
        <caption>Por cobrar, por los días desde el vencimiento</caption>
        <thead>
          <tr>
            <th scope="col">Moneda</th>
            {agingBuckets.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">Total</th>
            {hasAdvances && <th scope="col">Anticipos</th>}
          </tr>
        </thead>
        <tbody>
          {currencies.map(({ currency, balance, advances }) => (
            <tr key={currency}>
              <th scope="row">{currency}</th>
              {agingBuckets.map(({ name, days }) =>
                cell(name, currency, balance[name], agingRange(today, days)),
              )}
              {cell('total', currency, balance.total)}
              {hasAdvances && (
                <td data-none={isZero(advances ?? '0') || undefined}>
                  {isZero(advances ?? '0') ? '–' : formatAmount({ currency, amount: advances ?? '0' })}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </FigureTable>
  );
}
