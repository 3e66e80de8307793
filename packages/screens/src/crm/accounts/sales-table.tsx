import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { monthEnd } from '@pauta/domain/calendar/months.ts';
import { divide, isZero, max, multiply } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { locale } from '@pauta/domain/text/locale.ts';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import type { CSSProperties, ReactElement } from 'react';

const monthName = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** @example nameOf('2026-03') // 'mar 2026' */
const nameOf = (month: string): string => monthName.format(new Date(`${month}-01T00:00:00Z`));

/** Sales of twelve months in one currency: a table whose bars repeat its amounts. */
export function SalesTable({
  currency,
  href,
  months,
  sales,
  total,
}: {
  currency: string;
  /** Filters of the invoices that are summed. */
  href: Readonly<Record<string, string>>;
  months: readonly string[];
  sales: readonly string[];
  total: string;
}): ReactElement {
  const most = max('0', ...sales);
  const listOf = (from: string, to: string): string =>
    `${paths.list(invoices)}?${new URLSearchParams({ ...href, 'f.issue_date': `${from}..${to}` })}`;
  return (
    <FigureTable aria-label={`Ventas de 12 meses en ${currency}`} role="region" tabIndex={0}>
      <table>
        <caption>Facturado en {currency} antes de impuestos, menos notas de crédito y anuladas</caption>
        <thead>
          <tr>
            <th scope="col">Mes</th>
            <th scope="col">Ventas</th>
            <th aria-hidden />
          </tr>
        </thead>
        <tbody>
          {months.map((month, at) => {
            const amount = sales[at] ?? '0.00';
            const part = isZero(most) ? '0' : max('0', divide(multiply(amount, '100'), most, 1));
            return (
              <tr key={month}>
                <th scope="row">{nameOf(month)}</th>
                {isZero(amount) ? (
                  <td data-none>–</td>
                ) : (
                  <td>
                    <Link to={listOf(`${month}-01`, monthEnd(`${month}-01`))}>
                      {formatAmount({ currency, amount })}
                    </Link>
                  </td>
                )}
                <td aria-hidden data-bar>
                  <span style={{ '--part': part } as CSSProperties} />
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>{formatAmount({ currency, amount: total })}</td>
            <td aria-hidden />
          </tr>
        </tfoot>
      </table>
    </FigureTable>
  );
}
