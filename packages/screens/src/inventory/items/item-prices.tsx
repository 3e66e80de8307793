import { useApiQuery } from '@pauta/core/react';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { saleUnits } from '@pauta/domain/catalogues/inventory.ts';
import { priceListKinds } from '@pauta/domain/inventory/prices/price-list.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import { type Series, StepChart } from '@pauta/ui/charts/step-chart.tsx';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';

interface HistoricPrice {
  readonly list_id: string;
  readonly list: string;
  readonly kind: keyof typeof priceListKinds;
  readonly status: string;
  readonly currency_code: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly unit: keyof typeof saleUnits;
  readonly unit_price: string;
  readonly floor_price: string | null;
  readonly min_qty: string;
  readonly source: 'item' | 'article' | 'category';
}

const sources = { item: 'Del espacio', article: 'De su artículo', category: 'De su categoría' } as const;

const isFirstTier = ({ min_qty }: HistoricPrice): boolean => Number(min_qty) <= 1;

const periodOf = ({ from, to }: HistoricPrice): string =>
  `${from ? formatCivilDate(from) : 'Siempre'} – ${to ? formatCivilDate(to) : 'sin fin'}`;

/** The lines of the chart: of each kind of list the prices in the unit and currency of the newest one. */
const seriesOf = (prices: readonly HistoricPrice[]): readonly Series[] => {
  const [newest] = prices;
  const alike = prices.filter(
    (one) =>
      isFirstTier(one) && one.unit === newest?.unit && one.currency_code === newest.currency_code && one.from,
  );
  return [...new Set(alike.map(({ kind }) => kind))].map((kind) => ({
    key: kind,
    label: priceListKinds[kind],
    steps: alike
      .filter((one) => one.kind === kind)
      .map(({ from, to, unit_price }) => ({ from: String(from), to, value: Number(unit_price) }))
      .sort((a, b) => (a.from < b.from ? -1 : 1)),
  }));
};

/** The prices of a space: those in force, and how they changed. */
export function ItemPrices({ id }: { readonly id: string }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ data: readonly HistoricPrice[] }>(
    `/inventory-items/${id}/prices`,
  );
  if (error) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <Card>
        <Skeleton lines={5} />
      </Card>
    );
  const prices = data.data;
  const today = companyToday();
  const isInForce = (one: HistoricPrice): boolean =>
    one.status === 'current' && (one.from ?? today) <= today && today <= (one.to ?? today);
  const [newest] = prices;
  if (!newest)
    return (
      <Card>
        <p>
          Ninguna lista publicada tiene un precio de este espacio, de su artículo usual ni de su categoría.
          Póngalo en una lista en borrador con «Poner precio en una lista».
        </p>
      </Card>
    );
  const series = seriesOf(prices);
  const until = [today, ...prices.map(({ to }) => to ?? today)].sort().at(-1) ?? today;
  return (
    <Card>
      {series.length > 0 && (
        <StepChart
          format={(value) => formatMoney(String(value), newest.currency_code, 0)}
          series={series}
          title={`Precio por ${saleUnits[newest.unit].toLocaleLowerCase('es')}`}
          until={until}
        />
      )}
      <FigureTable>
        <table>
          <caption>Precios en las listas publicadas: de cada una, los más específicos</caption>
          <thead>
            <tr>
              <th scope="col">Lista</th>
              <th scope="col">Vigencia</th>
              <th scope="col">Unidad</th>
              <th scope="col">Desde</th>
              <th scope="col">Precio</th>
              <th scope="col">Mínimo</th>
              <th scope="col">De</th>
            </tr>
          </thead>
          <tbody>
            {prices.map((one) => (
              <tr key={`${one.list_id} ${one.unit} ${one.min_qty}`}>
                <th scope="row">
                  <Link to={`/inventario/gestion-precios/${one.list_id}`}>{one.list}</Link>{' '}
                  {isInForce(one) && <Badge tone="success">Vigente</Badge>}
                </th>
                <td>{periodOf(one)}</td>
                <td>{saleUnits[one.unit]}</td>
                <td>{Number(one.min_qty)}</td>
                <td>{formatMoney(one.unit_price, one.currency_code, 2)}</td>
                <td>{one.floor_price === null ? '—' : formatMoney(one.floor_price, one.currency_code, 2)}</td>
                <td>{sources[one.source]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </FigureTable>
    </Card>
  );
}
