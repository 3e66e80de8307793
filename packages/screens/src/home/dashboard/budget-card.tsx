import type { BudgetMonth, BudgetYear } from '@pauta/domain/home/dashboard/dashboard-card.ts';
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

function Year({ budget: { id, name, company, currency, months } }: { budget: BudgetYear }): ReactElement {
  const to = paths.record(indexed('sales_budgets'), id);
  const shown = measures.filter(([measure]) => months.some((month) => month[measure] !== null));
  return (
    <>
      <SeriesBars
        data={{
          title: `${company}, en ${currency}`,
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
      <p>
        <Link to={to}>{name}</Link>
      </p>
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
          budgets.map((budget) => <Year budget={budget} key={budget.id} />)
        )
      }
    </CardData>
  );
}
