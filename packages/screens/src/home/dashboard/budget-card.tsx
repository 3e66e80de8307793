import type { BudgetMonth, BudgetYear } from '@pauta/domain/home/dashboard/dashboard-card.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { indexed } from '@pauta/domain/resource/indexed.ts';
import { monthLabel } from '@pauta/domain/resource/query/summary.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { SeriesBars } from '@pauta/ui/charts/series-bars.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { CardData, type CardProps, parametersOf } from './card-frame.tsx';

const measures = [
  ['budget', 'Presupuesto'],
  ['booked', 'Firmado'],
  ['billed', 'Facturado'],
  ['collected', 'Cobrado'],
] as const satisfies readonly (readonly [keyof BudgetMonth, string])[];

/** The months of several budgets together; null where none may be seen. */
const totalOf = (budgets: readonly BudgetYear[]): readonly BudgetMonth[] =>
  (budgets[0]?.months ?? []).map(({ month }, at) => {
    const of = (measure: (typeof measures)[number][0]): string | null => {
      const known = budgets.map(({ months }) => months[at]?.[measure] ?? null).filter((one) => one !== null);
      return known.length === 0 ? null : sum(known);
    };
    return {
      month,
      budget: of('budget') ?? '0.00',
      booked: of('booked'),
      billed: of('billed'),
      collected: of('collected'),
    };
  });

/** The budgets of one currency in one chart, with a link to each. */
function InCurrency({
  currency,
  budgets,
}: {
  currency: string;
  budgets: readonly BudgetYear[];
}): ReactElement {
  const [first] = budgets;
  const months = totalOf(budgets);
  const recordOf = (id: string): string => paths.record(indexed('sales_budgets'), id);
  const to =
    budgets.length === 1 && first
      ? recordOf(first.id)
      : `${paths.list(indexed('sales_budgets'))}?${new URLSearchParams({
          'f.status': 'approved',
          'f.fiscal_year': months[0]?.month.slice(0, 4) ?? '',
          'f.currency_code': currency,
        })}`;
  const shown = measures.filter(([measure]) => months.some((month) => month[measure] !== null));
  return (
    <>
      <SeriesBars
        data={{
          title:
            budgets.length === 1
              ? `${first?.company}, en ${currency}`
              : `${formatCount(budgets.length)} compañías, en ${currency}`,
          axis: 'Mes',
          categories: months.map(({ month }) => {
            const label = monthLabel(month);
            return { key: month, label, short: label.slice(0, 3) };
          }),
          series: shown.map(([measure, label]) => ({
            key: measure,
            label,
            points: months.map((month) => {
              const amount = month[measure];
              return amount === null
                ? null
                : { value: Number(amount), text: formatAmount({ currency, amount }), to };
            }),
          })),
        }}
        format={(value) => formatCount(value)}
      />
      <ul data-figures>
        {budgets.map(({ id, name, company, months: own }) => (
          <li key={id}>
            <Link to={recordOf(id)}>
              <span>{name}</span>
              <strong>{formatAmount({ currency, amount: sum(own.map(({ budget }) => budget)) })}</strong>
              <small>{company}</small>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The approved budgets of the year by month, beside what was signed, billed and collected. */
export function BudgetCard(props: CardProps): ReactElement {
  return (
    <CardData<readonly BudgetYear[]> path="/dashboard/budget" query={parametersOf(props)}>
      {(budgets) =>
        budgets.length === 0 ? (
          <p data-none>
            Este año no tiene un presupuesto aprobado.{' '}
            <Link to={paths.list(indexed('sales_budgets'))}>Presupuesto de Ventas</Link>
          </p>
        ) : (
          [...Map.groupBy(budgets, ({ currency }) => currency)].map(([currency, own]) => (
            <InCurrency budgets={own} currency={currency} key={currency} />
          ))
        )
      }
    </CardData>
  );
}
