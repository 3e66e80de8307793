import type { ExpectedCash } from '@pauta/domain/billing/collections/expected-cash.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { add, isZero } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { SeriesBars } from '@pauta/ui/charts/series-bars.tsx';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { CardData, type CardProps } from './card-frame.tsx';

const promisesOf = (from: string, to: string): string =>
  `/facturacion/facturacion-cobros/promesas?${new URLSearchParams({ 'f.status': 'open', 'f.promised_on': `${from}..${to}` })}`;

/** The cash that is expected by week: of invoices, and what was promised. */
export function CashCard(_: CardProps): ReactElement {
  return (
    <CardData<ExpectedCash> path="/billing/expected-cash">
      {({ currency, weeks, later, undated }) => {
        if ([later, undated, ...weeks.flatMap(({ due, promised }) => [due, promised])].every(isZero))
          return <p data-none>No se espera ningún cobro.</p>;
        const money = (amount: string): string => formatAmount({ currency, amount });
        return (
          <>
            <SeriesBars
              data={{
                title: `Dinero esperado en ${currency}`,
                axis: 'Semana',
                categories: weeks.map(({ from, to }) => ({
                  key: from,
                  label: `${formatCivilDate(from)} al ${formatCivilDate(to)}`,
                  short: formatCivilDate(from).slice(0, 5),
                })),
                series: [
                  {
                    key: 'due',
                    label: 'Por vencimiento',
                    points: weeks.map(({ due }) => ({ value: Number(due), text: money(due) })),
                  },
                  {
                    key: 'promised',
                    label: 'Prometido',
                    points: weeks.map(({ from, to, promised }) => ({
                      value: Number(promised),
                      text: money(promised),
                      to: promisesOf(from, to),
                    })),
                  },
                ],
              }}
              format={(value) => formatCount(value)}
              layout="stacked"
            />
            <p data-note>
              {`Después: ${money(later)}. Vencido sin fecha ni promesa: ${money(undated)}. `}
              <Link to="/facturacion/facturacion-cobros/cartera">{`Total ${money(
                weeks.reduce((all, { due, promised }) => add(add(all, due), promised), add(later, undated)),
              )}`}</Link>
            </p>
          </>
        );
      }}
    </CardData>
  );
}
