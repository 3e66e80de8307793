import { useApiQuery } from '@pauta/core/react';
import type { ExpectedCash } from '@pauta/domain/billing/collections/expected-cash.ts';
import { paymentPromises } from '@pauta/domain/billing/collections/payment-promise.ts';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { add, isZero, sum } from '@pauta/domain/money/arithmetic.ts';
import { currencies } from '@pauta/domain/money/currencies.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import type { CSSProperties, ReactElement } from 'react';

/** The cash that is expected by week; each amount is a link to the invoices or promises it comes from. */
export function ExpectedCashTable({ cash }: { cash: ExpectedCash }): ReactElement {
  const { currency, weeks, later, undated, today } = cash;
  const money = (amount: string): string => formatMoney(amount, '', 2);
  const totals = weeks.map(({ due, promised }) => add(due, promised));
  const most = Math.max(1, ...totals.map(Number));
  const promises = (from: string, to: string): string =>
    `${paths.list(paymentPromises)}?${new URLSearchParams({
      'f.status': 'open',
      'f.currency_code': currency,
      'f.promised_on': `${from}..${to}`,
    })}`;
  const owed = (days: string): string =>
    `${paths.list(invoices)}?${new URLSearchParams({
      'f.payment_status': 'open,partial',
      'f.currency_code': currency,
      'f.due_date': days,
    })}`;
  const amount = (value: string, to: string): ReactElement =>
    isZero(value) ? <td data-none>–</td> : <td>{<Link to={to}>{money(value)}</Link>}</td>;
  return (
    <FigureTable aria-label="Dinero esperado por semana" role="region" tabIndex={0}>
      <table>
        <caption>
          Importes en {currencies[currency as keyof typeof currencies] ?? currency}. Por vencimiento suma los
          días que cada cuenta suele tardar.
        </caption>
        <thead>
          <tr>
            <th scope="col">Semana</th>
            <th scope="col">Por vencimiento</th>
            <th scope="col">Prometido</th>
            <th scope="col">Total</th>
            <td aria-hidden />
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ from, to, due, promised }, place) => (
            <tr key={from}>
              <th scope="row">
                {formatCivilDate(from).slice(0, 5)} – {formatCivilDate(to).slice(0, 5)}
              </th>
              {amount(due, owed(`..${to}`))}
              {amount(promised, promises(from, to))}
              <td>{money(totals[place] ?? '0')}</td>
              <td aria-hidden data-bar>
                <span style={{ '--part': (Number(totals[place]) / most) * 100 } as CSSProperties} />
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">Después</th>
            <td data-none>–</td>
            <td data-none>–</td>
            <td>{money(later)}</td>
            <td aria-hidden />
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Esperado</th>
            <td>{money(sum(['0.00', ...weeks.map(({ due }) => due)]))}</td>
            <td>{money(sum(['0.00', ...weeks.map(({ promised }) => promised)]))}</td>
            <td>{money(sum([later, ...totals]))}</td>
            <td aria-hidden />
          </tr>
          <tr>
            <th scope="row">Atrasado sin fecha</th>
            <td data-none>–</td>
            <td data-none>–</td>
            {amount(undated, owed(`..${today}`))}
            <td aria-hidden />
          </tr>
        </tfoot>
      </table>
    </FigureTable>
  );
}

/** The card of the workbench with the cash that is expected. */
export function ExpectedCashCard({ currency }: { currency: string }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ readonly data: ExpectedCash }>(
    `/billing/expected-cash?currency=${currency}`,
    { keepPreviousData: true },
  );
  return (
    <Card title="Dinero esperado">
      {error && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!data && !error && <Skeleton lines={6} />}
      {data && <ExpectedCashTable cash={data.data} />}
    </Card>
  );
}
