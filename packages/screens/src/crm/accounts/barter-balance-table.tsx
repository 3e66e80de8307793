import type { AccountCurrency } from '@pauta/domain/billing/accounts/account-figures.ts';
import { barterReceipts } from '@pauta/domain/billing/barter/barter-receipt.ts';
import { isZero } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';

/** The barter of a client, a row for each currency with barter; what was given links to its receipts. */
export function BarterBalanceTable({
  clientId,
  currencies,
}: {
  clientId: string;
  currencies: readonly Pick<AccountCurrency, 'currency' | 'barter'>[];
}): ReactElement {
  return (
    <FigureTable aria-label="Balance de canje" role="region" tabIndex={0}>
      <table>
        <caption>Lo que el cliente entregó por canje y lo que compensó de sus facturas</caption>
        <thead>
          <tr>
            <th scope="col">Moneda</th>
            <th scope="col">Entregado</th>
            <th scope="col">Compensado</th>
            <th scope="col">Por compensar</th>
            <th scope="col">Facturas de canje pendientes</th>
          </tr>
        </thead>
        <tbody>
          {currencies.flatMap(({ currency, barter }) => {
            if (!barter) return [];
            const money = (amount: string): string =>
              isZero(amount) ? '–' : formatAmount({ currency, amount });
            const query = new URLSearchParams({
              'f.client_id': clientId,
              'f.currency_code': currency,
              'f.status': 'registered',
            });
            return [
              <tr key={currency}>
                <th scope="row">{currency}</th>
                <td>
                  {isZero(barter.given) ? (
                    '–'
                  ) : (
                    <Link to={`${paths.list(barterReceipts)}?${query}`}>{money(barter.given)}</Link>
                  )}
                </td>
                <td>{money(barter.used)}</td>
                <td>{money(barter.unused)}</td>
                <td>{money(barter.owed)}</td>
              </tr>,
            ];
          })}
        </tbody>
      </table>
    </FigureTable>
  );
}
