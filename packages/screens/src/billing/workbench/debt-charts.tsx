import type { AgedBalance } from '@pauta/domain/billing/accounts/account-figures.ts';
import type { DebtHistory, DebtMonth } from '@pauta/domain/billing/collections/debt-history.ts';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { divide, isZero, multiply } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import { monthLabel } from '@pauta/domain/resource/query/summary.ts';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import { type CSSProperties, type ReactElement, useId } from 'react';
import { styled } from 'styled-components';

/** Accounts in the chart of those that owe most. */
const mostDebtors = 10;

const Root = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr));
  gap: var(--pauta-space-5);
  & figure { margin: 0; min-inline-size: 0; display: grid; gap: var(--pauta-space-2); align-content: start; }
  & figcaption { font-weight: var(--pauta-weight-medium); }
  & ol { margin: 0; padding: 0; list-style: none; }
  & a { color: inherit; text-decoration: none; }
  & a:hover { text-decoration: underline; }
  & i { display: block; background: var(--pauta-color-accent); border-radius: var(--pauta-radius-sm); }
  & [data-months] { display: grid; grid-template-columns: repeat(12, minmax(0, 1fr)); gap: 2px; }
  & [data-months] a {
    display: grid;
    grid-template-rows: 1fr auto auto;
    justify-items: stretch;
    block-size: 11rem;
    font-size: var(--pauta-text-xs);
    text-align: center;
    font-variant-numeric: tabular-nums;
  }
  & [data-months] i { align-self: end; block-size: calc(var(--part) * 1%); min-block-size: 1px; }
  & [data-months] small { color: var(--pauta-color-text-muted); font-size: inherit; }
  & [data-accounts] { display: grid; gap: var(--pauta-space-2); }
  & [data-accounts] a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 2px var(--pauta-space-3); min-block-size: 1.5rem; }
  & [data-accounts] span { overflow-wrap: anywhere; }
  & [data-accounts] i { grid-column: 1 / -1; block-size: 8px; inline-size: calc(var(--part) * 1%); min-inline-size: 1px; }
  & details { grid-column: 1 / -1; min-inline-size: 0; }
  & summary { cursor: pointer; inline-size: fit-content; color: var(--pauta-color-accent-text); }
  & td a, & th a { text-decoration: underline; }
  @media (forced-colors: active) { & i { background: CanvasText; } }
`;

interface Bar {
  readonly key: string;
  /** Description of the link: the month with its year, and the value with its unit. */
  readonly name: string;
  readonly label: string;
  readonly value: number;
  readonly text: string;
  readonly to: string;
}

const partOf = (value: number, most: number): CSSProperties =>
  ({ '--part': most > 0 ? (value / most) * 100 : 0 }) as CSSProperties;

/** One bar for each month; each is a link to the documents that it counts. */
function MonthBars({ title, bars }: { title: string; bars: readonly Bar[] }): ReactElement {
  const id = useId();
  const most = Math.max(0, ...bars.map(({ value }) => value));
  return (
    <figure aria-labelledby={id}>
      <figcaption id={id}>{title}</figcaption>
      <ol data-months>
        {bars.map(({ key, name, label, value, text, to }) => (
          <li key={key}>
            <Link title={name} to={to}>
              <i aria-hidden style={partOf(value, most)} />
              <span>{text}</span>
              <small>{label}</small>
            </Link>
          </li>
        ))}
      </ol>
    </figure>
  );
}

/** The part of what is owed that is overdue, in percent with one digit. */
const overduePart = ({ open, overdue }: DebtMonth): string =>
  isZero(open) ? '0.0' : divide(multiply(overdue, '100'), open, 1);

/** An account and what it owes. */
export type Debtor = Pick<AgedBalance, 'total'> & { readonly id: string; readonly name: string };

/**
 * Days of sales outstanding and the overdue part by month, and the accounts that owe most, as charts whose bars lead to
 * their documents, with the same figures as a table.
 */
export function DebtCharts({
  history: { currency, months },
  accounts,
  by,
}: {
  history: DebtHistory;
  /** Those that owe most first. */
  accounts: readonly Debtor[];
  by: 'client' | 'agency';
}): ReactElement {
  const debtors = accounts.slice(0, mostDebtors);
  const id = useId();
  const most = Math.max(0, ...debtors.map(({ total }) => Number(total)));
  const money = (amount: string): string => formatMoney(amount, '', 2);
  const listOf = (query: Readonly<Record<string, string>>): string =>
    `${paths.list(invoices)}?${new URLSearchParams({ ...query, 'f.currency_code': currency })}`;
  const billed = ({ until }: DebtMonth): string =>
    listOf({ 'f.status': 'issued', 'f.issue_date': `${addDays(until, -89)}..${until}` });
  const stillOwed = ({ until }: DebtMonth): string =>
    listOf({ 'f.payment_status': 'open,partial', 'f.due_date': `..${addDays(until, -1)}` });
  const barOf = (month: DebtMonth, value: string | null, unit: string, to: string): Bar => {
    const label = monthLabel(month.until.slice(0, 7));
    return {
      key: month.until,
      name: `${label}: ${value === null ? 'sin facturas' : `${value} ${unit}`}`,
      label: label.slice(0, 3),
      value: Math.max(0, Number(value ?? 0)),
      text: value ?? '–',
      to,
    };
  };
  return (
    <Root>
      <MonthBars
        bars={months.map((month) => barOf(month, month.dso, 'días', billed(month)))}
        title="Días de venta por cobrar, al cierre de cada mes"
      />
      <MonthBars
        bars={months.map((month) => barOf(month, overduePart(month), '%', stillOwed(month)))}
        title="% vencido de lo que se debía, al cierre de cada mes"
      />
      {debtors.length > 0 && (
        <figure aria-labelledby={id}>
          <figcaption id={id}>
            {by === 'agency' ? 'Las agencias que más deben' : 'Los clientes que más deben'}
          </figcaption>
          <ol data-accounts>
            {debtors.map(({ id: account, name, total }) => (
              <li key={account}>
                <Link
                  to={listOf({
                    'f.payment_status': 'open,partial',
                    ...(by === 'agency' && { 'f.bill_to': 'agency' }),
                    [`f.${by}_id`]: account,
                  })}
                >
                  <span>{name}</span> <span>{formatAmount({ currency, amount: total })}</span>
                  <i aria-hidden style={partOf(Number(total), most)} />
                </Link>
              </li>
            ))}
          </ol>
        </figure>
      )}
      <details>
        <summary>Ver los meses como tabla</summary>
        <FigureTable aria-label="Lo que se debía por mes" role="region" tabIndex={0}>
          <table>
            <caption>Al cierre de cada mes; del mes en curso, hasta hoy</caption>
            <thead>
              <tr>
                <th scope="col">Mes</th>
                <th scope="col">Por cobrar</th>
                <th scope="col">Vencido</th>
                <th scope="col">% vencido</th>
                <th scope="col">Facturado en 90 días</th>
                <th scope="col">Días de venta</th>
              </tr>
            </thead>
            <tbody>
              {months.map((month) => (
                <tr key={month.until}>
                  <th scope="row">{monthLabel(month.until.slice(0, 7))}</th>
                  <td>{money(month.open)}</td>
                  <td>
                    <Link to={stillOwed(month)}>{money(month.overdue)}</Link>
                  </td>
                  <td>{overduePart(month)}</td>
                  <td>
                    <Link to={billed(month)}>{money(month.invoiced)}</Link>
                  </td>
                  <td>{month.dso ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </FigureTable>
      </details>
    </Root>
  );
}
