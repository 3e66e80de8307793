import type { DashboardPeriod } from '@pauta/domain/home/dashboard/dashboard-card.ts';
import { paceOf } from '@pauta/domain/home/dashboard/pace.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { indexed } from '@pauta/domain/resource/indexed.ts';
import {
  type Forecast,
  type ForecastAmounts,
  type ForecastRow,
  forecastTotals,
} from '@pauta/domain/sales/pipeline/forecast.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import type { CSSProperties, ReactElement } from 'react';
import { CardData, type CardProps } from './card-frame.tsx';

const listOf = (name: string, query: Readonly<Record<string, string>>): string =>
  `${paths.list(indexed(name))}?${new URLSearchParams(query)}`;

/** What is missing, in words. */
const missingText = (amounts: ForecastAmounts, currency: string, period: DashboardPeriod): string => {
  const pace = paceOf(amounts, period);
  if (!pace) return 'Sin meta';
  if (Number(pace.missing) === 0) return 'Meta cumplida';
  const missing = formatAmount({ currency, amount: pace.missing });
  if (pace.per_day === null) return `Faltaron ${missing}`;
  const days = `${formatCount(period.left)} ${period.left === 1 ? 'día hábil' : 'días hábiles'}`;
  return `Faltan ${missing} en ${days}: ${formatAmount({ currency, amount: pace.per_day })} por día`;
};

interface RowProps {
  readonly name: ReactElement | string;
  readonly amounts: ForecastAmounts;
  readonly currency: string;
  readonly period: DashboardPeriod;
  /** Addresses of the lists of a seller. */
  readonly of?: { readonly goal: string; readonly weighted: string; readonly signed: string };
}

function Row({ name, amounts, currency, period, of }: RowProps): ReactElement {
  const pace = paceOf(amounts, period);
  const say = (amount: string | null, to?: string): ReactElement | string => {
    if (amount === null) return '—';
    const text = formatAmount({ currency, amount });
    return to === undefined ? text : <Link to={to}>{text}</Link>;
  };
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{say(amounts.goal, of?.goal)}</td>
      <td>{say(amounts.signed, of?.signed)}</td>
      <td>{say(amounts.weighted, of?.weighted)}</td>
      <td>
        {pace ? (
          <>
            {`${pace.reached} %`}
            <i aria-hidden data-meter style={{ '--part': pace.reached } as CSSProperties} />
          </>
        ) : (
          '—'
        )}
      </td>
      <td data-text data-wrap>
        {missingText(amounts, currency, period)}
        {pace?.is_behind && <strong>{` · por debajo del ritmo (${pace.expected} % del tiempo)`}</strong>}
      </td>
    </tr>
  );
}

/** Goal, signed and weighted of each seller, what is missing and how much of it each working day; a total by currency. */
export function PaceCard({ choice, layout }: CardProps): ReactElement {
  const period = layout.periods[choice.period];
  const year = layout.today.slice(0, 4);
  const ofSeller = ({ user_id }: ForecastRow): NonNullable<RowProps['of']> => ({
    goal: listOf('rep_goals', { 'f.user_id': user_id, 'f.fiscal_year': year, 'f.metric': 'signed_sales' }),
    signed: listOf('contracts', {
      'f.owner_id': user_id,
      'f.signed_on': `${period.from}..${period.to}`,
    }),
    weighted: listOf('opportunities', {
      'f.result': 'open',
      'f.owner_id': user_id,
      'f.expected_close_date': `..${period.to}`,
    }),
  });
  return (
    <CardData<Forecast> path="/opportunities/forecast" query={{ period: choice.period }}>
      {({ rows }) => {
        const shown = rows.filter(({ user_id }) => choice.seller === undefined || user_id === choice.seller);
        if (shown.length === 0) return <p data-none>Sin metas ni ventas en el periodo.</p>;
        const totals = [...forecastTotals(shown)];
        return (
          <FigureTable aria-label="Meta y ritmo por vendedor" role="region" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">Vendedor</th>
                  <th scope="col">Meta</th>
                  <th scope="col">Firmado</th>
                  <th scope="col">Ponderado</th>
                  <th scope="col">Alcanzado</th>
                  <th data-text scope="col">
                    Ritmo
                  </th>
                </tr>
              </thead>
              <tbody>
                {shown.map((row) => (
                  <Row
                    amounts={row}
                    currency={row.currency}
                    key={`${row.user_id} ${row.currency}`}
                    name={row.user}
                    of={ofSeller(row)}
                    period={period}
                  />
                ))}
              </tbody>
              {shown.length > totals.length && (
                <tfoot>
                  {totals.map(([currency, amounts]) => (
                    <Row
                      amounts={amounts}
                      currency={currency}
                      key={currency}
                      name={<Link to="/ventas/pipeline">{`Total en ${currency}`}</Link>}
                      period={period}
                    />
                  ))}
                </tfoot>
              )}
            </table>
          </FigureTable>
        );
      }}
    </CardData>
  );
}
